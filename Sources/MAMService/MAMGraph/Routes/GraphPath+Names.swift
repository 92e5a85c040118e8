internal import ExactText
import MAMModel

extension GraphPath {
  /// What can follow a name.
  private enum Place {
    /// A key: the name is a collection's.
    case key
    /// Another name.
    case name
    /// The name stands where a key could stand.
    case insteadOfKey
  }

  /// Segments with every name as the metadata spells it; keys stay as they are.
  static func spelled(_ segments: [String]) -> [String] {
    var isKeyNext = false
    return segments.map { segment in
      let unqualified = GraphName.unqualified(segment)
      let name = unqualified ?? segment
      // A type changes nothing about what can follow.
      if unqualified != nil, let type = types[name.asciiLowercased()] {
        return GraphName.namespace + type
      }
      guard let known = names[name.asciiLowercased()],
        unqualified != nil || !isKeyNext || known.place == .insteadOfKey
      else {
        isKeyNext = false
        return name
      }
      isKeyNext = known.place == .key
      return known.name
    }
  }

  /// The names of the routes and of the navigations.
  private static let names: [ExactString: (name: String, place: Place)] = {
    var names: [ExactString: (name: String, place: Place)] = [:]
    func add(_ name: String, _ place: Place) {
      guard place == .key || names[name.asciiLowercased()] == nil else { return }
      names[name.asciiLowercased()] = (name, place)
    }
    // OData Protocol 4.01, URL conventions, sections 4.8 and 4.6.
    for name in ["$count", "$ref"] { add(name, .insteadOfKey) }
    let patterns = GraphRoute.table.map(\.pattern)
    for pattern in patterns {
      for (index, part) in pattern.enumerated() where !part.hasPrefix("*") {
        let isBesideKey = patterns.contains { other in
          other.count > index && other[index].hasPrefix("*")
            && other[..<index] == pattern[..<index]
        }
        let isBeforeKey = pattern.dropFirst(index + 1).first?.hasPrefix("*") ?? false
        add(String(part), isBesideKey ? .insteadOfKey : isBeforeKey ? .key : .name)
      }
    }
    for navigation in MetadataDocument.roots + entityTypes.flatMap(\.navigations) {
      add(navigation.name, navigation.isCollection ? .key : .name)
    }
    return names
  }()

  /// The names of types by which a path can be cast.
  private static let types: [ExactString: String] = {
    var types: [ExactString: String] = [:]
    for type in entityTypes {
      for name in [type.name] + type.strangers { types[name.asciiLowercased()] = name }
    }
    return types
  }()

  /// Every type of an entity to which a path can lead.
  private static let entityTypes: [GraphType] = {
    var types: [GraphType] = []
    func add(_ type: GraphType) {
      guard !types.contains(where: { $0.name == type.name }) else { return }
      types.append(type)
      for relative in type.bases + type.derived { add(relative) }
      for navigation in type.navigations { add(navigation.type()) }
    }
    for root in MetadataDocument.roots { add(root.type()) }
    return types
  }()
}
