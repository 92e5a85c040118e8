import CaseModel
internal import Conformance
internal import ExactText

/// What the console says of the set of checks to which a run is pinned.
extension ConsoleReport {
  /// The set, and what is later than it; empty for a run in which every check counts.
  func set(_ results: [CaseResult]) -> String {
    guard let set = description.suiteVersion else { return "" }
    let later = results.flatMap(\.checks).filter(\.isLater)
    var text = "set           \(set.name) of \(set.date)"
    if !later.isEmpty {
      let found = later.count { $0.verdict == .later }
      text += "; later than it: \(later.count) \(later.count == 1 ? "check" : "checks"), of which "
      text += "\(found == 0 ? "none" : "\(found)") found something"
    }
    return text + "\n"
  }
}
