internal import CYAML
internal import CaseModel

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
    let location = SourceLocation(file: file, line: mark.line + 1, column: mark.column + 1)
    let line = lineText(mark.line, in: bytes)
    if mark.column < line.count,
      line[mark.column] == "\t" || line.prefix(mark.column).contains("\t")
    {
      return Diagnostic(
        location, .error, "a tab stands where only spaces are allowed",
        suggestion: "indent with spaces")
    }
    var message = problem
    if problem == "found unexpected end of stream" {
      return Diagnostic(
        location, .error, "a quote is not closed",
        suggestion: "it opens at line \(parser.context_mark.line + 1)")
    }
    if let context = parser.context { message = "\(String(cString: context)): \(problem)" }
    return Diagnostic(location, .error, message, suggestion: suggestion(problem, line: line))
  }

  private static func suggestion(_ problem: String, line: [Character]) -> String? {
    let text = String(line)
    if text.contains("${") { return "put \"${...}\" in quotes inside braces and brackets" }
    if problem.hasPrefix("mapping values are not allowed") {
      if text.contains("call:") { return "put a call with named arguments in quotes" }
      return "put a text that has ': ' in it in quotes"
    }
    if problem.hasPrefix("found character that cannot start any token") {
      return "put a text that starts with '@', '`' or '%' in quotes"
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
