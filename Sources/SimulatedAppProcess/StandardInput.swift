internal import ExactText
import Glibc
import JSONText
import StepProtocol

/// The adapter's input: lines, which may also come while a response is waited for.
package final class StandardInput {
  /// The descriptor that is read.
  package let descriptor: Int32
  private var buffer = LineBuffer()
  private var chunk = [UInt8](repeating: 0, count: 65_536)
  /// True after the end of input.
  package private(set) var hasEnded = false

  /// An input of that descriptor; 0 is standard input.
  package init(descriptor: Int32 = 0) { self.descriptor = descriptor }

  /// True if the bytes that are there are too many for one line.
  var isOverlong: Bool { buffer.isOverlong }
  /// True if the input ended within a line.
  var hasPartialLine: Bool { buffer.hasPartialLine }

  /// The next line, for which it waits; nil at the end of input or if the line is too long.
  func nextLine() -> ArraySlice<UInt8>? {
    while true {
      if let line = buffer.nextLine() { return line }
      if hasEnded || isOverlong { return nil }
      readAvailable()
    }
  }

  /// Reads what is there, once; waits if nothing is.
  func readAvailable() {
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      chunk.withUnsafeBytes { buffer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    } else if count == 0 || errno != EINTR {
      hasEnded = true
      // Rule 8: end of input means exit at once, also amid an activation.
      if !buffer.hasPartialLine { exit(0) }
    }
  }

  /// Takes the `held` message for a request out of what has come; false if there is none.
  ///
  /// While a response is waited for nothing but `held` may come: anything else ends the process,
  /// because an adapter that answers out of turn would make a case unrepeatable.
  func takeHeld(_ request: String) -> Bool {
    while let line = buffer.nextLine() {
      guard let message = try? StepMessage(line: line), message.operation == .held else {
        AppProcess.die("a message came while the reply to the last one was still due")
      }
      if message.arguments["request"]?.string == request { return true }
    }
    if isOverlong { AppProcess.die("a line of more than 1 MiB") }
    return false
  }
}
