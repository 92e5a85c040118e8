internal import ExactText
internal import Wording

/// Help, made from the same description that parses and completes.
package enum HelpText {
  /// The widest line, in characters.
  package static let width = 100

  /// A line such as `mamconform run [options] [PATTERN...] [-- COMMAND...]`.
  package static func usage(_ command: CommandDescription) -> String {
    var text = command.invocation
    if command.options.count > 1 { text += " [options]" }
    if let operand = command.operand {
      // Two words that stand for one each, such as 'check|write FILE', are not repeated.
      let isComplete = operand.count.upperBound == 2 && operand.placeholder.contains(" ")
      let many = operand.count.upperBound > 1 && !isComplete ? "..." : ""
      let word = operand.placeholder + many
      text += operand.count.lowerBound == 0 ? " [\(word)]" : " \(word)"
    }
    if let rest = command.rest { text += " [-- \(rest.placeholder)]" }
    return text
  }

  /// What one command does and takes, for a page of so many columns.
  package static func page(_ command: CommandDescription, width: Int = HelpText.width) -> String {
    func table(_ rows: [(String, String)]) -> String { HelpText.table(rows, width: width) }
    var text = Fold.paragraphs(command.summary, width: width) + "\n\n"
    text += Fold.lines("usage: \(usage(command))", width: width, indent: 9)
      .map { "\($0)\n" }.joined()
    if !command.discussion.isEmpty {
      text += "\n\(Fold.paragraphs(command.discussion, width: width))\n"
    }
    var operands = command.operand.map { [($0.placeholder, $0.summary)] } ?? []
    if let rest = command.rest { operands.append(("-- \(rest.placeholder)", rest.summary)) }
    if !operands.isEmpty { text += "\noperands:\n\(table(operands))" }
    for (index, group) in command.groups.enumerated() {
      let isLast = index == command.groups.count - 1
      text += "\n\(group.title):\n\(table((group.options + (isLast ? [.help] : [])).map(row)))"
    }
    if !command.remarks.isEmpty {
      text += "\n\(Fold.paragraphs(command.remarks, width: width))\n"
    }
    return text
  }

  static func row(_ option: Option) -> (String, String) {
    let name = option.kind == nil ? option.name : "\(option.name) \(option.placeholder)"
    let details = option.details.isEmpty ? "" : "; \(option.details)"
    return (name, option.summary + details + choices(option))
  }

  private static func choices(_ option: Option) -> String {
    switch option.kind {
    case .choice(let words): " (\(words.joined(separator: ", ")))"
    case .list(let words) where !words.isEmpty: " (\(words.joined(separator: ", ")))"
    default: ""
    }
  }

  /// Two columns, the second of them folded at the width.
  package static func table(
    _ rows: [(String, String)], width: Int = HelpText.width
  ) -> String {
    // On a narrow page what is said needs the room more than the names do.
    let widest = min(30, width / 4)
    let margin = min(widest, rows.map(\.0.count).max() ?? 0) + 4
    var text = ""
    for (left, right) in rows {
      var line = "  \(left)"
      if line.count > margin - 2 {
        text += "\(line)\n"
        line = ""
      }
      line += String(repeating: " ", count: margin - line.count)
      text += Fold.lines(right, width: width, first: line, indent: margin)
        .map { "\($0)\n" }.joined()
    }
    return text
  }
}
