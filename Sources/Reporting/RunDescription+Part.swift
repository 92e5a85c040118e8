internal import ExactText

extension RunDescription {
  /// A part of a run that was divided among several machines.
  package struct Part: Sendable {
    /// Which part it is, from 1.
    package let index: Int
    /// How many parts there are.
    package let count: Int
    /// How many cases all parts have together.
    package let total: Int
    /// True if it has no case.
    package var isEmpty: Bool { places.isEmpty }
    private let places: [ExactString: Int]

    /// A part with the names of its cases, and the place of each among all, from 0.
    package init(index: Int, count: Int, total: Int, cases: [(name: String, place: Int)]) {
      self.index = index
      self.count = count
      self.total = total
      places = Dictionary(cases.map { (ExactString($0.name), $0.place) }) { first, _ in first }
    }

    /// The place of a case among those of all parts; nil if it is not in this one.
    package func place(of name: String) -> Int? { places[name] }
  }

  /// True for a part that has nothing to run because there are fewer cases than parts.
  package var isEmptyPart: Bool { part.map { $0.isEmpty && $0.total > 0 } ?? false }

  /// The part in words, with how many of the cases are its own, such as `shard 1/3: 5 of 13 cases`; nil for a whole run.
  package var shard: (name: String, extent: String)? {
    guard let part, part.count > 1 else { return nil }
    return ("shard \(part.index)/\(part.count)", "\(planned) of \(part.total) cases")
  }

  /// Where the SDK conforms if a run says that it does: ` in shard 1/3`; nothing for a whole run.
  package var scope: String { shard.map { " in \($0.name)" } ?? "" }

  /// Why a run has no case though nothing is wrong, as a sentence without a full stop; nil if that is not so.
  package var emptiness: String? {
    guard problem == nil else { return nil }
    if let nothingToRun { return "There is nothing to run: \(nothingToRun)" }
    return isEmptyPart ? "This shard has no case: there are fewer cases than shards" : nil
  }

  /// True for a run without a case in which nothing is wrong: there was nothing to run.
  package var isEmptyOnPurpose: Bool { isEmptyPart || nothingToRun != nil }
}
