package import CaseModel
package import Contract
internal import ExactText

/// What a run has shown of one requirement, edition by edition: not what the suites declare, but what came about.
package struct RequirementCoverage {
  /// What became of it in an edition.
  package enum State: String, Sendable, CaseIterable {
    /// A check of it found it violated.
    case violated
    /// A check of it was made and passed, and none found it violated.
    case proven
    /// It only allows something (MAY): an advisory check of it was made, and shows whether that is done.
    case advisory
    /// Checks of it are declared, but none came to a verdict: not run, not reached, or not applicable.
    case notExercised = "not-exercised"
    /// No check of it is declared, and a reason says why.
    case excused
    /// No check of it is declared.
    case unproven
  }

  /// A check that came to a verdict; the combinations of a matrix count as one.
  package struct Proof: Sendable {
    /// `suite/id`.
    package var caseName: String
    /// The check.
    package var check: String
    /// In which editions it passed.
    package var passed: Set<Edition> = []
    /// In which editions it found the requirement violated.
    package var failed: Set<Edition> = []
    /// How often it was made.
    package var count = 0
    /// The defects that make it fail, if a matrix says so.
    package var defects: [String] = []
  }

  /// The requirement.
  package var requirement: Requirement
  /// The checks that were made, in the order of the run.
  package var proofs: [Proof] = []
  /// The editions in which the suites declare a check of it.
  package var declared: Set<Edition> = []
  /// The editions in which an advisory check of it was made.
  package var advised: Set<Edition> = []
  /// Why it is not proven, if anyone says.
  package var reason: UnprovenReason?

  /// What became of it in an edition.
  package func state(in edition: Edition) -> State {
    if proofs.contains(where: { $0.failed.contains(edition) }) { return .violated }
    if proofs.contains(where: { $0.passed.contains(edition) }) { return .proven }
    if advised.contains(edition) { return .advisory }
    if declared.contains(edition) { return .notExercised }
    guard let reason, reason.editions?.contains(edition) ?? true else { return .unproven }
    return .excused
  }

  /// True if it is excused in some edition.
  var isExcused: Bool { requirement.editions.contains { state(in: $0) == .excused } }

  /// True if it only allows something.
  private var isMay: Bool { requirement.level == "may" }

  /// What became of it as a whole: the worst of its editions.
  package var state: State {
    let states = requirement.editions.map { state(in: $0) }
    let order: [State] = [
      .violated, .unproven, .notExercised, .excused, .advisory, .proven,
    ]
    return order.first(where: states.contains) ?? .excused
  }

  /// The defects that make a check fail that was made, each once, in the order of the checks.
  package var defects: [String] { proofs.flatMap(\.defects).distinct.sortedTexts }

  /// What a run shows of every requirement that the given party has to keep and that the protocol can test, by ID.
  ///
  /// - Parameters:
  ///   - cases: those that the suites declare.
  ///   - results: what the run found.
  ///   - party: whose requirements: `sdk`, or `app` for the duties of the app.
  ///   - defects: the defects that make a check fail, which it is given as `suite/id check`; none without a matrix.
  package static func all(
    _ contract: Contract, declared cases: [ConformanceCase], results: [CaseResult],
    party: String = "sdk", defects: (_ check: String) -> [String] = { _ in [] }
  ) -> [RequirementCoverage] {
    var rows: [ExactString: RequirementCoverage] = [:]
    for requirement in contract.requirements
    where requirement.party == party && requirement.testable == "protocol" {
      rows[ExactString(requirement.id)] = RequirementCoverage(
        requirement: requirement, reason: contract.unprovenReasons[requirement.id])
    }
    // An advisory check never fails, so it proves nothing; a report does not say which are.
    var advisory: Set<ExactString> = []
    for item in cases {
      for check in item.checks {
        if check.isAdvisory { advisory.insert(ExactString("\(item.name) \(check.id)")) }
        for id in check.requirements where !check.isAdvisory || rows[ExactString(id)]?.isMay == true
        {
          rows[ExactString(id)]?.declared.insert(item.edition)
        }
      }
    }
    for result in results {
      let name = result.conformanceCase.name
      for found in result.checks where [.pass, .fail, .advisory].contains(found.verdict) {
        if advisory.contains(ExactString("\(name) \(found.check.id)")) {
          for id in found.check.requirements where rows[ExactString(id)]?.isMay == true {
            rows[ExactString(id)]?.advised.insert(result.conformanceCase.edition)
          }
          continue
        }
        for id in found.check.requirements where found.verdict != .advisory {
          rows[ExactString(id)]?.take(found, of: result.conformanceCase, id, defects)
        }
      }
    }
    return rows.values.sorted { $0.requirement.id < $1.requirement.id }
  }

  private mutating func take(
    _ found: CheckResult, of item: ConformanceCase, _ id: String, _ defects: (String) -> [String]
  ) {
    let name = "\(item.suite)/\(item.id)"
    let place =
      proofs.lastIndex { $0.caseName == name && $0.check == found.check.id }
      ?? {
        proofs.append(
          Proof(
            caseName: name, check: found.check.id,
            defects: defects("\(name) \(found.check.id)")))
        return proofs.count - 1
      }()
    proofs[place].count += 1
    if found.verdict == .pass {
      proofs[place].passed.insert(item.edition)
    } else if found.requirements.contains(id) {
      proofs[place].failed.insert(item.edition)
    }
  }
}
