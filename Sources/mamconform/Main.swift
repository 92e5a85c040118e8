import Arguments
import CProcess
import Conformance
internal import ExactText
import Glibc
import Participants
import SystemFiles
import Wording

/// The version of the program, as `mamconform version` prints it.
let programVersion = "0.1.0"

/// The program: finds the command, reads its arguments, carries it out, and ends with its exit code.
@main struct Main {
  static func main() {
    mam_set_right()
    // A pipe whose reader has gone is an error to handle, not a reason to die without reports.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that may not grow any further.
    signal(SIGXFSZ, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    let isSupervised = CommandTable.commands.contains {
      $0.name == words.first && $0.startsProcesses
    }
    guard isSupervised else { exit(run(words)) }
    Supervisor.start()
    Supervisor.runOnFreshThread {
      let code = run(words)
      Descendants.end()
      exit(code)
    }
  }

  /// Carries out a command line and returns the exit code; errors are said on standard error.
  static func run(_ words: [String]) -> Int32 {
    var subject = "mamconform"
    do throws(CommandError) {
      guard let first = words.first else {
        Output.complain(CommandTable.overview(width: Terminal.pageWidth))
        return ExitCode.usage
      }
      switch first {
      case "--help", "-h": return try Main.command(["help"])
      case "--version": return try Main.command(["version"])
      default:
        if CommandTable.commands.contains(where: { $0.name == first }) { subject += " \(first)" }
        return try Main.command(words)
      }
    } catch {
      if !error.message.isEmpty { Output.complain("\(subject): \(Excerpt.harmless(error.line))\n") }
      return error.exitCode
    }
  }

  private static func command(_ words: [String]) throws(CommandError) -> Int32 {
    let command = try CommandTable.command(words[0])
    let arguments = try CommandError.ofUsage { () throws(UsageError) in
      try command.description.parse(Array(words.dropFirst()))
    }
    if arguments.has(.help) {
      try Output.write(HelpText.page(command.description, width: Terminal.pageWidth))
      return ExitCode.conforms
    }
    try OutputCheck(arguments, of: command.description).run()
    return try command.action(arguments)
  }
}
