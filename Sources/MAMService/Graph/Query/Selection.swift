import JSONText

/// Which properties of an entity are shown, and what is shown with it: `$select` and `$expand`.
struct Selection {
  /// One item of `$expand`.
  struct Expansion {
    /// The derived type that has the navigation; nil for the declared one.
    let cast: GraphType?
    let navigation: GraphType.Navigation
    let query: Query
  }

  /// The names of the properties; nil for all that are shown without `$select`.
  private(set) var names: [String]?
  private(set) var expansions: [Expansion] = []

  /// Everything that is shown without being asked for.
  init() {}

  init(_ texts: OptionTexts, of type: GraphType, isBeta: Bool) throws(GraphError) {
    if let text = texts["$select"] { names = try Selection.names(text, of: type, isBeta: isBeta) }
    guard let text = texts["$expand"] else { return }
    for part in OptionTexts.split(text, at: ",") {
      let item = trimmed(part)
      let name = String(item.prefix { $0 != "(" })
      let rest = item.dropFirst(name.count)
      guard rest.isEmpty || rest.last == ")" else {
        throw .badRequest(
          "$expand, position \(text.count): expected ) behind the options of \(name)")
      }
      let (cast, navigation) = try Selection.navigation(
        trimmed(name), of: type, isBeta: isBeta)
      guard !expansions.contains(where: { $0.navigation.name == navigation.name }) else {
        throw .badRequest("$expand: expected \(navigation.name) once, found it twice")
      }
      do throws(GraphError) {
        let nested = try OptionTexts(nested: String(rest.dropFirst().dropLast()), in: texts)
        if !navigation.isCollection { try nested.allow(["$select", "$expand"]) }
        let query = try Query(nested, on: navigation.type(), isBeta: isBeta)
        expansions.append(Expansion(cast: cast, navigation: navigation, query: query))
      } catch {
        throw .badRequest("$expand=\(name): \(error.message)")
      }
    }
  }

  private static func names(
    _ text: String, of type: GraphType, isBeta: Bool
  ) throws(GraphError) -> [String]? {
    var names: [String] = []
    var position = 1
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = trimmed(part)
      if name != "*" {
        // A property of a derived type stands behind the name of that type.
        let pieces = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let owner = pieces.count == 2 ? type.derived.first { $0.qualifiedName == pieces[0] } : type
        guard let owner, pieces.count <= 2, let last = pieces.last,
          let property = owner.property(last, isBeta: isBeta), !property.traits.contains(.hidden)
        else {
          throw .badRequest(
            "$select, position \(position): expected a property; \(type.unknown(name))")
        }
        names.append(last)
      }
      position += part.count + 1
    }
    return text.contains("*") ? nil : names
  }

  private static func navigation(
    _ name: String, of type: GraphType, isBeta: Bool
  ) throws(GraphError) -> (GraphType?, GraphType.Navigation) {
    let pieces = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if pieces.count == 2,
      let derived = type.derived.first(where: { $0.qualifiedName == pieces[0] }),
      let navigation = derived.navigation(pieces[1], isBeta: isBeta)
    {
      return (derived, navigation)
    }
    if let navigation = type.navigation(name, isBeta: isBeta) { return (nil, navigation) }
    let known = type.navigations.filter { isBeta || !$0.isBeta }.map(\.name)
    throw .badRequest(
      "$expand: expected "
        + (known.isEmpty ? "nothing to expand" : "one of \(known.joined(separator: ", "))")
        + ", found \(name)")
  }

  /// True if a property is shown.
  func shows(_ property: GraphProperty) -> Bool {
    guard !property.traits.contains(.hidden) else { return false }
    return names?.contains(property.name) ?? !property.traits.contains(.selectedOnly)
  }

  /// What `@odata.context` says of the selection, such as `(id,apps())`; empty for everything.
  var context: String {
    let parts = (names ?? []) + expansions.map { "\($0.navigation.name)\($0.query.contextList)" }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ",")))"
  }
}

extension Query {
  /// The parentheses behind a name in the context: an expanded one always has them.
  fileprivate var contextList: String {
    let context = selection.context
    return context.isEmpty ? "()" : context
  }
}
