internal import CaseModel
internal import ExactText

/// In which order cases run against a defect, so that few of them show what it breaks.
///
/// Cases whose checks prove nothing of what is still to be shown cannot show it, and are left out.
struct ProofOrder {
  /// The places of the cases: one combination of each comes before the second one of any.
  private let places: [Int]
  /// What the checks of each case prove, by its place.
  private let proven: [Set<String>]

  /// The order of some cases.
  init(_ cases: [ConformanceCase]) {
    var counts: [ExactString: Int] = [:]
    var rounds: [Int] = []
    for item in cases {
      let name = ExactString("\(item.suite)/\(item.id)")
      rounds.append(counts[name, default: 0])
      counts[name, default: 0] += 1
    }
    places = cases.indices.sorted { (rounds[$0], $0) < (rounds[$1], $1) }
    proven = cases.map { item in
      item.checks.reduce(into: Set()) { if !$1.isAdvisory { $0.formUnion($1.requirements) } }
    }
  }

  /// At most so many of some cases that may show requirements, by their places.
  func next(_ count: Int, of candidates: Set<Int>, showing requirements: Set<String>) -> [Int] {
    let likely = places.lazy.filter {
      candidates.contains($0) && !proven[$0].isDisjoint(with: requirements)
    }
    return Array(likely.prefix(count))
  }
}
