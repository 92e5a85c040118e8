package import CaseModel
internal import Contract
internal import ExactText

/// A part of the cases that makes every check: for a first answer, before all cases run.
///
/// A case of a suite stands for all its combinations and editions. The selection takes so many of these that each of its checks is
/// made, and each of its editions and each value of an axis occurs (each-choice coverage). What shows only where two values
/// meet is left to a run of all cases.
package enum QuickSelection {
  /// The cases to run, in their own order.
  package static func of(_ cases: [ConformanceCase]) -> [ConformanceCase] {
    var places: [ExactString: [Int]] = [:]
    for (place, item) in cases.enumerated() {
      places[ExactString("\(item.suite)/\(item.id)"), default: []].append(place)
    }
    return places.values.flatMap { chosen(of: $0, in: cases) }.sorted().map { cases[$0] }
  }

  /// Those of the combinations and editions of one case that are taken.
  private static func chosen(of places: [Int], in cases: [ConformanceCase]) -> [Int] {
    guard places.count > 1 else { return places }
    var choices: [ExactString: Int] = [:]
    let offers = places.map { place in
      offer(of: cases[place]).map { name in
        choices[name]
          ?? {
            choices[name] = choices.count
            return choices.count - 1
          }()
      }
    }
    // How often each choice was taken: those that never were are still open.
    var counts = Array(repeating: 0, count: choices.count)
    var taken: [Int] = []
    while counts.contains(0) {
      // Of those that add most the one whose choices are rarest, of these the last: that of the latest edition.
      let best = offers.indices.reversed().max {
        worth(offers[$0], counts) < worth(offers[$1], counts)
      }
      guard let best else { break }
      taken.append(places[best])
      for choice in offers[best] { counts[choice] += 1 }
    }
    return taken
  }

  /// What a case has that each selection has to have once.
  private static func offer(of item: ConformanceCase) -> [ExactString] {
    let axes = item.parameters.map { ExactString("\($0.axis)=\($0.value)") }
    let checks = item.checks.map { ExactString("check \($0.id)") }
    return axes + checks + [ExactString("edition \(item.edition.rawValue)")]
  }

  private static func worth(_ offer: [Int], _ counts: [Int]) -> (new: Int, rarity: Int) {
    (offer.count { counts[$0] == 0 }, -offer.reduce(0) { $0 + counts[$1] })
  }
}
