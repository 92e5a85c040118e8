import JSONText
import StepProtocol
import Testing
import VirtualTime

@Suite struct StepMessageTests {
  private func line(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    write(&bytes)
    return bytes
  }

  @Test func `a message is one line and reads back`() throws {
    let message = StepMessage(
      sequence: 7, now: .defaultEpoch, operation: .call,
      arguments: ["api": "registerAndEnrollAccount", "identity": "ana@contoso.com\n"])
    let bytes = line(message.writeLine)
    #expect(bytes.filter { $0 == 0x0A }.count == 1)
    #expect(try StepMessage(line: bytes.dropLast()) == message)
  }

  @Test func `a reply leaves out its defaults and reads back`() throws {
    var reply = StepReply(sequence: 3)
    #expect(String(decoding: line(reply.writeLine), as: UTF8.self) == "{\"seq\":3}\n")
    reply.events = [StepEvent("prompt", ["kind": "credentials"])]
    reply.result = ["a"]
    reply.hasReturned = false
    reply.next = VirtualInstant(milliseconds: 5)
    reply.open = ["r1", "r2"]
    reply.halted = "wipeDataForAccount"
    reply.failure = StepFailure(code: .unsupported, message: "no")
    #expect(try StepReply(line: line(reply.writeLine).dropLast()) == reply)
  }

  @Test func `unknown members and explicit nulls are ignored`() throws {
    let text =
      #"{"seq":1,"x":{},"events":null,"next":null,"open":null,"error":null,"returned":null}"#
    #expect(try StepReply(line: Array(text.utf8)[...]) == StepReply(sequence: 1))
  }

  @Test(arguments: [
    ("garbage", StepProtocolError.notJSON("a value cannot start here", at: 0)),
    ("[]", .notJSON("it is another JSON value")), ("{}", .missing("seq")),
    (#"{"seq":"1"}"#, .wrongType("seq", "an integer", "1")),
    (
      #"{"seq":1,"next":1.5}"#,
      .wrongType("next", "an integer of at most 64 bits or null", .double(1.5))
    ),
    (#"{"seq":1,"events":{}}"#, .wrongType("events", "an array", [:])),
    (#"{"seq":1,"open":["a",1]}"#, .wrongType("open", "an array of strings", 1)),
    ("\u{FEFF}{}", .notJSON("a byte order mark", at: 0)),
    (#"{"seq":1,"error":{}}"#, .missing("error.code")),
  ])
  func `a reply that cannot be read says why`(text: String, error: StepProtocolError) {
    #expect(throws: error) { try StepReply(line: Array(text.utf8)[...]) }
  }

  @Test func `what has the wrong type is shown`() {
    #expect(
      StepProtocolError.wrongType("next", "an integer or null", "soon").description
        == #"the member "next" must be an integer or null, not "soon""#)
  }

  @Test func `an unknown operation is named`() {
    #expect(throws: StepProtocolError.unknownOperation("dance")) {
      try StepMessage(line: Array(#"{"seq":1,"now":0,"op":"dance"}"#.utf8)[...])
    }
  }
}

@Suite struct LineBufferTests {
  @Test func `lines come out whole whatever the pieces`() {
    var buffer = LineBuffer()
    var lines: [String] = []
    for byte in "one\n\ntwo\nthr".utf8 {
      buffer.append([byte])
      while let line = buffer.nextLine() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "two"])
    #expect(buffer.hasPartialLine)
    #expect(String(decoding: buffer.partialLine, as: UTF8.self) == "thr")
  }

  @Test func `several lines in one piece come out one by one`() {
    var buffer = LineBuffer()
    buffer.append(Array("a\nb\n".utf8))
    #expect(buffer.nextLine().map { Array($0) } == Array("a".utf8))
    #expect(buffer.hasPartialLine)
    #expect(buffer.nextLine().map { Array($0) } == Array("b".utf8))
    #expect(buffer.nextLine() == nil)
    #expect(!buffer.hasPartialLine)
  }

  @Test func `an overlong line is noticed before its end`() {
    var buffer = LineBuffer()
    buffer.append(Array(repeating: 0x41, count: LineBuffer.maximumLineLength))
    #expect(buffer.nextLine() == nil)
    #expect(!buffer.isOverlong)
    buffer.append([0x41])
    #expect(buffer.isOverlong)
  }

  /// Every way in which a line may come: in one piece, byte by byte at its end, with its line feed or before it.
  private static let pieces = [1, 2, 3, 4096, 65_536, 1 << 20, (1 << 20) + 1, (1 << 20) + 2]

  private func line(of count: Int, inPiecesOf size: Int) -> (line: Int?, isOverlong: Bool) {
    var buffer = LineBuffer()
    let bytes = Array(repeating: UInt8(0x41), count: count) + [0x0A]
    // Small pieces only where they decide.
    var position = size < 4096 ? count - 10 : 0
    buffer.append(bytes[..<position])
    while position < bytes.count {
      if let line = buffer.nextLine() { return (line.count, buffer.isOverlong) }
      if buffer.isOverlong { return (nil, true) }
      let end = min(position + size, bytes.count)
      buffer.append(bytes[position..<end])
      position = end
    }
    return (buffer.nextLine()?.count, buffer.isOverlong)
  }

  @Test(arguments: LineBufferTests.pieces)
  func `a line of exactly the limit is given out however it arrives`(size: Int) {
    let (count, isOverlong) = line(of: LineBuffer.maximumLineLength, inPiecesOf: size)
    #expect(count == LineBuffer.maximumLineLength)
    #expect(!isOverlong)
  }

  @Test(arguments: LineBufferTests.pieces)
  func `a line of a byte more is refused however it arrives`(size: Int) {
    let (count, isOverlong) = line(of: LineBuffer.maximumLineLength + 1, inPiecesOf: size)
    #expect(count == nil)
    #expect(isOverlong)
  }

  @Test func `lines before an overlong one come out, and none behind it`() {
    var buffer = LineBuffer(limit: 3)
    buffer.append(Array("abc\nabcd\nx\n".utf8))
    #expect(buffer.nextLine().map { Array($0) } == Array("abc".utf8))
    #expect(buffer.isOverlong)
    #expect(buffer.nextLine() == nil)
    buffer.append(Array("y\n".utf8))
    #expect(buffer.nextLine() == nil)
    #expect(buffer.isOverlong)
  }

  @Test func `many short lines are not an overlong one`() {
    var buffer = LineBuffer(limit: 3)
    buffer.append(Array("a\nb\nc\nd\n".utf8))
    #expect(!buffer.isOverlong)
    #expect(buffer.nextLine() != nil)
  }
}
