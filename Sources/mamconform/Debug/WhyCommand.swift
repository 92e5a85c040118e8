import Arguments
import CaseModel
import Conformance
import Contract
import DebugAdapter
import Debugger
internal import ExactText
import JSONText
import Participants
import Wording

/// `mamconform why`: which decision of a case makes a check of it fail.
enum WhyCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    let control = RunControl()
    let watch = InterruptWatch(control)
    let scratch = try ScratchRoot.forCommand()
    defer { _ = scratch.remove() }
    let target = try target(arguments, for: "why", scratch: scratch.path)
    defer { target.options.devices?.listener.close() }
    Descendants.adopt()
    let run = ConformanceRun(
      cases: [target.conformanceCase], options: target.options, control: control)
    guard let result = run.run().results.first, !watch.isInterrupted else {
      return ExitCode.interrupted
    }
    return try explain(result, arguments, target.options)
  }

  /// The case that a command line names, and how it is run: the reference SDK in process, any other SDK in processes.
  ///
  /// Of an SDK on a device the socket is open then, and the caller closes it.
  ///
  /// - Parameter command: the command that needs it.
  static func target(
    _ arguments: ParsedArguments, for command: String, scratch: String
  ) throws(CommandError) -> DebugTarget {
    let found = try OneCase(arguments)
    let (item, suites) = (found.item, found.suites)
    let sdk = try SDKUnderTest(arguments, profile: suites.profile)
    var options = arguments.runOptions(adapter: sdk.command, scratch: scratch, suites.contract)
    options.isInProcess = !arguments.has(.sut) && arguments.rest == nil
    options.inProcessDefects = arguments.list(.defect) ?? []
    options.inProcessReadings = arguments.list(.readings) ?? []
    options.inProcessProfile = suites.profile
    options.recommendations = suites.contract.recommendations
    options.serviceAddress = try DeviceArguments.serviceAddress(arguments)
    options.devices = try sdk.device?.listen(for: command)
    return DebugTarget(item, options: options, contract: suites.contract)
  }

  private static func explain(
    _ result: CaseResult, _ arguments: ParsedArguments, _ options: RunOptions
  ) throws(CommandError) -> Int32 {
    let id = arguments.value(.checkID)
    if let id {
      try CommandError.ofUsage { () throws(UsageError) in
        try UsageError.check(id, "check", among: result.checks.map(\.check.id))
      }
    }
    // What an app or a person cannot do any more because a check failed is no reason to be silent about the check.
    let hasFailure = result.checks.contains { $0.verdict == .fail || $0.verdict == .warning }
    if let problem = result.problem, !hasFailure {
      throw CommandError(
        "\(result.conformanceCase.name) ends in an error: \(problem.message)",
        exitCode: ExitCode.inconclusive)
    }
    var search = DecisionSearch(options)
    search.milliseconds = Double(arguments.integer(.searchTime) ?? 2) * 1000
    guard let report = search.explain(result, check: id) else {
      let what = id.map { "the check \($0) of" } ?? "no check of"
      let how = id == nil ? "fails" : "does not fail"
      try Output.write("\(what) \(result.conformanceCase.name) \(how)\n")
      return ExitCode.conforms
    }
    if arguments.value(.format) == "json" {
      try Output.write(JSON.object(report.document).prettyText)
    } else {
      try Output.write(report.text(listsAll: arguments.has(.allDecisions)))
    }
    return ExitCode.violated
  }
}
