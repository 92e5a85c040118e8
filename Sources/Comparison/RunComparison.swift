package import CaseModel
internal import Conformance
internal import ExactText
internal import Reporting
package import RunStore

/// What is other in one run than in an earlier one.
package struct RunComparison {
  /// The check of a case whose verdict is another.
  package struct VerdictChange: Sendable {
    /// The case.
    package let caseName: String
    /// The check; empty if the case as a whole broke down.
    package let check: String
    /// The requirements of which the verdict speaks.
    package let requirements: [String]
    /// The verdict before.
    package let old: Verdict
    /// The verdict now.
    package let new: Verdict
    /// What was found now, in words.
    package let found: String

    /// What the change means.
    package var finding: ComparisonFinding {
      switch (old, new) {
      case (_, .fail): .regression
      case (.fail, .pass), (.fail, .advisory), (.fail, .warning): .fixed
      case (_, .error), (_, .inconclusive), (_, .notOffered): .undecided
      case (.pass, .warning), (.advisory, .warning): .warning
      default: .changed
      }
    }
  }

  /// A requirement of which checks have changed in the same way.
  package struct RequirementChange: Sendable {
    /// The requirement.
    package let requirement: String
    /// What the change means.
    package let finding: ComparisonFinding
    /// How many checks have changed so.
    package let checks: Int
    /// In how many cases.
    package let cases: [String]
    /// What was found now in the first of them.
    package let found: String
  }

  /// The earlier run.
  package let old: ComparedRun
  /// The later run.
  package let new: ComparedRun
  /// How many cases are in both.
  package private(set) var commonCases = 0
  /// Every check with another verdict, in the order of the run.
  package private(set) var verdicts: [VerdictChange] = []
  /// The same by requirement, the worst first.
  package private(set) var requirements: [RequirementChange] = []
  /// What the SDK does otherwise.
  package private(set) var behaviour: [BehaviourGroup] = []
  /// Cases that only the later run has, with their verdicts.
  package private(set) var newCases: [ComparedRun.Case] = []
  /// Cases that only the earlier run has.
  package private(set) var goneCases: [ComparedRun.Case] = []
  /// Cases that the later run was to run and did not, because it did not finish; without those whose names nobody knows.
  package private(set) var casesNotRun: [String] = []
  /// Checks of common cases that only the later run has, and those that only the earlier one has.
  package private(set) var otherChecks = (new: 0, gone: 0)
  /// What was not compared, in words.
  package private(set) var ignored: [String] = []

  /// Compares two runs.
  ///
  /// - Throws: if a history cannot be read, or is not what was written; if the runs were judged by other numbers, which
  ///   alone would make everything that counts in them another thing.
  package init(_ old: ComparedRun, _ new: ComparedRun) throws(StoreError) {
    if let one = old.profile, let other = new.profile, one != other {
      throw StoreError(
        "\(old.title) was judged by \(one), \(new.title) by \(other): the SDK would not be the cause of the differences",
        suggestion:
          "run both with the same --profile, or compare their histories alone (run --histories DIR)"
      )
    }
    self.old = old
    self.new = new
    var rest: [ExactString: ComparedRun.Case] = [:]
    for item in old.cases { rest[item.key] = item }
    var changed: [(name: String, differences: [BehaviourDifference], isSilent: Bool)] = []
    var withoutHistory = 0
    var onlyMemberOrder = 0
    for after in new.cases {
      guard let before = rest.removeValue(forKey: after.key) else {
        if !old.wasToRun(after) { newCases.append(after) }
        continue
      }
      commonCases += 1
      let count = verdicts.count
      compareVerdicts(before, after)
      switch try compareHistories(before, after) {
      case .same: break
      case .missing: withoutHistory += 1
      case .sameRecords: onlyMemberOrder += 1
      case .other(let differences):
        changed.append((after.name, differences, verdicts.count == count))
      }
    }
    let left = old.cases.filter { rest[$0.key] != nil }
    goneCases = left.filter { !new.wasToRun($0) }
    casesNotRun = new.casesNotRun ?? left.map(\.name)
    behaviour = BehaviourGroup.groups(of: changed)
    requirements = RunComparison.byRequirement(verdicts)
    say(withoutHistory, onlyMemberOrder)
  }

  /// True if anything that counts for one of the given findings was found.
  package func has(_ findings: [ComparisonFinding]) -> Bool {
    findings.contains { finding in
      switch finding {
      case .behaviour: behaviour.contains { !$0.silentCases.isEmpty }
      case .new: !newCases.isEmpty
      case .gone: !goneCases.isEmpty
      // What was not run may have become anything.
      case .undecided:
        new.countNotRun > 0 || verdicts.contains { $0.finding == finding }
      default: verdicts.contains { $0.finding == finding }
      }
    }
  }

  private mutating func compareVerdicts(_ before: ComparedRun.Case, _ after: ComparedRun.Case) {
    guard let verdict = before.verdict, let now = after.verdict else { return }
    let count = verdicts.count
    for check in after.checks {
      guard let earlier = before.checks.first(where: { $0.id == check.id }) else {
        // The same history says the same to every check that was made: this one was not.
        if check.isFoundByStanding, before.digest == nil || before.digest != after.digest {
          verdicts.append(
            VerdictChange(
              caseName: after.name, check: check.id, requirements: check.blamed,
              old: RunComparison.unlisted(in: verdict), new: check.verdict, found: check.found))
        } else {
          otherChecks.new += 1
        }
        continue
      }
      guard earlier.verdict != check.verdict else { continue }
      // Of what was violated the earlier side tells more than one that passes now.
      let blamed = check.verdict == .fail ? check.blamed : earlier.blamed
      verdicts.append(
        VerdictChange(
          caseName: after.name, check: check.id, requirements: blamed, old: earlier.verdict,
          new: check.verdict, found: check.found))
    }
    for check in before.checks where !after.checks.contains(where: { $0.id == check.id }) {
      if check.isFoundByStanding, before.digest == nil || before.digest != after.digest {
        verdicts.append(
          VerdictChange(
            caseName: after.name, check: check.id, requirements: check.blamed,
            old: check.verdict, new: RunComparison.unlisted(in: now), found: ""))
      } else {
        otherChecks.gone += 1
      }
    }
    if count == verdicts.count, verdict != now {
      verdicts.append(
        VerdictChange(
          caseName: after.name, check: "", requirements: [], old: verdict, new: now, found: ""))
    }
  }

  /// What a standing check has found that is not listed: it holds, as far as the case came.
  private static func unlisted(in verdict: Verdict) -> Verdict {
    switch verdict {
    case .error, .inconclusive, .notOffered: verdict
    default: .pass
    }
  }

  private enum HistoryOutcome {
    case same
    case missing
    case sameRecords
    case other([BehaviourDifference])
  }

  private func compareHistories(
    _ before: ComparedRun.Case, _ after: ComparedRun.Case
  ) throws(StoreError) -> HistoryOutcome {
    if let digest = before.digest, digest == after.digest { return .same }
    guard let one = try old.lines(before), let other = try new.lines(after) else { return .missing }
    if one == other { return .same }
    let differences = BehaviourDifference.all(
      try RunComparison.records(one, before.name, old),
      try RunComparison.records(other, after.name, new))
    return differences.isEmpty ? .sameRecords : .other(differences)
  }

  /// The records of the histories of a case on both sides; nil if one of them is not there.
  func records(of name: String) throws(StoreError) -> (old: [Record], new: [Record])? {
    guard let after = new.cases.first(where: { $0.name == name }),
      let before = old.cases.first(where: { $0.key == after.key }),
      let one = try old.lines(before), let other = try new.lines(after)
    else { return nil }
    return (
      try RunComparison.records(one, name, old), try RunComparison.records(other, name, new)
    )
  }

  private static func records(
    _ bytes: [UInt8], _ name: String, _ run: ComparedRun
  ) throws(StoreError) -> [Record] {
    do throws(HistoryError) {
      return try HistoryReport.records(bytes)
    } catch {
      throw StoreError("the history of \(name) in \(run.path) cannot be read: \(error)")
    }
  }

  private static func byRequirement(_ changes: [VerdictChange]) -> [RequirementChange] {
    var groups: [ExactString: [VerdictChange]] = [:]
    for change in changes {
      for id in change.requirements.isEmpty ? [""] : change.requirements {
        groups[ExactString("\(id) \(change.finding.rawValue)"), default: []].append(change)
      }
    }
    let order = ComparisonFinding.allCases
    return groups.sorted { $0.key < $1.key }.compactMap { key, list -> RequirementChange? in
      guard let first = list.first else { return nil }
      var names: [String] = []
      for change in list where names.last != change.caseName { names.append(change.caseName) }
      return RequirementChange(
        requirement: String(key.text.prefix { $0 != " " }), finding: first.finding,
        checks: list.count, cases: names, found: first.found)
    }.sorted { left, right in
      func place(_ change: RequirementChange) -> (Int, Int, ExactString) {
        (
          order.firstIndex(of: change.finding) ?? 0, -change.checks,
          ExactString(change.requirement)
        )
      }
      return place(left) < place(right)
    }
  }

  private mutating func say(_ withoutHistory: Int, _ onlyMemberOrder: Int) {
    ignored.append("real times, notes on the cases, and where cases and checks are written")
    for run in [old, new] {
      for note in run.notes { ignored.append("\(run.title) \(note)") }
    }
    if withoutHistory > 0 {
      ignored.append(
        "the behaviour of \(withoutHistory) cases, whose histories are not on both sides")
    }
    if onlyMemberOrder > 0 {
      ignored.append("another order of members in the records of \(onlyMemberOrder) cases")
    }
    if otherChecks.new + otherChecks.gone > 0 {
      ignored.append(
        "\(otherChecks.new) checks that are new in common cases, and \(otherChecks.gone) that are gone"
      )
    }
  }
}

/// What a comparison can find; the words of `--fail-on`, the worst first.
package enum ComparisonFinding: String, Sendable, CaseIterable {
  /// A check fails that did not fail before.
  case regression
  /// Of a check nothing can be said any more: it broke down, or is not reached or offered, or its case was not run.
  case undecided
  /// A recommendation is violated that was kept before.
  case warning
  /// The SDK does something otherwise, and every check of the case says the same as before.
  case behaviour
  /// A case is gone.
  case gone
  /// A case is new.
  case new
  /// A verdict is another in any other way.
  case changed
  /// A check passes that failed before.
  case fixed
}
