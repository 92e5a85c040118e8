internal import ExactText

/// What the value of an option or an operand is: decides how it is checked and how shells complete it.
enum ValueKind: Sendable, Equatable {
  /// Any text.
  case text
  /// A command line.
  case command
  /// A whole number in a range.
  case integer(ClosedRange<Int>)
  /// The path of a file.
  case file
  /// The path of a folder.
  case folder
  /// One of these words.
  case choice([String])
  /// Words separated by commas; of these, unless there are none.
  case list([String])
  /// The name of a case or a pattern of names.
  case casePattern
}

/// An option of a command: with a value, or a mere flag.
struct Option: Sendable, Equatable {
  /// The name with its dashes.
  let name: String
  /// How help calls the value.
  let placeholder: String
  /// What the value is; nil for a flag.
  let kind: ValueKind?
  /// What it does, in one line without a full stop.
  let summary: String

  /// A flag.
  init(_ name: String, _ summary: String) {
    self.init(name, "", nil, summary)
  }

  /// An option with a value.
  init(_ name: String, _ placeholder: String, _ kind: ValueKind?, _ summary: String) {
    self.name = name
    self.placeholder = placeholder
    self.kind = kind
    self.summary = summary
  }
}

/// The words of a command that are no options.
struct Operand: Sendable, Equatable {
  /// How help calls them.
  let placeholder: String
  /// What they are.
  let kind: ValueKind
  /// How many there may be.
  let count: ClosedRange<Int>
  /// What they do.
  let summary: String
}
