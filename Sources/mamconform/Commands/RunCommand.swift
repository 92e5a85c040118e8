import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import Glibc
import Reporting
import Participants
import SystemFiles

/// `mamconform run`: load, select, run, report.
struct RunCommand {
  private let arguments: ParsedArguments
  private let limits = ResourceLimits()

  /// The command with its arguments.
  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// Runs and returns the exit code.
  ///
  /// - Throws: what kept the run from starting; the reports that were asked for then say so too.
  func run() throws(CommandError) -> Int32 {
    if arguments.has(.quiet), arguments.has(.verbose) {
      throw CommandError("--quiet and --verbose cannot be combined")
    }
    if arguments.has(.rounds), !arguments.has(.verify) {
      throw CommandError("--rounds needs --verify")
    }
    if arguments.has(.inProcess), let option = Option.ofProcesses.first(where: arguments.has) {
      throw CommandError(
        "\(option.name) is for the processes of adapters", suggestion: "leave out --in-process")
    }
    let control = RunControl()
    let watch = InterruptWatch(control)
    let files = try ReportFiles(arguments)
    if let note = files.note { Output.complain("mamconform run: note: \(note)\n") }
    // Reading the suites takes its time too.
    try files.begin(emptyDescription)
    do throws(CommandError) {
      let setting = try Setting(arguments)
      try files.begin(setting.description)
      watch.begin()
      return try carryOut(setting, files, control, watch)
    } catch {
      report(error, files)
      throw error
    }
  }

  /// What a run needs before it can start.
  private struct Setting {
    let cases: [ConformanceCase]
    let command: [String]
    let device: DeviceArguments?
    let contract: Contract
    let profile: Profile
    let ledger: LedgerPlan?
    let today: CalendarDay
    let suitesFolder: String
    var description: RunDescription
    /// What is wrong with files that were left out; nil if none was.
    let complaint: String?
    let suiteVersion: SuiteVersionPlan?
    /// Why nothing can be said of the set of checks as a whole; nil if something can.
    let versionProblem: Problem?

    init(_ arguments: ParsedArguments) throws(CommandError) {
      let (suites, planned) = try Suites.forRun(arguments)
      complaint = suites.complaint
      suitesFolder = suites.folder
      let (chosen, whyNone) = try StoredSelection.apply(arguments, to: planned)
      suiteVersion = try SuiteVersionFile.plan(arguments, suites)
      versionProblem = suiteVersion?.problem(chosen, arguments)
      let plan = try ShardPlan(arguments, chosen)
      cases = plan?.cases ?? chosen
      let sdk = try SDKUnderTest(arguments, profile: suites.profile)
      command = sdk.command
      device = sdk.device
      contract = suites.contract
      profile = suites.profile
      ledger = try LedgerFile.plan(arguments, suites)
      today = try LedgerFile.today(arguments)
      var repeatOptions = suites.paths + sdk.repeatOptions
      for option in [Option.suites, .profile, .watchdog, .retryTolerance, .suiteVersion]
        + Option.limits
      {
        if let value = arguments.value(option) { repeatOptions += [option.name, value] }
      }
      if arguments.has(.strict) { repeatOptions.append(Option.strict.name) }
      description = RunDescription(
        version: programVersion, adapter: sdk.command, seed: arguments.integer(.seed) ?? 0,
        startedMilliseconds: WallClock.sinceEpoch, planned: cases.count,
        requirements: suites.requirements, repeatOptions: repeatOptions)
      description.part = plan?.part
      description.nothingToRun = whyNone
      description.suiteVersion = suiteVersion?.reportName
      description.profile = suites.profile.isStandard ? nil : suites.profile
    }
  }

