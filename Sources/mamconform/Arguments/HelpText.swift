internal import ExactText

/// Help, made from the same description that parses and completes.
enum HelpText {
  /// The widest line, in characters.
  static let width = 100

  /// `mamconform run [options] [PATTERN...] [-- COMMAND...]`.
  static func usage(_ command: Command) -> String {
    var text = "mamconform \(command.name)"
    if !command.options.isEmpty { text += " [options]" }
    if let operand = command.operand {
      let many = operand.count.upperBound > 1 ? "..." : ""
      let word = operand.placeholder + many
      text += operand.count.lowerBound == 0 ? " [\(word)]" : " \(word)"
    }
    if let rest = command.rest { text += " [-- \(rest.placeholder)]" }
    return text
  }

  /// What the program does and which commands it has.
  static func overview(_ commands: [Command]) -> String {
    var text = """
      mamconform judges mobile-app-management SDKs against the contract of the Intune App SDK for iOS.

      usage: mamconform COMMAND [options]

      commands:

      """
    text += table(commands.map { ($0.name, $0.summary) })
    text += """

      'mamconform help COMMAND' explains a command.

      exit codes:

      """
    text += table([
      ("0", "all conform"),
      ("1", "some requirement is violated"),
      (
        "2",
        "inconclusive, an error in harness or adapter, or a report or output that cannot be written"
      ),
      ("64", "wrong usage, a file that cannot be used, or a pattern without a match"),
      ("70", "an internal fault"),
      ("130", "ended by SIGINT, SIGTERM, SIGHUP or SIGQUIT; reports are written for what ran"),
    ])
    return text
  }

  /// What one command does and takes.
  static func page(_ command: Command) -> String {
    if let ownHelp = command.ownHelp { return ownHelp }
    var text = "\(command.summary)\n\nusage: \(usage(command))\n"
    if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
    var operands = command.operand.map { [($0.placeholder, $0.summary)] } ?? []
    if let rest = command.rest { operands.append(("-- \(rest.placeholder)", rest.summary)) }
    if !operands.isEmpty { text += "\noperands:\n\(table(operands))" }
    let options = ArgumentParser.options(of: command).map { option in
      (
        option.kind == nil ? option.name : "\(option.name) \(option.placeholder)",
        option.summary + choices(option)
      )
    }
    return text + "\noptions:\n\(table(options))"
  }

  private static func choices(_ option: Option) -> String {
    switch option.kind {
    case .choice(let words): " (\(words.joined(separator: ", ")))"
    case .list(let words) where !words.isEmpty: " (\(words.joined(separator: ", ")))"
    default: ""
    }
  }

  /// Two columns; the second is folded.
  private static func table(_ rows: [(String, String)]) -> String {
    let margin = min(30, rows.map(\.0.count).max() ?? 0) + 4
    var text = ""
    for (left, right) in rows {
      var line = "  \(left)"
      if line.count > margin - 2 {
        text += "\(line)\n"
        line = ""
      }
      line += String(repeating: " ", count: margin - line.count)
      for word in right.split(separator: " ") {
        if line.count + word.count > width {
          text += "\(trimmed(line))\n"
          line = String(repeating: " ", count: margin)
        }
        line += "\(word) "
      }
      text += "\(trimmed(line))\n"
    }
    return text
  }

  private static func trimmed(_ line: String) -> Substring {
    line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)]
  }
}
