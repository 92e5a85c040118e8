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
