import Arguments
import CaseModel
import CaseYAML
import Conformance
import Contract
internal import ExactText
import JSONText
import Participants
import RunStore
import SystemFiles
import Wording

/// `mamconform prove`: runs the suites against every defect of the reference SDK; each must be caught by a check
/// of what it breaks, and each requirement must be broken by some defect that is caught.
struct ProveCommand {
  let arguments: ParsedArguments

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Proves and returns the exit code.
  func run() throws(CommandError) -> Int32 {
    try checkOptions()
    let isMatrix = arguments.has(.matrix)
    let control = RunControl()
    let watch = InterruptWatch(control, ending: "saying what was found so far")
    var suites = try Suites.load(arguments)
    if arguments.has(.quick) { suites.cases = QuickSelection.of(suites.cases) }
    let app = try SDKUnderTest.simulatedApp()
    let known = try SDKUnderTest.defects(of: app)
    let defects = try chosen(known)
    let files = [Option.json, .matrixOutput, .matrixCache].compactMap(arguments.value)
    try FileOutput.requireDistinct(files)
    for file in files { try FileOutput.prepare(file: file) }
    let scratch = try ScratchRoot.forCommand()
    watch.begin()
    let options = arguments.runOptions(adapter: [app], scratch: scratch.path, suites.contract)
    if arguments.has(.mutations) {
      return try proveMutations(suites, options, control, watch)
    }
    if let count = arguments.integer(.situations) {
      return try proveSituations(count, of: defects, suites, options, control, watch)
    }
    var proof = DefectProof(
      cases: suites.cases, options: options, usesProcesses: arguments.has(.processes),
      extent: extent, memory: try memory(), control: control)
    var keeper = MatrixKeeper(arguments.value(.matrixCache))
    var progress = MatrixProgress(defects.count)
    // The report grows while the proof runs; what is said of a defect needs that of its checks.
    try proof.run(
      defects, keeper: { memory throws(CommandError) in try keeper.keep(memory) },
      observer: { report, outcome throws(CommandError) in
        if isMatrix { progress.show(report) } else { try say(report.text(outcome)) }
      })
    progress.clear()
    if isMatrix {
      return try writeMatrix(proof, isWhole: defects == known, suites, watch)
    }
    let demanded =
      defects == known ? proof.report.demanded(without: options.optionalRequirements) : []
    return try finish(proof.report, of: defects.count, demanded, watch)
  }

  /// To the end where every check is told of; else until a defect is shown.
  private var extent: DefectProof.Extent {
    if arguments.has(.everyCase) { return .everyCase }
    return [.matrix, .json, .verbose].contains(where: arguments.has) ? .whole : .untilShown
  }

  /// Says something on standard output, unless the report goes there.
  private func say(_ text: String) throws(CommandError) {
    guard arguments.value(.json) != FileOutput.standard else { return Output.complain(text) }
    try Output.write(text)
  }

  private func chosen(_ known: [KnownDefect]) throws(CommandError) -> [KnownDefect] {
    guard let names = arguments.list(.defects) else { return known }
    for name in names { try SDKUnderTest.check(defect: name, among: known.map(\.name)) }
    // Those in a situation are not listed.
    return known.filter { names.contains($0.name) }
      + names.filter { KnownDefect.situation(in: $0) != nil }.compactMap {
        KnownDefect(ExactString($0))
      }
  }

  /// Refuses options that cannot be combined, before anything is loaded.
  private func checkOptions() throws(CommandError) {
    let (isMatrix, isMutations) = (arguments.has(.matrix), arguments.has(.mutations))
    if isMatrix, isMutations {
      throw CommandError("--matrix and --mutations cannot be combined")
    }
    if arguments.has(.situations) { return try checkSituations() }
    if arguments.has(.seed) { throw CommandError("--seed needs --situations") }
    if !isMatrix, !isMutations, let option = Option.ofMatrix.first(where: arguments.has) {
      throw CommandError("\(option.name) needs --matrix")
    }
    if arguments.has(.watchdog), !arguments.has(.processes) {
      throw CommandError("--watchdog is for the processes of adapters; add --processes")
    }
    guard isMutations else { return }
    let others = [Option.defects, .processes, .everyCase, .json, .matrixCache]
    if let option = others.first(where: arguments.has) {
      throw CommandError("--mutations does not take \(option.name)")
    }
    if arguments.value(.matrixFormat) == "html" {
      throw CommandError("--mutations has the formats text and json")
    }
  }

