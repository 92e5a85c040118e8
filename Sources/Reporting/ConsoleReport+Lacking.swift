internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol

/// What the console says of an adapter that does not offer everything.
extension ConsoleReport {
  /// `not offered   held (21 cases), windows (3 cases)`: the capabilities without which cases ended, that of the most cases first.
  func lacking(_ results: [CaseResult]) -> String {
    var counts: [ExactString: Int] = [:]
    for result in results where result.verdict == .notOffered {
      let lack = result.history.records.first { record in
        record.kind == .finding && record.name == Finding.missingCapability.rawValue
      }
      guard let name = lack?.fields["capability"]?.string else { continue }
      counts[ExactString(name), default: 0] += 1
    }
    guard !counts.isEmpty else { return "" }
    let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
      "\(TextStyle.harmless(name.text)) (\(count) \(count == 1 ? "case" : "cases"))"
    }
    return "not offered   \(parts.joined(separator: ", "))\n"
  }
}
