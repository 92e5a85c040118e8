internal import ExactText

/// A command of the program: what it takes, how help describes it, and what it does.
struct Command: Sendable {
  /// What stands after `--`.
  struct Rest: Sendable, Equatable {
    /// How help calls it.
    let placeholder: String
    /// What it does.
    let summary: String
  }

  /// The word that names it.
  let name: String
  /// What it does, in one line without a full stop.
  let summary: String
  /// The words it takes besides options.
  var operand: Operand?
  /// Its options, in the order of help; `--help` is added to each.
  var options: [Option] = []
  /// What it takes after `--`.
  var rest: Rest?
  /// More than fits a line, for its help.
  var discussion = ""
  /// True if it reads its arguments itself; its options then are for completion only.
  var readsOwnArguments = false
  /// Its help, if it writes that itself.
  var ownHelp: String?
  /// True if it starts processes, which are to end with it whatever happens: see ``Supervisor``.
  var startsProcesses = false
  /// Carries it out and returns the exit code.
  let action: @Sendable (Arguments) throws(CommandError) -> Int32
}

/// The words of a command line after the command, taken apart.
struct Arguments: Sendable {
  /// The values of each option that was given, in order; an empty text for a flag.
  var values: [ExactString: [String]] = [:]
  /// The words that are no options.
  var operands: [String] = []
  /// The words after `--`; nil without it.
  var rest: [String]?
  /// Every word as it was given, for commands that read their own.
  var raw: [String] = []

  /// True if the flag or option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option, if it was given.
  func value(_ option: Option) -> String? { values[option.name]?.last }

  /// The value of an option that takes a whole number; its form has been checked.
  func integer(_ option: Option) -> Int? { value(option).flatMap { Int($0) } }

  /// The words of an option that takes a list, from every time it was given; nil if it was not.
  func list(_ option: Option) -> [String]? {
    values[option.name]?.flatMap { $0.split(separator: ",").map(String.init) }
  }
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

  /// `message; suggestion`.
  var line: String { suggestion.map { "\(message); \($0)" } ?? message }
}
