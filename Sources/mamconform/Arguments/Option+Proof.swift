import Arguments
internal import ExactText

/// The options of `requirements --from RUN`.
extension Option {
  static let coverageRun = Option(
    "--from", "RUN", .file,
    "what a run has shown: the run.json of a report, its folder, or a stored run")
  static let coverageMatrix = Option(
    "--matrix", "FILE", .file,
    "with --from: the JSON of 'prove --matrix', for the defects that each check has caught")
  static let coverageFormat = Option(
    "--format", "FORMAT", .choice(["text", "json", "html"]),
    "how to write; html only with --from")
  static let coverageOutput = Option(
    "--output", "FILE", .file, "with --from: where to write; default, and for '-': standard output")

  /// Those that say nothing without a run.
  static let ofCoverage: [Option] = [.coverageMatrix, .coverageOutput]
}

/// The options of `prove --matrix`.
extension Option {
  static let matrix = Option(
    "--matrix", "print which defect makes which check fail, and fail if anything is missing")
  static let mutations = Option(
    "--mutations",
    "change one part of what the histories show at a time, and print what no check notices")
  static let situations = Option(
    "--situations", "N", .integer(1...1_000_000),
    "limit a defect to a situation, such as an open prompt or a second account, N times; print where no check fails"
  )
  static let matrixFormat = Option(
    "--format", "FORMAT", .choice(["text", "json", "html"]),
    "how to write the matrix, or the mutations (not html); default: text")
  static let matrixOutput = Option(
    "--output", "FILE", .file,
    "where to write the matrix or the mutations; default, and for '-': standard output")
  static let matrixCache = Option(
    "--cache", "FILE", .file,
    "keep the results in this file, and run only what has changed: the program, the case or the defect"
  )

  /// Those that say nothing without it.
  static let ofMatrix: [Option] = [.matrixFormat, .matrixOutput, .matrixCache]
}

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
    "--output", "FILE", .file,
    "where to write, if no such file exists; default, and for '-': standard output")
  static let owner = Option("--owner", "NAME", .text, "who is responsible for the failures")
  static let link = Option("--link", "URL", .text, "where the failures are tracked")
  static let expires = Option(
    "--expires", "DATE", .text, "the last day on which the entries are valid, such as 2027-01-31")
}
