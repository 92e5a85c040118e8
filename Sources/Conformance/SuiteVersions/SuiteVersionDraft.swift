package import CaseModel
internal import Contract
internal import ExactText

extension SuiteVersion {
  /// The set of all checks of some cases, as they are now.
  package init(
    name: String, date: CalendarDay, freezing cases: [ConformanceCase], world: [FrozenPart]
  ) {
    self.init(
      name: name, date: date, caseCount: cases.count,
      checkCount: cases.reduce(0) { $0 + $1.checks.count }, world: world,
      cases: SuiteVersion.frozen(cases) { _, _ in true })
    standing = SuiteVersion.standing(cases)
  }

  /// The standing checks of some cases, each once, sorted by ID.
  static func standing(_ cases: [ConformanceCase]) -> [FrozenPart] {
    var editions: Set<Edition> = []
    var checks: [StandingChecks] = []
    for item in cases {
      guard let standing = item.standing, editions.insert(item.edition).inserted else { continue }
      checks.append(standing)
    }
    return standing(of: checks)
  }

  /// The standing checks of some editions, each once, sorted by ID.
  package static func standing(of editions: [StandingChecks]) -> [FrozenPart] {
    var digests: [ExactString: String] = [:]
    for standing in editions {
      for check in standing.checks {
        guard case .standing(let rule) = check.demand else { continue }
        digests[ExactString(check.id)] = rule.digest?.text ?? ""
      }
    }
    return digests.keys.sorted().map { FrozenPart(name: $0.text, digest: digests[$0] ?? "") }
  }

  /// The same set with the digests of today: what was changed belongs to it as it is now, what is gone does not any more.
  /// Checks and cases that came later still do not; combinations that a case of the set has now belong to it.
  package func corrected(
    _ correction: Correction, by cases: [ConformanceCase], world: [FrozenPart]
  ) -> SuiteVersion {
    var known: [ExactString: FrozenCase] = [:]
    for item in self.cases { known[item.name] = item }
    func isFrozen(_ item: ConformanceCase, _ check: Check) -> Bool {
      guard let frozen = known["\(item.suite)/\(item.id)"], frozen.digests[item.edition] != nil
      else { return false }
      return frozen.checks(in: item.edition).contains(ExactString(check.id))
    }
    var corrected = self
    corrected.corrections.append(correction)
    let names = Set(self.world.map { ExactString($0.name) })
    corrected.world = world.filter { names.contains(ExactString($0.name)) }
    let checks = Set<ExactString>(standing.map { ExactString($0.name) })
    corrected.standing = SuiteVersion.standing(cases).filter {
      checks.contains(ExactString($0.name))
    }
    corrected.cases = SuiteVersion.frozen(cases, isFrozen)
    let kept = cases.filter { item in item.checks.contains { isFrozen(item, $0) } }
    corrected.caseCount = kept.count
    corrected.checkCount = kept.reduce(0) { sum, item in
      sum + item.checks.count { isFrozen(item, $0) }
    }
    return corrected
  }

  /// The cases with the checks that are to be frozen.
  private static func frozen(
    _ cases: [ConformanceCase], _ isFrozen: (ConformanceCase, Check) -> Bool
  ) -> [FrozenCase] {
    var order: [String] = []
    var groups: [ExactString: [ConformanceCase]] = [:]
    for item in cases where item.checks.contains(where: { isFrozen(item, $0) }) {
      let name = "\(item.suite)/\(item.id)"
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(item)
    }
    return order.map { name in
      let items = groups[name] ?? []
      var checks: [FrozenCheck] = []
      for item in items {
        for check in item.checks where isFrozen(item, check) {
          if let index = checks.firstIndex(where: { $0.id == check.id }) {
            checks[index].editions.insert(item.edition)
          } else {
            checks.append(FrozenCheck(id: check.id, editions: [item.edition]))
          }
        }
      }
      let all = Set(items.map(\.edition))
      // What is there in every edition of the case needs no list of them.
      for index in checks.indices where checks[index].editions == all {
        checks[index].editions = Set(Edition.allCases)
      }
      var frozen = FrozenCase(name: name, checks: checks, digests: [:])
      for item in items {
        let ids = frozen.checks(in: item.edition)
        frozen.digests[item.edition, default: []].append(item.digest(of: ids).text)
      }
      return frozen
    }
  }
}
