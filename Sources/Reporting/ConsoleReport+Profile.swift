import CaseModel
internal import Conformance
import Contract
internal import ExactText

/// What the console says of the numbers by which a run judges.
extension ConsoleReport {
  /// The profile, and the cases that say nothing with it, by their reasons; empty for the contract's own numbers.
  func profile(_ results: [CaseResult]) -> String {
    guard let profile = description.profile else { return "" }
    var text = "profile       \(profile.name): \(profile.text)\n"
    var reasons: [(reason: String, first: String, count: Int)] = []
    for result in results {
      guard let reason = result.conformanceCase.unfitness else { continue }
      if let index = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[index].count += 1
      } else {
        reasons.append((reason, result.conformanceCase.name, 1))
      }
    }
    for (reason, first, count) in reasons {
      let others = count == 1 ? "" : " and \(count - 1) more"
      text += "not with it   \(TextStyle.harmless("\(first)\(others): \(reason)"))\n"
    }
    return text
  }
}
