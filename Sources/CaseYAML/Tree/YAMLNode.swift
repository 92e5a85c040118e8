package import CaseModel
internal import ExactText

/// A value in a YAML file, with the place where it is written.
package struct YAMLNode: Sendable, Equatable {
  /// What the value is made of.
  package enum Content: Sendable, Equatable {
    /// A string; only plain ones (without quotes, not a block) can stand for null, booleans, integers
    /// and users.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([YAMLNode])
    /// Members in the order in which they are written; names are unique.
    case mapping([Member])
  }

  /// A member of a mapping.
  package struct Member: Sendable, Equatable {
    /// The key; always a string.
    package var name: String
    /// True if the key is written in quotes: that it is meant as it stands.
    package var isQuoted = false
    /// Where the key is written.
    package var location: SourceLocation
    /// The value.
    package var value: YAMLNode
  }

  /// Where the value starts.
  package var location: SourceLocation
  /// What the value is made of.
  package var content: Content

  /// A value at a place.
  package init(location: SourceLocation, content: Content) {
    self.location = location
    self.content = content
  }

  /// The value of a member of a mapping; nil if it has none or this is not a mapping.
  package subscript(name: String) -> YAMLNode? {
    guard case .mapping(let members) = content else { return nil }
    // By number, so that no other member is copied on the way.
    for index in members.indices where members[index].name == name { return members[index].value }
    return nil
  }

  /// The members of a mapping, else nil.
  package var members: [Member]? {
    if case .mapping(let members) = content { members } else { nil }
  }

  /// The elements of a list, else nil.
  package var elements: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The characters of a scalar of any style, else nil.
  package var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// The characters of a plain scalar, else nil.
  package var plainText: String? {
    if case .scalar(let text, isPlain: true) = content { text } else { nil }
  }
}
