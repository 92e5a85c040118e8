package import CaseModel
package import Contract
internal import ExactText

/// What the suites say of one requirement.
package struct RequirementProof {
  /// What became of it.
  package enum State: String, CaseIterable {
    /// At least one check proves it.
    case proven
    /// It only allows something (MAY), and an advisory check shows whether that is done; nothing could violate it.
    case advisory
    /// No check proves it, and `unproven.yaml` says why.
    case excused
    /// No check proves it, and nobody says why.
    case unproven
  }

  /// A check that proves it; the combinations of a matrix count as one.
  package struct Proof {
    /// `suite/id`; ``ProofReport/anyCase`` for a standing check.
    package var caseName: String
    /// The check.
    package var check: String
    /// The editions in which it does.
    package var editions: Set<Edition>
    /// True if the sentence was edited since the check was written for it.
    package var isSuspect = false
  }

  /// The requirement.
  package var requirement: Requirement
  /// The checks that prove it, in the order of the suites.
  package var checks: [Proof] = []
  /// The advisory checks that show whether what it allows is done.
  package var advisoryChecks: [Proof] = []
  /// Why it is not proven in any edition, if anyone says.
  package var reason: String?

  /// What became of it.
  package var state: State {
    if !checks.isEmpty { return .proven }
    if requirement.level == "may", !advisoryChecks.isEmpty { return .advisory }
    return reason == nil ? .unproven : .excused
  }

  /// Editions in which it holds but no check proves it.
  package var missing: [Edition] {
    let shown = state == .advisory ? advisoryChecks : checks
    let proven = shown.reduce(into: Set<Edition>()) { $0.formUnion($1.editions) }
    return requirement.editions.subtracting(proven).sorted()
  }

  /// Every requirement that the party (`sdk`, or `app` for its duties) has to keep and the protocol can test, sorted by ID.
  package static func all(
    _ contract: Contract, _ cases: [ConformanceCase], party: String = "sdk"
  ) -> [RequirementProof] {
    // What never fails proves nothing.
    let proofs = checks(of: cases) { !$0.isAdvisory }
    let advice = checks(of: cases) { $0.isAdvisory }
    return contract.requirements.filter { $0.party == party && $0.testable == "protocol" }
      .map {
        let id = ExactString($0.id)
        return RequirementProof(
          requirement: $0, checks: proofs[id] ?? [], advisoryChecks: advice[id] ?? [],
          reason: contract.unprovenReasons[$0.id].flatMap { $0.editions == nil ? $0.text : nil })
      }
  }

  /// The checks of some cases that are wanted, by the requirements that they speak of.
  private static func checks(
    of cases: [ConformanceCase], where isWanted: (Check) -> Bool
  ) -> [ExactString: [Proof]] {
    var proofs: [ExactString: [Proof]] = [:]
    func take(_ checks: [Check], of name: String, in edition: Edition) {
      for check in checks where isWanted(check) {
        for id in check.requirements {
          // The combinations and editions of a case follow each other, so the place is near the end.
          let place = proofs[id]?.lastIndex { $0.caseName == name && $0.check == check.id }
          if let place {
            proofs[id]?[place].editions.insert(edition)
          } else {
            proofs[id, default: []].append(
              Proof(
                caseName: name, check: check.id, editions: [edition],
                isSuspect: check.suspects.contains(id)))
          }
        }
      }
    }
    for item in cases { take(item.checks, of: "\(item.suite)/\(item.id)", in: item.edition) }
    for (edition, standing) in StandingExplanation.checks(of: cases).sorted(by: { $0.key < $1.key })
    {
      take(standing.checks, of: ProofReport.anyCase, in: edition)
    }
    return proofs
  }
}
