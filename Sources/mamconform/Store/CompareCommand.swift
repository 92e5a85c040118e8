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
      if format == .text { try Output.write(fitted: text) } else { try Output.write(text) }
    } else {
      try FileOutput.prepare(file: output)
      try FileOutput.write(Array(text.utf8), to: output)
    }
    return report.isFailure ? ExitCode.violated : ExitCode.conforms
  }

  /// The stored run of that name or label if a store is given, else the folder of that path.
  private func run(_ word: String) throws(CommandError) -> ComparedRun {
    if Path.exists(word), !isStored(word) {
      return try CommandError.ofStore { () throws(StoreError) in try ComparedRun(word) }
    }
    let folder = try arguments.storedRun(word).folder
    return try CommandError.ofStore { () throws(StoreError) in try ComparedRun(folder) }
  }

  /// True for a word that names a run of the store, whatever is called so in this folder: a report, for instance.
  private func isStored(_ word: String) -> Bool {
    guard !word.contains("/"), let store = arguments.store else { return false }
    do throws(StoreError) { return try store.find(word) != word } catch { return false }
  }
}
