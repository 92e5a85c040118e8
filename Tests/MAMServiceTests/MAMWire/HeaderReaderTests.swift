import Testing

@testable import MAMWire

/// A header that is read over the one before is what was sent, whatever that was.
@Suite struct HeaderReaderTests {
  private func read(
    _ sent: [(String, String)], over known: [HeaderField]
  ) -> [HeaderField] {
    var reader = HeaderReader(knowing: known)
    for (name, value) in sent {
      Array(name.utf8CString.dropLast()).withUnsafeBufferPointer { name in
        Array(value.utf8CString.dropLast()).withUnsafeBufferPointer { reader.take(name, $0) }
      }
    }
    return reader.finished()
  }

  private static let headers: [[(String, String)]] = [
    [],
    [("Host", "localhost")],
    [("Host", "localhost"), ("Authorization", "Bearer a-token-of-more-than-fifteen-bytes")],
    [("Host", "localhost"), ("Authorization", "Bearer a-token-of-more-than-fifteen-bits!")],
    [("Authorization", "Bearer a-token-of-more-than-fifteen-bytes"), ("Host", "localhost")],
    [("Host", ""), ("host", "localhost"), ("X-Été", "naïve"), ("X-Long", "0123456789abcdef")],
  ]

  @Test func `what was before makes no difference`() {
    for first in HeaderReaderTests.headers {
      let known = read(first, over: [])
      #expect(known.map(\.name) == first.map(\.0))
      #expect(known.map(\.value) == first.map(\.1))
      for second in HeaderReaderTests.headers {
        #expect(read(second, over: known) == read(second, over: []))
      }
    }
  }

  @Test func `what is not Unicode is replaced every time`() {
    let bytes: [CChar] = [120, -1, 121]
    var fields: [HeaderField] = []
    for _ in 0..<2 {
      var reader = HeaderReader(knowing: fields)
      bytes.withUnsafeBufferPointer { reader.take($0, $0) }
      fields = reader.finished()
      #expect(fields == [HeaderField("x\u{FFFD}y", "x\u{FFFD}y")])
    }
  }
}
