internal import ExactText
internal import Wording

/// A place in a file that people wrote: line and column count from 1.
package struct SourceLocation: Sendable, Hashable {
  /// The file's path as it was given on the command line or found below a given folder.
  package var file: String
  /// The line, from 1; 0 if the whole file is meant.
  package var line: Int
  /// The column in characters, from 1; 0 if the whole line is meant.
  package var column: Int

  /// A place in a file.
  package init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// True for a place before another one of the same file.
  package func isBefore(_ other: SourceLocation) -> Bool {
    (line, column) < (other.line, other.column)
  }
}

/// Something wrong, or worth a remark, in a file that people wrote.
package struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  package enum Severity: String, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but probably does not mean what it says.
    case warning
  }

  /// Where it is.
  package var location: SourceLocation
  /// How bad it is.
  package var severity: Severity
  /// What is wrong, in one sentence without a full stop.
  package var message: String
  /// What to do about it, if there is anything better to say than the message.
  package var suggestion: String?

  /// A diagnostic with all its parts.
  package init(
    _ location: SourceLocation, _ severity: Severity = .error, _ message: String,
    suggestion: String? = nil
  ) {
    self.location = location
    self.severity = severity
    self.message = message
    self.suggestion = suggestion
  }

  /// `file:line:column: severity: message; suggestion`, without what could steer a terminal: it quotes what stands there.
  package var description: String {
    var text = location.file
    if location.line > 0 { text += ":\(location.line)" }
    if location.line > 0, location.column > 0 { text += ":\(location.column)" }
    text += ": \(severity.rawValue): \(message)"
    if let suggestion { text += "; \(suggestion)" }
    return Excerpt.harmless(text)
  }
}
