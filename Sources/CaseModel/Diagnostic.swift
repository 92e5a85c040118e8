internal import ExactText

/// A place in a file that people wrote: line and column count from 1.
public struct SourceLocation: Sendable, Hashable {
  /// The file's path as it was given on the command line or found below a given folder.
  public var file: String
  /// The line, from 1; 0 if the whole file is meant.
  public var line: Int
  /// The column in characters, from 1; 0 if the whole line is meant.
  public var column: Int

  /// A place in a file.
  public init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// Something wrong, or worth a remark, in a file that people wrote.
public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but probably does not mean what it says.
    case warning
  }

  /// Where it is.
  public var location: SourceLocation
  /// How bad it is.
  public var severity: Severity
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What to do about it, if there is anything better to say than the message.
  public var suggestion: String?

  /// A diagnostic with all its parts.
  public init(
    _ location: SourceLocation, _ severity: Severity = .error, _ message: String,
    suggestion: String? = nil
  ) {
    self.location = location
    self.severity = severity
    self.message = message
    self.suggestion = suggestion
  }

  /// `file:line:column: severity: message; suggestion`.
  public var description: String {
    var text = location.file
    if location.line > 0 { text += ":\(location.line)" }
    if location.line > 0, location.column > 0 { text += ":\(location.column)" }
    text += ": \(severity.rawValue): \(message)"
    if let suggestion { text += "; \(suggestion)" }
    return text
  }
}
