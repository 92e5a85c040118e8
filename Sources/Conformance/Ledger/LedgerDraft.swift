internal import CaseModel
internal import Contract
internal import ExactText
package import JSONText
internal import VirtualTime
/// Entries of a ledger that list the failures of a run, as few as say exactly what failed.
///
/// Failures for the same reason and against the same requirements are put together: the checks that failed in the same
/// editions of a case, the combinations of a case in which the same checks failed, and the cases of which all this is
/// the same. A case of which every combination failed is named without them.
package struct LedgerDraft {
  /// An entry without a link, an owner and a last day.
  package struct Entry: Equatable {
    /// The cases.
    package var cases: [String]
    /// The checks.
    package var checks: [String]
    /// The editions; empty for all in which the checks are made.
    package var editions: [String]
    /// The requirements.
    package var requirements: [String]
    /// The reason: what was found, or a pattern of it.
    package var reason: String
  }

  /// A check of one case as a run has judged it.
  private struct Finding {
    var short: String
    var nameWithoutEdition: String
    var edition: String
    var check: String
    /// Nil unless it failed, and is not known to fail.
    var failure: (requirements: [String], reason: String)?
  }

  private var findings: [Finding] = []
  /// True if each entry names its editions: the run had not all of them.
  package var namesEditions = false
  /// True if no check passed or failed.
  package var isEmpty: Bool { findings.isEmpty }

  /// A draft of the failures of some results that are not known.
  package init(_ results: [CaseResult]) {
    for result in results {
      let item = result.conformanceCase
      for check in result.checks where check.verdict == .pass || check.verdict == .fail {
        let isNew = check.verdict == .fail && check.known == nil
        findings.append(
          Finding(
            short: "\(item.suite)/\(item.id)", nameWithoutEdition: item.nameWithoutEdition,
            edition: item.edition.rawValue, check: check.check.id,
            failure: isNew
              ? (
                check.requirements,
                LedgerDraft.reason(check.found, check.difference?.shift?.milliseconds)
              ) : nil))
      }
    }
  }

  /// A draft of the failures of a report in the machine format; nil if it is none.
  package init?(_ report: JSON) {
    guard report["format"]?.string == "mamconform-run", let cases = report["cases"]?.array else {
      return nil
    }
    for item in cases {
      guard let suite = item["suite"]?.string, let id = item["id"]?.string,
        let name = item["name"]?.string, let edition = item["edition"]?.string,
        let checks = item["checks"]?.array
      else { return nil }
      for check in checks {
        guard let checkID = check["id"]?.string, let verdict = check["verdict"]?.string else {
          return nil
        }
        guard verdict == "pass" || verdict == "fail" else { continue }
        let isNew = verdict == "fail" && check["known"] == nil
        let requirements = (check["violates"] ?? check["requirements"])?.array ?? []
        findings.append(
          Finding(
            short: "\(suite)/\(id)", nameWithoutEdition: String(name.dropLast(edition.count + 1)),
            edition: edition, check: checkID,
            failure: isNew
              ? (
                requirements.compactMap(\.string),
                LedgerDraft.reason(
                  check["found"]?.string ?? "", check["difference"]?["shiftMilliseconds"]?.int)
              ) : nil))
      }
    }
  }

  /// What was found; of a record at a wrong time only by how much, so that it is the same in every case.
  private static func reason(_ found: String, _ shiftMilliseconds: Int?) -> String {
    guard let shiftMilliseconds else { return found }
    let amount = VirtualDuration(milliseconds: abs(shiftMilliseconds))
    return "* comes at *, \(amount) \(shiftMilliseconds < 0 ? "early" : "late"); expected at *"
  }

  // MARK: Putting together

  /// The checks that failed in a combination, by the editions in which each did.
  private struct Place: Hashable {
    var reason: ExactString
    var requirements: ExactString
    var editions: ExactString
    var checks: ExactString
  }

  /// The entries, in the order in which their failures come.
  package var entries: [Entry] {
    let combinations = combinationsOfCases
    var order: [Place] = []
    var entries: [Place: Entry] = [:]
    for (name, groups) in failures() {
      for group in groups {
        let place = Place(
          reason: ExactString(group.reason),
          requirements: ExactString(group.requirements.joined(separator: " ")),
          editions: ExactString(group.editions.joined(separator: " ")),
          checks: ExactString(group.checks.joined(separator: " ")))
        if entries[place] == nil {
          order.append(place)
          entries[place] = group
        } else {
          entries[place]?.cases.append(name)
        }
      }
    }
    return order.compactMap { place in
      entries[place].map { LedgerDraft.shortened($0, combinations) }
    }
  }

  /// Every combination of each case, by `suite/id`, with the `suite/id` of every combination.
  private var combinationsOfCases: (all: [ExactString: [String]], short: [ExactString: String]) {
    var all: [ExactString: [String]] = [:]
    var short: [ExactString: String] = [:]
    for finding in findings where short[finding.nameWithoutEdition] == nil {
      short[finding.nameWithoutEdition] = finding.short
      all[finding.short, default: []].append(finding.nameWithoutEdition)
    }
    return (all, short)
  }

  /// The failures of each combination of a case, put together by reason, requirements and editions.
  private func failures() -> [(name: String, groups: [Entry])] {
    // All findings of a combination; its editions need not follow each other.
    var order: [String] = []
    var byName: [ExactString: [Finding]] = [:]
    for finding in findings {
      if byName[finding.nameWithoutEdition] == nil { order.append(finding.nameWithoutEdition) }
      byName[finding.nameWithoutEdition, default: []].append(finding)
    }
    return order.compactMap { name in
      let all = byName[name] ?? []
      guard all.contains(where: { $0.failure != nil }) else { return nil }
      return (name, LedgerDraft.groups(name, all, namesEditions: namesEditions))
    }
  }

  private static func groups(
    _ name: String, _ findings: [Finding], namesEditions: Bool
  ) -> [Entry] {
    struct Row {
      var check: String
      var requirements: [String]
      var reason: String
      var editions: [String]
    }
    var rows: [Row] = []
    for finding in findings {
      guard let failure = finding.failure else { continue }
      let index = rows.firstIndex {
        $0.check == finding.check && $0.reason == failure.reason
          && $0.requirements == failure.requirements
      }
      if let index {
        rows[index].editions.append(finding.edition)
      } else {
        rows.append(
          Row(
            check: finding.check, requirements: failure.requirements, reason: failure.reason,
            editions: [finding.edition]))
      }
    }
    var groups: [Entry] = []
    for row in rows {
      let made = findings.count { $0.check == row.check }
      let editions =
        row.editions.count == made && !namesEditions ? [] : row.editions.sorted()
      let index = groups.firstIndex {
        $0.reason == row.reason && $0.requirements == row.requirements && $0.editions == editions
      }
      if let index {
        groups[index].checks.append(row.check)
      } else {
        groups.append(
          Entry(
            cases: [name], checks: [row.check], editions: editions,
            requirements: row.requirements, reason: row.reason))
      }
    }
    return groups
  }

  /// The entry with `suite/id` instead of all combinations of a case.
  private static func shortened(
    _ entry: Entry, _ combinations: (all: [ExactString: [String]], short: [ExactString: String])
  ) -> Entry {
    var entry = entry
    let named = entry.cases.distinct
    var cases: [String] = []
    var done: Set<ExactString> = []
    for name in entry.cases {
      guard let short = combinations.short[name] else { continue }
      let all = combinations.all[short] ?? []
      if all.count > 1 || name == short, all.allSatisfy(named.contains) {
        if done.insert(short).inserted { cases.append(short) }
      } else {
        cases.append(name)
      }
    }
    entry.cases = cases
    return entry
  }
}
