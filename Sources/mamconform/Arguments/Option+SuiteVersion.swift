import Arguments
internal import ExactText

/// The options about released sets of checks, and about revisions of the contract's sentences.
extension Option {
  static let suiteVersion = Option(
    "--suite-version", "NAME",
    .output(of: "mamconform suite-version list 2>/dev/null | cut -d\\  -f1"),
    "pin the run to a released set of checks: later checks are shown and cannot fail it")
  static let released = Option(
    "--date", "DATE", .text, "write: the day of the release, such as 2026-11-22; default: today")
  static let correction = Option(
    "--correction", "REASON", .text,
    "write: correct a released set, with the reason: it takes its cases as they are now")
  static let writeRevisions = Option(
    "--write-revisions",
    "write the digests of new revisions of the contract's sentences to contract/revisions.yml")
}
