internal import ExactText
package import JSONText

/// A property of a type of Graph's metadata.
package struct GraphProperty: Sendable {
  /// What else is to be known of a property.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The value may be null.
    package static let nullable = Traits(rawValue: 1)
    /// Only `/beta` knows it.
    static let beta = Traits(rawValue: 2)
    /// A client may set it; what it sends for another is checked and passed over, because clients
    /// send back what they have read.
    package static let writable = Traits(rawValue: 4)
    /// A new resource must bring it.
    package static let required = Traits(rawValue: 8)
    /// It is given out only to who names it in `$select`.
    package static let selectedOnly = Traits(rawValue: 16)
    /// A client may set it and never sees it.
    package static let hidden = Traits(rawValue: 32)
    /// Only `/beta` shows it, but `/v1.0` takes it from a client too, as the real service does.
    static let betaShown: Traits = [.beta, Traits(rawValue: 64)]
  }

  package let name: String
  package let form: PropertyForm
  package let traits: Traits

  package init(_ name: String, _ form: PropertyForm, _ traits: Traits = []) {
    self.name = name
    self.form = form
    self.traits = traits
  }

  /// True if only `/beta` has the property.
  var isOfBeta: Bool { traits.contains(.beta) }

  /// True if the version has the property.
  package func exists(isBeta: Bool) -> Bool { isBeta || !traits.contains(.beta) }

  /// True if a client may send it to the version.
  func isTaken(isBeta: Bool) -> Bool {
    exists(isBeta: isBeta) || traits.isSuperset(of: .betaShown)
  }

  /// What is wrong with a value, in words; nil if it fits.
  package func fault(of value: JSON, in path: String = "", isBeta: Bool) -> String? {
    if value.isNull && traits.contains(.nullable) { return nil }
    guard let fault = form.fault(of: value, named: path + name, isBeta: isBeta) else { return nil }
    // What is wrong deeper in the value is no question of null.
    let isOfValue = fault.hasPrefix("\(path)\(name) must be ")
    return traits.contains(.nullable) && isOfValue ? "\(fault) or null" : fault
  }

  /// A value as a version shows it: without what it does not know.
  package func shown(_ value: JSON, isBeta: Bool) -> JSON {
    isBeta ? value : form.shownInV1(value)
  }
}
