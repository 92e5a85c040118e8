import CaseYAML
import Contract
internal import ExactText
import Reporting
internal import Wording

/// Every command with its operands and options: the one description behind parsing, help and completion.
enum CommandTable {
  /// The commands in the order of help.
  static let commands: [Command] = [
    Command(
      name: "run", summary: "Run cases against an SDK and judge it",
      operand: patterns, options: runOptions,
      rest: .init(placeholder: "COMMAND...", summary: "the adapter's command, instead of --sut"),
      discussion: """
        A PATTERN with * or ? is a glob over full names, suite/id[axis=value]@edition. Without them it is
        a suite, suite/id, suite/id@edition or a full name. A pattern without a match is an error.
        """,
      startsProcesses: true,
      action: { arguments throws(CommandError) in try RunCommand(arguments).run() }),
    Command(
      name: "list", summary: "List the cases that a run would take",
      operand: patterns, options: selection + [.format],
      discussion: "Names go to standard output, counts to standard error.",
      action: { arguments throws(CommandError) in try ListCommand.run(arguments) }),
    Command(
      name: "show", summary: "Show the steps and checks of a case, or what happened in it",
      operand: Operand(
        placeholder: "CASE", kind: .casePattern, count: 1...1,
        summary: "the name of one case, or a pattern that only one edition and combination matches"),
      options: [.suites, .edition, .format, .history],
      action: { arguments throws(CommandError) in try ShowCommand.run(arguments) }),
    Command(
      name: "lint", summary: "Check suites and contract without running anything",
      operand: Operand(
        placeholder: "PATH", kind: .file, count: 0...1000,
        summary: "suite files or folders; default: the suites folder"),
      options: [.suites, .format],
      action: { arguments throws(CommandError) in try LintCommand.run(arguments) }),
    Command(
      name: "requirements", summary: "Show which checks prove each requirement",
      options: [.suites, .area, .format],
      discussion: """
        Every requirement that an SDK has to keep and that the protocol can test is proven by checks, or
        has a reason in suites/contract/unproven.yaml. One that has neither gives exit code 1.
        """,
      action: { arguments throws(CommandError) in try RequirementsCommand.run(arguments) }),
    Command(
      name: "prove",
      summary: "Prove that the checks can fail, by every defect of the reference SDK",
      options: [.suites, .defects, .jobs, .processes, .everyCase, .watchdog, .json, .verbose],
      discussion: """
        Runs the suites against each defect of mam-app to the end, and says which checks fail. A defect
        survives if no check of a requirement that it breaks fails; checks that also fail without it do
        not count, nor do advisory ones. Exit code 1 says that a defect survived, or that no defect breaks
        a requirement that an SDK must keep so that a check of it fails; 2, that checks do not pass without
        a defect. What a defect names and no check shows is listed with it. With --verbose every check that
        no defect makes fail is listed; --json writes what was found of every check, see 'schema proof'.
        """,
      startsProcesses: true,
      action: { arguments throws(CommandError) in try ProveCommand(arguments).run() }),
    Command(
      name: "serve", summary: "Run the mock MAM service on its own",
      options: ServeCommand.options, readsOwnArguments: true, ownHelp: ServeCommand.help,
      action: { arguments throws(CommandError) in try ServeCommand.run(arguments) }),
    Command(
      name: "adapter", summary: "Check an adapter apart from the SDK that it hosts",
      operand: Operand(
        placeholder: "check", kind: .choice(["check"]), count: 1...1, summary: "what to do with it"),
      options: [.watchdog, .format],
      rest: .init(placeholder: "COMMAND...", summary: "the adapter's command"),
      startsProcesses: true,
      action: { arguments throws(CommandError) in try AdapterCommand.run(arguments) }),
    Command(
      name: "schema", summary: "Print a JSON Schema or the OpenAPI description, or all names",
      operand: Operand(
        placeholder: "NAME", kind: .text, count: 0...1,
        summary: "such as run or service; default: list the names"),
      options: [.suites],
      action: { arguments throws(CommandError) in try SchemaCommand.run(arguments) }),
    Command(
      name: "completion", summary: "Print the completion script of a shell",
      operand: Operand(
        placeholder: "SHELL", kind: .choice(Completion.shells), count: 1...1,
        summary: Completion.shells.joined(separator: ", ")),
      discussion: """
        bash: source <(mamconform completion bash)
        zsh:  mamconform completion zsh > a folder of $fpath, as _mamconform
        fish: mamconform completion fish | source
        """,
      action: { arguments throws(CommandError) in
        try Output.write(Completion.script(arguments.operands[0], CommandTable.commands))
        return 0
      }),
    Command(
      name: "help", summary: "Explain the program or a command",
      operand: Operand(placeholder: "COMMAND", kind: .text, count: 0...1, summary: "a command"),
      action: { arguments throws(CommandError) in
        guard let name = arguments.operands.first else {
          try Output.write(HelpText.overview(CommandTable.commands))
          return 0
        }
        try Output.write(HelpText.page(CommandTable.command(name)))
        return 0
      }),
    Command(
      name: "version", summary: "Print the version",
      action: { _ throws(CommandError) in
        try Output.write("mamconform \(programVersion)\n")
        return 0
      }),
  ]

