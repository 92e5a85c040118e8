import Arguments
import CaseModel
import CaseYAML
import Conformance
internal import ExactText
import SystemFiles

/// The ledger that a command line names.
enum LedgerFile {
  /// The ledger of `--ledger`, laid over the suites; nil without the option.
  ///
  /// - Throws: if the file has an error, after every diagnostic was said. What the suites and the day have to say of it is
  ///   left to the run.
  static func plan(_ arguments: ParsedArguments, _ suites: Suites) throws(CommandError)
    -> LedgerPlan?
  {
    guard let path = arguments.value(.ledger) else {
      if arguments.has(.today) { throw CommandError("--today is for --ledger") }
      return nil
    }
    return LedgerPlan(try read(path, suites), over: suites.cases)
  }

  /// The ledger of a file.
  static func read(_ path: String, _ suites: Suites) throws(CommandError) -> Ledger {
    let (ledger, diagnostics) = LedgerReader.load(path: path, suites.contract)
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard let ledger else {
      let count = diagnostics.count
      throw CommandError(
        "\(count) \(count == 1 ? "error" : "errors") in the ledger \(path)",
        suggestion: "'mamconform ledger check' checks it alone")
    }
    return ledger
  }

  /// The day of `--today`, else of the machine's clock.
  static func today(_ arguments: ParsedArguments) throws(CommandError) -> CalendarDay {
    guard let text = arguments.value(.today) else {
      return CalendarDay(millisecondsSinceEpoch: WallClock.sinceEpoch)
    }
    return try day(text, "--today")
  }

  /// A day of a command line.
  static func day(_ text: String, _ option: String) throws(CommandError) -> CalendarDay {
    guard let day = CalendarDay(text) else {
      throw CommandError("\(option) takes a day such as 2027-01-31, not '\(text)'")
    }
    return day
  }
}
