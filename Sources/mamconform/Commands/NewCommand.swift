import Arguments
import Conformance
internal import ExactText
import Reporting
import SystemFiles
import Wording

/// `mamconform new`: the start of a file of cases or of an adapter.
///
/// The starts are files in the folder `starts` of the built-in suites, so that they can be read, run and tested as
/// what they are.
enum NewCommand {
  /// The languages there is a start of an adapter in, with the ending of its file.
  private static let endings = [
    ("python", "py"), ("swift", "swift"), ("c", "c"), ("javascript", "js"),
  ]
  /// The names of these languages.
  static let languages = endings.map(\.0)

  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let what = arguments.operands[0]
    let language = arguments.operands.dropFirst().first
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(what, "kind of file", among: ["case", "adapter"])
    }
    guard what == "adapter" else {
      if let language { throw CommandError("unexpected '\(language)': a case has no language") }
      return try write("case.yaml", as: "my-cases.yaml", to: arguments.value(.newFile))
    }
    guard let language else {
      throw CommandError(
        "the language of the adapter is missing",
        suggestion: "known: \(languages.joined(separator: ", "))")
    }
    try CommandError.ofUsage { () throws(UsageError) in
      try UsageError.check(language, "language", among: languages)
    }
    let ending = endings.first { $0.0 == language }?.1 ?? ""
    return try write(
      "adapter.\(ending)", as: "my-adapter.\(ending)", to: arguments.value(.newFile))
  }

  /// Writes a start where it is wanted, unless there is a file already.
  ///
  /// - Parameters:
  ///   - usual: the name of the file if none is given, which is also that in the commands that its first lines show.
  ///   - given: where it is wanted.
  private static func write(
    _ name: String, as usual: String, to given: String?
  ) throws(CommandError) -> Int32 {
    let path = given ?? usual
    let named = EnvironmentVariable.value("MAMCONFORM_SUITES")
    let start = [Suites.builtIn, named].compactMap(\.self).map { "\($0)/starts/\(name)" }
      .first(where: Path.exists)
    guard let start else {
      throw CommandError(
        "the suites that came with this program are missing",
        suggestion: "name their folder in MAMCONFORM_SUITES")
    }
    var bytes = try FileInput.bytes(start)
    // A shell would take another name apart.
    if path != FileOutput.standard, RunDescription.quoted(path) == path {
      bytes = Array(String(decoding: bytes, as: UTF8.self).replacing(usual, with: path).utf8)
    }
    guard path != FileOutput.standard else {
      try Output.write(bytes)
      return ExitCode.conforms
    }
    try FileOutput.writeNew(bytes, to: path)
    Output.complain("\(path) was written; its first lines say how to continue\n")
    return ExitCode.conforms
  }
}
