import Arguments
internal import ExactText

/// The options of `prove --matrix`.
extension Option {
  static let matrix = Option(
    "--matrix", "print which defect makes which check fail, and fail on what is missing there")
  static let matrixFormat = Option(
    "--format", "FORMAT", .choice(["text", "json", "html"]),
    "how to write the matrix; default: text")
  static let matrixOutput = Option(
    "--output", "FILE", .file, "where the matrix goes; default, and for '-': standard output")
  static let matrixCache = Option(
    "--cache", "FILE", .file,
    "remember what was found there, and run only what has changed: the program, the case or the defect"
  )

  /// Those that say nothing without it.
  static let ofMatrix: [Option] = [.matrixFormat, .matrixOutput, .matrixCache]
}
