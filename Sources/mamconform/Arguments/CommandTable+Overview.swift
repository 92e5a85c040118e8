import Arguments
internal import ExactText

extension CommandTable {
  /// What the program does and which commands it has.
  static var overview: String {
    var text = """
      mamconform judges mobile-app-management SDKs against the contract of the Intune App SDK for iOS.

      usage: mamconform COMMAND [options]

      commands:

      """
    text += HelpText.table(commands.map { ($0.name, $0.description.summary) })
    text += """

      'mamconform help COMMAND' explains a command.

      exit codes:

      """
    text += HelpText.table([
      ("0", "all conform"),
      ("1", "some requirement is violated"),
      (
        "2",
        "inconclusive, an error in harness or adapter, or a report or output that cannot be written"
      ),
      ("64", "wrong usage, a file that cannot be used, or a pattern without a match"),
      ("70", "an internal fault"),
      ("130", "ended by SIGINT, SIGTERM, SIGHUP or SIGQUIT; reports are written for what ran"),
    ])
    return text
  }
}
