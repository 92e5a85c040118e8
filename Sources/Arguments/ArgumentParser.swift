internal import ExactText
internal import Wording

/// Takes the words of a command line apart by the description of a command.
struct ArgumentParser {
  /// The command whose arguments are read.
  let command: CommandDescription

  /// The arguments, or why they are not understood.
  func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
    var arguments = ParsedArguments()
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--", command.rest != nil {
        arguments.rest = Array(words[index...])
        break
      } else if word == "--" {
        arguments.operands += words[index...]
        break
      } else if word.hasPrefix("-"), word != "-" {
        try option(word, words, &index, &arguments)
      } else {
        arguments.operands.append(word)
      }
    }
    if !arguments.has(.help) { try checkOperands(arguments) }
    return arguments
  }

  private func option(
    _ word: String, _ words: [String], _ index: inout Int, _ arguments: inout ParsedArguments
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0] == "-h" ? Option.help.name : String(parts[0])
    let known = command.options
    guard let option = known.first(where: { $0.name == name }) else {
      let names = known.map(\.name)
      let near =
        Spelling.nearest(to: name, among: names)
        ?? names.first { $0.hasPrefix(name) && name.count > 3 }
      throw UsageError(
        "unknown option '\(name)'",
        suggestion: near.map { "did you mean '\($0)'?" }
          ?? "'\(command.helpInvocation)' lists the options")
    }
    arguments.given.append(name)
    guard let kind = option.kind else {
      guard parts.count == 1 else { throw UsageError("the option '\(name)' takes no value") }
      arguments.values[name] = [""]
      return
    }
    let value: String
    if parts.count == 2 {
      value = String(parts[1])
    } else if index < words.count, !words[index].hasPrefix("--") {
      value = words[index]
      index += 1
    } else {
      throw UsageError("the option '\(name)' needs a value: \(name) \(option.placeholder)")
    }
    if arguments.has(option), !option.isRepeatable, !command.takesLastValue {
      throw UsageError("the option '\(name)' is given twice")
    }
    try ArgumentParser.check(value, kind, "the option '\(name)'")
    arguments.values[name, default: []].append(value)
  }

  private func checkOperands(_ arguments: ParsedArguments) throws(UsageError) {
    guard let operand = command.operand else {
      guard let first = arguments.operands.first else { return }
      let name = command.name.isEmpty ? command.program : command.name
      throw UsageError("unexpected '\(first)': '\(name)' takes options only")
    }
    if arguments.operands.count < operand.count.lowerBound {
      let name = operand.isOneWord ? "the word '\(operand.placeholder)'" : operand.placeholder
      let another = arguments.operands.isEmpty ? "" : "another "
      throw UsageError("\(another)\(name) is missing: \(HelpText.usage(command))")
    }
    if arguments.operands.count > operand.count.upperBound {
      throw UsageError(
        "unexpected '\(arguments.operands[operand.count.upperBound])': "
          + "\(HelpText.usage(command))")
    }
    for word in arguments.operands {
      if case .choice(let words) = operand.kind {
        let name = operand.isOneWord ? "word" : operand.placeholder.asciiLowercased()
        try UsageError.check(word, name, among: words)
      }
      try ArgumentParser.check(word, operand.kind, operand.placeholder)
    }
  }

  /// Checks the form of a value.
  private static func check(
    _ value: String, _ kind: ValueKind, _ subject: String
  ) throws(UsageError) {
    guard !value.isEmpty else { throw UsageError("the value of \(subject) is empty") }
    switch kind {
    case .text, .words, .output, .command, .file, .folder, .list([]), .listed: return
    case .integer(let range):
      guard let number = Int(value), range.contains(number) else {
        let bound =
          range.upperBound == .max
          ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw UsageError("\(subject) takes a whole number \(bound), not '\(value)'")
      }
    case .choice(let words): try oneOf(words, value, subject)
    case .list(let words):
      for word in value.split(separator: ",") { try oneOf(words, String(word), subject) }
    }
  }

  private static func oneOf(
    _ words: [String], _ value: String, _ subject: String
  ) throws(UsageError) {
    guard !words.contains(value) else { return }
    throw UsageError(
      "\(subject) does not know '\(value)'",
      suggestion: Spelling.nearest(to: value, among: words).map { "did you mean '\($0)'?" }
        ?? "known: \(words.joined(separator: ", "))")
  }
}
