internal import ExactText

/// Bytes that arrive in pieces, taken out line by line.
public struct LineBuffer: Sendable {
  /// The longest line that is accepted, in bytes without the line feed: 1 MiB.
  public static let maximumLineLength = 1 << 20

  private var bytes: [UInt8] = []
  private var start = 0
  private var scanned = 0

  /// An empty buffer.
  public init() {}

  /// True if bytes are left that are no whole line yet.
  public var hasPartialLine: Bool { start < bytes.count }
  /// True if the bytes without a line feed are already longer than a line may be.
  public var isOverlong: Bool { bytes.count - start > LineBuffer.maximumLineLength }
  /// The bytes that are no whole line yet: for messages about them.
  public var partialLine: ArraySlice<UInt8> { bytes[start...] }

  /// Adds bytes at the end.
  public mutating func append(_ new: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(0..<start)
      scanned -= start
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  /// Takes out the first whole line, without its line feed; nil if there is none.
  public mutating func nextLine() -> ArraySlice<UInt8>? {
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
