internal import ExactText
package import JSONText

/// An entity as the administrator API sees it: values and what hangs on it.
package struct Resource {
  /// The most derived type.
  package let type: GraphType
  /// The key in a path.
  package let key: String
  /// Grows with every entity that joins the collection: the order of listings, which pages rely on.
  package let sequence: Int
  /// The values of both versions; what is missing is null.
  package let fields: JSONObject
  /// The entity tag, with its quotes; nil for an entity without versions.
  package let etag: String?
  /// The entities at the end of a navigation.
  package let related: (_ navigation: String) -> [Resource]

  package init(
    _ type: GraphType, key: String, sequence: Int, _ fields: JSONObject, etag: String? = nil,
    related: @escaping (_ navigation: String) -> [Resource] = { _ in [] }
  ) {
    self.type = type
    self.key = key
    self.sequence = sequence
    self.fields = fields
    self.etag = etag
    self.related = related
  }
}

/// Entities that a path leads to.
package struct ResourceSet {
  /// The declared type, which every item is of.
  package let type: GraphType
  /// The path, as it stands in `@odata.context`.
  package let context: String
  /// Every item, in the order of ``Resource/sequence``.
  package let items: () -> [Resource]
  /// The item of a key.
  package let find: (_ key: String) -> Resource?

  /// A set whose items are found by their keys.
  package init(_ type: GraphType, _ context: String, _ items: @escaping () -> [Resource]) {
    self.init(type, context, items) { key in items().first { $0.key == key } }
  }

  /// A set whose items have more names than their keys, or can be found faster.
  package init(
    _ type: GraphType, _ context: String, _ items: @escaping () -> [Resource],
    find: @escaping (_ key: String) -> Resource?
  ) {
    self.type = type
    self.context = context
    self.items = items
    self.find = find
  }
}

extension ResourceSet {
  /// The items of the types with whose names a path goes on, which are taken from the path.
  package func cast(along path: inout ArraySlice<String>) -> ResourceSet {
    var set = self
    while let segment = path.first, let type = set.type.cast(segment: segment) {
      set = set.cast(to: type)
      path = path.dropFirst()
    }
    return set
  }

  /// The items of a type only.
  package func cast(to type: GraphType) -> ResourceSet {
    let (items, find) = (items, find)
    return ResourceSet(type, "\(context)/\(type.qualifiedName)") {
      items().filter { $0.type.isA(type) }
    } find: { key in
      find(key).flatMap { $0.type.isA(type) ? $0 : nil }
    }
  }
}
