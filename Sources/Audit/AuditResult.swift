package import Contract
internal import ExactText

/// What an audit has found out.
package struct AuditResult: Sendable {
  /// What is said of one requirement in one edition.
  package enum Verdict: String, Sendable, CaseIterable {
    case kept
    case violated
    /// A recommendation is violated, or a finding does no harm.
    case warned = "warning"
    case doesNotApply = "does-not-apply"
    case notShown = "not-shown"
  }

  /// A requirement in an edition.
  package struct Judgement: Sendable {
    /// The requirement.
    package let requirement: Requirement
    /// The edition.
    package let edition: Edition
    /// What became of it.
    package let verdict: Verdict
    /// Why it does not apply or is not shown; empty for what is kept.
    package let reason: String
  }

  /// One thing that is wrong, whatever requirements and editions it violates.
  package struct Issue: Sendable {
    /// What is wrong and where.
    package let finding: AuditFinding
    /// The requirements, in the order of the contract.
    package fileprivate(set) var requirements: [Requirement]
    /// The editions.
    package fileprivate(set) var editions: [Edition]
    /// True if no requirement demands otherwise.
    package fileprivate(set) var isWarning: Bool

    /// The requirement that is violated most severely: the first of those that demand, else recommend, else allow.
    var gravest: Requirement? {
      ["must", "should", "may"].lazy
        .compactMap { level in requirements.first { $0.level == level } }.first
        ?? requirements.first
    }
  }

  /// The audit.
  package let audit: Audit
  /// What is said of each requirement in each edition, in the order of the contract.
  package private(set) var judgements: [Judgement] = []
  /// What is wrong, by file and place.
  package private(set) var issues: [Issue] = []

  init(audit: Audit) { self.audit = audit }

  /// How many judgements have a verdict.
  package func count(_ verdict: Verdict) -> Int { judgements.count { $0.verdict == verdict } }

  /// True if the files show nothing at all of what is asked.
  package var saysNothing: Bool {
    !judgements.contains { [.kept, .violated, .warned].contains($0.verdict) }
  }

  /// The exit code: 0 clean, 1 a requirement is violated, 2 a file is not judged or nothing can be judged.
  ///
  /// What is violated is so whatever another file would show, so that 1 comes before 2, as for a run.
  ///
  /// - Parameter isStrict: true if warnings fail too.
  package func exitCode(isStrict: Bool) -> Int32 {
    if issues.contains(where: { !$0.isWarning || isStrict }) { return 1 }
    return !audit.evidence.problems.isEmpty || saysNothing ? 2 : 0
  }

  // MARK: - Collecting

  mutating func add(
    _ requirement: Requirement, _ edition: Edition, _ verdict: Verdict, _ reason: String
  ) {
    judgements.append(
      Judgement(requirement: requirement, edition: edition, verdict: verdict, reason: reason))
  }

  mutating func add(
    _ finding: AuditFinding, of requirement: Requirement, _ edition: Edition, isWarning: Bool
  ) {
    if let index = issues.firstIndex(where: { issue in
      issue.finding.file == finding.file && issue.finding.place == finding.place
        && issue.finding.message == finding.message
    }) {
      if !issues[index].requirements.contains(where: { $0.id == requirement.id }) {
        issues[index].requirements.append(requirement)
      }
      if !issues[index].editions.contains(edition) { issues[index].editions.append(edition) }
      if !isWarning { issues[index].isWarning = false }
    } else {
      issues.append(
        Issue(
          finding: finding, requirements: [requirement], editions: [edition], isWarning: isWarning))
    }
  }

  /// The issues by file, then by place.
  package var sortedIssues: [Issue] {
    func key(_ place: FilePlace) -> (Int, Int) {
      switch place {
      case .whole: (0, 0)
      case .text(let line, let column): (line, column)
      case .bytes(let offset): (offset, 0)
      }
    }
    return issues.enumerated().sorted { left, right in
      let (first, second) = (left.element.finding, right.element.finding)
      if first.file != second.file { return first.file < second.file }
      let (own, other) = (key(first.place), key(second.place))
      return own != other ? own < other : left.offset < right.offset
    }.map(\.element)
  }
}
