internal import CaseYAML
internal import ExactText

/// A command of the debugger: what it is called, what help says of it, and what it does.
struct ConsoleCommand: Sendable {
  /// Its name.
  let name: String
  /// Shorter names.
  let aliases: [String]
  /// How it is written, such as `next [N]`.
  let usage: String
  /// What it does, in one line.
  let summary: String
  /// A line that shows it; empty if the usage is enough.
  let example: String
  /// The words that can come next, for completion and for messages.
  let words: [String]
  /// Further lines for whoever asks about this command alone.
  let details: [String]
  /// Carries it out with what stands behind its name.
  let action: @Sendable (DebugConsole, String) throws(ConsoleError) -> Void

  init(
    _ name: String, _ aliases: [String] = [], usage: String? = nil, _ summary: String,
    example: String = "", words: [String] = [], details: [String] = [],
    action: @escaping @Sendable (DebugConsole, String) throws(ConsoleError) -> Void
  ) {
    self.name = name
    self.aliases = aliases
    self.usage = usage ?? name
    self.summary = summary
    self.example = example
    self.words = words
    self.details = details
    self.action = action
  }

  /// Every command, in the order of help.
  static let all = moving + stopping + looking + explaining + trying + other

  /// The command that a word names: by its name, a shorter one, or an unambiguous beginning of it.
  ///
  /// - Parameter rest: what stands behind the word, for the message about a verb that only `try` takes.
  /// - Throws: that there is none, with the command that was probably meant.
  static func named(_ word: String, before rest: String = "") throws(ConsoleError)
    -> ConsoleCommand
  {
    if let command = all.first(where: { $0.name == word || $0.aliases.contains(word) }) {
      return command
    }
    let fitting = all.filter { $0.name.hasPrefix(word) }
    if fitting.count == 1 { return fitting[0] }
    if fitting.count > 1 {
      throw ConsoleError(
        "'\(word)' may be \(fitting.map(\.name).joined(separator: ", "))",
        suggestion: "write more of it")
    }
    if CaseFragment.verbs.contains(word) {
      throw ConsoleError(
        "unknown command '\(word)'",
        suggestion: rest.isEmpty
          ? "'choices' lists what 'try' takes" : "'try \(word) \(rest)' takes a choice")
    }
    let error = ConsoleError(unknown: "command", word, among: all.map(\.name))
    throw ConsoleError(
      error.message, suggestion: error.suggestion ?? "'help' lists the commands")
  }

  private static let other = [
    ConsoleCommand(
      "attach", [], usage: "attach APP",
      "shows how to attach a debugger to an app's process; no real time counts against it from then on",
      example: "attach mail"
    ) { console, rest throws(ConsoleError) in
      console.write(try console.session.attach(rest))
    },
    ConsoleCommand(
      "help", ["h", "?"], usage: "help [COMMAND]", "explains the commands, or one of them",
      example: "help break", words: []
    ) { console, rest throws(ConsoleError) in try console.help(rest) },
    ConsoleCommand("quit", ["q", "exit"], "ends the session") { console, _ in console.leave() },
  ]
}

extension DebugConsole {
  /// The commands with a line each; or everything about one.
  func help(_ word: String) throws(ConsoleError) {
    guard word.isEmpty else {
      let command = try ConsoleCommand.named(word)
      write("\(command.usage)\n  \(command.summary)\n")
      if !command.aliases.isEmpty {
        write("  also: \(command.aliases.joined(separator: ", "))\n")
      }
      if !command.words.isEmpty {
        write("  words: \(command.words.joined(separator: ", "))\n")
      }
      for line in command.details { write("  \(line)\n") }
      if !command.example.isEmpty { write("  such as: \(command.example)\n") }
      return
    }
    let width = (ConsoleCommand.all.map(\.usage.count).max() ?? 0) + 2
    for command in ConsoleCommand.all {
      let gap = String(repeating: " ", count: width - command.usage.count)
      write("\(command.usage)\(gap)\(command.summary)\n")
    }
    write(
      """
      A PLACE is a time (24 h, 23:59:59.999), a record (#31), 'step 5', 'line 53', 'start', 'end' or 'failure'.
      A PATTERN is one of the case language: {event: enrollmentRequest, app: mail}.
      To begin with: break check-failed, continue, info deadlines, back, list.

      """)
  }
}
