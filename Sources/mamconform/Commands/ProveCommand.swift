import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting

/// `mamconform prove`: runs the suites against every defect of the reference SDK; each must be caught by a check
/// of what it breaks, and each requirement must be broken by some defect that is caught.
struct ProveCommand {
  private let arguments: Arguments

  /// The command with its arguments.
  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Proves and returns the exit code.
  func run() throws(CommandError) -> Int32 {
    let watch = InterruptWatch(RunControl())
    let suites = try Suites.load(arguments)
    let app = try SDKUnderTest.simulatedApp()
    let known = try DefectList.of(app)
    let defects = try chosen(known)
    if let file = arguments.value(.json) { try FileOutput.prepare(file: file) }
    let scratch = try ScratchRoot.forCommand()
    let options = arguments.runOptions(
      adapter: [app], scratch: scratch.path, suites.contract)
    var proof = DefectProof(
      cases: suites.cases, options: options, usesProcesses: arguments.has(.processes),
      runsEveryCase: arguments.has(.everyCase))
    if proof.runWithoutDefect(defects, watch) {
      for defect in defects {
        guard let outcome = proof.prove(defect, watch) else { break }
        try Output.write(proof.report.text(outcome))
      }
    }
    var demanded = Set<String>()
    // What an SDK may leave out cannot be broken.
    if defects == known {
      demanded = Set(proof.report.requirements.map(\.id)).subtracting(options.optionalRequirements)
    }
    return try finish(proof.report, of: defects.count, demanded, watch)
  }

  private func chosen(_ known: [KnownDefect]) throws(CommandError) -> [KnownDefect] {
    guard let names = arguments.list(.defects) else { return known }
    for name in names { try CaseSelection.check(name, "defect", known.map(\.name)) }
    return known.filter { names.contains($0.name) }
  }

  /// - Parameter demanded: the requirements that a defect has to break; none if only some defects were tried.
  private func finish(
    _ report: ProofReport, of planned: Int, _ demanded: Set<String>, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    if let file = arguments.value(.json) {
      try FileOutput.write(Array(report.document(planned: planned).prettyText.utf8), to: file)
    }
    try Output.write(report.summary(planned: planned, listsChecks: arguments.has(.verbose)))
    if report.unusableCount > 0 {
      Output.complain(
        "mamconform prove: \(report.unusableCount) checks do not pass without a defect either, "
          + "so they prove nothing\n")
    }
    if watch.isInterrupted { return ExitCode.interrupted }
    let isUnbroken = report.requirements.contains { $0.defects.isEmpty && demanded.contains($0.id) }
    if !report.survivors.isEmpty || isUnbroken { return ExitCode.violated }
    return report.unusableCount > 0 ? ExitCode.inconclusive : ExitCode.conforms
  }
}
