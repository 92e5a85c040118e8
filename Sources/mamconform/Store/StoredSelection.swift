import Arguments
import CaseModel
import Conformance
internal import ExactText
import RunStore
import SystemFiles
import Wording

/// Which of the selected cases a run takes because of what is stored of earlier ones.
enum StoredSelection {
  /// The arguments of a run that goes on: those that it had, with those that are given now.
  ///
  /// - Throws: if one is given that would make another run of it.
  static func arguments(_ given: ParsedArguments) throws(CommandError) -> ParsedArguments {
    guard let word = given.value(.resume) else { return given }
    for option in Option.ofVerdicts + [.label, .verify] where given.has(option) {
      throw CommandError(
        "\(option.name) cannot be given with --resume",
        suggestion: "a resumed run has the same options")
    }
    guard given.operands.isEmpty, given.rest == nil else {
      throw CommandError(
        "a resumed run has the same cases and SDK: --resume takes neither")
    }
    let run = try given.storedRun(word)
    let command = try CommandTable.command("run")
    let words = run.details.options
    let stored = try CommandError.ofUsage { () throws(UsageError) in
      try command.description.parse(words)
    }
    var arguments = stored
    if !Option.ofReports.contains(where: given.has) {
      let words = reportWords(of: run.details)
      let reports = try CommandError.ofUsage { () throws(UsageError) in
        try command.description.parse(words)
      }
      arguments = arguments.overridden(by: reports)
    }
    arguments = arguments.overridden(by: given)
    try OutputCheck(arguments, of: command.description).run()
    return arguments
  }

  /// The words that ask for the reports of a run, with paths that lead from here to where they led from its folder.
  private static func reportWords(of details: RunDetails) -> [String] {
    guard Path.resolved(".") != details.workingFolder else { return details.reports }
    // Each of these options has a value.
    let names = Option.ofReports.filter { $0.kind == .file || $0.kind == .folder }.map(\.name)
    return zip([""] + details.reports, details.reports).map { option, word in
      names.contains(option) && word != FileOutput.standard && !word.hasPrefix("/")
        ? "\(details.workingFolder)/\(word)" : word
    }
  }

  /// The cases that are left of those that were selected; why none is left, if so.
  static func apply(
    _ arguments: ParsedArguments, to cases: [ConformanceCase]
  ) throws(CommandError) -> (cases: [ConformanceCase], whyNone: String?) {
    if let word = arguments.value(.resume) {
      let run = try arguments.storedRun(word)
      let names = try CommandError.ofStore { () throws(StoreError) in try run.plannedCases() }
      var planned: [ExactString: Int] = [:]
      for (number, name) in names.enumerated() { planned[name] = number }
      return (cases.filter { planned[$0.name] != nil }, nil)
    }
    var chosen = cases
    if arguments.has(.lastFailed) {
      let run = try arguments.storedRun("latest")
      let known = try EarlierResults(endingWith: run, in: arguments.store)
      chosen = try known.chosen(of: cases, arguments) { item in
        known.outcome(item).map { $0 != .passed } ?? false
      }
      guard !chosen.isEmpty else {
        return ([], known.whyNone(of: cases, "every one of these cases passed in"))
      }
    }
    if let word = arguments.value(.changedSince) {
      let run = try arguments.storedRun(word)
      let before = try StoredSuites(run).cases(named: cases.map(\.name))
      let known = try EarlierResults(endingWith: run, in: arguments.store)
      chosen = try known.chosen(of: chosen, arguments) { item in
        known.outcome(item) == .notRun
          || before[item.name].map { !$0.hasSameContent(as: item) } ?? true
      }
      guard !chosen.isEmpty else {
        return ([], known.whyNone(of: cases, "no case is new or rewritten since"))
      }
    }
    return (chosen, nil)
  }
}
