import Arguments
import Comparison
internal import ExactText

extension CommandTable {
  /// What is done with stored runs.
  static let stored: [Command] = [
    Command(
      description: describe(
        name: "runs", summary: "List, show and prune stored runs",
        operand: Operand(
          placeholder: "ACTION [RUN]", kind: .words(["list", "show", "prune"]), count: 0...2,
          summary: "list (the default), show RUN, or prune"),
        options: [.store, .format, .keep],
        discussion: """
          A RUN is the path of its folder, 'latest' ('latest~1' for the one before), a prefix of its name, or
          its label. 'prune' removes all but the latest --keep N; runs with a label and runs that are being
          written stay. What a run has left that was killed before its first case is removed too.
          """),
      action: { arguments throws(CommandError) in try RunsCommand.run(arguments) }),
    Command(
      description: describe(
        name: "report", summary: "Write the reports of a stored run again",
        operand: storedRun, options: [.store] + reports,
        discussion: "Writes the same reports as the run itself, and gives the same exit code."),
      action: { arguments throws(CommandError) in try ReportCommand(arguments).report() }),
    Command(
      description: describe(
        name: "judge", summary: "Judge a stored run again, from its histories alone",
        operand: Operand(
          placeholder: "RUN [FILE]", kind: .folder, count: 1...1000,
          summary:
            "a stored run, as for 'report', and where its cases are if not in the suites: files "
            + "(.yaml) or folders (with a / at the end)"),
        options: [.store, .suites, .strict] + reports,
        discussion: """
          The checks are those of the suites as they are now; nothing is run. A newer suite is judged as far as
          it does the same as the stored run: what cannot be decided is inconclusive, and named. Cases of your
          own files are read from the files named after the run, otherwise from those that the run was given.
          """),
      action: { arguments throws(CommandError) in try ReportCommand(arguments).judge() }),
    Command(
      description: describe(
        name: "compare", summary: "Compare a run with an earlier one",
        operand: Operand(
          placeholder: "RUN", kind: .folder, count: 2...1000,
          summary: "stored runs, report folders or folders of histories, the oldest first"),
        options: [
          .store, .comparisonFormat, .comparisonOutput, .failOn,
          .verbose.meaning("list everything, not only the first of each kind"),
        ],
        discussion: """
          Verdicts are compared by requirement, then the histories, which also shows changes of behaviour that no
          check notices. With more than two runs the comparison is a trend: the first run in which each
          requirement changed. Exit code 1 means that something listed in --fail-on was found; cases that the last
          run did not come to, because it did not finish, are undecided.
          """),
      action: { arguments throws(CommandError) in try CompareCommand(arguments).run() }),
  ]

  private static let storedRun = Operand(
    placeholder: "RUN", kind: .folder, count: 1...1,
    summary: "a stored run: its path, 'latest', a prefix of its name, or its label")

  private static let reports: [Option] = [
    .ledger, .today, .report, .reportFormat, .output, .junit, .junitProfile, .json, .histories,
    .quiet, .verbose,
  ]
}
