import Arguments
import Conformance
internal import ExactText
import MAMServer
import Participants
import ReportFormats
import SystemFiles
import Wording

/// Every command with its operands and options: the one description behind parsing, help and completion.
enum CommandTable {
  /// The commands in the order of help.
  static let commands: [Command] = work + explaining + [suiteVersion] + stored + about

  /// What the program is for.
  private static let work: [Command] = [
    Command(
      description: describe(
        name: "run", summary: "Run cases against an SDK and judge it",
        operand: patterns, options: runOptions,
        rest: .init(placeholder: "COMMAND...", summary: "the adapter's command, instead of --sut"),
        discussion: """
          A PATTERN with * or ? is a glob over full names, suite/id[axis=value]@edition. Without them it is
          a suite, suite/id, suite/id@edition or a full name. A pattern without a match is an error.

          A PATTERN that ends in .yaml, .yml or / is a file or folder of cases, anywhere: its cases are used
          instead of those of the suites folder, with the contract and the world of that folder. A file with an
          error is left out and makes the run inconclusive.
          """,
        remarks: """
          formats (the first --format goes to the first --output, and so on):
          \(HelpText.table(ReportFormat.all.map { ($0.name, $0.summary) }))
          In GitHub Actions (GITHUB_ACTIONS) annotations are written by default.

          placeholders of --launch-command, --kill-command and --wipe-command:
          \(HelpText.table(DeviceCommands.placeholders.map { ("{\($0.name)}", $0.meaning) }))
          The launch command also gets the variables MAMCONFORM_CONNECT and MAMCONFORM_TOKEN, and both with
          the prefix SIMCTL_CHILD_. Apps run one case at a time unless --jobs says otherwise.
          """),
      startsProcesses: true,
      action: { arguments throws(CommandError) in
        try RunCommand(StoredSelection.arguments(arguments)).run()
      }),
    Command(
      description: describe(
        name: "debug", summary: "Stop a case on the virtual clock, continue, go back, and inspect",
        operand: Operand(
          placeholder: "CASE", kind: cases, count: 1...2,
          summary:
            "a case, or a pattern that only one combination matches; a file of cases, or a stored run (its path or label), before it or alone"
        ),
        options: [
          .suites, .edition, .profile, .defect, .readings, .sutOrReference, .retryTolerance,
          .strict,
          .seed, .watchdog, .store,
          .commandFile, .execute, .atFailure,
        ] + Option.limits + Option.devices,
        rest: .init(placeholder: "COMMAND...", summary: "the adapter's command, instead of --sut"),
        discussion: """
          Without an adapter the reference SDK runs in process. 'help' inside lists the commands: next, step,
          continue, back, break, info, print, try, why, attach. From a script or a pipe each command is shown
          before its output; exit code 64 means that one of them failed, and 2 that the case ended in an error,
          such as an adapter that exits. Of a stored run the first failed case is opened, with the SDK of that
          run. A case without a check can be looked at too.

          'attach APP' at a stop names the app's process for a debugger of its own language, such as lldb or
          debugpy, and no real time counts against it from then on; with 'run --wait-for-debugger' every process
          of an app waits for a debugger at its launch.
          """),
      action: { arguments throws(CommandError) in try DebugCommand(arguments).run() }),
    Command(
      description: describe(
        name: "list", summary: "List the cases that a run would take",
        operand: patterns, options: selection + [.shard, .times, .sweeps, .quick, .format],
        discussion: "Names go to standard output, counts to standard error."),
      action: { arguments throws(CommandError) in try ListCommand.run(arguments) }),
    Command(
      description: describe(
        name: "show", summary: "Show the steps and checks of a case, or what happened in it",
        operand: Operand(
          placeholder: "CASE", kind: cases, count: 1...2,
          summary:
            "the name of one case, or a pattern that only one edition and combination matches; a file of cases before it, or alone"
        ),
        options: [.suites, .edition, .profile, .format, .history, .store]),
      action: { arguments throws(CommandError) in try ShowCommand.run(arguments) }),
    Command(
      description: describe(
        name: "lint", summary: "Check suites and contract without running anything",
        operand: Operand(
          placeholder: "PATH", kind: .file, count: 0...1000,
          summary: "suite files or folders; default: the suites folder"),
        options: [.suites, .lintFormat, .writeRevisions]),
      action: { arguments throws(CommandError) in try LintCommand.run(arguments) }),
    audit,
    Command(
      description: describe(
        name: "requirements", summary: "Show which checks prove each requirement",
        options: [
          .suites, .area.meaning("only requirements of these areas, such as ENR"), .coverageFormat,
          .coverageRun, .store,
        ] + Option.ofCoverage,
        discussion: """
          Every requirement that an SDK must keep and that the protocol can test is proven by checks, or has a
          reason in suites/contract/unproven.yaml. A requirement with neither gives exit code 1. One that only
          allows something (MAY) cannot be violated: an advisory check shows whether it is done.

          With --from the command shows what a run has shown, in each edition: a requirement is proven if a check
          of it was made and passed, and not exercised if checks of it are declared but none reached a verdict.
          Exit code 1 means that one is violated, not exercised or not proven, 2 that the run did not finish. 'schema
          coverage' describes the JSON; without --from the JSON is a list with an object for each requirement, and has
          no schema.
          """),
      action: { arguments throws(CommandError) in try RequirementsCommand.run(arguments) }),
    Command(
      description: describe(
        name: "explain",
        summary: "Explain a requirement and its proof, or a standing check",
        operand: Operand(
          placeholder: "NAME", kind: .output(of: requirementNames), count: 0...1000,
          summary:
            "a requirement such as ENR-008, or a standing check such as always-no-early-retry; default: list all with their titles"
        ),
        options: [.suites, .format]),
      action: { arguments throws(CommandError) in try ExplainCommand.run(arguments) }),
    Command(
      description: describe(
        name: "new", summary: "Write a first file of cases or a first adapter, with comments",
        operand: Operand(
          placeholder: "WHAT", kind: .words(["case", "adapter"] + NewCommand.languages),
          count: 1...2,
          summary:
            "case, or adapter and its language: \(NewCommand.languages.joined(separator: ", "))"),
        options: [.newFile],
        discussion: """
          An existing file is never overwritten. The case runs as it is: 'mamconform run my-cases.yaml'. The
          adapter reports truthfully that it offers nothing yet: 'mamconform adapter check -- COMMAND' lists what
          is missing, and its first lines say how to build and start it.
          """),
      action: { arguments throws(CommandError) in try NewCommand.run(arguments) }),
    Command(
      description: describe(
        name: "merge", summary: "Merge the reports of shards into that of the whole run",
        operand: Operand(
          placeholder: "REPORT", kind: .file, count: 1...Shard.most,
          summary: "the JSON reports of all shards, or the folders that hold them"),
        options: [
          .suites, .ledger, .today, .report, .formatOfMerge, .output, .junit, .junitProfile, .json,
          .histories.meaning("write the histories that the reports have"), .quiet,
        ],
        discussion: """
          The reports and the exit code are those of a single run, except for wall times. A shard that is missing
          or did not finish makes the run inconclusive. Shards that were run with a ledger of known failures must
          be merged with it.
          """),
      action: { arguments throws(CommandError) in try MergeCommand.run(arguments) }),
    Command(
      description: describe(
        name: "prove",
        summary: "Prove with every defect of the reference SDK that the checks can fail",
        options: [
          .suites, .quick, .defects, .jobs, .processes, .everyCase,
          .watchdog.meaning(
            "with --processes: real time after which silence is an error, 0: never; default: 10"),
          .json.meaning("write the findings as JSON; -: standard output; see 'schema proof'"),
          .verbose.meaning(
            "list every check that no defect makes fail; with --mutations, also the changes with a reason"
          ),
          .matrix, .mutations, .situations,
          .seed.meaning("with --situations: which of them are drawn; default: 0"),
        ] + Option.ofMatrix,
        discussion: """
          Runs the suites against each defect of mam-app until checks of every requirement that the defect names
          have failed. A defect survives if no check of a requirement that it breaks fails; checks that also fail
          without it do not count, nor do advisory ones. Exit code 1 means that a defect survived, or that no
          defect makes a check of a requirement fail that an SDK must keep. Exit code 2 means that checks do not
          pass without a defect, or that checks are made in none of their combinations, because of an 'if' or
          'unless'. A requirement that a defect names and no check shows is listed with the defect.

          With --verbose, --json, --matrix or --all every case runs in which a defect makes the SDK act
          differently. --verbose lists the checks that no defect makes fail; --json writes the findings for every
          check, see 'schema proof'. With --matrix the proof is a table of defects and checks, see 'schema matrix', and exit code 1 also
          means that no defect makes a check fail and suites/contract/untriggered.yaml gives no reason.

          With --mutations nothing runs against defects. The cases run once, in process; then one part of their
          histories is changed at a time - an event left out or repeated, a member emptied or replaced,
          everywhere, from the second on or after a relaunch, in each edition - and the histories are judged again.
          Exit code 1 means that no check notices a change and suites/contract/unjudged.yaml gives no reason.
          --verbose lists also those with a reason; --format json is described by 'schema mutations'.

          With --situations a defect acts only in a situation: NAME@SITUATION, which --defect takes as well. N pairs
          are drawn. One that goes unnoticed names two things that no case combines and judges, or something that
          the contract allows there; so the exit code does not depend on it. The situations are
          \(KnownDefect.situations.joined(separator: ", ")).
          """),
      startsProcesses: true,
      action: { arguments throws(CommandError) in try ProveCommand(arguments).run() }),
    Command(
      description: describe(
        name: "ledger", summary: "Check a ledger of known failures, or write one from a report",
        operand: Operand(
          placeholder: "check|write FILE", kind: .words(["check", "write"]), count: 1...2,
          summary:
            "check a ledger; write one from the run.json of a run of all cases, or of all cases of some editions"
        ),
        options: [.suites, .today, .ledgerOutput, .owner, .link, .expires],
        discussion: """
          A run with --ledger FILE marks the failures that the ledger lists, and fails on all others. It also
          fails on a listed check that passes or fails for another reason, and on an entry that matches
          nothing, contradicts another entry, or has expired. 'schema ledger' describes the file.
          'ledger write' needs --owner, --link and --expires. An existing file is never overwritten.
          """),
      action: { arguments throws(CommandError) in try LedgerCommand(arguments).run() }),
    Command(
      description: ServiceProcess.command,
      action: { arguments throws(CommandError) in try ServeCommand.run(arguments) }),
    Command(
      description: describe(
        name: "adapter", summary: "Check an adapter apart from the SDK that it hosts",
        operand: Operand(
          placeholder: "check", kind: .choice(["check"]), count: 1...1,
          summary: "what to do: check, the only action"),
        options: [
          .sut.meaning(
            "the adapter's command, quoted as for a shell, or where apps on a device connect: unix:PATH or tcp:HOST:PORT"
          ), .launchCommand, .killCommand, .wipeCommand, .connectTimeout, .appToken,
          .watchdog.meaning("real time after which silence is an error, 0: never; default: 5"),
          .format,
        ],
        rest: .init(placeholder: "COMMAND...", summary: "the adapter's command, instead of --sut"),
        discussion: """
          Each check has its own process. One enrolls and checks in at a real mock service, and one is kept waiting
          there for a response. The check not-offered lists what the adapter does not offer, which is not an error:
          cases that need it are reported as not offered.

          The exit code is 0 if no check fails, 2 if one does, and 130 if a signal ends the command.
          """),
      startsProcesses: true,
      action: { arguments throws(CommandError) in try AdapterCommand.run(arguments) }),
    Command(
      description: describe(
        name: "schema", summary: "Print a JSON Schema or the OpenAPI description, or all names",
        operand: Operand(
          placeholder: "NAME", kind: .output(of: "mamconform schema 2>/dev/null"), count: 0...1,
          summary: "such as run or service; default: list the names"),
        options: [.suites]),
      action: { arguments throws(CommandError) in try SchemaCommand.run(arguments) }),
  ]

