// Searching, cutting and counting go scalar by scalar.
//
// To the standard library a string is made of characters as people see them: a slash and a combining accent behind it are
// one character, which is not a slash, so that a path would not be cut there, and "\r\n" is one character, which is neither
// of the two. Formats and protocols know no such characters. A `Character` that is handed over here stands for its scalar.

extension StringProtocol {
  /// The first scalar, as a character.
  @inlinable public var first: Character? { unicodeScalars.first.map { Character($0) } }

  /// The last scalar, as a character.
  @inlinable public var last: Character? { unicodeScalars.last.map { Character($0) } }

  /// True if that scalar is in the text.
  @inlinable public func contains(_ character: Character) -> Bool {
    firstIndex(of: character) != nil
  }

  /// True if some scalar is as demanded.
  @inlinable public func contains(
    where predicate: (Character) throws -> Bool
  ) rethrows -> Bool {
    try unicodeScalars.contains { try predicate(Character($0)) }
  }

  /// True if all scalars are as demanded.
  @inlinable public func allSatisfy(_ predicate: (Character) throws -> Bool) rethrows -> Bool {
    try unicodeScalars.allSatisfy { try predicate(Character($0)) }
  }

  /// Where that scalar is first.
  @inlinable public func firstIndex(of character: Character) -> Index? {
    guard let scalar = character.onlyScalar else { return nil }
    return unicodeScalars.firstIndex { $0 == scalar }
  }

  /// Where that scalar is last.
  @inlinable public func lastIndex(of character: Character) -> Index? {
    guard let scalar = character.onlyScalar else { return nil }
    return unicodeScalars.lastIndex { $0 == scalar }
  }

  /// Where the first scalar is that is as demanded.
  @inlinable public func firstIndex(
    where predicate: (Character) throws -> Bool
  ) rethrows -> Index? {
    try unicodeScalars.firstIndex { try predicate(Character($0)) }
  }

  /// Where the last scalar is that is as demanded.
  @inlinable public func lastIndex(
    where predicate: (Character) throws -> Bool
  ) rethrows -> Index? {
    try unicodeScalars.lastIndex { try predicate(Character($0)) }
  }
}

// The standard library has these for each of the two types itself, so that they have to stand in front of both.

extension String {
  /// How many scalars there are.
  @inlinable public var count: Int { unicodeScalars.count }

  /// The place of the next scalar.
  @inlinable public func index(after index: Index) -> Index { unicodeScalars.index(after: index) }

  /// The place of the scalar before.
  @inlinable public func index(before index: Index) -> Index {
    unicodeScalars.index(before: index)
  }

  /// The place so many scalars further on.
  @inlinable public func index(_ index: Index, offsetBy distance: Int) -> Index {
    unicodeScalars.index(index, offsetBy: distance)
  }
}

extension Substring {
  /// How many scalars there are.
  @inlinable public var count: Int { unicodeScalars.count }

  /// The place of the next scalar.
  @inlinable public func index(after index: Index) -> Index { unicodeScalars.index(after: index) }

  /// The place of the scalar before.
  @inlinable public func index(before index: Index) -> Index {
    unicodeScalars.index(before: index)
  }

