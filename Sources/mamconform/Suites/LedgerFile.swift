import Arguments
import CaseModel
import CaseYAML
import Conformance
internal import ExactText
import Reporting
import SystemFiles
import Wording

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
      if arguments.has(.today) { throw CommandError("--today needs --ledger") }
      return nil
    }
    return LedgerPlan(try read(path, suites), over: suites.cases)
  }

  /// Marks what the ledger of a command line knows of results that were stored, and says in the description how the two fit;
  /// nothing without a ledger.
  ///
  /// - Parameter suites: the suites that the ledger is laid over; nil for those of the suites folder.
  static func apply(
    _ arguments: ParsedArguments, over suites: Suites? = nil, to results: inout [CaseResult],
    _ description: inout RunDescription
  ) throws(CommandError) {
    guard arguments.has(.ledger) else {
      if arguments.has(.today) { throw CommandError("--today needs --ledger") }
      return
    }
    let suites = if let suites { suites } else { try Suites.load(arguments.withoutOperands) }
    guard let plan = try plan(arguments, suites) else { return }
    for index in results.indices { plan.mark(&results[index]) }
    description.ledger = LedgerReview(plan, results, today: try today(arguments))
  }

  /// The ledger of a file.
  ///
  /// - Parameter isAlone: true if the ledger is all that is looked at.
  static func read(
    _ path: String, _ suites: Suites, isAlone: Bool = false
  ) throws(CommandError) -> Ledger {
    let (ledger, diagnostics) = LedgerReader.load(path: path, suites.contract)
    for diagnostic in diagnostics { Output.complain("\(diagnostic)\n") }
    guard let ledger else {
      let count = diagnostics.count
      throw CommandError(
        "\(Counted.text(count, "error")) in the ledger \(path)",
        suggestion: isAlone ? nil : "'mamconform ledger check' checks it alone")
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
