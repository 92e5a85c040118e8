package import CaseModel
package import Contract
internal import ExactText
internal import Wording

/// A released set of checks laid over the cases of the suites as they are now.
///
/// A check is of the set if the set names it and the case still does and demands what it did. Every other check is later: it is
/// made and shown, but what it finds is no failure of a run that is pinned to the set. Cases that are not of the suites,
/// such as a customer's own, are none of the set's business: all of their checks count.
package struct SuiteVersionPlan: Sendable {
  /// Cases of the set that the suites do not have as they were.
  package struct Missing: Sendable, Equatable {
    /// `suite/id`.
    package let name: String
    /// The edition.
    package let edition: Edition
    /// How many combinations of it were changed or taken out.
    package let count: Int
  }

  /// The set.
  package let version: SuiteVersion
  /// The IDs of the checks of the set, by the full names of their cases.
  private var frozen: [ExactString: Set<ExactString>] = [:]
  /// The full names of the cases of the suites.
  private var governed: Set<ExactString> = []
  /// What the suites do not have any more as it was.
  package private(set) var missing: [Missing] = []
  /// The parts of the standard world that were changed or taken out.
  package private(set) var missingParts: [String] = []
  /// The standing checks of the set that are as they were.
  private var standing: Set<ExactString> = []
  /// Those that were changed or taken out.
  package private(set) var missingChecks: [String] = []

  /// Lays a set over the cases of the suites.
  ///
  /// - Parameters:
  ///   - cases: every case of the suites, whether it is run or not.
  ///   - world: the standard world as it is now.
  ///   - checks: the standing checks as they are now; nil for those of the cases.
  package init(
    _ version: SuiteVersion, over cases: [ConformanceCase], world: [SuiteVersion.FrozenPart],
    standing checks: [SuiteVersion.FrozenPart]? = nil
  ) {
    self.version = version
    var present: [ExactString: [ConformanceCase]] = [:]
    for item in cases {
      present["\(item.suite)/\(item.id)", default: []].append(item)
      governed.insert(ExactString(item.name))
    }
    for item in version.cases {
      for edition in Edition.allCases {
        guard let digests = item.digests[edition] else { continue }
        let ids = item.checks(in: edition)
        let known = Set(digests.map { ExactString($0) })
        var found = 0
        for now in present[item.name] ?? [] where now.edition == edition {
          guard known.contains(ExactString(now.digest(of: ids).text)) else { continue }
          frozen[now.name] = ids
          found += 1
        }
        if found < digests.count {
          missing.append(
            Missing(name: item.name, edition: edition, count: digests.count - found))
        }
      }
    }
    missingParts = version.world.filter { !world.contains($0) }.map(\.name)
    let now = checks ?? SuiteVersion.standing(cases)
    for part in version.standing {
      if now.contains(part) {
        standing.insert(ExactString(part.name))
      } else {
        missingChecks.append(part.name)
      }
    }
  }

  /// True if a check of a case is not of the set.
  package func isLater(_ check: String, of item: ConformanceCase) -> Bool {
    // Of all cases, also of those that are not of the suites: they came with the suites.
    if check.hasPrefix(StandingChecks.prefix) { return !standing.contains(ExactString(check)) }
    guard governed.contains(ExactString(item.name)) else { return false }
    return frozen[item.name].map { !$0.contains(ExactString(check)) } ?? true
  }

  /// Takes the sting out of what later checks have found.
  package func mark(_ result: inout CaseResult) {
    let item = result.conformanceCase
    var isWholly = governed.contains(ExactString(item.name))
    for index in result.checks.indices {
      guard isLater(result.checks[index].check.id, of: item) else {
        isWholly = false
        continue
      }
      result.checks[index].isLater = true
      if result.checks[index].verdict.isHarmful { result.checks[index].verdict = .later }
    }
    if isWholly, result.problem != nil || result.verdict == .error {
      result.verdict = .later
    } else if result.verdict != .error, result.checks.contains(where: \.isLater) {
      result.verdict = Verdict.worst(result.checks.map(\.verdict))
    }
  }

  /// What keeps a run from saying anything of the set as a whole; nil if nothing does.
  ///
  /// - Parameters:
  ///   - cases: the cases that were chosen.
  ///   - isWhole: true if they were chosen by edition alone: then also what is gone counts.
  package func complaint(_ cases: [ConformanceCase], isWhole: Bool) -> String? {
    let editions = Set(cases.map(\.edition))
    // A customer's case may have the name of one that is not in the suites any more.
    let ofSuites = cases.filter { governed.contains(ExactString($0.name)) }
    let names = Set(ofSuites.map { ExactString("\($0.suite)/\($0.id)") })
    let lacking = missing.filter { item in
      editions.contains(item.edition) && (isWhole || names.contains(ExactString(item.name)))
    }
    guard !lacking.isEmpty || !missingParts.isEmpty || !missingChecks.isEmpty else { return nil }
    var parts: [String] = []
    if !lacking.isEmpty {
      let count = lacking.reduce(0) { $0 + $1.count }
      let named = lacking.map(\.name).distinct.sortedTexts
      let more = named.count > 3 ? " and \(named.count - 3) more" : ""
      let cases = Counted.text(count, "case")
      parts.append("\(cases) of \(named.prefix(3).joined(separator: ", "))\(more)")
    }
    if !missingChecks.isEmpty {
      let more = missingChecks.count > 3 ? " and \(missingChecks.count - 3) more" : ""
      parts.append("\(missingChecks.prefix(3).joined(separator: ", "))\(more)")
    }
    if !missingParts.isEmpty {
      parts.append("\(missingParts.joined(separator: ", ")) of the standard world")
    }
    return "the suites do not have all of the set \(version.name) as it was released: "
      + parts.joined(separator: "; ")
  }
}

extension SuiteVersion.FrozenCase {
  /// The IDs of its checks in an edition.
  func checks(in edition: Edition) -> Set<ExactString> {
    Set(checks.filter { $0.editions.contains(edition) }.map { ExactString($0.id) })
  }
}

extension Verdict {
  /// True for what would keep a run from conforming, or warn.
  fileprivate var isHarmful: Bool {
    switch self {
    case .fail, .error, .inconclusive, .notOffered, .warning: true
    case .pass, .advisory, .notApplicable, .later: false
    }
  }
}