  /// The names of all commands; those of ``about`` as they are written there, because it has these.
  private static let names =
    (work + explaining + [suiteVersion] + stored).map(\.name)
    + ["completion", "manual", "help", "version"]

  /// What explains the program and its commands.
  private static let about: [Command] = [
    Command(
      description: describe(
        name: "completion", summary: "Print the completion script of a shell",
        operand: Operand(
          placeholder: "SHELL", kind: .choice(Completion.shells), count: 1...1,
          summary: Completion.shells.joined(separator: ", ")),
        discussion: """
            bash: source <(mamconform completion bash)
            zsh:  mamconform completion zsh >_mamconform
            fish: mamconform completion fish | source

          The file for zsh goes to a folder in $fpath. Packages install the scripts.
          """),
      action: { arguments throws(CommandError) in
        try Output.write(
          Completion.script(
            arguments.operands[0], CommandTable.commands.map(\.description)))
        return 0
      }),
    Command(
      description: describe(
        name: "manual", summary: "Print the manual page of the program or of a command",
        operand: Operand(
          placeholder: "COMMAND",
          kind: .words(names), count: 0...1, summary: "a command; default: the program"),
        options: [.listPages],
        discussion: "'mamconform manual run | man -l -' shows one. Packages install all of them."),
      action: { arguments throws(CommandError) in try ManualCommand.run(arguments) }),
    Command(
      description: describe(
        name: "help", summary: "Explain the program or a command",
        operand: Operand(
          placeholder: "COMMAND",
          kind: .words(names), count: 0...2,
          summary: "a command, and its action if it has any, such as adapter check")),
      action: { arguments throws(CommandError) in
        guard let name = arguments.operands.first else {
          try Output.write(CommandTable.overview(width: Terminal.pageWidth))
          return 0
        }
        let description = try CommandTable.command(name).description
        // One page explains 'adapter check', 'ledger write' and the like.
        if let word = arguments.operands.dropFirst().first {
          guard !description.firstWords.isEmpty else {
            throw CommandError(
              "unexpected '\(word)': '\(name)' begins with no word of its own",
              suggestion: "'mamconform help \(name)' explains it")
          }
          try CommandError.ofUsage { () throws(UsageError) in
            try UsageError.check(word, "word", among: description.firstWords)
          }
        }
        try Output.write(HelpText.page(description, width: Terminal.pageWidth))
        return 0
      }),
    Command(
      description: describe(
        name: "version", summary: "Print the version"),
      action: { _ throws(CommandError) in
        try Output.write("mamconform \(programVersion)\n")
        return 0
      }),
  ]

