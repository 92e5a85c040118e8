internal import Conformance
internal import ExactText
internal import Reporting

/// What is to be said of a run in one sentence, for reports that begin with it.
struct RunConclusion {
  /// What the sentence comes to.
  enum Grade: String {
    case pass, fail, inconclusive
  }

  let grade: Grade
  /// The sentence, without a full stop.
  let sentence: String

  init(_ run: FinishedRun, _ summary: RunSummary) {
    let description = run.description
    let isWhole = description.problem(of: run.results) == nil
    switch summary.exitCode {
    case ExitCode.violated:
      (grade, sentence) = (.fail, RunConclusion.violation(description, summary))
    case ExitCode.appViolates where isWhole:
      (grade, sentence) = (.fail, RunSummary.faultOfApp(description.scope))
    case ExitCode.conforms where isWhole:
      let known = summary.knownCases > 0 ? ", but for what is known" : ""
      (grade, sentence) = (.pass, "The SDK under test conforms\(description.scope)\(known)")
    default:
      let emptiness = description.emptiness
      grade = emptiness == nil ? .inconclusive : .pass
      sentence = emptiness ?? "Nothing can be said about conformance"
    }
  }

  private static func violation(_ description: RunDescription, _ summary: RunSummary) -> String {
    if description.ledger == nil { return "The SDK under test violates the contract" }
    return summary.violated.isEmpty
      ? "The ledger of known failures does not describe this SDK"
      : "The SDK under test violates the contract in what the ledger does not know"
  }
}
