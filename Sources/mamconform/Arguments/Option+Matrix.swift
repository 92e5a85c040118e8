import Arguments
internal import ExactText

/// The options of `prove --matrix`.
extension Option {
  static let matrix = Option(
    "--matrix", "print which defect makes which check fail, and fail if anything is missing")
  static let matrixFormat = Option(
    "--format", "FORMAT", .choice(["text", "json", "html"]),
    "how to write the matrix; default: text")
  static let matrixOutput = Option(
    "--output", "FILE", .file, "where to write the matrix; default, and for '-': standard output")
  static let matrixCache = Option(
    "--cache", "FILE", .file,
    "keep the results in this file, and run only what has changed: the program, the case or the defect"
  )

  /// Those that say nothing without it.
  static let ofMatrix: [Option] = [.matrixFormat, .matrixOutput, .matrixCache]
}
