import Arguments
import Conformance
import Contract
internal import ExactText
import SystemFiles

extension ParsedArguments {
  /// The options that `run` and `prove` have in common.
  ///
  /// - Parameter scratch: the scratch folder of the command.
  func runOptions(adapter: [String], scratch: String, _ contract: Contract) -> RunOptions {
    var options = RunOptions(
      adapter: adapter, serviceProgram: ProgramPath.own, scratchFolder: "\(scratch)/run")
    options.jobs = integer(.jobs) ?? Processors.available
    options.watchdogMilliseconds = (integer(.watchdog) ?? 10) * 1000
    options.optionalRequirements = contract.optionalRequirements
    return options
  }
}
