internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

/// How much a change of the case changes with an SDK that keeps the contract.
extension DecisionSearch {
  /// The records of a history from a step on up to another one, without their times: each with how often it is there.
  static func records(
    _ result: CaseResult, from first: Int = 0, through step: Int
  ) -> [ExactString: Int] {
    let history = result.history
    let start = history.reached.last { $0.step < first }?.window.upperBound ?? 0
    let end =
      history.reached.last { $0.step <= step }.map(\.window.upperBound) ?? history.records.count
    var counts: [ExactString: Int] = [:]
    for record in history.records.prefix(end).dropFirst(start) {
      counts[
        ExactString(
          "\(record.kind.rawValue) \(record.app) \(record.name) \(JSON.object(record.fields).text)"),
        default: 0] += 1
    }
    return counts
  }

  /// How many records one of two histories has and the other one has not.
  static func difference(_ one: [ExactString: Int], _ other: [ExactString: Int]) -> Int {
    var count = 0
    for (record, times) in one { count += max(0, times - other[record, default: 0]) }
    for (record, times) in other { count += max(0, times - one[record, default: 0]) }
    return count
  }

  /// The instants at which something happens in any of some histories, since the start of the case, each once, in order.
  static func instants(of results: [CaseResult]) -> [VirtualDuration] {
    var found: [VirtualDuration] = []
    for result in results {
      for record in result.history.records { found.append(record.time - result.history.epoch) }
    }
    found.sort()
    return found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
  }
}
