internal import ExactText
package import JSONText

/// Cuts what a client sends into messages: `Content-Length: N`, an empty line, N bytes of JSON (the base protocol of the
/// Debug Adapter Protocol).
///
/// Bytes come in pieces of any size. A message of which the frame is right and the content is not JSON is reported and
/// skipped; after a broken frame nobody knows where the next message begins, so that the connection has to end.
package struct MessageReader {
  /// What is wrong with what was sent.
  package enum Fault: Error, Equatable {
    /// The frame cannot be read; nothing after it can.
    case frame(String)
    /// The content cannot be read; the next message can.
    case content(String)
  }

  /// The most bytes of a header, and of a message.
  private static let mostHeader = 4096
  package static let mostContent = 16 << 20

  private var bytes: [UInt8] = []
  /// How many bytes at the beginning were taken already.
  private var taken = 0

  /// A reader that has read nothing.
  package init() {}

  /// True if a message has begun and is not complete.
  package var isInMessage: Bool { taken < bytes.count }

  /// Takes in more bytes.
  package mutating func append(_ more: ArraySlice<UInt8>) {
    if taken > 0 {
      bytes.removeFirst(taken)
      taken = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next message that is complete; nil if more bytes have to come first.
  package mutating func next() throws(Fault) -> JSON? {
    guard let end = try endOfHeader() else { return nil }
    let length = try MessageReader.length(bytes[taken..<end])
    let start = end + 4
    guard bytes.count >= start + length else { return nil }
    taken = start + length
    do throws(JSONError) {
      return try JSON(parsing: bytes[start..<taken])
    } catch {
      throw .content("a message is not JSON: \(error)")
    }
  }

  /// Where the empty line behind the header begins.
  private func endOfHeader() throws(Fault) -> Int? {
    let mark: [UInt8] = [13, 10, 13, 10]
    var place = taken
    let limit = min(bytes.count, taken + MessageReader.mostHeader)
    while place + mark.count <= limit {
      if bytes[place..<(place + mark.count)].elementsEqual(mark) { return place }
      place += 1
    }
    try checkBeginning()
    guard bytes.count - taken < MessageReader.mostHeader else {
      throw .frame("no header of a message in \(MessageReader.mostHeader) bytes")
    }
    return nil
  }

  /// Garbage is refused at its first byte; whoever waits for the end of its line may wait for ever.
  private func checkBeginning() throws(Fault) {
    let letters = bytes[taken..<min(bytes.count, taken + 8)]
    for byte in letters where !MessageReader.isOfHeader(byte) {
      throw .frame("byte \(byte) cannot be in the header of a message (Content-Length: N)")
    }
  }

  private static func isOfHeader(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: " "), 13, 10,
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func length(_ header: ArraySlice<UInt8>) throws(Fault) -> Int {
    let text = String(decoding: header, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, String(parts[0]).asciiLowercased() == "content-length" else {
        continue
      }
      guard let length = Int(parts[1].filter { $0 != " " }), length >= 0 else {
        throw .frame(
          "Content-Length is \(parts[1].filter { $0 != " " }), which is not a number of bytes")
      }
      guard length <= mostContent else {
        throw .frame("a message of \(length) bytes; at most \(mostContent) are taken")
      }
      return length
    }
    throw .frame("a message without Content-Length")
  }
}

extension JSON {
  /// The value as a message with its frame.
  package var framed: [UInt8] {
    var content: [UInt8] = []
    write(to: &content)
    return Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
