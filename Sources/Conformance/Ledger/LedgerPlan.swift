package import CaseModel
internal import Contract
internal import ExactText
internal import SystemFiles

/// A ledger laid over the cases of the suites: which entry speaks of which check.
package struct LedgerPlan: Sendable {
  /// The ledger.
  package let ledger: Ledger
  /// What is wrong with it, whatever a run finds: entries that match nothing, or contradict the suites or each other.
  package private(set) var findings: [LedgerFinding] = []
  /// The entries that speak of a case, by its full name.
  private var entries: [ExactString: [Int]] = [:]

  /// Lays a ledger over every case of the suites, whether it is run or not.
  package init(_ ledger: Ledger, over cases: [ConformanceCase]) {
    self.ledger = ledger
    let index = CaseIndex(cases)
    for (number, entry) in ledger.entries.enumerated() {
      let covered = index.places(of: entry).filter { entry.editions.contains(cases[$0].edition) }
      for place in covered { entries[cases[place].name, default: []].append(number) }
      findings += LedgerPlan.findings(on: entry, covered.map { cases[$0] }, index)
    }
    findings += contradictions(cases)
  }

  /// The entries that name a check of a case outright, or by a pattern.
  package func entries(of check: String, in item: ConformanceCase) -> [Int] {
    entries(in: item).filter { ledger.entries[$0].names(check) }
  }

  /// The entries that speak of a case.
  package func entries(in item: ConformanceCase) -> [Int] { entries[item.name] ?? [] }

  /// Marks the failures of a case that are known.
  package func mark(_ result: inout CaseResult) {
    guard !entries(in: result.conformanceCase).isEmpty else { return }
    for index in result.checks.indices where result.checks[index].verdict.isFinding {
      let check = result.checks[index]
      let known = entries(of: check.check.id, in: result.conformanceCase)
        .first { ledger.entries[$0].explains(check) }
      guard let known else { continue }
      let entry = ledger.entries[known]
      result.checks[index].known = KnownFailure(
        entry: known, location: entry.location, link: entry.link, owner: entry.owner,
        expires: entry.expires.description)
    }
  }

  // MARK: What is wrong with an entry

  private static func findings(
    on entry: LedgerEntry, _ covered: [ConformanceCase], _ index: CaseIndex
  ) -> [LedgerFinding] {
    var findings: [LedgerFinding] = []
    for word in entry.cases where index.places(of: word.text).isEmpty {
      findings.append(
        LedgerFinding(
          .matchesNothing, at: word.location, "no case matches '\(word.text)'",
          suggestion: index.suggestion(for: word.text)))
    }
    guard findings.isEmpty else { return findings }
    guard !covered.isEmpty else {
      return [
        LedgerFinding(
          .matchesNothing, at: entry.location, "none of these cases exists in this edition")
      ]
    }
    var checks = covered.flatMap(\.checks)
    // The same ones for all cases of an edition.
    var editions: Set<Edition> = []
    for item in covered where editions.insert(item.edition).inserted {
      checks += item.standing?.checks ?? []
    }
    for word in entry.checks where !checks.contains(where: { word.isPattern(of: $0.id) }) {
      findings.append(
        LedgerFinding(
          .matchesNothing, at: word.location, "these cases have no check '\(word.text)'",
          suggestion: CaseIndex.suggestion(for: word.text, among: checks.map(\.id))))
    }
    let proven = checks.filter { entry.names($0.id) }.flatMap(\.requirements).distinct
    for word in entry.requirements where !proven.isEmpty && !proven.contains(word.text) {
      findings.append(
        LedgerFinding(
          .contradictory, at: word.location,
          "none of these checks proves the requirement \(word.text)",
          suggestion: "they prove \(proven.sortedTexts.prefix(5).joined(separator: ", "))"))
    }
    return findings
  }

  /// Checks that two entries name outright.
  private func contradictions(_ cases: [ConformanceCase]) -> [LedgerFinding] {
    var found: [LedgerFinding] = []
    var told: Set<[Int]> = []
    for item in cases {
      let numbers = entries(in: item)
      guard numbers.count > 1 else { continue }
      for check in item.allChecks {
        let outright = numbers.filter { ledger.entries[$0].namesOutright(check.id) }
        guard outright.count > 1, told.insert(Array(outright.prefix(2))).inserted else { continue }
        let first = ledger.entries[outright[0]].location
        found.append(
          LedgerFinding(
            .contradictory, at: ledger.entries[outright[1]].location,
            "the check \(check.id) of \(item.name) is listed twice",
            suggestion: "the other entry is at \(first.file):\(first.line)"))
      }
    }
    return found
  }
}

extension LedgerEntry.Word {
  /// True if the word, or the pattern that it is, stands for a string.
  func isPattern(of text: String) -> Bool {
    Glob.isPattern(self.text) ? Glob(self.text).matches(text) : self.text == text
  }
}

extension LedgerEntry {
  /// True if the entry names a check by its ID or by a pattern.
  func names(_ check: String) -> Bool { checks.contains { $0.isPattern(of: check) } }

  /// True if the entry names a check by its ID: then it has to fail.
  func namesOutright(_ check: String) -> Bool { checks.contains { $0.text == check } }

  /// True if a check failed for the reason that is expected, and blames nothing else.
  func explains(_ check: CheckResult) -> Bool {
    reason.isPattern(of: check.found)
      && check.requirements.allSatisfy { id in requirements.contains { $0.text == id } }
  }
}
