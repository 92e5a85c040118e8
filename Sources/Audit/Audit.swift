package import Contract
internal import ExactText

/// A static audit: holds what an app's files show to the static requirements of the contract.
///
///     files -> Evidence -> one RuleOutcome for each requirement, edition and bundle -> AuditResult -> a report
///
/// `EvidenceCollector` reads, `AuditRule.all` decides, and nothing is passed in silence: what no file shows has a
/// reason, from a rule or from ``UnseenRequirement``.
package struct Audit: Sendable {
  /// The contract.
  package let contract: Contract
  /// The editions to judge by.
  package let editions: [Edition]
  /// The areas to judge; empty for all.
  package let areas: [String]
  /// Where the build goes; nil if the files have to say it.
  package let distribution: Distribution?
  /// What the files show.
  package let evidence: Evidence

  /// Reads files for an audit.
  ///
  /// - Parameters:
  ///   - paths: files, bundles and folders.
  ///   - contract: what to hold them to.
  ///   - editions: the editions to judge by, at least one.
  ///   - areas: such as `SET`; empty for all.
  ///   - distribution: where the build goes; nil if the files have to say it.
  package init(
    _ paths: [String], contract: Contract, editions: [Edition], areas: [String] = [],
    distribution: Distribution? = nil
  ) {
    self.contract = contract
    self.editions = editions
    self.areas = areas
    self.distribution = distribution
    evidence = EvidenceCollector.collect(paths)
  }

  /// Judges every static requirement of the areas in every edition.
  package func result() -> AuditResult {
    var result = AuditResult(audit: self)
    let unseen = UnseenRequirement.all
    for requirement in contract.requirements
    where requirement.testable == "static" && (areas.isEmpty || areas.contains(requirement.area)) {
      let rule = AuditRule.all.first { $0.id == requirement.id }
      for edition in editions where requirement.editions.contains(edition) {
        guard let rule else {
          let reason =
            unseen.first { $0.id == requirement.id }?.reason ?? "this program has no rule for it"
          result.add(requirement, edition, .notShown, reason)
          continue
        }
        judge(rule, requirement, edition, &result)
      }
    }
    return result
  }

  private func judge(
    _ rule: AuditRule, _ requirement: Requirement, _ edition: Edition, _ result: inout AuditResult
  ) {
    let outcomes = rule.outcomes(self, edition: edition)
    var kept = 0
    var (unseen, elsewhere): ([String], [String]) = ([], [])
    var isViolated = false
    var isMild = true
    for (subject, outcome) in outcomes {
      let place = subject.isEmpty || outcomes.count == 1 ? "" : "\(subject): "
      switch outcome {
      case .kept: kept += 1
      case .violated(let findings):
        isViolated = true
        for finding in findings {
          let isWarning = finding.isMild || requirement.level != "must"
          if !isWarning { isMild = false }
          result.add(finding, of: requirement, edition, isWarning: isWarning)
        }
      case .notShown(let reason): unseen.append(place + reason)
      case .doesNotApply(let reason): elsewhere.append(place + reason)
      }
    }
    if isViolated {
      result.add(requirement, edition, isMild ? .warned : .violated, unseen.joined(separator: "; "))
    } else if !unseen.isEmpty {
      result.add(requirement, edition, .notShown, unseen.joined(separator: "; "))
    } else if kept > 0 {
      result.add(requirement, edition, .kept, "")
    } else {
      result.add(requirement, edition, .doesNotApply, elsewhere.joined(separator: "; "))
    }
  }
}
