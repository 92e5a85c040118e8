import Arguments
internal import ExactText

extension CommandTable {
  /// What is done with released sets of checks.
  static let suiteVersion = Command(
    description: describe(
      name: "suite-version", summary: "List, show and write released sets of checks",
      operand: Operand(
        placeholder: "ACTION [NAME...]", kind: .words(["list", "show", "write"]), count: 0...1000,
        summary: "list (the default), show NAME..., or write NAME"),
      options: [.suites, .released, .correction, .format],
      discussion: """
        A run with --suite-version NAME is pinned to the set: later checks are made and shown, but cannot fail
        the run. The set is a file below versions in the suites folder; 'schema suite-version' describes it.
        'show' lists what is later than each of the sets, and gives exit code 1 if the suites no longer have all
        of one as it was released; its JSON is an array if several are named. 'write' freezes today's checks under a new name.
        """),
    action: { arguments throws(CommandError) in try SuiteVersionCommand(arguments).run() })
}
