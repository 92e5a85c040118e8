package import CaseModel
internal import ExactText
package import Participants

/// What defects have shown of the checks of the suites.
package struct ProofReport {
  /// A check; the editions and combinations of its case count as one.
  package struct CheckRow {
    /// `suite/id`; ``ProofReport/anyCase`` for a standing check.
    package var caseName: String
    /// The check.
    package var check: String
    /// What it proves, in any edition.
    package var requirements: Set<String> = []
    /// Where it is written.
    package var location: SourceLocation
    /// In how many cases it is made.
    package var count = 0
    /// In how many of them it fails without any defect: there it shows nothing.
    package var failsWithoutDefect = 0
    /// In how many of them it is not asked for without a defect, because of its step's `if` or `unless`.
    var notAskedCount = 0
    /// The defects that make it fail, in the order in which they were tried.
    package var defects: [String] = []
  }

  /// A check that failed with a defect.
  package struct Catch {
    /// The place in ``ProofReport/checks``.
    package var check: Int
    /// In how many cases it failed.
    package var count = 0
    /// The first of these cases.
    package var firstCase: String
    /// What it proves of what the defect breaks; empty for a check of other requirements.
    package var requirements: Set<String> = []
  }

  /// What was found of a defect.
  package struct Outcome {
    /// The defect.
    package var defect: KnownDefect
    /// How many cases were run against it.
    package var caseCount = 0
    /// How many cases come to it; more than were run if these have shown enough.
    package var reachedCount = 0
    /// How many of them broke down instead of being judged.
    package var errorCount = 0
    /// How many root causes its failures come down to; see ``RootCause``. There should be few: it is one bug.
    package var causeCount = 0
    /// The checks that failed with it and not without, in the order of the suites.
    package var catches: [Catch] = []

    /// Those of them that prove what the defect breaks: only they count.
    package var counting: [Catch] { catches.filter { !$0.requirements.isEmpty } }
    /// What the defect breaks by its own account and no check of it has shown.
    package var notShown: [String] {
      let shown = catches.reduce(into: Set<String>()) { $0.formUnion($1.requirements) }
      return defect.requirements.filter { !shown.contains($0) }
    }
    /// True if a check saw what is wrong.
    package var isCaught: Bool { catches.contains { !$0.requirements.isEmpty } }
  }

  /// What was found of a requirement.
  package struct RequirementRow {
    /// Its ID.
    package var id: String
    /// How many checks prove it.
    package var checkCount = 0
    /// How many of them any defect makes fail.
    package var failingCount = 0
    /// The defects that break it by their own account and make a check of it fail.
    package var defects: [String] = []
  }

  /// What stands for the case of a standing check.
  package static let anyCase = "standing"

  /// How many cases there are.
  package let caseCount: Int
  /// Every check, in the order of the suites.
  package private(set) var checks: [CheckRow] = []
  /// What was found of the defects that were tried, in their order.
  package private(set) var outcomes: [Outcome] = []
  private var places: [String: Int] = [:]
  /// The checks that fail without a defect, by the full name of their case.
  private var failing: [String: Set<String>] = [:]

  /// A report on the checks of some cases; an advisory one cannot fail and so is left out.
  package init(_ cases: [ConformanceCase]) {
    caseCount = cases.count
    for item in cases {
      for check in item.checks where !check.isAdvisory {
        let place = place(of: check, in: item)
        checks[place].count += 1
        checks[place].requirements.formUnion(check.requirements)
      }
    }
    // One row for all cases: what is to be shown is that each can fail.
    for item in cases {
      for check in item.standing?.checks ?? [] where !check.isAdvisory {
        let place = place(of: check, in: item)
        checks[place].count += 1
        checks[place].requirements.formUnion(check.requirements)
      }
    }
  }

  private mutating func place(of check: Check, in item: ConformanceCase) -> Int {
    let isStanding = check.id.hasPrefix(StandingChecks.prefix)
    let name = isStanding ? ProofReport.anyCase : "\(item.suite)/\(item.id)"
    let key = "\(name) \(check.id)"
    if let place = places[key] { return place }
    places[key] = checks.count
    checks.append(CheckRow(caseName: name, check: check.id, location: check.location))
    return checks.count - 1
  }

  // MARK: Findings

  /// Takes in how a case ended without a defect.
  package mutating func noteWithoutDefect(_ result: CaseResult) {
    let item = result.conformanceCase
    for found in result.checks where found.verdict != .pass && !found.check.isAdvisory {
      guard failing[item.name, default: []].insert(found.check.id).inserted else { continue }
      let place = place(of: found.check, in: item)
      if found.verdict == .notApplicable {
        checks[place].notAskedCount += 1
      } else {
        checks[place].failsWithoutDefect += 1
      }
    }
  }

  /// Takes in how cases ended with a defect.
  package mutating func note(_ defect: KnownDefect, _ results: [CaseResult]) -> Outcome {
    note(defect, results.map(CaseFinding.init), causeCount: RootCause.of(results).count)
  }

  /// What cases have shown of that which a defect breaks by its own account.
  package func shown(by findings: [CaseFinding], of defect: KnownDefect) -> Set<String> {
    var shown: Set<String> = []
    for finding in findings {
      for found in finding.failures
      where failing[finding.conformanceCase.name]?.contains(found.check) != true {
        shown.formUnion(found.requirements)
      }
    }
    return shown.intersection(defect.requirements)
  }

  /// Takes in what was found of cases with a defect.
  ///
  /// - Parameter reached: how many cases come to it; nil if all of them were run.
  package mutating func note(
    _ defect: KnownDefect, _ findings: [CaseFinding], causeCount: Int, reached: Int? = nil
  ) -> Outcome {
    var outcome = Outcome(
      defect: defect, caseCount: findings.count, reachedCount: reached ?? findings.count)
    let broken = Set(defect.requirements)
    var catches: [Int: Catch] = [:]
    for finding in findings {
      let item = finding.conformanceCase
      if finding.isError { outcome.errorCount += 1 }
      for found in finding.failures {
        guard failing[item.name]?.contains(found.check) != true,
          let place = places["\(item.suite)/\(item.id) \(found.check)"]
            ?? places["\(ProofReport.anyCase) \(found.check)"]
        else { continue }
        var entry = catches[place] ?? Catch(check: place, firstCase: item.name)
        entry.count += 1
        entry.requirements.formUnion(broken.intersection(found.requirements))
        catches[place] = entry
      }
    }
    outcome.causeCount = causeCount
    outcome.catches = catches.values.sorted { $0.check < $1.check }
    for entry in outcome.catches { checks[entry.check].defects.append(defect.name) }
    outcomes.append(outcome)
    return outcome
  }

  // MARK: Conclusions

  /// The defects that no check of what they break has caught.
  package var survivors: [Outcome] { outcomes.filter { !$0.isCaught } }

  /// In how many places a check fails without any defect, or is not asked for in any of its places.
  package var unusableCount: Int {
    checks.reduce(0) { sum, check in
      sum + check.failsWithoutDefect + (check.notAskedCount == check.count ? check.count : 0)
    }
  }

  /// What the whole proof comes to.
  package enum Conclusion: Sendable {
    /// Every defect is caught, and every requirement that is demanded is broken by one that is.
    case proven
    /// A defect survived, or no defect breaks a requirement that is demanded so that a check of it fails.
    case unproven
    /// Everything else is proven, but some checks do not pass without a defect either, so they prove nothing.
    case unusable
  }

  /// What the proof comes to.
  ///
  /// - Parameter demanded: the requirements that a defect has to break; none if only some defects were tried.
  package func conclusion(demanding demanded: Set<String>) -> Conclusion {
    let isUnbroken = requirements.contains { $0.defects.isEmpty && demanded.contains($0.id) }
    if !survivors.isEmpty || isUnbroken { return .unproven }
    return unusableCount > 0 ? .unusable : .proven
  }

  /// The requirements that a defect has to break once all were tried: what an SDK may leave out cannot be broken.
  package func demanded(without optional: Set<String>) -> Set<String> {
    Set(requirements.map(\.id)).subtracting(optional)
  }

  /// Every requirement that the suites prove, by ID.
  package var requirements: [RequirementRow] {
    var rows: [String: RequirementRow] = [:]
    for check in checks {
      for id in check.requirements {
        rows[id, default: RequirementRow(id: id)].checkCount += 1
        if !check.defects.isEmpty { rows[id]?.failingCount += 1 }
      }
    }
    for outcome in outcomes {
      let shown = outcome.catches.reduce(into: Set<String>()) { $0.formUnion($1.requirements) }
      for id in shown { rows[id]?.defects.append(outcome.defect.name) }
    }
    return rows.values.sorted { $0.id < $1.id }
  }
}
