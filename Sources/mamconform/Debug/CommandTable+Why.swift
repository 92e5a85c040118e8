import Arguments
internal import ExactText
import Wording

/// The commands that explain one case.
extension CommandTable {
  static let explaining: [Command] = [why, dap]

  static let why = Command(
    description: describe(
      name: "why",
      summary: "Find the single decision of a case that makes a check fail",
      operand: Operand(
        placeholder: "CASE", kind: .output(of: "mamconform list 2>/dev/null"), count: 1...2,
        summary:
          "the name of one case, or a pattern that only one edition and combination matches; a file of cases before it, or alone"
      ),
      options: [
        .sutOrReference, .suites, .edition, .profile, .defect, .readings, .watchdog, .checkID,
        .searchTime,
        .format,
        .allDecisions,
      ] + Option.devices,
      rest: .init(placeholder: "COMMAND...", summary: "the adapter's command, instead of --sut"),
      discussion: """
        Runs the case, and then again and again with one decision changed: without a kill, a fault, an
        answer, an administrator's order, a call, or with less time passing. It names the decision without
        which the check would not have failed, and below it the first thing that the SDK did differently
        from the reference SDK. If no single decision is enough, it names the smallest set of them.

        Last come the known defects of the reference SDK, as 'mam-app --defects' lists them, that lead to
        the same in this case.

        Without --sut the reference SDK runs in process. Exit code 0 means that nothing fails, 1 that a
        failure was explained; 'schema why' describes the JSON.
        """),
    startsProcesses: true,
    action: { arguments throws(CommandError) in try WhyCommand.run(arguments) })

  private static let dap = Command(
    description: describe(
      name: "dap",
      summary: "Debug cases from an editor, over the Debug Adapter Protocol",
      options: [.suites, .listen, .watchdog],
      discussion: """
        Speaks on standard input and output, or with --listen to one client at a time on a port of this
        machine. The client's launch configuration names the case ('schema debug-configuration' describes
        it); the documentation has snippets for VS Code, Neovim and Emacs.
        """),
    startsProcesses: true,
    action: { arguments throws(CommandError) in try DapCommand.run(arguments) })
}
