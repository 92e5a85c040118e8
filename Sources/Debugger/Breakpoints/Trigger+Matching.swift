internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import ServiceProtocol
internal import VirtualTime

extension Breakpoint.Trigger {
  /// True if a record is one that it waits for.
  func matches(_ record: Record, _ epoch: VirtualInstant) -> Bool {
    switch self {
    case .record(let pattern): pattern.matches(record, epoch: epoch)
    case .call(let name): record.kind == .message && record.name == name
    case .answer(let endpoint):
      (record.kind == .delivered || record.kind == .request && record.fields["hold"] == nil)
        && (endpoint == nil || record.name == endpoint)
    case .code(let code):
      record.fields["status"]?.int == code || record.fields["statusCode"]?.int == code
    case .kill:
      record.kind == .life
        && [LifeChange.killed, .serviceKilled, .serviceRestarted]
          .contains { $0.rawValue == record.name }
    case .fault: record.kind == .fault
    case .breakdown: record.kind == .life && record.name == LifeChange.exited.rawValue
    case .step, .line, .time, .requirement, .state, .checkFailed: false
    }
  }

  /// True if it waits for the step of that index.
  func isStep(_ index: Int, of item: ConformanceCase) -> Bool {
    let step = item.steps[index]
    return switch self {
    case .step(let wanted): wanted == index
    case .line(let line, let file):
      step.location.line == line && (file == nil || step.location.file == file)
    case .requirement(let id): step.check?.requirements.contains(id) ?? false
    default: false
    }
  }
}