  private func carryOut(
    _ setting: Setting, _ files: ReportFiles, _ control: RunControl, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    var description = setting.description
    let keeper = try RunKeeper(
      arguments, description, cases: setting.cases, suites: setting.suitesFolder)
    let scratch = try ScratchRoot.forCommand()
    var options = try options(setting, scratch.path, control)
    options.devices = try setting.device?.listen(for: "run")
    defer { options.devices?.listener.close() }
    options.forgetsPassedHistories = !files.readHistories && !arguments.has(.verify)
    let console = ConsoleWriter(description, arguments, besideReport: files.usesStandardOutput)
    let run = ConformanceRun(
      cases: keeper.left(of: setting.cases), options: options, control: control)
    keeper.tellEarlier(files)
    Descendants.adopt()
    var results = execute(run, setting, files, console, keeper, &description)
    for index in results.indices {
      // What was stored of an earlier run, or came out in a later round.
      setting.suiteVersion?.mark(&results[index])
      setting.ledger?.mark(&results[index])
    }
    Supervisor.waitIfEnding()
    // What adapters have left behind must not outlive the run.
    Descendants.end()
    // Now nobody is left to do it again, and the reports can be written.
    for lowered in limits.restore() {
      Output.complain(
        "mamconform run: note: while the cases ran, a limit of this process was lowered, for \(lowered), by "
          + "another program, such as the adapter\n")
    }
    let stopsAtApp =
      results.count < setting.cases.count
      && RunSummary(results).exitCode == ExitCode.appViolates
    if watch.isInterrupted {
      description.problem = Problem(
        code: "interrupted", participant: "mamconform",
        message: "interrupted after \(results.count) of \(setting.cases.count) cases\(watch.origin)"
      )
    } else if let complaint = setting.complaint, description.problem == nil {
      description.problem = Problem(
        code: RunDescription.brokenSuites, participant: "mamconform", message: complaint)
    } else if let problem = description.problem ?? setting.versionProblem {
      description.problem = problem
    } else if stopsAtApp {
      // A fault of the app says nothing about the SDK, of which the cases that are left might.
      description.problem = Problem(
        code: "stopped-early", participant: "mamconform",
        message:
          "stopped at a fault of the app after \(results.count) of \(setting.cases.count) cases")
    }
    description.ledger = setting.ledger.map { LedgerReview($0, results, today: setting.today) }
    let verdict = RunSummary(results, description.ledger).exitCode
    let stored = keeper.end(
      results, &description, exitCode: watch.isInterrupted ? ExitCode.interrupted : verdict)
    var errors = (stored.map { [$0] } ?? []) + files.write(results, &description)
    console.summary(results, description)
    if let error = console.error { errors.append(error) }
    if let left = scratch.remove() { Output.complain("mamconform run: note: \(left)\n") }
    if Stillness.hasHidden { Output.complain("mamconform run: note: \(RunCommand.hiddenNote)\n") }
    for error in errors { Output.complain("mamconform run: \(error.line)\n") }
    if watch.isInterrupted { return ExitCode.interrupted }
    let isPartial =
      setting.complaint != nil || setting.versionProblem != nil || stopsAtApp
    if [ExitCode.conforms, ExitCode.appViolates].contains(verdict), isPartial {
      return ExitCode.inconclusive
    }
    // What the other parts have found is the verdict.
    if description.isEmptyOnPurpose, errors.isEmpty, !isPartial { return ExitCode.conforms }
    return verdict == ExitCode.conforms ? errors.first?.exitCode ?? verdict : verdict
  }

  /// Runs the cases, several times if that is asked for, and returns the results of the whole run.
  private func execute(
    _ run: ConformanceRun, _ setting: Setting, _ files: ReportFiles, _ console: ConsoleWriter,
    _ keeper: RunKeeper, _ description: inout RunDescription
  ) -> [CaseResult] {
    let record: @Sendable (CaseResult) -> Void = { result in
      files.record(result)
      keeper.record(result)
    }
    guard arguments.has(.verify) else {
      let result = run.run(
        observer: { RunCommand.tell($0, files, console) }, recorder: record)
      description.wallMilliseconds = result.wallMilliseconds
      description.problem = result.startFailure.map(description.problem(of:))
      return keeper.whole(result.results, of: setting.cases)
    }
    let outcome = Verification(run: run, rounds: arguments.integer(.rounds) ?? 2).run(
      observer: { if $0 == 1 { RunCommand.tell($1, files, console) } }, recorder: record)
    var results = outcome.firstRound.results
    description.wallMilliseconds = outcome.firstRound.wallMilliseconds
    description.problem = outcome.firstRound.startFailure.map(description.problem(of:))
    if outcome.differences.isEmpty, !run.control.isInterrupted {
      description.verifiedRounds = outcome.rounds
    }
    for difference in outcome.differences {
      RunCommand.mark(difference, &results, files, console, record)
    }
    return results
  }

