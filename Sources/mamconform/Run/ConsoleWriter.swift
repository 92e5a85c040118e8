import Arguments
import CaseModel
import Conformance
internal import ExactText
import Reporting
import Locking
import SystemFiles

/// Writes the console's side of a run; notified of cases from any thread.
final class ConsoleWriter: Sendable {
  private let report: Lock<ConsoleReport>
  private let start = WallClock.milliseconds
  private let failure = Lock<CommandError?>(nil)
  /// True if standard output is taken by a report.
  private let isBesideReport: Bool

  /// What kept something from being written; nil if nothing did. A reader that left early is not an error.
  var error: CommandError? { failure.withLock { $0 } }

  /// Writes to standard output in the style that fits it, or to standard error if the other one holds a report.
  init(_ description: RunDescription, _ arguments: ParsedArguments, besideReport: Bool = false) {
    isBesideReport = besideReport || ReportOutputs.takesStandardOutput(arguments)
    let style = TextStyle(
      isTerminal: Output.isTerminal && !isBesideReport, columns: Output.columns,
      environment: EnvironmentVariable.value
    )
    let volume: ConsoleReport.Volume =
      arguments.has(.quiet) ? .quiet : arguments.has(.verbose) ? .verbose : .normal
    let console = ConsoleReport(description, style: style, volume: volume)
    report = Lock(console)
    say(console.opening())
  }

  /// A case has ended.
  func finished(_ result: CaseResult) {
    let now = WallClock.milliseconds - start
    say(report.withLock { $0.finished(result, atMilliseconds: now) })
  }

  /// Something has come out about a case that had ended.
  func corrected(_ result: CaseResult, was verdict: Verdict) {
    say(report.withLock { $0.corrected(result, was: verdict) })
  }

  /// The run has ended.
  func summary(_ results: [CaseResult], _ description: RunDescription) {
    say(report.withLock { $0.summary(results, description) })
  }

  /// A console that cannot be written does not keep the run from its reports.
  private func say(_ text: String) {
    guard !text.isEmpty else { return }
    if isBesideReport { return Output.complain(styled: text) }
    do throws(CommandError) {
      try Output.write(text)
    } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }
}
