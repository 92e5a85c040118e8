internal import ExactText
package import Wording

/// What a command takes and does: the one description behind parsing (``parse(_:)``), help (``HelpText``) and the
/// completion of shells (``Completion``).
///
///     let command = CommandDescription(
///       program: "mamconform", name: "lint", summary: "Check suites",
///       groups: [OptionGroup("options", [Option("--suites", "DIR", .folder, "the suites folder")])])
///     let arguments = try command.parse(["--suites", "cases"])
package struct CommandDescription: Sendable {
  /// What stands after `--`.
  package struct Rest: Sendable, Equatable {
    /// How help calls it.
    package let placeholder: String
    /// What it does.
    package let summary: String

    /// The words after `--`.
    package init(placeholder: String, summary: String) {
      self.placeholder = placeholder
      self.summary = summary
    }
  }

  /// The program whose command it is.
  package let program: String
  /// The word that names it; empty if the program has no other.
  package let name: String
  /// What it does, in one line without a full stop.
  package let summary: String
  /// The words it takes besides options.
  package var operand: Operand?
  /// Its options, in the order of help; `--help` is added to the last group.
  package let groups: [OptionGroup]
  /// What it takes after `--`.
  package var rest: Rest?
  /// More than fits a line, for its help.
  package var discussion: String
  /// What help says at its end, such as examples.
  package var remarks: String
  /// True if an option that is given again replaces what was given before; otherwise that is an error.
  package var takesLastValue: Bool

  /// A description.
  package init(
    program: String, name: String = "", summary: String, operand: Operand? = nil,
    groups: [OptionGroup], rest: Rest? = nil, discussion: String = "", remarks: String = "",
    takesLastValue: Bool = false
  ) {
    self.program = program
    self.name = name
    self.summary = summary
    self.operand = operand
    self.groups = groups
    self.rest = rest
    self.discussion = discussion
    self.remarks = remarks
    self.takesLastValue = takesLastValue
  }

  /// Every option that the command understands.
  package var options: [Option] { groups.flatMap(\.options) + [.help] }

  /// The words that its operand may begin with, such as `check`; none if it takes any.
  package var firstWords: [String] {
    switch operand?.kind {
    case .words(let words), .choice(let words): words
    default: []
    }
  }

  /// The words that call it, such as `mamconform run`.
  package var invocation: String { name.isEmpty ? program : "\(program) \(name)" }

  /// How its help is asked for.
  var helpInvocation: String {
    name.isEmpty ? "\(program) --help" : "\(program) help \(name)"
  }

  /// The arguments that words are.
  ///
  /// With `--help` among them nothing else need be there.
  ///
  /// - Parameter words: those behind the command's own.
  /// - Throws: what is wrong with them, and what was probably meant.
  package func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
    try ArgumentParser(command: self).parse(words)
  }
}
