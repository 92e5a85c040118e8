internal import CaseModel
internal import Conformance
internal import ExactText
package import VirtualTime
internal import Wording

/// A place in a case, as a command names it.
enum Place: Equatable {
  /// The first point at or after that much virtual time.
  case time(VirtualDuration)
  /// Where the record of that number was just added, from 1.
  case record(Int)
  /// Before the step of that number, from 1.
  case step(Int)
  /// Before the first step that is written at or behind that line.
  case line(Int)
  /// Before the first step.
  case start
  /// Where the case is over.
  case end
  /// Where the first check that fails was made.
  case failure

  /// Reads `24 h`, `+24:00:00`, `#31`, `step 5`, `line 53`, `start`, `end` and `failure`.
  init(_ text: String) throws(ConsoleError) {
    let words = text.split(separator: " ").map(String.init)
    func number(_ digits: String?) throws(ConsoleError) -> Int {
      guard let digits, !digits.isEmpty else {
        throw ConsoleError(
          "the number is missing in '\(text)'",
          suggestion: "write it behind, such as '#31', 'step 5' or 'line 53'")
      }
      guard let number = Int(digits), number > 0 else {
        throw ConsoleError("'\(digits)' is not a positive integer")
      }
      return number
    }
    switch words.first {
    case "start": self = .start
    case "end": self = .end
    case "failure": self = .failure
    case "step": self = .step(try number(words.dropFirst().first))
    case "line": self = .line(try number(words.dropFirst().first))
    case "record": self = .record(try number(words.dropFirst().first))
    case let word? where word.hasPrefix("#"): self = .record(try number(String(word.dropFirst())))
    default:
      let span = text.hasPrefix("+") ? String(text.dropFirst()) : text
      if let time = VirtualDuration(span), time < .zero {
        throw ConsoleError(
          "'\(text)' is before the start of the case",
          suggestion: "a time counts from there; 'back' goes back from here")
      }
      guard let time = VirtualDuration(span) else {
        throw ConsoleError(
          "'\(text)' is not a place",
          suggestion:
            "write a time (24 h, 23:59:59.999), a record (#31), 'step 5', 'line 53', 'start', 'end' or 'failure'"
        )
      }
      self = .time(time)
    }
  }
}

extension DebugConsole {
  /// Goes to a place, ahead or back.
  func go(to place: Place) throws(ConsoleError) {
    let steps = session.conformanceCase.steps
    let epoch = session.view.epoch
    switch place {
    case .start: try asking { () throws(DebugProblem) in try session.go(to: 0) }
    case .end: try asking { () throws(DebugProblem) in try session.advanceToEnd() }
    case .failure:
      let failure = try asking { () throws(DebugProblem) in try session.firstFailure() }
      guard let failure else { throw ConsoleError("no check of the case fails") }
      try asking { () throws(DebugProblem) in try session.go(to: failure.number) }
    case .time(let offset):
      try seek("time +\(offset)") { $0.time >= epoch + offset }
    case .record(let number):
      try seek("record #\(number)") { $0.recordCount == number && $0.point == nil }
    case .step(let number):
      guard number <= steps.count else {
        throw ConsoleError("the case has \(steps.count) steps, not \(number)")
      }
      try seek("step \(number)") { $0.point == .beforeStep(number - 1) }
    case .line(let line):
      let later = steps.indices.filter { steps[$0].location.line >= line }
      guard let index = later.min(by: { steps[$0].location.line < steps[$1].location.line }) else {
        throw ConsoleError(
          "there is no step at line \(line) or after it",
          suggestion: "'list' shows the lines of the steps")
      }
      try seek("line \(line)") { $0.point == .beforeStep(index) }
    }
  }

  /// Says that the case stands later than a place asks for, where nothing begins at that time.
  func noteTime(of place: Place) {
    if case .time(let offset) = place, let note = session.note(of: offset) { write(note) }
  }

  private func seek(
    _ what: String, _ isWanted: @escaping (DebugPosition) -> Bool
  ) throws(ConsoleError) {
    let found = try asking { () throws(DebugProblem) in try session.seek(isWanted) }
    guard found else {
      let end = session.positions.last.map { "+\($0.time - session.view.epoch)" } ?? ""
      throw ConsoleError("the case does not reach \(what): it is over at \(end)")
    }
  }
}

extension DebugSession {
  /// A line that says that the case stands later than at a time that was asked for; nil if it stands there.
  package func note(of offset: VirtualDuration) -> String? {
    guard view.now > view.epoch + offset else { return nil }
    return "there is no point at +\(offset); the next one is at +\(view.now - view.epoch)\n"
  }
}
