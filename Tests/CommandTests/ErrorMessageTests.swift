import Arguments
import Testing
import Wording

@testable import mamconform

/// Every way to get the command line wrong, with the one line that is said about it.
@Suite struct ErrorMessageTests {
  struct Row: CustomTestStringConvertible {
    var words: String
    var message: String
    var testDescription: String { words }
  }

  static let rows = [
    Row(words: "run --jbos 4", message: "unknown option '--jbos'; did you mean '--jobs'?"),
    Row(
      words: "run --frobnicate",
      message: "unknown option '--frobnicate'; 'mamconform help run' lists the options"),
    Row(words: "run -x", message: "unknown option '-x'; 'mamconform help run' lists the options"),
    Row(words: "run --jobs", message: "the option '--jobs' needs a value: --jobs N"),
    Row(words: "run --jobs --quiet", message: "the option '--jobs' needs a value: --jobs N"),
    Row(
      words: "run --jobs 0",
      message: "the option '--jobs' takes a whole number from 1 to 1024, not '0'"),
    Row(
      words: "run --jobs=many",
      message: "the option '--jobs' takes a whole number from 1 to 1024, not 'many'"),
    Row(
      words: "run --seed -1", message: "the option '--seed' takes a whole number from 0, not '-1'"),
    Row(words: "run --seed 1 --seed 2", message: "the option '--seed' is given twice"),
    Row(words: "run --quiet=yes", message: "the option '--quiet' takes no value"),
    Row(words: "run --junit=", message: "the value of the option '--junit' is empty"),
    Row(
      words: "run --edition latst",
      message: "the option '--edition' does not know 'latst'; did you mean 'latest'?"),
    Row(
      words: "list --format yaml",
      message: "the option '--format' does not know 'yaml'; known: text, json"),
    Row(words: "show", message: "CASE is missing: mamconform show [options] CASE..."),
    Row(
      words: "completion bash zsh", message: "unexpected 'zsh': mamconform completion SHELL"),
    Row(
      words: "requirements ENR", message: "unexpected 'ENR': 'requirements' takes options only"),
    Row(words: "version now", message: "unexpected 'now': 'version' takes options only"),
    Row(words: "completion csh", message: "SHELL does not know 'csh'; did you mean 'zsh'?"),
    Row(
      words: "completion powershell",
      message: "SHELL does not know 'powershell'; known: bash, zsh, fish"),
    Row(words: "adapter chekc", message: "check does not know 'chekc'; did you mean 'check'?"),
    Row(words: "rnu", message: "unknown command 'rnu'; did you mean 'run'?"),
    Row(
      words: "frobnicate",
      message: "unknown command 'frobnicate'; 'mamconform help' lists the commands"),
  ]

  @Test(arguments: rows) func `says what is wrong and what was probably meant`(_ row: Row) {
    let words = row.words.split(separator: " ").map(String.init)
    let error = #expect(throws: CommandError.self) {
      let command = try CommandTable.command(words[0])
      _ = try CommandError.ofUsage { () throws(UsageError) in
        try command.description.parse(Array(words.dropFirst()))
      }
    }
    #expect(error?.line == row.message)
    #expect(error?.exitCode == 64)
  }
}
