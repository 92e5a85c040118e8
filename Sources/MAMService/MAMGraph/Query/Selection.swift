internal import ExactText
import JSONText
import MAMModel
import MAMWire

/// Which properties of an entity are shown, and what is shown with it: `$select` and `$expand`.
struct Selection {
  /// One item of `$expand`.
  struct Expansion {
    /// The derived type that has the navigation; nil for the declared one.
    let cast: GraphType?
    let navigation: GraphType.Navigation
    let query: Query

    /// True if entities of a type have what is to be expanded.
    func isOf(_ type: GraphType, isBeta: Bool) -> Bool {
      cast.map(type.isA) ?? (type.navigation(navigation.name, isBeta: isBeta) != nil)
    }
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
      let item = part.trimmed()
      let name = String(item.prefix { $0 != "(" })
      let rest = item.dropFirst(name.count)
      guard rest.isEmpty || rest.last == ")" else {
        throw .badRequest(
          "$expand, position \(text.count): expected ) after the options of \(name)")
      }
      let (cast, navigation) = try Selection.navigation(
        name.trimmed(), of: type, isBeta: isBeta)
      let isTwice = expansions.contains { earlier in
        earlier.navigation.name == navigation.name
          // A property of one type is another one than that of the same name of another type.
          && (cast == nil || earlier.cast == nil || cast?.name == earlier.cast?.name)
      }
      guard !isTwice else {
        throw .badRequest("$expand: expected \(navigation.name) once, found it twice")
      }
      do throws(GraphError) {
        let nested = try OptionTexts(nested: String(rest.dropFirst().dropLast()), in: texts)
        if !navigation.isCollection { try nested.allow(["$select", "$expand"]) }
        if navigation.type().isOfDirectory { try nested.requirePlainExpansion() }
        let query = try Query(nested, on: navigation.type(), isBeta: isBeta)
        expansions.append(Expansion(cast: cast, navigation: navigation, query: query))
      } catch {
        guard error.code == GraphError.badRequest("").code else { throw error }
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
      let name = part.trimmed()
      if name != "*" {
        // A property of a derived type stands behind the name of that type.
        let pieces = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isCast = pieces.count == 2 && GraphName.unqualified(pieces[0]) != nil
        let owner = isCast ? type.cast(pieces[0]) : pieces.count == 1 ? type : nil
        let last = pieces.last ?? ""
        if let property = owner?.selectable(last, isBeta: isBeta),
          !property.traits.contains(.hidden)
        {
          names.append(property.name)
        } else if let navigation = owner?.expandable(last, isBeta: isBeta) {
          // It selects the link to what is there, of which nothing is shown (OData URL Conventions 4.01,
          // section 5.1.3); to show more is for $expand.
          names.append(navigation.name)
        } else {
          throw .badRequest(
            "$select, position \(position): expected a property; \(type.unknown(name))")
        }
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
      GraphName.unqualified(pieces[0]) != nil, let derived = type.cast(pieces[0]),
      let navigation = derived.expandable(pieces[1], isBeta: isBeta)
    {
      return (derived, navigation)
    }
    if let navigation = type.expandable(name, isBeta: isBeta) { return (nil, navigation) }
    let known = (type.navigations + type.derived.flatMap(\.navigations))
      .filter { isBeta || !$0.isBeta }.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
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
    let parts =
      (names ?? [])
      + expansions.map {
        let cast = $0.cast.map { "\($0.qualifiedName)/" } ?? ""
        return "\(cast)\($0.navigation.name)\($0.query.contextList)"
      }
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
