import Arguments
internal import ExactText

/// The options about known failures.
extension Option {
  static let ledger = Option(
    "--ledger", "FILE", .file,
    "the known failures of the SDK: the run fails on everything else, and on a listed check that passes"
  )
  static let today = Option(
    "--today", "DATE", .text,
    "the date used for the expiry of ledger entries, such as 2027-01-31; default: today")
  static let ledgerOutput = Option(
    "--output", "FILE", .file, "where to write; default, and for '-': standard output")
  static let owner = Option("--owner", "NAME", .text, "who is responsible for the failures")
  static let link = Option("--link", "URL", .text, "where the failures are tracked")
  static let expires = Option(
    "--expires", "DATE", .text, "the last day on which the entries are valid, such as 2027-01-31")
}