  /// The command of that name.
  static func command(_ name: String) throws(CommandError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let near = Spelling.nearest(to: name, among: commands.map(\.name))
    if name.hasPrefix("-") {
      let owner = commands.first { command in
        command.description.options.contains { option in
          name.split(separator: "=").first.map(String.init) == option.name
        }
      }
      guard let owner else {
        throw CommandError(
          "unknown option '\(name)', and the command is missing before it",
          suggestion: "'mamconform help' lists the commands")
      }
      throw CommandError(
        "the command is missing before '\(name)'",
        suggestion: "write it first, such as 'mamconform \(owner.name) \(name)'")
    }
    throw CommandError(
      "unknown command '\(name)'",
      suggestion: near.map { "did you mean '\($0)'?" } ?? "'mamconform help' lists the commands")
  }

  /// The name of a case, or a pattern of names.
  private static let cases = ValueKind.output(of: "mamconform list 2>/dev/null")

  /// Prints the IDs of all requirements, one a line; `cut` wants no quotes, which the scripts of shells could not hold.
  private static let requirementNames = "mamconform explain 2>/dev/null | cut -d\\  -f1"

  static func describe(
    name: String, summary: String, operand: Operand? = nil, options: [Option] = [],
    rest: CommandDescription.Rest? = nil, discussion: String = "", remarks: String = ""
  ) -> CommandDescription {
    CommandDescription(
      program: "mamconform", name: name, summary: summary, operand: operand,
      groups: [OptionGroup("options", options)], rest: rest, discussion: discussion,
      remarks: remarks)
  }

  private static let patterns = Operand(
    placeholder: "PATTERN", kind: cases, count: 0...100_000,
    summary: "which cases; default: all")

  private static let selection: [Option] = [.suites, .area, .requirement, .edition]

  private static let runOptions: [Option] =
    [.sut] + selection + [
      .shard, .times, .jobs, .seed, .report, .reportFormat, .output, .junit, .junitProfile, .json,
      .histories, .defect, .readings,
      .retryTolerance, .inProcess, .sweeps, .quick, .verify, .rounds,
      .watchdog, .ledger, .today, .suiteVersion, .profile, .strict, .failFast, .quiet, .verbose,
      .waitForDebugger,
    ] + Option.limits + Option.devices + Option.storing
}
