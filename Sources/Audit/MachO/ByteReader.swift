internal import ExactText

/// Bytes that are read at offsets which a file has named: what lies outside of them is nil.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// How many there are.
  var count: Int { bytes.count }

  /// The byte at an offset.
  func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? bytes[bytes.startIndex + offset] : nil
  }

  /// So many bytes from an offset on.
  func slice(_ offset: Int, _ size: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, size >= 0, offset <= count, size <= count - offset else { return nil }
    return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + size)]
  }

  /// An unsigned number of 1 to 8 bytes.
  func number(_ offset: Int, size: Int, isBig: Bool) -> UInt64? {
    guard (1...8).contains(size), let part = slice(offset, size) else { return nil }
    var value: UInt64 = 0
    if isBig {
      for byte in part { value = value << 8 | UInt64(byte) }
    } else {
      for byte in part.reversed() { value = value << 8 | UInt64(byte) }
    }
    return value
  }

  /// The text from an offset up to a zero byte, within so many bytes.
  func text(_ offset: Int, atMost size: Int) -> String? {
    guard offset >= 0, offset < count else { return nil }
    let part = slice(offset, min(max(0, size), count - offset)) ?? []
    return String(decoding: part.prefix { $0 != 0 }, as: UTF8.self)
  }
}
