import Arguments
import Conformance
internal import ExactText
import JSONText
import Participants
import SystemFiles
import Wording

/// `mamconform adapter check`: the step protocol of an adapter, apart from the SDK that it hosts.
enum AdapterCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> Int32 {
    // There are no reports to write: a signal ends the check at once.
    _ = InterruptWatch(RunControl())
    let device = try DeviceArguments(arguments)
    let command = try chosenCommand(arguments, device)
    Supervisor.waitForGroup()
    var options = AdapterCheck.Options()
    if let seconds = arguments.integer(.watchdog) { options.watchdogMilliseconds = seconds * 1000 }
    options.serviceProgram = ProgramPath.own
    options.devices = try device?.listen(for: "adapter")
    defer { options.devices?.listener.close() }
    let findings = AdapterCheck.run(command: command, options: options)
    // Otherwise the end of its processes would look like a finding.
    Supervisor.waitIfEnding()
    let isJSON = arguments.value(.format) == "json"
    try Output.write(
      isJSON
        ? AdapterCheck.json(findings).prettyText
        : AdapterCheck.text(findings, columns: Output.isTerminal ? Output.columns : nil))
    let hasFailed = findings.contains { $0.outcome == .fail }
    return hasFailed ? ExitCode.inconclusive : ExitCode.conforms
  }

  /// The adapter's command; the address at which its apps connect if there is none.
  private static func chosenCommand(
    _ arguments: ParsedArguments, _ device: DeviceArguments?
  ) throws(CommandError) -> [String] {
    if let device { return [device.address.description] }
    guard !arguments.has(.sut) || arguments.rest == nil else {
      throw CommandError("the SDK under test is given twice: by --sut and after '--'")
    }
    if let line = arguments.value(.sut) {
      let words = try CommandError.ofUsage { () throws(UsageError) in try ShellWords.split(line) }
      _ = try Programs.find(words[0])
      return words
    }
    guard let command = arguments.rest, let program = command.first else {
      throw CommandError(
        "the adapter's command is missing",
        suggestion: "give it after '--', or with --sut")
    }
    _ = try Programs.find(program)
    return command
  }
}
