import CaseModel
internal import Conformance
import Contract
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import Wording

/// What the console says of the numbers and the set of checks by which a run judges, and of what the adapter does not offer.
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
      text += "not with it   \(Excerpt.harmless("\(first)\(others): \(reason)"))\n"
    }
    return text
  }

  /// The set, and what is later than it; empty for a run in which every check counts.
  func set(_ results: [CaseResult]) -> String {
    guard let set = description.suiteVersion else { return "" }
    let later = results.flatMap(\.checks).filter(\.isLater)
    var text = "set           \(set.name) of \(set.date)"
    if !later.isEmpty {
      let found = later.count { $0.verdict == .later }
      text += "; later than it: \(Counted.text(later.count, "check")), of which "
      text += "\(found == 0 ? "none" : "\(found)") found something"
    }
    return text + "\n"
  }

  /// `not offered   held (21 cases), windows (3 cases)`: the capabilities, operations and APIs without which cases ended, that
  /// of the most cases first.
  func lacking(_ results: [CaseResult]) -> String {
    var counts: [ExactString: Int] = [:]
    for result in results where result.verdict == .notOffered {
      let lack = result.history.records.first { record in
        record.kind == .finding && record.name == Finding.missingCapability.rawValue
      }
      guard let name = lack?.fields["capability"]?.string ?? ConsoleReport.word(of: result.ending)
      else { continue }
      counts[ExactString(name), default: 0] += 1
    }
    guard !counts.isEmpty else { return "" }
    let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
      "\(Excerpt.harmless(name.text)) (\(Counted.text(count, "case")))"
    }
    return "not offered   \(parts.joined(separator: ", "))\n"
  }

  /// The operation or API of an ending for want of it, without what the adapter says of it in brackets.
  private static func word(of ending: CaseEnding?) -> String? {
    guard case .missing(let text) = ending else { return nil }
    guard let end = text.firstIndex(of: "(") else { return text }
    return String(text[..<end].dropLast())
  }
}