  /// The command of that name.
  static func command(_ name: String) throws(CommandError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let near = Spelling.nearest(to: name, among: commands.map(\.name))
    throw CommandError(
      "unknown command '\(name)'",
      suggestion: near.map { "did you mean '\($0)'?" } ?? "'mamconform help' lists the commands")
  }

  private static let patterns = Operand(
    placeholder: "PATTERN", kind: .casePattern, count: 0...100_000,
    summary: "which cases; default: all")

  private static let selection: [Option] = [.suites, .area, .requirement, .edition]

  private static let runOptions: [Option] =
    [.sut] + selection + [
      .jobs, .seed, .report, .junit, .junitProfile, .json, .histories, .defect, .readings,
      .retryTolerance, .inProcess, .verify, .rounds,
      .watchdog, .failFast, .quiet, .verbose,
    ] + Option.limits
}

extension Option {
  static let help = Option("--help", "show this help")
  static let sut = Option(
    "--sut", "COMMAND", .command,
    "the adapter's command, quoted as for a shell; default: mam-app beside this program")
  static let suites = Option(
    "--suites", "DIR", .folder,
    "the suites folder; default: $MAMCONFORM_SUITES, ./suites, or suites above this program")
  static let area = Option("--area", "A,B", .list([]), "only cases of these areas, such as ENR")
  static let requirement = Option(
    "--requirement", "ID,...", .list([]), "only cases that prove one of these, such as ENR-008")
  static let edition = Option(
    "--edition", "E,...", .list(Edition.allCases.map(\.rawValue) + ["latest", "all"]),
    "only these editions")
  static let format = Option("--format", "FORMAT", .choice(["text", "json"]), "how to write")
  static let jobs = Option(
    "--jobs", "N", .integer(1...1024),
    "cases at a time; default: one for each processor that may be used")
  static let seed = Option("--seed", "N", .integer(0...Int.max), "the seed of the run; default: 0")
  static let report = Option(
    "--report", "DIR", .folder,
    "write junit.xml, run.json, summary.txt, verdicts.jsonl and the histories of failed cases there"
  )
  static let junit = Option("--junit", "FILE", .file, "write JUnit XML")
  static let junitProfile = Option(
    "--junit-profile", "NAME", .choice(JUnitReport.Profile.allCases.map(\.rawValue)),
    "rich adds file, line and properties to every case, which no schema has")
  static let json = Option("--json", "FILE", .file, "write the machine format; see 'schema run'")
  static let histories = Option(
    "--histories", "DIR", .folder, "write the history of every case as JSON lines")
  static let history = Option(
    "--history", "PATH", .file,
    "show what happened: a file of history, or a folder of a run's report")
  static let defect = Option(
    "--defect", "NAME,...", .list([]),
    "give the reference SDK these defects; 'mam-app --defects' lists them")
  static let inProcess = Option(
    "--in-process",
    "run the reference SDK and the service as objects of this process: no kill is real, no time limit ends it"
  )
  static let readings = Option(
    "--reading", "NAME,...", .list([]),
    "let the reference SDK keep the contract in these other ways; 'mam-app --readings' lists them")
  static let retryTolerance = Option(
    "--retry-tolerance", "MILLISECONDS", .integer(0...3_600_000),
    "how late a retry of an enrollment may come, in virtual time (default 0)")
  static let processes = Option(
    "--processes", "run real processes instead of objects of this process: slower, kills are real")
  static let everyCase = Option(
    "--all", "run also the cases that do not come to a defect and so cannot see it")
  static let defects = Option("--defect", "NAME,...", .list([]), "only these defects")
  static let verify = Option(
    "--verify", "run every case again and demand byte-identical histories")
  static let rounds = Option(
    "--rounds", "N", .integer(2...100), "how often --verify runs each case; default: 2")
  static let watchdog = Option(
    "--watchdog", "SECONDS", .integer(0...86_400),
    "real time after which silence counts as a breakdown, 0: never; default: 10, adapter check: 5")
  static let failFast = Option("--fail-fast", "start no case after the first that fails")
  static let quiet = Option("--quiet", "say only what failed, and advisory findings")
  static let verbose = Option(
    "--verbose", "say a line for every case, or, in prove, for every idle check")
}
