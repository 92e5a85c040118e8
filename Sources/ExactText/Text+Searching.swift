internal import Glibc

// Finding a string in another goes by bytes, which is by scalars too: no scalar begins within another.

extension StringProtocol {
  /// Where the bytes of a string are first; an empty text is at the beginning.
  @inlinable public func firstRange(of text: some StringProtocol) -> Range<Index>? {
    let count = text.utf8.count
    let place = withBytes { bytes in text.withBytes { placeOfBytes($0, in: bytes) } }
    guard let place else { return nil }
    let start = utf8.index(startIndex, offsetBy: place)
    return start..<utf8.index(start, offsetBy: count)
  }

  /// True if the bytes of a string are in this one.
  @inlinable public func contains(_ text: some StringProtocol) -> Bool {
    withBytes { bytes in text.withBytes { placeOfBytes($0, in: bytes) } } != nil
  }
}

/// How many bytes are before those that are looked for; nil if they are nowhere.
@usableFromInline
func placeOfBytes(
  _ part: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
) -> Int? {
  guard let first = part.first else { return 0 }
  guard let start = bytes.baseAddress else { return nil }
  var place = 0
  while bytes.count - place >= part.count {
    // Where its first byte may still be.
    let length = bytes.count - place - part.count + 1
    guard let found = memchr(start + place, Int32(first), length) else { return nil }
    place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
    if memcmp(found, part.baseAddress!, part.count) == 0 { return place }
    place += 1
  }
  return nil
}

extension String {
  /// The text with every part that has those bytes replaced by another.
  public func replacing(_ part: String, with other: String) -> String {
    guard !part.isEmpty else { return self }
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound]
      result += other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
