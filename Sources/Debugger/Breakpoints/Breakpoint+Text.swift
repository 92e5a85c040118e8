internal import CaseModel
internal import Conformance
internal import ExactText
internal import VirtualTime
internal import Wording

extension Breakpoint {
  /// What it waits for, in words.
  package var text: String {
    var words = trigger.text
    if let condition {
      // A pattern of the same record says all of it.
      if case .record(let pattern) = trigger, pattern.isNarrowed(by: condition) {
        words = condition.text
      } else {
        words += " if \(condition.text)"
      }
    }
    if ignoreCount > 0 { words += " after \(ignoreCount)" }
    if isTemporary { words += ", once" }
    if hitCount > 0 { words += ", hit \(Counted.text(hitCount, "time"))" }
    return words
  }
}

extension RecordPattern {
  /// True if the pattern only says which record it is, and another one speaks of the same.
  fileprivate func isNarrowed(by other: RecordPattern) -> Bool {
    self == RecordPattern(kind: kind, name: name) && other.kind == kind && other.name == name
  }
}

extension Breakpoint.Trigger {
  /// What is waited for, in words.
  var text: String {
    switch self {
    case .step(let index): "step \(index + 1)"
    case .line(let line, let file): file.map { "line \(line) of \($0)" } ?? "line \(line)"
    case .time(let offset): "time +\(offset)"
    case .record(let pattern): pattern.text
    case .call(let name): "call \(name)"
    case .answer(let endpoint): "answer\(endpoint.map { " to \($0)" } ?? "")"
    case .code(let code): "code \(code)"
    case .requirement(let id): "requirement \(id)"
    case .kill: "kill"
    case .fault: "fault"
    case .state(let path): "state \(path)"
    case .checkFailed: "check-failed"
    case .breakdown: "breakdown"
    }
  }
}

extension BreakpointSet {
  /// The same breakpoints, which count for themselves; for a look back, every place stops.
  package func copy() -> BreakpointSet {
    let other = BreakpointSet()
    other.breakpoints = breakpoints.map { breakpoint in
      var copy = breakpoint
      (copy.ignoreCount, copy.hitCount) = (0, 0)
      return copy
    }
    return other
  }
}
