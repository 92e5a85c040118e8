import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import Reporting
import RunStore
import SystemFiles
import Wording

/// `mamconform report` and `mamconform judge`: what a stored run says, as it was judged and as it is judged now.
struct ReportCommand {
  private let arguments: ParsedArguments

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Writes the reports of a stored run again; the exit code is that of the run.
  func report() throws(CommandError) -> Int32 {
    let run = try arguments.storedRun(arguments.operands[0])
    let suites = try StoredSuites(run)
    try ReportCommand.tellShortfall(of: run, as: "report")
    var results = try CommandError.ofStore { () throws(StoreError) in
      try run.results(suites.cases)
    }
    if let plan = suites.version { for index in results.indices { plan.mark(&results[index]) } }
    let code = try write(
      results, description(of: run, suites.contract, suites.version, suites.profile), as: "report")
    return run.details.exitCode == Int(ExitCode.interrupted) ? ExitCode.interrupted : code
  }

  /// Judges a stored run by the suites as they are now, or by the files of cases that are named or that the run was given.
  func judge() throws(CommandError) -> Int32 {
    let run = try arguments.storedRun(arguments.operands[0])
    let before = try StoredSuites(run)
    let planned = try CommandError.ofStore { () throws(StoreError) in try run.plannedCases() }
    let definitions = try before.cases(named: planned)
    let stored = try CommandError.ofStore { () throws(StoreError) in
      try run.results(definitions)
    }
    var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: "")
    let command = try CommandTable.command("run").description
    let words = run.details.options
    let given = try CommandError.ofUsage { () throws(UsageError) in
      try command.parse(words)
    }
    let suites = try suites(of: run, given, before.profile)
    options.optionalRequirements = suites.contract.optionalRequirements
    options.recommendations = suites.contract.recommendations
    options.isStrict = arguments.has(.strict) || given.has(.strict)
    options.retryToleranceMilliseconds = given.integer(.retryTolerance) ?? 0
    var present: [ExactString: ConformanceCase] = [:]
    for item in suites.cases { present[item.name] = item }
    for item in try SweepNames(planned).points(of: suites.sweeps, suites.contract) {
      present[item.name] = item
    }
    let version = try given.value(.suiteVersion).map { name throws(CommandError) in
      try SuiteVersionFile.plan(name, folder: suites.folder, over: suites.cases)
    }
    var results: [CaseResult] = []
    var notes: [String] = []
    for result in stored {
      let name = result.conformanceCase.name
      guard let item = present.removeValue(forKey: name) else {
        let places = suites.paths.joined(separator: ", ")
        notes.append(
          "\(name): not judged, "
            + (places.isEmpty
              ? "the suites do not have it any more" : "there is no such case in \(places)"))
        continue
      }
      var (again, barrier) = result.judgedAgain(as: item, options: options)
      version?.mark(&again)
      results.append(again)
      if let barrier {
        let first = item.steps.indices.contains(barrier) ? item.steps[barrier].location.line : 0
        let checks = again.checks.filter { $0.time == nil && $0.verdict == .inconclusive }.count
        notes.append(
          "\(name): \(checks) of \(again.checks.count) checks not judged, from line \(first) on the "
            + "stored run did something else")
      }
    }
    // Of a run of chosen cases nobody expects the others.
    let chosen = Set<ExactString>(planned.map { ExactString($0) })
    if definitions.keys.allSatisfy(chosen.contains) {
      for name in planned { present[name] = nil }
      if !present.isEmpty {
        notes.append("\(present.count) cases of the suites are not in the run")
      }
    }
    for note in notes { Output.complain("mamconform judge: note: \(note)\n") }
    try ReportCommand.tellShortfall(of: run, as: "judge")
    return try write(
      results, description(of: run, suites.contract, version, before.profile), as: "judge",
      suites)
  }

  /// Says how far a run came that lacks cases.
  private static func tellShortfall(of run: StoredRun, as name: String) throws(CommandError) {
    let shortfall = try CommandError.ofStore { () throws(StoreError) in try run.shortfall() }
    guard let shortfall else { return }
    Output.complain("mamconform \(name): note: \(run.name) \(shortfall)\n")
  }

  /// The suites by which a run is judged: the files of cases named after it, otherwise those that the run was given,
  /// otherwise the suites folder.
  ///
  /// - Parameters:
  ///   - given: the command line of the run.
  ///   - profile: its profile.
  private func suites(
    of run: StoredRun, _ given: ParsedArguments, _ profile: Profile
  ) throws(CommandError) -> Suites {
    var judged = arguments
    judged.operands = Array(arguments.operands.dropFirst())
    if let word = judged.operands.first(where: { !Suites.isPath($0) }) {
      throw CommandError(
        "'\(word)' is not a file or folder of cases",
        suggestion:
          "a run is judged as a whole; what follows it is files (.yaml) or folders (with a / "
          + "at the end)")
    }
    if judged.operands.isEmpty {
      judged.operands = given.operands.filter(Suites.isPath)
      if let missing = judged.operands.first(where: { !Path.exists($0) }) {
        throw CommandError(
          "the cases of \(run.name) are from \(missing), which is not here",
          suggestion: "say where they are now: mamconform judge \(arguments.operands[0]) FILE")
      }
    }
    return try Suites.load(judged, profile: profile)
  }

  private func description(
    of run: StoredRun, _ contract: Contract, _ version: SuiteVersionPlan?, _ profile: Profile
  ) -> RunDescription {
    let details = run.details
    var description = RunDescription(
      version: details.program, adapter: details.command, seed: details.seed,
      startedMilliseconds: details.startedMilliseconds, planned: details.planned,
      requirements: Dictionary(contract.requirements.map { ($0.id, $0) }) { first, _ in first },
      repeatOptions: details.repeatOptions)
    description.wallMilliseconds = details.wallMilliseconds
    description.verifiedRounds = details.verifiedRounds
    description.suiteVersion = version?.reportName
    description.profile = profile.isStandard ? nil : profile
    description.problem =
      details.endedMilliseconds == nil ? description.unfinished.problem : details.problem
    return description
  }

  /// Writes everything that the command line asks for.
  ///
  /// - Parameters:
  ///   - name: the command, for its messages.
  ///   - suites: what a ledger is laid over; nil for the suites folder.
  private func write(
    _ results: [CaseResult], _ description: RunDescription, as name: String,
    _ suites: Suites? = nil
  ) throws(CommandError) -> Int32 {
    if arguments.has(.quiet), arguments.has(.verbose) {
      throw CommandError("--quiet and --verbose cannot be combined")
    }
    var (results, description) = (results, description)
    try LedgerFile.apply(arguments, over: suites, to: &results, &description)
    let files = try ReportFiles(arguments)
    let console = ConsoleWriter(
      description, arguments, besideReport: files.usesStandardOutput)
    try files.beginAgain(description)
    for (index, result) in results.enumerated() {
      files.record(result)
      files.tell(
        RunProgress(result: result, finished: index + 1, total: results.count))
      console.finished(result)
    }
    var errors = files.write(results, &description)
    console.summary(results, description)
    if let error = console.error { errors.append(error) }
    for error in errors { Output.complain("mamconform \(name): \(error.line)\n") }
    let code = RunSummary(results, description.ledger).exitCode
    guard code == ExitCode.conforms else { return code }
    if description.problem != nil { return ExitCode.inconclusive }
    return errors.first?.exitCode ?? code
  }
}
