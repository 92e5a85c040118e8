import Arguments
internal import ExactText

/// The options of `debug`, `why` and `dap`.
extension Option {
  static let commandFile = Option(
    "--command", "FILE", .file, "a script: one debugger command per line, # for comments")
  static let execute = Option(
    "-ex", "CMD", .text, "a debugger command, run after those of the script", isRepeatable: true)
  static let atFailure = Option("--at-failure", "stop at the first failed check")

  static let listen = Option(
    "--listen", "PORT", .integer(0...65535),
    "listen on this port of 127.0.0.1 instead; 0: a free one, which is printed")
  static let checkID = Option(
    "--check", "ID", .text, "explain this check; default: the first that fails")
  static let searchTime = Option(
    "--time", "SECONDS", .integer(1...3600), "the maximum real time that it takes; default: 2")
  static let allDecisions = Option("--all", "list every decision that flips the check")
}
