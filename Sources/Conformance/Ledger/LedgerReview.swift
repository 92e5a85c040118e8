package import CaseModel
internal import ExactText

/// What a run and its ledger say of each other.
package struct LedgerReview: Sendable, Equatable {
  /// Whose failures the ledger lists.
  package let name: String
  /// How many entries it has.
  package let entryCount: Int
  /// Everything in which it does not describe the run, in the order of the ledger.
  package let findings: [LedgerFinding]

  /// Holds the results of a run, in which known failures are marked, against the ledger.
  ///
  /// - Parameter today: the day of the run: entries that ended before it are expired.
  package init(_ plan: LedgerPlan, _ results: [CaseResult], today: CalendarDay) {
    let ledger = plan.ledger
    var accounts = ledger.entries.map { _ in Account() }
    for result in results {
      for number in plan.entries(in: result.conformanceCase) {
        accounts[number].take(result, ledger.entries[number], number)
      }
    }
    var findings = plan.findings + LedgerReview.expired(ledger, today)
    let wrong = findings.map(\.location)
    for (entry, account) in zip(ledger.entries, accounts) {
      findings += account.findings(on: entry, isKnownToBeWrong: wrong.contains(entry.location))
    }
    self.name = ledger.name
    self.entryCount = ledger.entries.count
    self.findings = findings.sorted { $0.location.isBefore($1.location) }
  }

  /// The entries whose last day was before a day.
  package static func expired(_ ledger: Ledger, _ today: CalendarDay) -> [LedgerFinding] {
    ledger.entries.filter { $0.expires < today }.map { entry in
      LedgerFinding(
        .expired, at: entry.location, "the entry expired on \(entry.expires) (\(entry.owner))",
        suggestion: "see \(entry.link): fix the SDK, or agree on another day")
    }
  }

  /// What a run has shown of one entry.
  private struct Account {
    /// Checks that passed, with their cases.
    var passed: [(check: String, name: String)] = []
    /// Checks that failed otherwise, with their cases and what was found.
    var otherwise: [(check: String, name: String, found: String)] = []
    /// True if a check failed as expected.
    var isMet = false
    /// True if cases were run that have such a check.
    var isRun = false
    /// True if something kept a check from being made: a known failure before it, a breakdown, an interrupt.
    var isOpen = false

    mutating func take(_ result: CaseResult, _ entry: LedgerEntry, _ number: Int) {
      let item = result.conformanceCase.name
      var checks = result.checks.filter { entry.names($0.check.id) }
      // Of standing checks a result has those that found something; the others were made and passed.
      if result.verdict != .error {
        for check in result.conformanceCase.standing?.checks ?? []
        where entry.namesOutright(check.id) && !checks.contains(where: { $0.check.id == check.id })
        {
          checks.append(CheckResult(check: check, verdict: .pass))
        }
      }
      let isMetHere = checks.contains { $0.known?.entry == number }
      let isOpenHere =
        result.verdict == .error
        || checks.contains {
          $0.verdict == .inconclusive || $0.verdict == .notOffered || $0.isLater
        }
      // Of the cases of an entry some may not have its checks, in other editions for instance; a part of a run may have no others.
      isRun = isRun || !checks.isEmpty
      isMet = isMet || isMetHere
      isOpen = isOpen || isOpenHere
      for check in checks where entry.namesOutright(check.check.id) && check.known == nil {
        if check.verdict.isFinding {
          otherwise.append((check.check.id, item, check.found))
        } else if check.verdict == .pass {
          passed.append((check.check.id, item))
        }
      }
      // Of checks that a pattern names one has to fail in every case.
      guard !isMetHere, !isOpenHere, entry.checks.allSatisfy(\.isGlob) else { return }
      if let other = checks.first(where: { $0.verdict.isFinding && $0.known == nil }) {
        otherwise.append((other.check.id, item, other.found))
      } else if let first = checks.first(where: { $0.verdict == .pass }) {
        passed.append((first.check.id, item))
      }
    }

    /// What is to be said of the entry.
    ///
    /// - Parameter isKnownToBeWrong: true if the suites alone show that it is.
    func findings(on entry: LedgerEntry, isKnownToBeWrong: Bool) -> [LedgerFinding] {
      var findings: [LedgerFinding] = []
      if isRun, !isMet, !isOpen, !isKnownToBeWrong, passed.isEmpty, otherwise.isEmpty {
        findings.append(
          LedgerFinding(.matchesNothing, at: entry.location, "none of these checks was made"))
      }
      if let first = passed.first {
        findings.append(
          LedgerFinding(
            .unexpectedPass, at: entry.location,
            "\(first.check) passes in \(first.name)\(Account.more(passed.count))",
            suggestion: isMet
              ? "remove from the entry what passes"
              : "remove the entry: the SDK has been fixed",
            cases: passed.map(\.name)))
      }
      if let first = otherwise.first {
        findings.append(
          LedgerFinding(
            .otherReason, at: entry.reason.location,
            "\(first.check) fails differently in \(first.name)\(Account.more(otherwise.count)): "
              + "found '\(first.found)'",
            suggestion: "check whether it is the same bug", cases: otherwise.map(\.name)))
      }
      return findings
    }

    private static func more(_ count: Int) -> String {
      count > 1 ? " and in \(count - 1) more places" : ""
    }
  }
}

extension LedgerEntry.Word {
  /// True if the word has a character that means more than itself.
  var isGlob: Bool { text.contains("*") || text.contains("?") }
}
