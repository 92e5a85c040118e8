import Arguments
import Conformance
internal import ExactText
import JSONText
import Wording

/// `mamconform prove`: runs the suites against every defect of the reference SDK; each must be caught by a check
/// of what it breaks, and each requirement must be broken by some defect that is caught.
struct ProveCommand {
  private let arguments: ParsedArguments

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Proves and returns the exit code.
  func run() throws(CommandError) -> Int32 {
    let control = RunControl()
    let watch = InterruptWatch(control)
    let suites = try Suites.load(arguments)
    let app = try SDKUnderTest.simulatedApp()
    let known = try SDKUnderTest.defects(of: app)
    let defects = try chosen(known)
    if let file = arguments.value(.json) { try FileOutput.prepare(file: file) }
    let scratch = try ScratchRoot.forCommand()
    let options = arguments.runOptions(adapter: [app], scratch: scratch.path, suites.contract)
    var proof = DefectProof(
      cases: suites.cases, options: options, usesProcesses: arguments.has(.processes),
      runsEveryCase: arguments.has(.everyCase), control: control)
    // The report grows while the proof runs; what is said of a defect needs that of its checks.
    try proof.run(defects) { report, outcome throws(CommandError) in
      try say(report.text(outcome))
    }
    let demanded =
      defects == known ? proof.report.demanded(without: options.optionalRequirements) : []
    return try finish(proof.report, of: defects.count, demanded, watch)
  }

  /// Says something on standard output, unless the report goes there.
  private func say(_ text: String) throws(CommandError) {
    guard arguments.value(.json) != FileOutput.standard else { return Output.complain(text) }
    try Output.write(text)
  }

  private func chosen(_ known: [KnownDefect]) throws(CommandError) -> [KnownDefect] {
    guard let names = arguments.list(.defects) else { return known }
    for name in names {
      try CommandError.ofUsage { () throws(UsageError) in
        try UsageError.check(name, "defect", among: known.map(\.name))
      }
    }
    return known.filter { names.contains($0.name) }
  }

  private func finish(
    _ report: ProofReport, of planned: Int, _ demanded: Set<String>, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    if let file = arguments.value(.json) {
      let document = report.document(planned: planned, program: programVersion)
      try FileOutput.write(Array(document.prettyText.utf8), to: file)
    }
    try say(report.summary(planned: planned, listsChecks: arguments.has(.verbose)))
    if report.unusableCount > 0 {
      Output.complain(
        "mamconform prove: \(report.unusableCount) checks do not pass without a defect either, "
          + "so they prove nothing\n")
    }
    if watch.isInterrupted { return ExitCode.interrupted }
    switch report.conclusion(demanding: demanded) {
    case .proven: return ExitCode.conforms
    case .unproven: return ExitCode.violated
    case .unusable: return ExitCode.inconclusive
    }
  }
}
