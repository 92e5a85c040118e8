internal import CaseModel
internal import Conformance
internal import ExactText
internal import Reporting
internal import VirtualTime

/// Where the case stands, in words.
extension DebugConsole {
  /// The most records that are shown after a move.
  private static let mostRecords = 8

  /// Says where the case stands, in a line or two.
  func showPosition() {
    // A record says itself when it came.
    write(session.position.point == nil ? "\(place)\n" : "\(clock)  \(place)\n")
  }

  /// Says what was recorded since there were so many records, and where the case stands.
  func showProgress(since count: Int) {
    let records = session.view.records
    let isRecord = session.position.point == nil
    // A record that the case stands at is shown as the place.
    let new = records.indices.dropFirst(count).dropLast(isRecord ? 1 : 0)
    for index in new.prefix(DebugConsole.mostRecords) { write("  \(text(ofRecord: index))\n") }
    if new.count > DebugConsole.mostRecords {
      write("  and \(new.count - DebugConsole.mostRecords) more ('info records')\n")
    }
    showPosition()
  }

  /// The virtual time since the start of the case.
  var clock: String { "+\(session.view.now - session.view.epoch)" }

  /// The record of an index in words, with its number.
  func text(ofRecord index: Int) -> String {
    "#\(index + 1) \(session.view.records[index].text(since: session.view.epoch))"
  }

  /// The step of an index in words: its number, its line, and what it does or demands.
  func text(ofStep index: Int) -> String {
    let step = session.conformanceCase.steps[index]
    var words = "step \(index + 1), line \(step.location.line): "
    words += step.action?.text ?? "look"
    if let check = step.check { words += "; check \(check.id): \(check.text)" }
    return words
  }

  private var place: String {
    let position = session.position
    switch position.point {
    case .begin: return "before the first step"
    case .beforeStep(let index): return "before \(text(ofStep: index))"
    case .beforeActivation(let app, let name):
      return "\(app) is about to get '\(name)'\(stepWords(position))"
    case .afterActivation(let app, let name):
      return "\(app) is idle after '\(name)'\(stepWords(position))"
    case .deadline(let deadline): return deadlineWords(deadline)
    case .afterStep(let index): return "after \(text(ofStep: index))\(failure(of: index))"
    case .end: return ending
    case nil:
      return position.recordCount > 0 ? text(ofRecord: position.recordCount - 1) : "no record"
    }
  }

  private func stepWords(_ position: DebugPosition) -> String {
    position.step.map { " (step \($0 + 1))" } ?? ""
  }

  private func deadlineWords(_ deadline: Deadline) -> String {
    let trace = session.deadlines.last { $0.deadline == deadline }
    let owner = session.view.owner(of: deadline)
    let what = deadline.kind == .wake ? "\(owner) is woken" : "a response to \(owner) is released"
    return "a deadline is due: \(what)\(trace.map { ", \(session.cause(of: $0))" } ?? "")"
  }

  private func failure(of step: Int) -> String {
    let failure = session.failures.first { $0.step == step }
    return failure.map { "\n  \($0.result.verdict.rawValue): \($0.result.found)" } ?? ""
  }

  private var ending: String {
    let result = session.result
    var words = "the case is over: \(result.verdict.rawValue)"
    if let problem = result.problem {
      words += "\n  \(problem.code) of \(problem.participant): \(problem.message)"
    }
    let failures = session.failures
    if failures.isEmpty { return words }
    words += ", \(failures.count) of \(result.checks.count) checks failed"
    for failure in failures.prefix(DebugConsole.mostRecords) {
      words += "\n  \(checkWords(failure.step, failure.result))"
    }
    if failures.count > DebugConsole.mostRecords {
      words += "\n  and \(failures.count - DebugConsole.mostRecords) more ('info checks')"
    }
    return words + "\n  'goto failure' goes to the first of them"
  }

  /// What was found of a check, in a line: where it looked, and when what it expected was due.
  func checkWords(_ step: Int, _ result: CheckResult) -> String {
    var words = "\(result.verdict.rawValue) \(result.check.id), step \(step + 1)"
    words += ", line \(result.check.location.line)"
    if let time = result.time { words += ", made at +\(time - session.view.epoch)" }
    if let window = session.result.window(of: result.check) {
      words +=
        window.isEmpty
        ? ", over no record" : ", over #\(window.lowerBound + 1) to #\(window.upperBound)"
    }
    if !result.found.isEmpty { words += ": \(result.found)" }
    return words
  }
}
