internal import CYAML
internal import CaseModel
internal import ExactText

/// Puts what libyaml says about broken YAML into a diagnostic with a suggestion.
enum YAMLProblem {
  /// The diagnostic for a parser that has just failed.
  static func diagnostic(
    _ parser: yaml_parser_t, bytes: UnsafeBufferPointer<UInt8>, file: String
  ) -> Diagnostic {
    let problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
    if parser.error == YAML_READER_ERROR {
      return Diagnostic(
        TextFile.location(ofByte: parser.problem_offset, in: bytes, file: file), .error, problem,
        suggestion: "write it as an escape such as \"\\u0007\"")
    }
    let mark = parser.problem_mark
    let lines = lineCount(of: bytes)
    // Behind the end, libyaml counts a line that the file does not have.
    let isAtEnd = mark.line >= lines
    let context = parser.context.map { String(cString: $0) }
    let opening = place(parser.context_mark, file)
    if problem == "found unexpected end of stream" {
      return Diagnostic(
        opening, .error, "a quote opens here and is not closed",
        suggestion: "close it before the end of the file")
    }
    if isAtEnd, let bracket = context.flatMap({ brackets[$0] }) {
      return Diagnostic(
        opening, .error, "'\(bracket.open)' opens here and is not closed",
        suggestion: "add '\(bracket.close)'")
    }
    let line = lineText(min(mark.line, lines - 1), in: bytes)
    let location =
      isAtEnd
      ? SourceLocation(file: file, line: lines, column: max(1, line.count)) : place(mark, file)
    if !isAtEnd, mark.column < line.count,
      line[mark.column] == "\t" || line.prefix(mark.column).contains("\t")
    {
      return Diagnostic(
        location, .error, "a tab stands where only spaces are allowed",
        suggestion: "indent with spaces")
    }
    var message = problem
    if let context { message = "\(context): \(problem)" }
    return Diagnostic(location, .error, message, suggestion: suggestion(problem, line: line))
  }

  /// What libyaml was reading inside of brackets, and the brackets.
  private static let brackets = [
    "while parsing a flow mapping": (open: "{", close: "}"),
    "while parsing a flow sequence": (open: "[", close: "]"),
  ]

  private static func place(_ mark: yaml_mark_t, _ file: String) -> SourceLocation {
    SourceLocation(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  /// How many lines a file has, of which the last may lack its end; at least one.
  private static func lineCount(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let ends = bytes.count { $0 == 0x0A }
    return max(1, bytes.last == 0x0A ? ends : ends + 1)
  }

  private static func suggestion(_ problem: String, line: [Character]) -> String? {
    let text = String(line)
    if text.contains("${") { return "put \"${...}\" in quotes inside braces and brackets" }
    if problem.hasPrefix("mapping values are not allowed") {
      if text.contains("call:") { return "put a call with named arguments in quotes" }
      return "put a string that has ': ' in it in quotes"
    }
    if problem.hasPrefix("found character that cannot start any token") {
      return "put a string that starts with '@', '`' or '%' in quotes"
    }
    if problem.hasPrefix("did not find expected") || problem.hasPrefix("could not find expected") {
      return "look for wrong indentation, or a missing colon, quote, bracket or brace, up to here"
    }
    return nil
  }

  /// The characters of a line, counted from 0, without its end.
  private static func lineText(_ number: Int, in bytes: UnsafeBufferPointer<UInt8>) -> [Character] {
    var rest = bytes[...]
    for _ in 0..<number {
      guard let end = rest.firstIndex(of: 0x0A) else { return [] }
      rest = rest[(end + 1)...]
    }
    return Array(String(decoding: rest.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self))
  }
}
