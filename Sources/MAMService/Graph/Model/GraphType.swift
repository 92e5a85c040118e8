import JSONText

/// An entity type or complex type of Graph's metadata, as far as MAM needs it.
///
/// Both versions are read from here: `/v1.0` does not know what is marked as beta.
struct GraphType: Sendable {
  /// A way from an entity to others.
  struct Navigation: Sendable {
    let name: String
    let isCollection: Bool
    /// True if only `/beta` knows it.
    let isBeta: Bool
    /// The declared type; a closure, because types lead to each other in circles.
    let type: @Sendable () -> GraphType

    /// To any number of entities.
    static func many(
      _ name: String, _ type: @escaping @Sendable @autoclosure () -> GraphType,
      isBeta: Bool = false
    ) -> Navigation {
      Navigation(name: name, isCollection: true, isBeta: isBeta, type: type)
    }

    /// To one entity.
    static func one(_ name: String, _ type: @escaping @Sendable @autoclosure () -> GraphType)
      -> Navigation
    { Navigation(name: name, isCollection: false, isBeta: false, type: type) }
  }

  /// The name, without the namespace.
  let name: String
  /// The properties, inherited ones first, in the order in which they are shown.
  let properties: [GraphProperty]
  let navigations: [Navigation]
  /// What can be called at an entity beside its properties and navigations.
  let operations: [String]
  /// The types that an entity of this type can be of; empty if only of this one.
  let derived: [GraphType]
  /// True if a query may name properties of derived types as if they were of this one, which the real
  /// directory allows of `directoryObject` only.
  let lendsDerived: Bool

  init(
    _ name: String, _ properties: [GraphProperty], navigations: [Navigation] = [],
    operations: [String] = [], derived: [GraphType] = [], lendsDerived: Bool = false
  ) {
    self.name = name
    self.properties = properties
    self.navigations = navigations
    self.operations = operations
    self.derived = derived
    self.lendsDerived = lendsDerived
  }

  /// The name with the namespace.
  var qualifiedName: String { "microsoft.graph.\(name)" }
  /// The value of `@odata.type`.
  var odataType: JSON { .string("#\(qualifiedName)") }
  /// True if an item must say its type.
  var isPolymorphic: Bool { !derived.isEmpty }

  /// The property of that name, if the version has it.
  func property(_ name: String, isBeta: Bool) -> GraphProperty? {
    if let own = properties.first(where: { $0.name == name && $0.exists(isBeta: isBeta) }) {
      return own
    }
    guard lendsDerived else { return nil }
    return derived.lazy.compactMap { $0.property(name, isBeta: isBeta) }.first
  }

  /// The property of that name, if a client may send it to the version.
  func taken(_ name: String, isBeta: Bool) -> GraphProperty? {
    properties.first { $0.name == name && $0.isTaken(isBeta: isBeta) }
  }

  /// The navigation of that name, if the version has it.
  func navigation(_ name: String, isBeta: Bool) -> Navigation? {
    navigations.first { $0.name == name && (isBeta || !$0.isBeta) }
  }

  /// The type itself or the derived type of that name, with or without the namespace.
  func cast(_ name: String) -> GraphType? {
    let mark = "microsoft.graph."
    let short = name.hasPrefix(mark) ? String(name.dropFirst(mark.count)) : name
    return short == self.name ? self : derived.first { $0.name == short }
  }

  /// The type that a body's `@odata.type` names; nil if that is none of this type.
  func type(of body: JSONObject) -> GraphType? {
    guard let value = body["@odata.type"] else {
      // Where only one type is possible it need not be said.
      return isPolymorphic ? (derived.count == 1 ? derived[0] : nil) : self
    }
    guard let text = value.string else { return nil }
    // The fragment of a context URL (OData JSON Format 4.01, section 4.6.3), or as some clients write it.
    let name = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard name.hasPrefix("microsoft.graph."), let type = cast(name) else { return nil }
    return type.isPolymorphic ? nil : type
  }

  /// What is wrong with an object of a complex type, in words; nil if it fits.
  func fault(of body: JSONObject, named path: String, isBeta: Bool) -> String? {
    guard let type = type(of: body) else {
      let names = (isPolymorphic ? derived : [self]).map { "#\($0.qualifiedName)" }
      return "\(path) needs an @odata.type: \(names.joined(separator: ", "))"
    }
    for member in body.members where !member.name.contains("@") {
      guard let property = type.taken(member.name, isBeta: isBeta) else {
        return type.unknown(member.name)
      }
      if let fault = property.fault(of: member.value, in: "\(path)/", isBeta: isBeta) {
        return fault
      }
    }
    for property in type.properties
    where property.traits.contains(.required) && body[property.name] == nil {
      return "\(path)/\(property.name) is missing"
    }
    return nil
  }

  /// The words for a property that the type does not have.
  func unknown(_ name: String) -> String {
    if let owner = derived.first(where: { type in type.properties.contains { $0.name == name } }) {
      return "there is no property \(name) on type \(qualifiedName); "
        + "write \(owner.qualifiedName)/\(name)"
    }
    let isBetaOnly =
      properties.contains { $0.name == name } || navigations.contains { $0.name == name }
    return "there is no property \(name) on type \(qualifiedName)"
      + (isBetaOnly ? " in v1.0: only beta has it" : "")
  }
}
