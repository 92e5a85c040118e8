internal import CaseModel
internal import ExactText
internal import Wording
internal import Participants

/// The report for people.
extension ProofReport {
  /// What was found of a defect: one line, and for a survivor what has seen it.
  package func text(_ outcome: Outcome) -> String {
    let name = outcome.defect.name
    // Only the cases that come to a place where the defect matters are run.
    let extent =
      (outcome.caseCount == 0 ? "no case reaches it" : Counted.text(outcome.caseCount, "case"))
      + (outcome.reachedCount > outcome.caseCount ? " of \(outcome.reachedCount)" : "")
      + (outcome.errorCount > 0 ? ", \(outcome.errorCount) of them ended in errors" : "")
    guard let first = outcome.counting.first else {
      var text = "SURVIVES  \(name): breaks \(outcome.defect.requirements.joined(separator: ", "))"
      text += "; \(extent)\n"
      for entry in outcome.catches.prefix(5) { text += "          seen by \(line(entry))\n" }
      if outcome.catches.count > 5 {
        text += "          ... and by \(outcome.catches.count - 5) more checks\n"
      }
      return text
    }
    var text = "caught    \(name): \(Counted.text(outcome.counting.count, "check")) in \(extent); "
    text += "first \(line(first))\n"
    if !outcome.notShown.isEmpty {
      text += "          named, but not shown: \(outcome.notShown.joined(separator: ", "))\n"
    }
    return text
  }

  /// A check that failed, with what it proves and where it failed first.
  private func line(_ entry: Catch) -> String {
    let row = checks[entry.check]
    let proves = entry.requirements.isEmpty ? row.requirements : entry.requirements
    return "\(row.check) (\(proves.sorted().joined(separator: ", "))) in \(entry.firstCase)"
  }

  /// What was found of requirements and checks, and the sums.
  ///
  /// - Parameters:
  ///   - planned: how many defects were to be tried.
  ///   - listsChecks: true to list every check that no defect makes fail.
  ///   - isPartial: true if only some defects were tried: then nothing is said of requirements that they do not break.
  package func summary(planned: Int, listsChecks: Bool, isPartial: Bool = false) -> String {
    let named = outcomes.flatMap(\.defect.requirements)
    let requirements = requirements.filter { !isPartial || named.contains($0.id) }
    let checks = checks.filter { !isPartial || !$0.requirements.isDisjoint(with: named) }
    guard !isPartial || !outcomes.isEmpty else { return "\nno defect was tried\n" }
    var text = isWhole ? ProofReport.failingChecks(of: requirements) : ""
    let idle = checks.filter(\.defects.isEmpty)
    if listsChecks, !idle.isEmpty {
      text += "\nchecks that no defect makes fail:\n"
      for row in idle {
        text += "  \(row.location.file):\(row.location.line): \(row.caseName) \(row.check) "
        text += "(\(row.requirements.sorted().joined(separator: ", ")))\n"
      }
    }
    let unbroken = requirements.filter(\.defects.isEmpty)
    // Of one defect its own line says what it has not shown.
    if !unbroken.isEmpty, !isPartial {
      text += "\nrequirements without a defect that makes one of their checks fail:\n"
      for row in unbroken {
        text += "  \(row.id)\(row.failingCount > 0 ? " (only other defects do)" : "")\n"
      }
    }
    text += "\ndefects       \(outcomes.count): \(outcomes.count - survivors.count) caught, "
    text += "\(survivors.count) survived"
    if outcomes.count < planned { text += ", \(planned - outcomes.count) not tried" }
    text += "\nrequirements  \(requirements.count): "
    text += "\(requirements.count - unbroken.count) broken by a defect and seen, "
    text += "\(unbroken.count) not"
    if isWhole {
      text += "\nchecks        \(checks.count): \(checks.count - idle.count) made to fail, "
      text += "\(idle.count) not\n\(causes)"
    } else {
      let sum = outcomes.reduce(into: (run: 0, reached: 0)) {
        $0.run += $1.caseCount
        $0.reached += $1.reachedCount
      }
      text +=
        "\ncases         \(sum.run) have shown enough, of \(sum.reached) that reach a defect\n"
    }
    text += survivors.map { "survivor      \($0.defect.name)\n" }.joined()
    return text
  }

  /// False if cases were left out because others had shown what a defect breaks: then checks that did not fail might have.
  private var isWhole: Bool { outcomes.allSatisfy { $0.reachedCount == $0.caseCount } }

  /// How many checks of each requirement any defect makes fail.
  private static func failingChecks(of requirements: [RequirementRow]) -> String {
    var text = "\nrequirement  checks that a defect makes fail\n"
    for row in requirements {
      let id = row.id + String(repeating: " ", count: max(1, 13 - row.id.count))
      text += "\(id)\(row.failingCount) of \(row.checkCount)\n"
    }
    return text
  }

  /// How many root causes the defects show; each is one bug.
  private var causes: String {
    let failing = outcomes.filter { $0.causeCount > 0 }
    guard !failing.isEmpty else { return "" }
    let many = failing.filter { $0.causeCount > 3 }
    var text = "causes        at most 3 with \(failing.count - many.count) of "
    text += "\(Counted.text(failing.count, "defect"))"
    for outcome in many { text += ", \(outcome.causeCount) with \(outcome.defect.name)" }
    return text + "\n"
  }
}
