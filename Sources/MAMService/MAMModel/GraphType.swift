internal import ExactText
package import JSONText

/// An entity type or complex type of Graph's metadata, as far as MAM needs it.
///
/// Both versions are read from here: `/v1.0` does not know what is marked as beta.
package struct GraphType: Sendable {
  /// A way from an entity to others.
  package struct Navigation: Sendable {
    package let name: String
    package let isCollection: Bool
    /// True if only `/beta` knows it.
    package let isBeta: Bool
    /// The declared type; a closure, because types lead to each other in circles.
    package let type: @Sendable () -> GraphType

    /// To any number of entities.
    package static func many(
      _ name: String, _ type: @escaping @Sendable @autoclosure () -> GraphType,
      isBeta: Bool = false
    ) -> Navigation {
      Navigation(name: name, isCollection: true, isBeta: isBeta, type: type)
    }

    /// To one entity.
    package static func one(
      _ name: String, _ type: @escaping @Sendable @autoclosure () -> GraphType
    )
      -> Navigation
    { Navigation(name: name, isCollection: false, isBeta: false, type: type) }
  }

  /// The name, without the namespace.
  package let name: String
  /// The properties, inherited ones first, in the order in which they are shown.
  package let properties: [GraphProperty]
  package let navigations: [Navigation]
  /// The types that an entity of this type can be of; empty if only of this one.
  package let derived: [GraphType]
  /// The abstract types that it inherits from, the nearest first.
  package let ancestors: [String]
  /// The abstract types between this type and ``derived``.
  package let bases: [GraphType]
  /// The names of derived types of the real service that no entity here is of.
  package let strangers: [String]
  /// True if `$search` applies.
  package let isSearchable: Bool
  /// True if a query may name properties of derived types as if they were of this one, which the real
  /// directory allows of `directoryObject` only.
  let lendsDerived: Bool

  package init(
    _ name: String, _ properties: [GraphProperty], navigations: [Navigation] = [],
    derived: [GraphType] = [], ancestors: [String] = [],
    bases: [GraphType] = [], strangers: [String] = [], isSearchable: Bool = false,
    lendsDerived: Bool = false
  ) {
    self.name = name
    self.properties = properties
    self.navigations = navigations
    self.derived = derived
    self.ancestors = ancestors
    self.bases = bases
    self.strangers = strangers
    self.isSearchable = isSearchable
    self.lendsDerived = lendsDerived
  }

  /// The name with the namespace.
  package var qualifiedName: String { "microsoft.graph.\(name)" }
  /// The value of `@odata.type`.
  package var odataType: JSON { .string("#\(qualifiedName)") }
  /// True if an item must say its type.
  package var isPolymorphic: Bool { !derived.isEmpty }

  /// The property of that name, if the version has it.
  package func property(_ name: String, isBeta: Bool) -> GraphProperty? {
    own(name, isBeta: isBeta) ?? (lendsDerived ? lent(name, isBeta: isBeta) : nil)
  }

  /// The property of that name which the type or, where tools need no cast to name it, a derived type has.
  package func selectable(_ name: String, isBeta: Bool) -> GraphProperty? {
    own(name, isBeta: isBeta) ?? lent(name, isBeta: isBeta)
  }

  private func own(_ name: String, isBeta: Bool) -> GraphProperty? {
    properties.first { GraphName.areSame($0.name, name) && $0.exists(isBeta: isBeta) }
  }

  private func lent(_ name: String, isBeta: Bool) -> GraphProperty? {
    derived.lazy.compactMap { $0.own(name, isBeta: isBeta) }.first
  }

  /// The property of that name, if a client may send it to the version.
  package func taken(_ name: String, isBeta: Bool) -> GraphProperty? {
    properties.first { $0.name == name && $0.isTaken(isBeta: isBeta) }
  }

  /// The navigation of that name, if the version has it.
  package func navigation(_ name: String, isBeta: Bool) -> Navigation? {
    navigations.first { GraphName.areSame($0.name, name) && (isBeta || !$0.isBeta) }
  }

  /// The navigation of that name which the type or a derived type has: tools expand what every derived
  /// type has without naming one.
  package func expandable(_ name: String, isBeta: Bool) -> Navigation? {
    navigation(name, isBeta: isBeta)
      ?? derived.lazy.compactMap { $0.navigation(name, isBeta: isBeta) }.first
  }

  /// What a cast to the type of that name, with or without the namespace, makes of this type; nil if no
  /// entity of the real service could be of both.
  package func cast(_ name: String) -> GraphType? {
    let short = GraphName.unqualified(name) ?? name
    if ([self.name] + ancestors).contains(where: { GraphName.areSame($0, short) }) { return self }
    if let known = (derived + bases).first(where: { GraphName.areSame($0.name, short) }) {
      return known
    }
    return strangers.first { GraphName.areSame($0, short) }.map {
      GraphType($0, properties, navigations: navigations)
    }
  }

  /// What a cast in a path makes of this type; nil for a segment that is none: types are qualified there.
  package func cast(segment: String) -> GraphType? {
    GraphName.unqualified(segment) == nil ? nil : cast(segment)
  }

  /// True if an entity of this type is of another one, too.
  package func isA(_ type: GraphType) -> Bool { name == type.name || ancestors.contains(type.name) }

  /// The type that a body's `@odata.type` names; nil if that is none of this type.
  package func type(of body: JSONObject) -> GraphType? {
    // The real service has more types than are known here: what is of a derived one must say so.
    guard let value = body["@odata.type"] else { return isPolymorphic ? nil : self }
    guard let text = value.string else { return nil }
    // The fragment of a context URL (OData JSON Format 4.01, section 4.6.3), or as some clients write it.
    let name = text.hasPrefix("#") ? String(text.dropFirst()) : text
    return (isPolymorphic ? derived : [self]).first { $0.qualifiedName == name }
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
  package func unknown(_ name: String) -> String {
    let owners = derived.filter { type in type.properties.contains { $0.name == name } }
    if !owners.isEmpty {
      return "there is no property \(name) on type \(qualifiedName); write "
        + owners.map { "\($0.qualifiedName)/\(name)" }.joined(separator: " or ")
    }
    let isBetaOnly =
      properties.contains { $0.name == name } || navigations.contains { $0.name == name }
    return "there is no property \(name) on type \(qualifiedName)"
      + (isBetaOnly ? " in v1.0: only beta has it" : "")
  }
}
