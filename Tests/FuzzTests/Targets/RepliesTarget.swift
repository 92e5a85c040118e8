import JSONText
import StepProtocol

/// Lines are the same however their bytes arrive, and replies and messages are written as they are read.
///
/// The first byte says how many bytes arrive at a time: by its lower three bits and by its upper five, in turn.
enum RepliesTarget {
  static func run(_ input: [UInt8]) throws(Finding) {
    guard let mark = input.first else { return }
    let stream = input.dropFirst()
    let whole = lines(of: stream, pieceLengths: [max(1, stream.count)])
    let pieces = lines(of: stream, pieceLengths: [Int(mark & 7) + 1, Int(mark >> 3) + 1])
    try Finding.unless(pieces == whole, "the lines depend on the pieces in which they arrive")
    let expected = stream.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    try Finding.unless(
      whole == Lines(whole: Array(expected.dropLast()), rest: expected.last ?? []),
      "the lines are not those of the stream")
    for line in whole.whole {
      try checkReply(line[...])
      try checkMessage(line[...])
    }
  }

  private struct Lines: Equatable {
    var whole: [[UInt8]] = []
    var rest: [UInt8] = []
  }

  private static func lines(of stream: ArraySlice<UInt8>, pieceLengths: [Int]) -> Lines {
    var buffer = LineBuffer()
    var lines = Lines()
    var rest = stream
    var turn = 0
    while !rest.isEmpty {
      let piece = rest.prefix(pieceLengths[turn % pieceLengths.count])
      turn += 1
      rest = rest.dropFirst(piece.count)
      buffer.append(piece)
      while let line = buffer.nextLine() { lines.whole.append(Array(line)) }
    }
    lines.rest = Array(buffer.partialLine)
    return lines
  }

  private static func checkReply(_ line: ArraySlice<UInt8>) throws(Finding) {
    guard let reply = try? StepReply(line: line) else { return }
    var written: [UInt8] = []
    reply.writeLine(to: &written)
    try checkLine(written)
    let again = try? StepReply(line: written.dropLast())
    try Finding.unless(again == reply, "the reply that is written is another one")
  }

  private static func checkMessage(_ line: ArraySlice<UInt8>) throws(Finding) {
    guard let message = try? StepMessage(line: line) else { return }
    var written: [UInt8] = []
    message.writeLine(to: &written)
    try checkLine(written)
    let again = try? StepMessage(line: written.dropLast())
    try Finding.unless(again == message, "the message that is written is another one")
  }

  /// A line has one line feed, and it is the last byte.
  private static func checkLine(_ line: [UInt8]) throws(Finding) {
    try Finding.unless(line.firstIndex(of: 0x0A) == line.count - 1, "a line is not one line")
  }
}
