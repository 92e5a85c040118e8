import Arguments
internal import ExactText

/// The options about known failures.
extension Option {
  static let ledger = Option(
    "--ledger", "FILE", .file,
    "the known failures of the SDK: the run fails on everything else, and on what passes again")
  static let today = Option(
    "--today", "DATE", .text,
    "the day by which entries of the ledger expire, such as 2027-01-31; default: today")
  static let ledgerOutput = Option(
    "--output", "FILE", .file, "where to write; - and default: standard output")
  static let owner = Option("--owner", "NAME", .text, "who sees to the failures")
  static let link = Option("--link", "URL", .text, "where people follow the failures up")
  static let expires = Option(
    "--expires", "DATE", .text, "the last day on which the entries hold, such as 2027-01-31")
}
