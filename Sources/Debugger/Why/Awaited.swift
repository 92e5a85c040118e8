internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol

/// What a failed check speaks of: records of some kind and name, of some app and some user, from the window of the check
/// on.
struct Awaited {
  /// The check.
  let check: Check
  /// The index of its step.
  let step: Int
  /// The index of the step that has opened its window.
  let opening: Int
  private let patterns: [RecordPattern]

  /// The members of records that say of whom they are.
  private static let ofUsers = ["identity", "subject"]

  init(_ check: Check, step: Int, of item: ConformanceCase) {
    self.check = check
    self.step = step
    opening = item.steps[...step].lastIndex(where: \.opensWindow) ?? 0
    let demanded: [RecordPattern] =
      switch check.demand {
      case .count(let pattern, _): [pattern]
      case .sequence(let patterns): patterns
      case .returns, .standing: []
      }
    patterns = demanded.map { pattern in
      RecordPattern(
        kind: pattern.kind, name: pattern.name, alternatives: pattern.alternatives,
        app: pattern.app, fields: pattern.fields.filter { Awaited.ofUsers.contains($0.name) })
    }
  }

  /// True if such a record comes in a history of the case, at whatever time; also of a check that speaks of no record.
  func comes(_ result: CaseResult) -> Bool { patterns.isEmpty || count(result) > 0 }

  /// How many such records there are in a history of the case.
  func count(_ result: CaseResult) -> Int {
    let history = result.history
    let start = history.reached.last { $0.step < opening }?.window.upperBound ?? 0
    return history.records[min(start, history.records.count)...].count { record in
      patterns.contains { $0.matches(record, epoch: history.epoch) }
    }
  }
}

extension ConformanceCase {
  /// The case as far as a step, with it.
  func cut(after step: Int) -> ConformanceCase {
    var cut = self
    cut.steps = Array(steps[...min(step, steps.count - 1)])
    return cut
  }
}
