import Arguments
import Comparison
import Conformance
internal import ExactText
import JSONText
import RunStore
import SystemFiles

/// `mamconform compare`: what is other in one run than in an earlier one.
struct CompareCommand {
  private let arguments: ParsedArguments

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Compares, writes and returns the exit code: 1 if something was found that counts.
  func run() throws(CommandError) -> Int32 {
    var runs: [ComparedRun] = []
    for word in arguments.operands { runs.append(try run(word)) }
    let words = arguments.list(.failOn) ?? ["regression", "undecided"]
    let failOn = words.compactMap(ComparisonFinding.init(rawValue:))
    let report = try CommandError.ofStore { () throws(StoreError) in
      ComparisonReport(try RunTrend(runs), failOn: failOn, isVerbose: arguments.has(.verbose))
    }
    let format = arguments.value(.comparisonFormat).flatMap(ComparisonFormat.init) ?? .text
    let text: String
    switch format {
    case .text: text = report.text
    case .markdown: text = report.markdown
    case .json: text = JSON.object(report.document).prettyText
    case .html: text = try CommandError.ofStore { () throws(StoreError) in try report.html() }
    }
    let output = arguments.value(.comparisonOutput) ?? "-"
    if output == "-" {
      try Output.write(text)
    } else {
      try FileOutput.prepare(file: output)
      try FileOutput.write(Array(text.utf8), to: output)
    }
    return report.isFailure ? ExitCode.violated : ExitCode.conforms
  }

  /// A folder if there is one of that path, else the stored run of that name.
  private func run(_ word: String) throws(CommandError) -> ComparedRun {
    if Path.exists(word) {
      return try CommandError.ofStore { () throws(StoreError) in try ComparedRun(word) }
    }
    let folder = try arguments.storedRun(word).folder
    return try CommandError.ofStore { () throws(StoreError) in try ComparedRun(folder) }
  }
}
