import Arguments
internal import ExactText
import Wording

extension CommandTable {
  /// What the program does.
  static let purpose =
    "judges mobile-app-management SDKs against the contract of the Intune App SDK for iOS"

  /// What each exit code says.
  static let exitCodes = [
    (
      "0",
      "everything conforms, or --last-failed, --changed-since or a shard left no case to run"
    ),
    ("1", "at least one requirement is violated"),
    (
      "2",
      "inconclusive, an error in harness or adapter, or an output that cannot be written, also before the first case"
    ),
    ("3", "the SDK conforms, but the app around it does not fulfil its duties"),
    ("64", "wrong usage, a file that cannot be used, or a pattern that matches nothing"),
    ("70", "an internal fault"),
    (
      "130",
      "ended by SIGINT, SIGTERM, SIGHUP or SIGQUIT while cases or an adapter run; 'run' writes reports for what ran"
    ),
  ]

  /// What the program does and which commands it has, for a page of so many columns.
  static func overview(width: Int) -> String {
    """
    \(Fold.paragraphs("mamconform \(purpose).", width: width))

    usage: mamconform COMMAND [options]

    commands:
    \(HelpText.table(commands.map { ($0.name, $0.description.summary) }, width: width))
    'mamconform help COMMAND' explains a command.

    exit codes:
    \(HelpText.table(exitCodes, width: width))
    """
  }
}
