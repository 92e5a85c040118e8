internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import Reporting

/// A badge as shields.io reads it from an endpoint (schema version 1).
struct BadgeReport {
  private let run: FinishedRun

  init(_ run: FinishedRun) { self.run = run }

  /// The badge.
  var bytes: [UInt8] {
    let summary = RunSummary(run.results, run.description.ledger)
    let isWhole = run.description.problem(of: run.results) == nil
    let message: String
    let colour: String
    switch summary.exitCode {
    case ExitCode.violated:
      message =
        summary.violated.isEmpty
        ? "ledger does not fit"
        : "\(summary.violated.count) of \(summary.requirementCount) violated"
      colour = "red"
    case ExitCode.appViolates where isWhole:
      message = "SDK conforms, app does not"
      colour = "orange"
    case ExitCode.conforms where isWhole:
      let known = summary.knownViolated.count
      message =
        "\(summary.kept.count) of \(summary.requirementCount) kept"
        + (known > 0 ? ", \(known) known to be violated" : "")
      colour = summary.warned.isEmpty && known == 0 ? "brightgreen" : "yellowgreen"
    default:
      message = "inconclusive"
      colour = "lightgrey"
    }
    let badge: JSON = [
      "schemaVersion": 1, "label": "MAM contract", "message": .string(message),
      "color": .string(colour), "isError": .bool(summary.exitCode != ExitCode.conforms || !isWhole),
    ]
    return badge.fileBytes
  }
}
