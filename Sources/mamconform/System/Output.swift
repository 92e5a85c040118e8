internal import ExactText
import Glibc

/// The program's standard streams.
enum Output {
  /// Writes a text to standard output.
  ///
  /// - Throws: if it cannot be written. A reader that left early, as `head` does, is no error.
  static func write(_ text: String) throws(CommandError) {
    guard let error = FileOutput.writeAll(Array(text.utf8), to: STDOUT_FILENO), error != EPIPE
    else { return }
    throw CommandError(
      "cannot write to standard output: \(FileOutput.reason(error))",
      exitCode: FileOutput.failureCode)
  }

  /// Writes a text to standard error; there is nobody to tell if that fails.
  static func complain(_ text: String) {
    _ = FileOutput.writeAll(Array(text.utf8), to: STDERR_FILENO)
  }

  /// True if standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The width of the terminal in characters; 80 if it does not say.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// A variable of the environment.
  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
