internal import ExactText

/// Bytes that arrive in pieces, taken out line by line.
///
/// Whether a line is too long depends on the line alone, never on the pieces in which it arrives: a line of
/// exactly ``limit`` bytes is given out, one of a byte more never is, also if its line feed is there already.
package struct LineBuffer: Sendable {
  /// The longest line of the step protocol, in bytes without the line feed: 1 MiB.
  package static let maximumLineLength = 1 << 20

  /// The longest line that is accepted here, in bytes without the line feed.
  package let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// Up to here there is no line feed behind `start`.
  private var scanned = 0

  /// An empty buffer for lines of at most so many bytes without the line feed.
  package init(limit: Int = LineBuffer.maximumLineLength) { self.limit = limit }

  /// True if bytes are left that are not whole line yet.
  package var hasPartialLine: Bool { start < bytes.count }
  /// True if the next line is longer than a line may be, whether it has ended or not.
  ///
  /// There are no more lines then: what comes after a line that was thrown away would be taken out of its place.
  package var isOverlong: Bool {
    guard bytes.count - start > limit else { return false }
    let end = start + limit + 1
    return scanned >= end || !bytes[scanned..<end].contains(0x0A)
  }
  /// The bytes that are not whole line yet: for messages about them.
  package var partialLine: ArraySlice<UInt8> { bytes[start...] }

  /// Adds bytes at the end.
  package mutating func append(_ new: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeSubrange(0..<start)
      scanned -= start
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Adds bytes at the end; those of a buffer cost least.
  package mutating func append(_ new: some Sequence<UInt8>) {
    Array(new).withUnsafeBytes { append($0) }
  }

  /// Takes out the first whole line, without its line feed; nil if there is none, or if it is too long.
  package mutating func nextLine() -> ArraySlice<UInt8>? {
    guard !isOverlong else { return nil }
    guard let end = bytes[scanned...].firstIndex(of: 0x0A) else {
      scanned = bytes.count
      return nil
    }
    let line = bytes[start..<end]
    start = end + 1
    scanned = start
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
      scanned = 0
    }
    return line
  }
}
