package import Conformance
internal import ExactText

extension DebugSession {
  /// What is other than in a history that was stored, in words: the first record that differs; nil if nothing is.
  ///
  /// The case runs to its end, and then stands where it stood.
  package func difference(from stored: History) throws(DebugProblem) -> String? {
    let here = position.number
    try advanceToEnd()
    let records = view.records
    try go(to: here)
    for index in 0..<max(records.count, stored.records.count) {
      let was = index < stored.records.count ? stored.records[index] : nil
      let now = index < records.count ? records[index] : nil
      guard was != now else { continue }
      func text(_ record: Record?) -> String {
        record.map { $0.text(since: stored.epoch) } ?? "the end"
      }
      return
        "the SDK behaves differently from the stored run: record #\(index + 1) was \(text(was)), "
        + "is now \(text(now)); what you see is what it does now"
    }
    return nil
  }
}
