internal import ExactText

/// Help, made from the same description that parses and completes.
package enum HelpText {
  /// The widest line, in characters.
  package static let width = 100

  /// A line such as `mamconform run [options] [PATTERN...] [-- COMMAND...]`.
  package static func usage(_ command: CommandDescription) -> String {
    var text = command.invocation
    if command.options.count > 1 { text += " [options]" }
    if let operand = command.operand {
      let many = operand.count.upperBound > 1 ? "..." : ""
      let word = operand.placeholder + many
      text += operand.count.lowerBound == 0 ? " [\(word)]" : " \(word)"
    }
    if let rest = command.rest { text += " [-- \(rest.placeholder)]" }
    return text
  }

  /// What one command does and takes.
  package static func page(_ command: CommandDescription) -> String {
    var text = "\(command.summary)\n\nusage: \(usage(command))\n"
    if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
    var operands = command.operand.map { [($0.placeholder, $0.summary)] } ?? []
    if let rest = command.rest { operands.append(("-- \(rest.placeholder)", rest.summary)) }
    if !operands.isEmpty { text += "\noperands:\n\(table(operands))" }
    for (index, group) in command.groups.enumerated() {
      let isLast = index == command.groups.count - 1
      text += "\n\(group.title):\n\(table((group.options + (isLast ? [.help] : [])).map(row)))"
    }
    if !command.remarks.isEmpty { text += "\n\(command.remarks)\n" }
    return text
  }

  private static func row(_ option: Option) -> (String, String) {
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

  /// Two columns; the second is folded at ``width``.
  package static func table(_ rows: [(String, String)]) -> String {
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
