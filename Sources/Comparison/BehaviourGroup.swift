internal import ExactText

/// A change of behaviour that shows in one case or many: most likely one change of the SDK.
package struct BehaviourGroup: Sendable {
  /// The change, in the case in which it was seen first.
  package let difference: BehaviourDifference
  /// The cases that show it, in the order of the run.
  package let cases: [String]
  /// Those of them in which the verdict of no check has changed.
  package let silentCases: [String]
  /// What always comes with it and later: consequences as a rule, and named so that nothing is hidden.
  package internal(set) var consequences: [BehaviourGroup] = []

  /// The changes of all cases, the one with the most cases first.
  ///
  /// A change that is the first one in some case stands on its own. One that always follows another is shown with the one
  /// that it follows in most of its cases.
  ///
  /// - Parameter cases: for every case with differences its name, the differences in order, and whether its verdicts are the
  ///   same on both sides.
  static func groups(
    of cases: [(name: String, differences: [BehaviourDifference], isSilent: Bool)]
  ) -> [BehaviourGroup] {
    var order: [ExactString] = []
    var members: [ExactString: [Int]] = [:]
    var examples: [ExactString: BehaviourDifference] = [:]
    var leaders: [ExactString: [ExactString: Int]] = [:]
    for (index, item) in cases.enumerated() {
      guard let first = item.differences.first?.key else { continue }
      for difference in item.differences {
        let key = difference.key
        if members[key] == nil {
          order.append(key)
          examples[key] = difference
        }
        if members[key]?.last != index {
          members[key, default: []].append(index)
          leaders[key, default: [:]][first, default: 0] += 1
        }
      }
    }
    func group(_ key: ExactString) -> BehaviourGroup? {
      guard let example = examples[key], let places = members[key] else { return nil }
      return BehaviourGroup(
        difference: example, cases: places.map { cases[$0].name },
        silentCases: places.filter { cases[$0].isSilent }.map { cases[$0].name })
    }
    func size(_ key: ExactString) -> Int { members[key]?.count ?? 0 }
    let ranked = order.enumerated().sorted {
      (size($1.element), $0.offset) < (size($0.element), $1.offset)
    }.map(\.element)
    let isLeader = { (key: ExactString) in leaders[key]?[key] != nil }
    return ranked.filter(isLeader).compactMap { leader in
      guard var main = group(leader) else { return nil }
      main.consequences = ranked.filter { key in
        let strongest = leaders[key]?.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return !isLeader(key) && strongest?.key == leader
      }.compactMap(group)
      return main
    }
  }
}
