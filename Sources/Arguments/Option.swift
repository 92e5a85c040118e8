internal import ExactText

/// What the value of an option or an operand is: decides how it is checked and how shells complete it.
package enum ValueKind: Sendable, Equatable {
  /// Any text.
  case text
  /// Any text; these words are offered.
  case words([String])
  /// Any text; what a command line prints is offered, line by line.
  case output(of: String)
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
  /// Words separated by commas; of these, unless there are none. May be given several times.
  case list([String])
  /// Words separated by commas, any of them; what a command line prints is offered. May be given several times.
  case listed(by: String)

  /// True for words separated by commas.
  var isList: Bool {
    switch self {
    case .list, .listed: true
    default: false
    }
  }
}

/// An option of a command: with a value, or a mere flag.
package struct Option: Sendable, Equatable {
  /// The name with its dashes.
  package let name: String
  /// How help calls the value.
  package let placeholder: String
  /// What the value is; nil for a flag.
  package let kind: ValueKind?
  /// What it does, in one line without a full stop.
  package let summary: String
  /// What help says besides.
  package let details: String
  /// True if it may be given several times; lists may be anyway.
  package let isRepeatable: Bool

  /// A flag.
  package init(_ name: String, _ summary: String, details: String = "") {
    self.init(name, "", nil, summary, details: details)
  }

  /// An option with a value.
  package init(
    _ name: String, _ placeholder: String, _ kind: ValueKind?, _ summary: String,
    details: String = "", isRepeatable: Bool = false
  ) {
    self.name = name
    self.placeholder = placeholder
    self.kind = kind
    self.summary = summary
    self.details = details
    self.isRepeatable = isRepeatable || kind?.isList ?? false
  }

  /// The same option as one command means it, with that summary.
  package func meaning(_ summary: String) -> Option {
    Option(name, placeholder, kind, summary, details: details, isRepeatable: isRepeatable)
  }

  /// The option that every command has.
  package static let help = Option("--help", "show this help")
}

/// Options that belong together, under a title.
package struct OptionGroup: Sendable, Equatable {
  /// What they are about.
  package let title: String
  /// The options, in the order of help.
  package let options: [Option]

  /// A group.
  package init(_ title: String, _ options: [Option]) {
    self.title = title
    self.options = options
  }
}

/// The words of a command that are not options.
package struct Operand: Sendable, Equatable {
  /// How help calls them.
  package let placeholder: String
  /// What they are.
  package let kind: ValueKind
  /// How many there may be.
  package let count: ClosedRange<Int>
  /// What they do.
  package let summary: String
  /// True if there is nothing to choose: help calls it by the only word that it can be.
  var isOneWord: Bool { kind == .choice([placeholder]) }

  /// Words of one kind.
  package init(placeholder: String, kind: ValueKind, count: ClosedRange<Int>, summary: String) {
    self.placeholder = placeholder
    self.kind = kind
    self.count = count
    self.summary = summary
  }
}
