internal import ExactText
import Glibc
import Reporting
import SystemFiles
import Wording

/// The program's standard streams.
enum Output {
  /// Writes a string to standard output.
  ///
  /// - Throws: if it cannot be written. A reader that left early, as `head` does, is not an error.
  static func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes text for people to standard output: on a terminal long lines are folded between words.
  static func write(fitted text: String) throws(CommandError) {
    try write(TextStyle(isTerminal: isTerminal, columns: columns).fit(text))
  }

  /// Writes bytes to standard output.
  static func write(_ bytes: [UInt8]) throws(CommandError) {
    guard let error = WholeFile.write(bytes, to: STDOUT_FILENO), error.number != EPIPE
    else { return }
    throw failure(error)
  }

  /// The error of a standard output that cannot be written.
  static func failure(_ error: SystemError) -> CommandError {
    CommandError(
      "cannot write to standard output: \(error)", exitCode: FileOutput.failureCode)
  }

  /// Writes a string to standard error; there is nobody to tell if that fails. It may name files and programs of others,
  /// so what could steer a terminal is left out.
  static func complain(_ text: String) { complain(styled: Excerpt.harmless(text)) }

  /// Writes a string that sets colours or moves the cursor to standard error.
  static func complain(styled text: String) {
    _ = WholeFile.write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// True if standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True if standard error is a terminal.
  static var complainsToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The width of the terminal in characters; 80 if it does not say.
  static var columns: Int { Terminal.columns ?? 80 }
}
