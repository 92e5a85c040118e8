internal import ExactText
import Glibc

/// The terminal that a program writes to.
package enum Terminal {
  /// The width of the terminal of standard output, in characters; nil if it is none, or does not say.
  package static var columns: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The width of help and of other pages of sentences, in characters: that of the terminal, else what `COLUMNS` says, else
  /// 80; from 40 to 100, because longer lines are hard to read.
  package static var pageWidth: Int {
    let wanted = EnvironmentVariable.value("COLUMNS").flatMap { Int($0) }
    return max(40, min(100, columns ?? wanted ?? 80))
  }
}