  /// The place so many scalars further on.
  @inlinable public func index(_ index: Index, offsetBy distance: Int) -> Index {
    unicodeScalars.index(index, offsetBy: distance)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without its first scalars.
  @inlinable public func dropFirst(_ count: Int = 1) -> Substring {
    let scalars = unicodeScalars
    return self[(scalars.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)...]
  }

  /// The text without its last scalars.
  @inlinable public func dropLast(_ count: Int = 1) -> Substring {
    let scalars = unicodeScalars
    return self[
      ..<(scalars.index(endIndex, offsetBy: -count, limitedBy: startIndex) ?? startIndex)]
  }

  /// The first scalars, as many as there are of that number.
  @inlinable public func prefix(_ count: Int) -> Substring {
    let scalars = unicodeScalars
    return self[..<(scalars.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)]
  }

  /// The last scalars, as many as there are of that number.
  @inlinable public func suffix(_ count: Int) -> Substring {
    let scalars = unicodeScalars
    return self[(scalars.index(endIndex, offsetBy: -count, limitedBy: startIndex) ?? startIndex)...]
  }

  /// The scalars before the first that is not as demanded.
  @inlinable public func prefix(while predicate: (Character) throws -> Bool) rethrows -> Substring {
    self[..<(try firstIndex { try !predicate($0) } ?? endIndex)]
  }

  /// The text from the first scalar on that is not as demanded.
  @inlinable public func drop(while predicate: (Character) throws -> Bool) rethrows -> Substring {
    self[(try firstIndex { try !predicate($0) } ?? endIndex)...]
  }

  /// The pieces between scalars of that kind.
  @inlinable public func split(
    separator: Character, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [Substring] {
    let scalar = separator.onlyScalar
    return unicodeScalars.split(
      maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences
    ) { $0 == scalar }.map { self[$0.startIndex..<$0.endIndex] }
  }

  /// The pieces between scalars that are as told.
  @inlinable public func split(
    maxSplits: Int = .max, omittingEmptySubsequences: Bool = true,
    whereSeparator isSeparator: (Character) throws -> Bool
  ) rethrows -> [Substring] {
    try unicodeScalars.split(
      maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences
    ) { try isSeparator(Character($0)) }.map { self[$0.startIndex..<$0.endIndex] }
  }
}

extension Substring {
  /// Takes the first scalar off, which there must be.
  @discardableResult @inlinable public mutating func removeFirst() -> Character {
    Character(unicodeScalars.removeFirst())
  }

  /// Takes the first scalar off, if there is one.
  @discardableResult @inlinable public mutating func popFirst() -> Character? {
    unicodeScalars.popFirst().map { Character($0) }
  }

  /// Takes the last scalar off, which there must be.
  @discardableResult @inlinable public mutating func removeLast() -> Character {
    Character(unicodeScalars.removeLast())
  }
}

extension Character {
  /// The scalar for which it stands; nil if it is of several, and so in no text that is searched scalar by scalar.
  @usableFromInline var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    let first = scalars.startIndex
    return scalars.index(after: first) == scalars.endIndex ? scalars[first] : nil
  }
}

// A literal beside a character is taken for a string, which is its first meaning: so the compiler prefers these operators.

extension Character {
  @inlinable public static func == (left: Character, right: Character) -> Bool {
    left.unicodeScalars.elementsEqual(right.unicodeScalars)
  }
  @inlinable public static func != (left: Character, right: Character) -> Bool { !(left == right) }
  @inlinable public static func == (left: Character, right: String) -> Bool {
    left.unicodeScalars.elementsEqual(right.unicodeScalars)
  }
  @inlinable public static func != (left: Character, right: String) -> Bool { !(left == right) }
  @inlinable public static func == (left: String, right: Character) -> Bool { right == left }
  @inlinable public static func != (left: String, right: Character) -> Bool { !(right == left) }
  /// A pattern of a `switch`.
  @inlinable public static func ~= (pattern: String, character: Character) -> Bool {
    character == pattern
  }
  /// A pattern of a `switch`.
  @inlinable public static func ~= (pattern: Character, character: Character) -> Bool {
    pattern == character
  }
}

extension Optional where Wrapped == Character {
  @inlinable public static func == (left: Character?, right: Character?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left == right
    case (nil, nil): true
    default: false
    }
  }
  @inlinable public static func != (left: Character?, right: Character?) -> Bool {
    !(left == right)
  }
  @inlinable public static func == (left: Character?, right: String) -> Bool {
    left.map { $0 == right } ?? false
  }
  @inlinable public static func != (left: Character?, right: String) -> Bool { !(left == right) }
  /// A pattern of a `switch`.
  @inlinable public static func ~= (pattern: String, character: Character?) -> Bool {
    character == pattern
  }
}
