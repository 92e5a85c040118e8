internal import Glibc

// What `==`, `<` and patterns of `switch` mean for strings: their UTF-8 bytes.
//
// The operators stand in front of those of the standard library, which go by canonical equivalence, wherever this module is
// imported; every file of `Sources` imports it, and the tests of the repository hold it to that (decision 13).
// They also decide what the compiler makes of `Equatable` for a structure that has strings. They do not reach into generic
// code: dictionaries and sets need `ExactString` for their keys, and tuples are not to be compared as a whole.

extension StringProtocol {
  /// Hands over the UTF-8 bytes, without a copy where the text has them in one piece, which is always so on Linux.
  @inlinable @inline(__always)
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }

  /// True if the bytes of both are the same.
  @inlinable @inline(__always)
  func hasBytes(of other: some StringProtocol) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { left in
      other.withBytes { right in areSame(left.baseAddress, right.baseAddress, left.count) }
    }
  }

  /// True if the bytes begin with those of the other.
  @inlinable
  func beginsWithBytes(of other: some StringProtocol) -> Bool {
    let count = other.utf8.count
    guard utf8.count >= count else { return false }
    return withBytes { left in
      other.withBytes { right in areSame(left.baseAddress, right.baseAddress, count) }
    }
  }

  /// True if the bytes end with those of the other.
  @inlinable
  func endsWithBytes(of other: some StringProtocol) -> Bool {
    let count = other.utf8.count
    let start = utf8.count - count
    guard start >= 0 else { return false }
    return withBytes { left in
      other.withBytes { right in
        areSame(left.baseAddress.map { $0 + start }, right.baseAddress, count)
      }
    }
  }

  /// True if the bytes come before those of the other.
  @inlinable
  func precedes(_ other: some StringProtocol) -> Bool {
    withBytes { left in
      other.withBytes { right in
        order(
          left.baseAddress, right.baseAddress, Swift.min(left.count, right.count),
          left.count - right.count) < 0
      }
    }
  }
}

/// What the standard library says, whose operator generic code uses.
@inlinable @inline(__always)
func areEquivalent<Value: Equatable>(_ left: Value, _ right: Value) -> Bool { left == right }

/// True if that many bytes are the same.
@usableFromInline
func areSame(_ left: UnsafePointer<UInt8>?, _ right: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
  guard count > 0, let left, let right else { return count == 0 }
  return memcmp(left, right, count) == 0
}

/// Negative if the first so many bytes come before the others; what is given as `tie` if they are the same.
@usableFromInline
func order(
  _ left: UnsafePointer<UInt8>?, _ right: UnsafePointer<UInt8>?, _ count: Int, _ tie: Int
) -> Int {
  guard count > 0, let left, let right else { return tie }
  let sign = Int(memcmp(left, right, count))
  return sign == 0 ? tie : sign
}

extension String {
  @inlinable public static func == (left: String, right: String) -> Bool {
    // Two values of the same bits are the same text, whatever the bits mean: short strings are within them, and one
    // text is often compared with itself.
    let (left0, left1) = unsafeBitCast(left, to: (UInt64, UInt64).self)
    let (right0, right1) = unsafeBitCast(right, to: (UInt64, UInt64).self)
    if left0 == right0, left1 == right1 { return true }
    // The same bytes are equivalent too, and the standard library sees soon that strings are not.
    return areEquivalent(left, right) && left.hasBytes(of: right)
  }
  @inlinable public static func != (left: String, right: String) -> Bool { !(left == right) }
  @inlinable public static func < (left: String, right: String) -> Bool { left.precedes(right) }
  @inlinable public static func > (left: String, right: String) -> Bool { right.precedes(left) }
  @inlinable public static func <= (left: String, right: String) -> Bool { !right.precedes(left) }
  @inlinable public static func >= (left: String, right: String) -> Bool { !left.precedes(right) }
  /// A pattern of a `switch`.
  @inlinable public static func ~= (pattern: String, text: String) -> Bool { pattern == text }

  /// True if the bytes begin with those.
  @inlinable public func hasPrefix(_ prefix: String) -> Bool { beginsWithBytes(of: prefix) }

  /// True if the bytes end with those.
  @inlinable public func hasSuffix(_ suffix: String) -> Bool { endsWithBytes(of: suffix) }
}

extension StringProtocol {
  /// A pattern of a `switch`.
  @inlinable public static func ~= (pattern: String, text: Self) -> Bool {
    pattern.hasBytes(of: text)
  }
}

extension Substring {
  @inlinable public static func == (left: Substring, right: Substring) -> Bool {
    left.hasBytes(of: right)
  }
  @inlinable public static func != (left: Substring, right: Substring) -> Bool {
    !left.hasBytes(of: right)
  }
  @inlinable public static func < (left: Substring, right: Substring) -> Bool {
    left.precedes(right)
  }
}

extension StringProtocol {
  @inlinable public static func == (left: Self, right: some StringProtocol) -> Bool {
    left.hasBytes(of: right)
  }
  @inlinable public static func != (left: Self, right: some StringProtocol) -> Bool {
    !left.hasBytes(of: right)
  }
  @inlinable public static func < (left: Self, right: some StringProtocol) -> Bool {
    left.precedes(right)
  }

  /// True if the bytes begin with those.
  @inlinable public func hasPrefix(_ prefix: some StringProtocol) -> Bool {
    beginsWithBytes(of: prefix)
  }

  /// True if the bytes end with those.
  @inlinable public func hasSuffix(_ suffix: some StringProtocol) -> Bool {
    endsWithBytes(of: suffix)
  }
}

// Optional strings. That a literal or another text beside an optional one is not made optional first is what lets the
// compiler prefer these operators to those of the standard library.

extension Optional where Wrapped == String {
  @inlinable public static func == (left: String?, right: String?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left == right
    case (nil, nil): true
    default: false
    }
  }
  @inlinable public static func != (left: String?, right: String?) -> Bool { !(left == right) }
  @inlinable public static func == (left: String?, right: String) -> Bool {
    left.map { $0 == right } ?? false
  }
  @inlinable public static func != (left: String?, right: String) -> Bool { !(left == right) }
  @inlinable public static func == (left: String, right: String?) -> Bool { right == left }
  @inlinable public static func != (left: String, right: String?) -> Bool { !(right == left) }
  /// A pattern of a `switch`.
  @inlinable public static func ~= (pattern: String, text: String?) -> Bool { text == pattern }
}

extension Optional where Wrapped == Substring {
  @inlinable public static func == (left: Substring?, right: Substring?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left == right
    case (nil, nil): true
    default: false
    }
  }
  @inlinable public static func != (left: Substring?, right: Substring?) -> Bool {
    !(left == right)
  }
  @inlinable public static func == (left: Substring?, right: some StringProtocol) -> Bool {
    left.map { $0.hasBytes(of: right) } ?? false
  }
  @inlinable public static func != (left: Substring?, right: some StringProtocol) -> Bool {
    !(left == right)
  }
}

// Two strings as a pair; a pair of other things is not to be compared as a whole if it has a string.

@inlinable public func == (left: (String, String), right: (String, String)) -> Bool {
  left.0 == right.0 && left.1 == right.1
}
@inlinable public func != (left: (String, String), right: (String, String)) -> Bool {
  !(left == right)
}
@inlinable public func < (left: (String, String), right: (String, String)) -> Bool {
  left.0 == right.0 ? left.1 < right.1 : left.0 < right.0
}
