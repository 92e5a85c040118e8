import Arguments
import CaseModel
import CaseYAML
import Conformance
internal import ExactText
import JSONText
internal import Locking
import SystemFiles
import Wording

/// `mamconform prove --mutations`: which parts of the histories no check looks at.
extension ProveCommand {
  /// Runs the cases without a defect, changes their histories, and returns the exit code.
  func proveMutations(
    _ suites: Suites, _ options: RunOptions, _ control: RunControl, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    let accepted = try unjudged(suites)
    var options = options
    options.isInProcess = true
    let progress = MutationProgress()
    let results = ConformanceRun(cases: suites.cases, options: options, control: control).run()
      .results
    let failed = results.count { $0.verdict == .fail || $0.verdict == .error }
    let findings = MutationProof(results, options).run(control: control) {
      progress.show($0, of: $1)
    }
    progress.clear()
    if watch.isInterrupted {
      Output.complain(
        "mamconform prove: not all changes were tried; the findings are those of a run that is not interrupted\n"
      )
      return ExitCode.interrupted
    }
    let report = MutationReport(findings, accepted: accepted)
    let output = arguments.value(.matrixOutput) ?? FileOutput.standard
    let text =
      arguments.value(.matrixFormat) == "json"
      ? report.document(program: programVersion).prettyText
      : report.text(listsAccepted: arguments.has(.verbose))
    try FileOutput.write(Array(text.utf8), to: output)
    for entry in report.idle {
      Output.complain(
        "\(suites.folder)/contract/\(UnjudgedList.fileName):\(entry.line): \(entry.records.joined(separator: ", "))"
          + "\(entry.member.map { " " + $0 } ?? "") is about nothing that goes unnoticed; remove the entry\n"
      )
    }
    if failed > 0 {
      Output.complain(
        "mamconform prove: \(failed) cases do not pass as they are, so they prove nothing\n")
      return ExitCode.inconclusive
    }
    return report.open.isEmpty && report.idle.isEmpty ? ExitCode.conforms : ExitCode.violated
  }

  /// What need not be judged, from the contract's folder.
  private func unjudged(_ suites: Suites) throws(CommandError) -> [MutationReport.Unjudged] {
    let path = "\(suites.folder)/contract/\(UnjudgedList.fileName)"
    guard Path.exists(path) else { return [] }
    let (entries, diagnostics) = UnjudgedList.load(
      path: path, changes: HistoryMutation.Change.allCases.map(\.rawValue))
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard diagnostics.isEmpty else {
      throw CommandError("\(path) cannot be used")
    }
    return entries.map {
      MutationReport.Unjudged(
        records: $0.records, member: $0.member, changes: $0.changes, reason: $0.reason,
        line: $0.location.line)
    }
  }
}

/// Shows on a terminal how many changes were tried: one line of standard error that is written over and over.
private final class MutationProgress: Sendable {
  private let shown = Lock(-1)

  /// Another change is tried.
  func show(_ number: Int, of total: Int) {
    guard Output.complainsToTerminal else { return }
    let percent = number * 100 / max(1, total)
    let isNew = shown.withLock { shown in
      defer { shown = max(shown, percent) }
      return percent > shown
    }
    if isNew { Output.complain(styled: "\r\u{1B}[K\(number) of \(total) changes") }
  }

  /// Takes the line away.
  func clear() {
    if Output.complainsToTerminal { Output.complain(styled: "\r\u{1B}[K") }
  }
}
