import Arguments
import CaseModel
import Conformance
internal import ExactText
import RunStore
import Wording

/// What a stored run says of cases, and where it had only what had failed or changed before, what the runs before it say.
struct EarlierResults {
  private let run: StoredRun
  /// What became of each case in the last of these runs that had it.
  private var outcomes: [ExactString: Outcome] = [:]
  /// How many cases the run had.
  private let count: Int

  /// What became of a case that was to run.
  enum Outcome {
    case passed
    case failed
    /// The run did not come to it.
    case notRun
  }

  /// Reads a run, and those before it in the store as long as each was to take only some of the cases of the one before.
  init(endingWith run: StoredRun, in store: RunStore?) throws(CommandError) {
    self.run = run
    let (planned, shortfall) = try CommandError.ofStore { () throws(StoreError) in
      (try run.plannedCases(), try run.shortfall())
    }
    count = planned.count
    // Nobody knows whether what was not run would have passed.
    if let shortfall { Output.complain("mamconform run: note: \(run.name) \(shortfall)\n") }
    try add(run)
    var last = run
    for name in (store?.names ?? []).filter({ $0 < run.name }).reversed() {
      guard EarlierResults.tookSome(last), let store else { break }
      // What is left of a run that was killed at its beginning says nothing.
      guard let before = try? StoredRun("\(store.folder)/\(name)") else { continue }
      try add(before)
      last = before
    }
  }

  private mutating func add(_ run: StoredRun) throws(CommandError) {
    let (planned, stored) = try CommandError.ofStore { () throws(StoreError) in
      (try run.plannedCases(), try run.cases())
    }
    var found: [ExactString: Outcome] = [:]
    for name in planned { found[name] = .notRun }
    for item in stored { found[item.name] = item.result.verdict.isBad ? .failed : .passed }
    outcomes.merge(found) { later, _ in later }
  }

  /// True if a run took only some of the cases that were named, because of an earlier one.
  private static func tookSome(_ run: StoredRun) -> Bool {
    let words = run.details.options.prefix { $0 != "--" }
    return [Option.lastFailed, .changedSince].contains { words.contains($0.name) }
  }

  /// What became of a case; nil if none of the runs had it.
  func outcome(_ item: ConformanceCase) -> Outcome? { outcomes[item.name] }

  /// The cases that have to run again; of cases that are chosen by name or filter, those too that none of the runs had.
  func chosen(
    of cases: [ConformanceCase], _ arguments: ParsedArguments,
    isNeeded: (ConformanceCase) -> Bool
  ) throws(CommandError) -> [ConformanceCase] {
    try tellOtherSDK(arguments)
    let areNamed =
      !arguments.operands.isEmpty
      || [Option.area, .requirement, .edition, .sweeps, .quick].contains(where: arguments.has)
    let others = cases.count { outcome($0) == nil }
    if others > 0, areNamed {
      Output.complain(
        "mamconform run: note: \(run.name) had \(Counted.text(count, "case")), and not \(others) of these "
          + "\(cases.count), which are run too\n")
    }
    return cases.filter { isNeeded($0) || areNamed && outcome($0) == nil }
  }

  /// Why no case is left.
  ///
  /// - Parameter reason: what is known of the cases that the run had.
  func whyNone(of cases: [ConformanceCase], _ reason: String) -> String {
    let others = cases.count { outcome($0) == nil }
    guard others > 0 else { return "\(reason) \(run.name)" }
    return "\(reason) \(run.name), which had \(Counted.text(count, "case")); \(others) of "
      + "\(cases.count) were not in it, and run if they are named"
  }

  /// Says so if the run was of another SDK, of which what passed says nothing of this one.
  private func tellOtherSDK(_ arguments: ParsedArguments) throws(CommandError) {
    func text(_ words: [String]) -> String { words.joined(separator: " ") }
    let command = try CommandTable.command("run").description
    let words = run.details.options
    let given = try? command.parse(words)
    let isOther =
      given.map { given in
        [Option.sut, .defect, .readings].contains { given.all($0) != arguments.all($0) }
          || given.rest != arguments.rest
      } ?? false
    guard isOther else { return }
    let adapter = run.details.command.isEmpty ? "" : ": \(text(run.details.command))"
    Output.complain("mamconform run: note: \(run.name) was of another SDK\(adapter)\n")
  }
}
