internal import ExactText

/// Manual pages for man(1), in the macros of man(7), made from the same description that parses and helps.
package struct ManualPage {
  private let version: String

  /// Pages of a version of the program.
  package init(version: String) { self.version = version }

  /// The page of a command.
  package func text(_ command: CommandDescription) -> String {
    let name = command.invocation.replacing(" ", with: "-")
    var text = heading(name, command.summary)
    text += section("SYNOPSIS") + ".B \(escaped(command.invocation))\n"
    text += escaped(String(HelpText.usage(command).dropFirst(command.invocation.count + 1))) + "\n"
    if !command.discussion.isEmpty {
      text += section("DESCRIPTION") + paragraphs(command.discussion)
    }
    var operands = command.operand.map { [($0.placeholder, $0.summary)] } ?? []
    if let rest = command.rest { operands.append(("-- \(rest.placeholder)", rest.summary)) }
    if !operands.isEmpty { text += section("OPERANDS") + list(operands) }
    for (index, group) in command.groups.enumerated() {
      let options = group.options + (index == command.groups.count - 1 ? [.help] : [])
      text += section(group.title.asciiUppercased()) + list(options.map(HelpText.row))
    }
    if !command.remarks.isEmpty { text += section("REMARKS") + paragraphs(command.remarks) }
    if command.name.isEmpty { return text }
    return text + section("SEE ALSO") + ".BR \(escaped(command.program)) (1)\n"
  }

  /// The page of a program with commands.
  package func text(
    program: String, summary: String, commands: [CommandDescription],
    sections: [(title: String, rows: [(String, String)])]
  ) -> String {
    var text = heading(program, summary)
    text += section("SYNOPSIS") + ".B \(escaped(program))\n.I COMMAND\n[options]\n"
    text += section("COMMANDS") + list(commands.map { ($0.name, $0.summary) })
    for (title, rows) in sections { text += section(title) + list(rows) }
    text += section("SEE ALSO")
    return text
      + commands.map { ".BR \(escaped("\(program)-\($0.name)")) (1)" }.joined(separator: ",\n")
      + "\n"
  }

  private func heading(_ name: String, _ summary: String) -> String {
    let title = escaped(name.asciiUppercased())
    return ".TH \(title) 1 \"\" \"mamconform \(escaped(version))\" \"mamconform\"\n"
      + section("NAME") + "\(escaped(name)) \\- \(escaped(summary))\n"
  }

  private func section(_ title: String) -> String { ".SH \(escaped(title))\n" }

  private func list(_ rows: [(String, String)]) -> String {
    rows.map { ".TP\n.B \(escaped($0.0))\n\(escaped($0.1))\n" }.joined()
  }

  /// Paragraphs; lines that begin with a space are left as they are.
  private func paragraphs(_ text: String) -> String {
    var done = ""
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let begins = line.first == " "
      if begins != isExample { done += begins ? ".nf\n" : ".fi\n" }
      isExample = begins
      done += line.isEmpty ? ".PP\n" : escaped(String(line)) + "\n"
    }
    return done + (isExample ? ".fi\n" : "")
  }

  /// A text without what roff would read: backslashes, hyphens that are minus signs, and dots and quotes that begin a line.
  private func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq")
    return plain.first == "." ? "\\&\(plain)" : plain
  }
}
