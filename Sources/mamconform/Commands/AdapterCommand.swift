import Arguments
import Conformance
internal import ExactText
import JSONText

/// `mamconform adapter check`: the step protocol of an adapter, apart from the SDK that it hosts.
enum AdapterCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    guard let command = arguments.rest, let program = command.first else {
      throw CommandError("after '--' the adapter's command is missing")
    }
    _ = try Programs.find(program)
    Supervisor.waitForGroup()
    var options = AdapterCheck.Options()
    if let seconds = arguments.integer(.watchdog) { options.watchdogMilliseconds = seconds * 1000 }
    let findings = AdapterCheck.run(command: command, options: options)
    let isJSON = arguments.value(.format) == "json"
    try Output.write(
      isJSON ? AdapterCheck.json(findings).prettyText : AdapterCheck.text(findings))
    let hasFailed = findings.contains { $0.outcome == .fail }
    return hasFailed ? ExitCode.inconclusive : ExitCode.conforms
  }
}
