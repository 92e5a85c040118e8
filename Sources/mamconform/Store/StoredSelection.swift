import Arguments
import CaseModel
import Conformance
internal import ExactText
import RunStore
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
    return stored.overridden(by: given)
  }

  /// The cases that are left of those that were selected.
  ///
  /// - Throws: if none is left: a run of nothing must not look like one that went well.
  static func apply(
    _ arguments: ParsedArguments, to cases: [ConformanceCase]
  ) throws(CommandError) -> [ConformanceCase] {
    if let word = arguments.value(.resume) {
      let run = try arguments.storedRun(word)
      let names = try CommandError.ofStore { () throws(StoreError) in try run.plannedCases() }
      var planned: [ExactString: Int] = [:]
      for (number, name) in names.enumerated() { planned[name] = number }
      return cases.filter { planned[$0.name] != nil }
    }
    var chosen = cases
    if arguments.has(.lastFailed) {
      let run = try arguments.storedRun("latest")
      let stored = try CommandError.ofStore { () throws(StoreError) in try run.cases() }
      var failed: [ExactString: Bool] = [:]
      for item in stored where item.result.verdict.isBad { failed[item.name] = true }
      chosen = chosen.filter { failed[$0.name] != nil }
      guard !chosen.isEmpty else {
        throw CommandError(
          "every one of these cases passed in \(run.name): there is no case to run again")
      }
    }
    if let word = arguments.value(.changedSince) {
      let run = try arguments.storedRun(word)
      let before = try StoredSuites(run).cases
      chosen = chosen.filter { item in
        before[item.name].map { !$0.hasSameContent(as: item) } ?? true
      }
      guard !chosen.isEmpty else {
        throw CommandError("no case is new or rewritten since \(run.name)")
      }
    }
    return chosen
  }
}
