internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// Which record of one history is which record of another: for each participant on its own, because between participants
/// only the order within an instant can be other, and that is looked at apart.
///
/// Records can be the same if they are of the same kind and name. Among all ways to pair them in order, that one is taken in
/// which most of time and members fit. What is left over and fits a record at another place was moved.
struct HistoryAlignment {
  /// A pair of records, or one that the other side lacks.
  struct Pair: Equatable {
    /// The index in the old history; nil for a record that is new.
    var old: Int?
    /// The index in the new history; nil for a record that is gone.
    var new: Int?
    /// True if the two are at another place among the other records of their participant.
    var isMoved = false
  }

  /// The pairs in the order of the new history; a record that is gone stands behind the one that was before it.
  private(set) var pairs: [Pair] = []

  /// The most comparisons for one participant; beyond it the n-th record of a kind and name is paired with the n-th.
  private static let comparisons = 4_000_000

  private let old: [Record]
  private let new: [Record]

  /// Aligns two histories.
  init(_ old: [Record], _ new: [Record]) {
    self.old = old
    self.new = new
    var lanes: [ExactString: (old: [Int], new: [Int])] = [:]
    for (index, record) in old.enumerated() {
      lanes[record.app, default: ([], [])].old.append(index)
    }
    for (index, record) in new.enumerated() {
      lanes[record.app, default: ([], [])].new.append(index)
    }
    for name in lanes.sortedNames {
      guard let lane = lanes[name] else { continue }
      pairs += aligned(lane.old[...], lane.new[...])
    }
    sort()
  }

  private func aligned(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [Pair] {
    var (first, second) = (old, new)
    var head: [Pair] = []
    var tail: [Pair] = []
    while let one = first.first, let other = second.first, self.old[one] == self.new[other] {
      head.append(Pair(old: first.removeFirst(), new: second.removeFirst()))
    }
    while let one = first.last, let other = second.last, self.old[one] == self.new[other] {
      tail.append(Pair(old: first.removeLast(), new: second.removeLast()))
    }
    let middle: [Pair]
    if first.isEmpty || second.isEmpty {
      middle = first.map { Pair(old: $0) } + second.map { Pair(new: $0) }
    } else if first.count * second.count > HistoryAlignment.comparisons {
      middle = counted(first, second)
    } else {
      middle = best(Array(first), Array(second))
    }
    return head + matchMoved(middle) + tail.reversed()
  }

  /// How well two records fit: 0 if they cannot be the same.
  private func score(_ one: Int, _ other: Int) -> Int32 {
    let (before, after) = (old[one], new[other])
    guard before.kind == after.kind, before.name == after.name else { return 0 }
    return 2 + (before.time == after.time ? 3 : 0) + (before.fields == after.fields ? 3 : 0)
  }

  /// The pairs with the highest sum of scores (Needleman and Wunsch, without a price for gaps).
  private func best(_ first: [Int], _ second: [Int]) -> [Pair] {
    let width = second.count + 1
    var sums = [Int32](repeating: 0, count: (first.count + 1) * width)
    for row in first.indices.reversed() {
      for column in second.indices.reversed() {
        let place = row * width + column
        let score = score(first[row], second[column])
        var sum = max(sums[place + width], sums[place + 1])
        if score > 0 { sum = max(sum, sums[place + width + 1] + score) }
        sums[place] = sum
      }
    }
    var pairs: [Pair] = []
    var (row, column) = (0, 0)
    while row < first.count, column < second.count {
      let place = row * width + column
      let score = score(first[row], second[column])
      if score > 0, sums[place] == sums[place + width + 1] + score {
        pairs.append(Pair(old: first[row], new: second[column]))
        row += 1
        column += 1
      } else if sums[place] == sums[place + width] {
        pairs.append(Pair(old: first[row]))
        row += 1
      } else {
        pairs.append(Pair(new: second[column]))
        column += 1
      }
    }
    return pairs + first[row...].map { Pair(old: $0) } + second[column...].map { Pair(new: $0) }
  }

  /// Pairs the n-th record of a kind and name with the n-th: for histories that are too long for every comparison.
  private func counted(_ first: ArraySlice<Int>, _ second: ArraySlice<Int>) -> [Pair] {
    var waiting: [ExactString: [Int]] = [:]
    for index in first.reversed() { waiting[key(old[index]), default: []].append(index) }
    let pairs = second.map { Pair(old: waiting[key(new[$0])]?.popLast(), new: $0) }
    let left = waiting.values.flatMap(\.self).sorted()
    return pairs + left.map { Pair(old: $0) }
  }

  private func key(_ record: Record) -> ExactString {
    ExactString("\(record.kind.rawValue) \(record.name)")
  }

  /// Pairs what is left over on one side with what is left over on the other, if kind, name and members are the same.
  private func matchMoved(_ pairs: [Pair]) -> [Pair] {
    var pairs = pairs
    for index in pairs.indices where pairs[index].old == nil {
      guard let one = pairs[index].new else { continue }
      let candidates = pairs.indices.filter { place in
        pairs[place].new == nil
          && pairs[place].old.map { score($0, one) >= 5 && old[$0].fields == new[one].fields }
            ?? false
      }
      let nearest = candidates.min { abs($0 - index) < abs($1 - index) }
      guard let nearest else { continue }
      pairs[index].old = pairs[nearest].old
      pairs[index].isMoved = true
      pairs[nearest].old = nil
    }
    return pairs.filter { $0.old != nil || $0.new != nil }
  }

  /// Puts the participants together again.
  private mutating func sort() {
    var place: [Int: Int] = [:]
    for pair in pairs { if let one = pair.old, let other = pair.new { place[one] = other } }
    // What is gone goes behind the nearest record before it that is still there.
    var anchors: [Int: Int] = [:]
    var last = -1
    for index in old.indices {
      last = place[index] ?? last
      anchors[index] = last
    }
    func position(_ pair: Pair) -> (Int, Int, Int) {
      pair.new.map { ($0, 0, 0) } ?? (anchors[pair.old ?? 0] ?? -1, 1, pair.old ?? 0)
    }
    pairs.sort { position($0) < position($1) }
  }
}
