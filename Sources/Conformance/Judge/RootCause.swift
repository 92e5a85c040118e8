package import CaseModel
internal import ExactText
internal import VirtualTime

/// Failed cases that show the same difference: most likely one bug of the SDK under test.
package struct RootCause: Sendable {
  /// The difference, in the case in which it was seen first.
  package var difference: Difference
  /// The requirements that it violates, the most often violated first.
  package var requirements: [String]
  /// The other requirements that failed checks of its cases violate, most likely because of it, the most often violated first.
  package private(set) var consequences: [String] = []
  /// The cases that show it, in the order of the run.
  package var cases: [ConformanceCase]
  /// How many checks failed in these cases.
  package var checkCount: Int
  /// The differences of the small causes that this one gathers, ``difference`` among them; empty for a cause that stands alone.
  package private(set) var gathered: [Difference] = []
  /// What its signs are sides of.
  private var happenings: Set<Happening> = []
  /// The failed cases, by their place among all of them, that show any of its signs, also those that another cause explains.
  private var showing: Set<Int> = []
  /// The failed cases that it explains, by their place.
  private var explained: Set<Int> = []

  /// What is the same in every case that has a cause: kind, record, members and the shift in time.
  private static func key(_ difference: Difference) -> ExactString {
    // What comes too early or too late by the same time, comes so together: a request and the event that it leads to.
    if let shift = difference.shift { return ExactString("time \(shift.milliseconds)") }
    let members = difference.members.joined(separator: ",")
    return ExactString("\(difference.kind.rawValue) \(difference.subject) \(members)")
  }

  /// The fewest differences that explain all failed cases, the one with the most cases first; known failures need no
  /// explanation.
  ///
  /// One bug makes several checks of a case fail, and not the same ones in every case. So the difference that most cases
  /// show is taken with all of them, then the one that most of the rest show, and so on. Between two with as many
  /// cases the one decides that comes earlier in the virtual time of its first case, then the order of the checks.
  /// A difference is a sign of an earlier one if either violates first of all what the other one violates too, or if both
  /// are sides of one happening: an operation is seen at its request and at the status that it ends with, its end at its success and at its
  /// code, and the management of a user, the policy in force, the settings or the owner of a file, by whichever API asks. It also is one if at least two cases, and a third of all that show it, show the
  /// earlier one too: what follows from a bug is often seen where the bug itself is not looked for. Of more than three causes those
  /// with a tenth of the largest one's cases at most, and at most twenty, are gathered in one.
  package static func of(_ results: [CaseResult]) -> [RootCause] {
    let failed = results.filter { $0.checks.contains(where: \.isNewFailure) }
    var seen: [ExactString: [Int]] = [:]
    var order: [(key: ExactString, first: (time: Int, place: Int), difference: Difference)] = []
    for (index, result) in failed.enumerated() {
      for check in RootCause.signs(result) {
        guard let difference = check.difference else { continue }
        let key = key(difference)
        if let last = seen[key]?.last, last == index { continue }
        if seen[key] == nil {
          let time = (difference.time - result.history.epoch).milliseconds
          order.append((key, (time, order.count), difference))
        }
        seen[key, default: []].append(index)
      }
    }
    var rest = Set(failed.indices)
    var causes: [RootCause] = []
    while !rest.isEmpty {
      let best = order.max { left, right in
        let counts = [left, right].map { entry in
          (seen[entry.key] ?? []).count { rest.contains($0) }
        }
        return (counts[0], -left.first.time, -left.first.place)
          < (counts[1], -right.first.time, -right.first.place)
      }
      guard let best, case let covered = (seen[best.key] ?? []).filter(rest.contains),
        !covered.isEmpty
      else { break }
      rest.subtract(covered)
      var cause = RootCause(best.key, covered.map { failed[$0] })
      cause.showing = Set<Int>(seen[best.key] ?? [])
      cause.explained = Set<Int>(covered)
      // Another sign of what violates the same requirement, else one that is seen together with it.
      if let index = causes.firstIndex(where: { $0.explains(cause) })
        ?? causes.firstIndex(where: { $0.isSeen(with: cause) })
      {
        causes[index].add(cause)
      } else {
        causes.append(cause)
      }
    }
    var final = gatheringSmallOnes(joiningStandingOnes(causes, failed))
    for place in final.indices {
      let checks = final[place].explained.sorted().flatMap { failed[$0].checks }
      let known = final[place].requirements
      final[place].consequences = mostViolatedFirst(checks.filter(\.isNewFailure))
        .filter { !known.contains($0) }
    }
    return final
  }

  /// The requirements that checks violate, the most often violated first.
  private static func mostViolatedFirst(_ checks: [CheckResult]) -> [String] {
    var counts: [ExactString: Int] = [:]
    for id in checks.flatMap(\.requirements) { counts[ExactString(id), default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key.text)
  }

  /// The part of the cases of the smaller of two causes in which both have to be seen, so that what standing checks find is a
  /// sign of the other one.
  private static let standingShare = (part: 2, of: 3)

  /// The causes, with those that only standing checks show in the one that explains most of the cases in which these find the same.
  private static func joiningStandingOnes(
    _ causes: [RootCause], _ failed: [CaseResult]
  ) -> [RootCause] {
    let standing = failed.map { result in
      Set<ExactString>(
        result.checks.filter { $0.isNewFailure && isStanding($0) }.compactMap(\.difference).map(key)
      )
    }
    func isOfStandingOnes(_ cause: RootCause) -> Bool {
      cause.explained.allSatisfy { place in
        failed[place].checks.allSatisfy { !$0.isNewFailure || isStanding($0) }
      }
    }
    var others = causes.filter { !isOfStandingOnes($0) }
    for cause in causes where isOfStandingOnes(cause) {
      // What else standing checks find in its cases may be of another cause.
      let found = key(cause.difference)
      let common = others.map { other in other.explained.count { standing[$0].contains(found) } }
      // Where both are seen apart as often as not, they are two bugs: standing checks look at every case.
      let shown = standing.count { $0.contains(found) }
      let joined = others.indices.filter { place in
        let fewer = min(others[place].explained.count, shown)
        return common[place] > 0 && common[place] * standingShare.of >= fewer * standingShare.part
      }
      if let most = joined.map({ common[$0] }).max(),
        let place = joined.first(where: { common[$0] == most })
      {
        others[place].add(cause)
      } else {
        others.append(cause)
      }
    }
    return others
  }

  private static func isStanding(_ check: CheckResult) -> Bool {
    check.check.id.hasPrefix(StandingChecks.prefix)
  }

  /// The failures by which a case is explained. What standing checks find is one only where nothing else is: they look at every
  /// case, so that two bugs would be seen together in all of them.
  private static func signs(_ result: CaseResult) -> [CheckResult] {
    let failures = result.checks.filter(\.isNewFailure)
    let own = failures.filter { !isStanding($0) }
    return own.isEmpty ? failures : own
  }

  /// So many causes may stand alone, however small; one bug should not show more.
  private static let fewCauses = 3
  /// The most cases of a small cause, and by what share of those of the largest it has to be smaller.
  private static let smallCaseCount = 20
  private static let smallShare = 10

  /// The causes with the small ones in one, the last, if there are many: a large bug shows in odd places here and there, and what is
  /// left when it is mended will stand alone.
  private static func gatheringSmallOnes(_ causes: [RootCause]) -> [RootCause] {
    guard causes.count > fewCauses, let most = causes.map(\.cases.count).max() else {
      return causes
    }
    func isSmall(_ cause: RootCause) -> Bool {
      cause.cases.count <= smallCaseCount && cause.cases.count * smallShare <= most
    }
    let small = causes.filter(isSmall)
    guard small.count > 1, var rest = small.first else { return causes }
    for cause in small.dropFirst() {
      rest.add(cause)
      rest.requirements += cause.requirements.filter { !rest.requirements.contains($0) }
    }
    rest.gathered = small.map(\.difference)
    return causes.filter { !isSmall($0) } + [rest]
  }

  /// What failed, in one line.
  package var text: String {
    gathered.isEmpty
      ? difference.text
      : "\(gathered.count) more differences, each in few cases; most likely they follow from those above"
  }

  /// True if the other cause is a sign of this one.
  private func explains(_ other: RootCause) -> Bool {
    func violates(_ cause: RootCause, _ id: String?) -> Bool {
      id.map(cause.requirements.contains) ?? false
    }
    return violates(self, other.requirements.first) || violates(other, requirements.first)
      || !happenings.isDisjoint(with: other.happenings)
  }

  /// True if a third of the cases that show the other cause, or more, show this one too; one case alone may be chance.
  private func isSeen(with other: RootCause) -> Bool {
    let common = showing.intersection(other.showing).count
    return common > 1 && common * 3 >= other.showing.count
  }

  /// Takes the cases of another sign of the same cause.
  private mutating func add(_ other: RootCause) {
    cases += other.cases
    checkCount += other.checkCount
    happenings.formUnion(other.happenings)
    showing.formUnion(other.showing)
    explained.formUnion(other.explained)
  }

  /// The cause that the given cases share; the first of them has a check with its difference.
  private init(_ key: ExactString, _ results: [CaseResult]) {
    let checks = results.flatMap(\.checks).filter(\.isNewFailure)
    let same = checks.filter { $0.difference.map { RootCause.key($0) == key } ?? false }
    difference =
      same.first?.difference
      ?? Difference(.missing, "", time: results[0].history.epoch, text: "")
    requirements = RootCause.mostViolatedFirst(same)
    happenings = RootCause.happening(difference).map { [$0] } ?? []
    cases = results.map(\.conformanceCase)
    checkCount = checks.count
  }
}
