import CaseModel
import Conformance
import Contract
internal import ExactText
import Glibc
import Reporting
import Participants

/// `mamconform run`: load, select, run, report.
struct RunCommand {
  private let arguments: Arguments

  /// The command with its arguments.
  init(_ arguments: Arguments) { self.arguments = arguments }

  /// Runs and returns the exit code.
  ///
  /// - Throws: what kept the run from starting; the reports that were asked for then say so too.
  func run() throws(CommandError) -> Int32 {
    if arguments.has(.quiet), arguments.has(.verbose) {
      throw CommandError("--quiet and --verbose exclude each other")
    }
    if arguments.has(.rounds), !arguments.has(.verify) {
      throw CommandError("--rounds is for --verify")
    }
    let control = RunControl()
    let watch = InterruptWatch(control)
    let files = try ReportFiles(arguments)
    let setting: Setting
    do throws(CommandError) {
      setting = try Setting(arguments)
    } catch {
      report(error, files)
      throw error
    }
    return try carryOut(setting, files, control, watch)
  }

  /// What a run needs before it can start.
  private struct Setting {
    let cases: [ConformanceCase]
    let command: [String]
    let optionalRequirements: Set<ExactString>
    var description: RunDescription

    init(_ arguments: Arguments) throws(CommandError) {
      let suites = try Suites.load(arguments)
      cases = try CaseSelection(arguments).apply(suites.cases, suites.contract)
      let sdk = try SDKUnderTest(arguments)
      command = sdk.command
      optionalRequirements = suites.contract.requirements.filter(\.isOptional).map(\.id).distinct
      var repeatOptions = sdk.repeatOptions
      for option in [Option.suites, .watchdog] + Option.limits {
        if let value = arguments.value(option) { repeatOptions += [option.name, value] }
      }
      description = RunDescription(
        version: programVersion, adapter: sdk.command, seed: arguments.integer(.seed) ?? 0,
        startedMilliseconds: WallClock.sinceEpoch, planned: cases.count,
        requirements: suites.requirements, repeatOptions: repeatOptions)
    }
  }

  private func carryOut(
    _ setting: Setting, _ files: ReportFiles, _ control: RunControl, _ watch: InterruptWatch
  ) throws(CommandError) -> Int32 {
    let scratch = try ScratchRoot()
    var description = setting.description
    let console = ConsoleWriter(description, arguments)
    let run = ConformanceRun(
      cases: setting.cases, options: options(setting, scratch.path), control: control)
    Descendants.adopt()
    var results: [CaseResult]
    if arguments.has(.verify) {
      let outcome = Verification(run: run, rounds: arguments.integer(.rounds) ?? 2).run {
        if $0 == 1 { console.finished($1.result) }
      }
      results = outcome.firstRound.results
      description.wallMilliseconds = outcome.firstRound.wallMilliseconds
      if outcome.differences.isEmpty, !control.isInterrupted {
        description.verifiedRounds = outcome.rounds
      }
      for difference in outcome.differences { RunCommand.mark(difference, &results, console) }
    } else {
      let result = run.run { console.finished($0.result) }
      results = result.results
      description.wallMilliseconds = result.wallMilliseconds
    }
    // What adapters have left behind must not outlive the run.
    Descendants.end()
    if watch.isInterrupted {
      description.problem = Problem(
        code: "interrupted", participant: "mamconform",
        message: "interrupted after \(results.count) of \(setting.cases.count) cases")
    }
    let errors = files.write(results, &description)
    console.summary(results, description)
    for error in errors { Output.complain("mamconform run: \(error.line)\n") }
    if watch.isInterrupted { return ExitCode.interrupted }
    let code = RunSummary(results).exitCode
    return code == ExitCode.conforms ? errors.first?.exitCode ?? code : code
  }

  private func options(_ setting: Setting, _ scratchFolder: String) -> RunOptions {
    var options = RunOptions(
      adapter: setting.command, serviceProgram: Programs.own,
      scratchFolder: "\(scratchFolder)/run")
    options.seed = arguments.integer(.seed) ?? 0
    options.jobs = arguments.integer(.jobs) ?? RunCommand.processors
    options.watchdogMilliseconds = (arguments.integer(.watchdog) ?? 10) * 1000
    options.limits = arguments.caseLimits
    if let milliseconds = arguments.integer(.settle) { options.settleMilliseconds = milliseconds }
    options.acceptsForeignRequests = arguments.value(.foreign) == "accept"
    options.optionalRequirements = setting.optionalRequirements
    options.isInProcess = arguments.has(.inProcess)
    options.inProcessDefect = arguments.value(.defect)
    options.stopsAtFirstFailure = arguments.has(.failFast)
    return options
  }

  /// The processors of the machine, at least 1.
  static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Turns a case whose history differed between two rounds into an error.
  private static func mark(
    _ difference: Verification.Difference, _ results: inout [CaseResult], _ console: ConsoleWriter
  ) {
    guard let index = results.firstIndex(where: { $0.conformanceCase.name == difference.caseName })
    else { return }
    results[index].verdict = .error
    results[index].problem = Problem(
      code: "not-deterministic", participant: "adapter",
      message: "round \(difference.round) differs from the first at record \(difference.record): "
        + "first \(difference.first ?? "the end"), then \(difference.second ?? "the end")")
    console.finished(results[index])
  }

  /// Writes reports that say why the run could not start.
  private func report(_ error: CommandError, _ files: ReportFiles) {
    var description = RunDescription(
      version: programVersion, adapter: [], seed: arguments.integer(.seed) ?? 0,
      startedMilliseconds: WallClock.sinceEpoch, planned: 0, requirements: [:])
    description.problem = Problem(
      code: "set-up", participant: "mamconform", message: error.line)
    for error in files.write([], &description) {
      Output.complain("mamconform run: \(error.line)\n")
    }
  }
}
