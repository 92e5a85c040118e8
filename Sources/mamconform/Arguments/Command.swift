import Arguments
internal import ExactText
import Wording

/// A command of the program: its description, and what it does.
struct Command: Sendable {
  /// What it takes, for parsing, help and completion.
  let description: CommandDescription
  /// True if it starts processes, which are to end with it whatever happens: see ``Supervisor``.
  var startsProcesses = false
  /// Carries it out and returns the exit code.
  let action: @Sendable (ParsedArguments) throws(CommandError) -> Int32

  /// The word that names it.
  var name: String { description.name }
}

/// Why a command could not do its work: one line for standard error, and the exit code.
struct CommandError: Error, Equatable {
  /// What is wrong, in one line without a full stop.
  var message: String
  /// What to do about it.
  var suggestion: String?
  /// The exit code of the program.
  var exitCode: Int32

  /// An error; wrong usage unless another exit code is given.
  init(_ message: String, suggestion: String? = nil, exitCode: Int32 = 64) {
    self.message = message
    self.suggestion = suggestion
    self.exitCode = exitCode
  }

  /// Wrong usage.
  init(_ error: UsageError) {
    self.init(error.message, suggestion: error.suggestion)
  }

  /// `message; suggestion`.
  var line: String { suggestion.map { "\(message); \($0)" } ?? message }

  /// Does something of which wrong usage is an error of the command.
  static func ofUsage<Result>(
    _ body: () throws(UsageError) -> Result
  ) throws(CommandError) -> Result {
    do throws(UsageError) { return try body() } catch { throw CommandError(error) }
  }
}
