// Lists of strings: what the standard library offers for `Equatable` elements would go by canonical equivalence.

extension Sequence where Element: StringProtocol {
  /// True if a string of those bytes is among them.
  @inlinable public func contains(_ text: Element) -> Bool { contains { $0.hasBytes(of: text) } }

  /// True if the strings of both are the same, one after the other.
  @inlinable public func elementsEqual(_ other: some Sequence<Element>) -> Bool {
    elementsEqual(other) { $0.hasBytes(of: $1) }
  }

  /// True if the strings begin with those.
  @inlinable public func starts(with texts: some Sequence<Element>) -> Bool {
    starts(with: texts) { $0.hasBytes(of: $1) }
  }

  /// The strings in the order of their bytes.
  @inlinable public func sorted() -> [Element] { sorted { $0.precedes($1) } }

  /// The text whose bytes come first.
  @inlinable public func min() -> Element? { self.min { $0.precedes($1) } }

  /// The text whose bytes come last.
  @inlinable public func max() -> Element? { self.max { $0.precedes($1) } }
}

extension Collection where Element: StringProtocol {
  /// Where a string of those bytes is first.
  @inlinable public func firstIndex(of text: Element) -> Index? {
    firstIndex { $0.hasBytes(of: text) }
  }
}

// The same for `String`, whose operator sees sooner that two are not the same.

extension Sequence<String> {
  /// True if a string of those bytes is among them.
  @inlinable public func contains(_ text: String) -> Bool { contains { $0 == text } }
}

extension Collection<String> {
  /// Where a string of those bytes is first.
  @inlinable public func firstIndex(of text: String) -> Index? { firstIndex { $0 == text } }
}

extension BidirectionalCollection where Element: StringProtocol {
  /// Where a string of those bytes is last.
  @inlinable public func lastIndex(of text: Element) -> Index? {
    lastIndex { $0.hasBytes(of: text) }
  }
}

extension MutableCollection where Self: RandomAccessCollection, Element: StringProtocol {
  /// Puts the strings into the order of their bytes.
  @inlinable public mutating func sort() { sort { $0.precedes($1) } }
}

extension Array where Element: StringProtocol {
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
  @inlinable public static func != (left: Self, right: Self) -> Bool { !(left == right) }
}

extension ArraySlice where Element: StringProtocol {
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
  @inlinable public static func != (left: Self, right: Self) -> Bool { !(left == right) }
}

extension Optional where Wrapped == [String] {
  @inlinable public static func == (left: [String]?, right: [String]?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left == right
    case (nil, nil): true
    default: false
    }
  }
  @inlinable public static func != (left: [String]?, right: [String]?) -> Bool {
    !(left == right)
  }
}

extension Dictionary where Value == String {
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.allSatisfy { name, text in right[name] == text }
  }
  @inlinable public static func != (left: Self, right: Self) -> Bool { !(left == right) }
}