  /// What is known of a run before anything was read.
  private var emptyDescription: RunDescription {
    RunDescription(
      version: programVersion, adapter: [], seed: arguments.integer(.seed) ?? 0,
      startedMilliseconds: WallClock.sinceEpoch, planned: 0, requirements: [:])
  }

  private func options(
    _ setting: Setting, _ scratchFolder: String, _ control: RunControl
  ) throws(CommandError) -> RunOptions {
    var options = arguments.runOptions(
      adapter: setting.command, scratch: scratchFolder, setting.contract)
    options.seed = arguments.integer(.seed) ?? 0
    options.serviceAddress = try DeviceArguments.serviceAddress(arguments)
    // A device has one app of a kind.
    let isAlone = setting.device != nil || arguments.has(.waitForDebugger)
    if isAlone { options.jobs = arguments.integer(.jobs) ?? 1 }
    if arguments.has(.waitForDebugger) {
      options.debuggerHold = DebuggerHold(
        tell: { Output.complain("mamconform run: \($0)\n") },
        isCancelled: { [control] in control.isInterrupted })
    }
    options.limits = arguments.caseLimits
    options.historyFolder =
      arguments.value(.histories) ?? arguments.value(.report).map { "\($0)/histories" }
    if let milliseconds = arguments.integer(.settle) { options.settleMilliseconds = milliseconds }
    options.acceptsForeignRequests = arguments.value(.foreign) == "accept"
    options.retryToleranceMilliseconds = arguments.integer(.retryTolerance) ?? 0
    options.isInProcess = arguments.has(.inProcess)
    options.inProcessDefects = arguments.list(.defect) ?? []
    options.inProcessReadings = arguments.list(.readings) ?? []
    options.inProcessProfile = setting.profile
    options.recommendations = setting.contract.recommendations
    options.isStrict = arguments.has(.strict)
    options.ledger = setting.ledger
    options.suiteVersion = setting.suiteVersion
    options.stopsAtFirstFailure = arguments.has(.failFast)
    return options
  }

  /// Said once if ``Stillness/hasHidden``.
  private static let hiddenNote =
    "cases take --settle longer than necessary, because the kernel does not let this program see what an adapter "
    + "waits for (/proc/PID/syscall; see ptrace_scope and hidepid, or the container's rules)"

  /// Tells of a case that has ended, or about which something has come out later.
  private static func tell(
    _ progress: RunProgress, _ files: ReportFiles, _ console: ConsoleWriter
  ) {
    files.tell(progress)
    if let before = progress.corrected {
      console.corrected(progress.result, was: before)
    } else {
      console.finished(progress.result)
    }
  }

  /// Turns a case whose history differed between two rounds into an error.
  private static func mark(
    _ difference: Verification.Difference, _ results: inout [CaseResult], _ files: ReportFiles,
    _ console: ConsoleWriter, _ record: (CaseResult) -> Void
  ) {
    guard let index = results.firstIndex(where: { $0.conformanceCase.name == difference.caseName })
    else { return }
    let before = results[index].verdict
    results[index].verdict = .error
    results[index].problem = Problem(
      code: "not-deterministic", participant: "adapter",
      message: "round \(difference.round) differs from the first at record \(difference.record): "
        + "first \(difference.first ?? "the end"), then \(difference.second ?? "the end")"
        + (difference.bytes.map { "; they part at \($0)" } ?? ""))
    record(results[index])
    tell(
      RunProgress(
        result: results[index], finished: results.count, total: results.count, corrected: before),
      files, console)
  }

  /// Writes reports that say why the run could not start.
  private func report(_ error: CommandError, _ files: ReportFiles) {
    var description = emptyDescription
    description.problem = Problem(
      code: "set-up", participant: "mamconform", message: error.line)
    for error in files.write([], &description) {
      Output.complain("mamconform run: \(error.line)\n")
    }
  }
}