  /// Refuses what says nothing of defects in situations.
  private func checkSituations() throws(CommandError) {
    let others: [Option] = [.matrix, .mutations, .processes, .everyCase, .watchdog, .json]
    if let option = (others + Option.ofMatrix).first(where: arguments.has) {
      throw CommandError("--situations does not take \(option.name)")
    }
  }

  private func finish(
    _ report: ProofReport, of planned: Int, _ demanded: Set<String>, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    if let file = arguments.value(.json) {
      let document = report.document(planned: planned, program: programVersion)
      try FileOutput.write(Array(document.prettyText.utf8), to: file)
    }
    let isPartial = arguments.has(.defects) || watch.isInterrupted
    try say(
      report.summary(
        planned: planned, listsChecks: arguments.has(.verbose), isPartial: isPartial))
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

  // MARK: The matrix

  /// What the last matrix has found; nil if nothing is to be remembered.
  private func memory() throws(CommandError) -> ProofMemory? {
    guard let path = arguments.value(.matrixCache) else { return nil }
    guard let build = Digest.text(ofFile: ProgramPath.own) else {
      throw CommandError("cannot read this program, by which --cache knows its build")
    }
    var document: JSON?
    if Path.kind(of: path) == .regularFile {
      let bytes = try FileInput.bytes(path)
      document = try? JSON(parsing: bytes[...])
      // One of another build is as good as none. Anything else is somebody's file, which the new one must not replace.
      guard bytes.isEmpty || document.map(ProofMemory.isMemory) ?? false else {
        throw CommandError(
          "\(path) is not a cache of a matrix, and would be overwritten; name another file")
      }
    }
    // What runs in processes is another run than what runs in process.
    let kind = arguments.has(.processes) ? "processes" : "in process"
    return ProofMemory(document, build: "\(build) \(kind)", digest: Digest.text(of:))
  }

  private func writeMatrix(
    _ proof: DefectProof, isWhole: Bool, _ suites: Suites, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    if let memory = proof.memory, let path = arguments.value(.matrixCache) {
      try MatrixKeeper.write(memory, to: path)
      let (reused, run) = memory.counts
      Output.complain(
        memory.isOfAnotherBuild
          ? "\(run) cases run against defects; the cache has nothing for this build of the program\n"
          : "\(run) cases run against defects, \(reused) taken over: same case, defect and program\n"
      )
    }
    if watch.isInterrupted {
      Output.complain(
        "mamconform prove: \(proof.report.outcomes.count) defects were tried; the matrix is written by a run that is not interrupted\n"
      )
      return ExitCode.interrupted
    }
    let matrix = KillMatrix(proof.report, accepted: try accepted(suites), isWhole: isWhole)
    let text =
      switch arguments.value(.matrixFormat) {
      case "json": matrix.document(program: programVersion).prettyText
      case "html": matrix.html
      default: matrix.text
      }
    let output = arguments.value(.matrixOutput) ?? FileOutput.standard
    try FileOutput.write(Array(text.utf8), to: output)
    let faults = matrix.faults
    if output != FileOutput.standard || arguments.value(.matrixFormat) ?? "text" != "text" {
      for fault in faults { Output.complain("\(fault.kind): \(fault.text)\n") }
    }
    if !faults.isEmpty { return ExitCode.violated }
    return proof.report.unusableCount > 0 ? ExitCode.inconclusive : ExitCode.conforms
  }

  /// The checks that no defect has to make fail, from the contract's folder.
  private func accepted(_ suites: Suites) throws(CommandError) -> [KillMatrix.Untriggered] {
    let path = "\(suites.folder)/contract/\(ReasonList.fileName)"
    guard Path.exists(path) else { return [] }
    let (entries, diagnostics) = ReasonList.load(path: path)
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard diagnostics.isEmpty else {
      throw CommandError("\(path) cannot be used")
    }
    return entries.map {
      KillMatrix.Untriggered(
        caseName: $0.caseName, check: $0.check, reason: $0.reason, line: $0.location.line)
    }
  }
}
