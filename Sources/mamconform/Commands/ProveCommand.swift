import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText
import Reporting

/// `mamconform prove`: runs the suites against every defect of the reference SDK; each must be caught.
struct ProveCommand {
  private let arguments: Arguments

  /// The command with its arguments.
  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Proves and returns the exit code.
  func run() throws(CommandError) -> Int32 {
    let watch = InterruptWatch(RunControl())
    let suites = try Suites.load(arguments)
    let app = try SDKUnderTest.simulatedApp()
    let defects = try chosen(DefectList.of(app))
    if let file = arguments.value(.json) { try FileOutput.prepare(file: file) }
    let scratch = try ScratchRoot.forCommand()
    var options = RunOptions(
      adapter: [app], serviceProgram: Programs.own, scratchFolder: "\(scratch.path)/run")
    options.jobs = arguments.integer(.jobs) ?? Processors.available
    options.watchdogMilliseconds = (arguments.integer(.watchdog) ?? 10) * 1000
    options.optionalRequirements = Set(
      suites.contract.requirements.filter(\.isOptional).map(\.id))
    var proof = DefectProof(cases: suites.cases, options: options)
    var outcomes: [DefectProof.Outcome] = []
    for defect in defects {
      guard let outcome = proof.prove(defect, watch) else { break }
      outcomes.append(outcome)
      try Output.write("\(outcome.text)\n")
    }
    if proof.unusableCount > 0 {
      Output.complain(
        "mamconform prove: \(proof.unusableCount) checks do not pass without a defect either, "
          + "so they prove nothing\n")
    }
    return try finish(outcomes, of: defects.count, watch)
  }

  private func chosen(_ known: [KnownDefect]) throws(CommandError) -> [KnownDefect] {
    guard let names = arguments.list(.defects) else { return known }
    for name in names { try CaseSelection.check(name, "defect", known.map(\.name)) }
    return known.filter { names.contains($0.name) }
  }

  private func finish(
    _ outcomes: [DefectProof.Outcome], of planned: Int, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    let survivors = outcomes.filter { $0.catcher == nil }
    if let file = arguments.value(.json) {
      let document: JSON = [
        "format": "mamconform-proof", "version": 1, "program": .string(programVersion),
        "planned": .int(planned), "defects": .array(outcomes.map { .object($0.document) }),
      ]
      try FileOutput.write(Array(document.prettyText.utf8), to: file)
    }
    var text = "\ndefects: \(outcomes.count), caught: \(outcomes.count - survivors.count), "
    text += "survived: \(survivors.count)"
    if outcomes.count < planned { text += ", not tried: \(planned - outcomes.count)" }
    text += "\n" + survivors.map { "survivor      \($0.defect.name)\n" }.joined()
    try Output.write(text)
    if watch.isInterrupted { return ExitCode.interrupted }
    return survivors.isEmpty ? ExitCode.conforms : ExitCode.violated
  }
}
