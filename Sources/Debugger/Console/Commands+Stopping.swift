internal import CaseModel
internal import Contract
internal import ExactText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// The commands that say where to stop.
extension ConsoleCommand {
  static let stopping = [
    ConsoleCommand(
      "break", ["br"], usage: "break WHAT [if PATTERN] [after N]", "stops 'continue' at a place",
      example: "break event enrollmentRequest if {app: mail} after 1",
      words: BreakpointReader.words, details: BreakpointReader.details
    ) { console, rest throws(ConsoleError) in
      try console.addBreakpoint(rest, isTemporary: false)
    },
    ConsoleCommand(
      "tbreak", ["tb"], usage: "tbreak WHAT [if PATTERN]", "the same, once",
      words: BreakpointReader.words, details: BreakpointReader.details
    ) { console, rest throws(ConsoleError) in
      try console.addBreakpoint(rest, isTemporary: true)
    },
    ConsoleCommand(
      "watch", ["w"], usage: "watch PATH", "stops 'continue' when a part of the state changes",
      example: "watch apps.mail.deadline"
    ) { console, rest throws(ConsoleError) in
      try console.addBreakpoint("state \(rest)", isTemporary: false)
    },
    ConsoleCommand("delete", ["d"], usage: "delete [N]", "removes a breakpoint, or all of them") {
      console, rest throws(ConsoleError) in try console.removeBreakpoint(rest)
    },
  ]
}

extension DebugConsole {
  func addBreakpoint(_ text: String, isTemporary: Bool) throws(ConsoleError) {
    let reader = BreakpointReader(console: self)
    var breakpoint = try reader.read(text, number: nextNumber)
    breakpoint.isTemporary = isTemporary
    nextNumber += 1
    breakpoints.breakpoints.append(breakpoint)
    write("breakpoint \(breakpoint.number): \(breakpoint.text)\n")
  }

  func removeBreakpoint(_ text: String) throws(ConsoleError) {
    if text.isEmpty {
      breakpoints.breakpoints = []
      return
    }
    guard let number = Int(text), breakpoints.breakpoints.contains(where: { $0.number == number })
    else {
      throw ConsoleError(
        "there is no breakpoint '\(text)'", suggestion: "'info breakpoints' lists them")
    }
    breakpoints.breakpoints.removeAll { $0.number == number }
  }
}

/// Reads what a breakpoint waits for.
struct BreakpointReader {
  let console: DebugConsole

  /// The first words of what a breakpoint can wait for.
  static let words = [
    "step", "line", "time", "event", "call", "request", "answer", "code", "requirement", "kill",
    "fault", "state", "check-failed", "breakdown",
  ]

  /// Those that wait for one thing only, so that nothing stands behind the word.
  static let wordsAlone = ["kill", "fault", "check-failed", "breakdown"]

  /// The names that can stand behind one of the words, for completion.
  static func names(behind word: String, _ contract: Contract) -> [String] {
    switch word {
    case "event": EventName.allCases.map(\.rawValue)
    case "request", "answer": Endpoint.allCases.map(\.rawValue)
    case "call": calls
    case "requirement": contract.requirements.map(\.id)
    default: []
    }
  }

  /// What an app or its tester can be asked to do.
  private static let calls =
    APIName.allCases.map(\.rawValue) + StepOperation.allCases.map(\.rawValue)

  /// What the words take.
  static let details = [
    "step N, line N, time 24 h, event NAME, call NAME, request ENDPOINT, answer [ENDPOINT], code N,",
    "requirement ID, state PATH; \(wordsAlone.joined(separator: ", ")) stand alone.",
    "if PATTERN: behind 'event NAME' and 'request ENDPOINT' the other members are enough ({app: mail}), behind 'kill'",
    "an app is ({app: mail}); otherwise a whole pattern ({event: enrollmentRequest, app: mail}). Where a record is",
    "waited for, that record must match; at a step, a time, a state or a failed check any earlier record.",
    "after N: passes the first N hits.",
  ]

  /// Reads `WHAT [if PATTERN] [after N]`.
  func read(_ text: String, number: Int) throws(ConsoleError) -> Breakpoint {
    var rest = text
    var ignoreCount = 0
    if let range = rest.ranges(of: " after ").last, !rest[range.upperBound...].contains("}") {
      let text = rest[range.upperBound...].trimmed()
      guard let count = Int(text), count > 0 else {
        throw ConsoleError(
          "'after \(text)' is not possible: 'after' takes a positive integer",
          suggestion: "it passes so many hits; leave it out to stop at the first")
      }
      ignoreCount = count
      rest = String(rest[..<range.lowerBound])
    }
    var condition: RecordPattern?
    if let range = rest.firstRange(of: " if ") {
      condition = try self.condition(
        rest[range.upperBound...].trimmed(),
        of: String(rest[..<range.lowerBound]))
      rest = String(rest[..<range.lowerBound])
    }
    var breakpoint = Breakpoint(
      number, try trigger(rest.trimmed()), condition: condition)
    breakpoint.ignoreCount = ignoreCount
    return breakpoint
  }

  /// A condition: a whole pattern, or the members that the record must have besides.
  private func condition(_ text: String, of what: String) throws(ConsoleError) -> RecordPattern {
    // What is not closed is no pattern, which has to be said of what was written.
    guard !text.hasPrefix("{") || text.hasSuffix("}") else { return try console.pattern(text) }
    let words = what.split(separator: " ")
    let inner =
      text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : text
    let isWhole = ["event:", "request:", "life:", "delivered:", "discarded:"]
      .contains { inner.contains($0) }
    guard !isWhole, !inner.trimmed().isEmpty else { return try console.pattern("{\(inner)}") }
    if words.count == 2, words[0] == "event" || words[0] == "request" {
      return try console.pattern("{\(words[0]): \(words[1]), \(inner)}")
    }
    if words == ["kill"] { return try console.pattern("{life: killed, \(inner)}") }
    throw ConsoleError(
      "the pattern behind 'if' does not say of which record",
      suggestion:
        "write all of it, such as {event: enrollmentRequest, app: mail}; 'help break' says where less is enough"
    )
  }

  private func trigger(_ text: String) throws(ConsoleError) -> Breakpoint.Trigger {
    if text.hasPrefix("{") { return .record(try console.pattern(text)) }
    let word = String(text.prefix { $0 != " " })
    let rest = text.dropFirst(word.count).trimmed()
    guard rest.isEmpty || !BreakpointReader.wordsAlone.contains(word) else {
      throw ConsoleError(
        "a breakpoint of kind '\(word)' takes no value such as '\(rest)'",
        suggestion: BreakpointReader.instead(of: word))
    }
    switch word {
    case "kill": return .kill
    case "fault": return .fault
    case "check-failed": return .checkFailed
    case "breakdown": return .breakdown
    case "answer":
      if !rest.isEmpty { try check(rest, "endpoint", among: Endpoint.allCases.map(\.rawValue)) }
      return .answer(rest.isEmpty ? nil : rest)
    case "":
      throw ConsoleError(
        "'break' needs the kind of breakpoint",
        suggestion: "one of \(BreakpointReader.words.joined(separator: ", "))")
    default: break
    }
    guard BreakpointReader.words.contains(word) else {
      throw ConsoleError(unknown: "kind of breakpoint", word, among: BreakpointReader.words)
    }
    guard !rest.isEmpty else {
      throw ConsoleError("a breakpoint of kind '\(word)' needs a value; see 'help break'")
    }
    switch word {
    case "step":
      return .step(try number(rest, in: 1...console.session.conformanceCase.steps.count) - 1)
    case "line": return .line(try lineOfStep(rest), file: nil)
    case "time":
      let place = try Place(rest)
      guard case .time(let offset) = place else {
        throw ConsoleError("'\(rest)' is not a time such as 24 h or 23:59:59.999")
      }
      return .time(offset)
    case "event": return .record(try console.pattern("{event: \(rest)}"))
    case "request": return .record(try console.pattern("{request: \(rest)}"))
    case "call":
      try check(rest, "call", among: BreakpointReader.calls)
      return .call(rest)
    case "code": return .code(try number(rest, in: 0...100_000))
    case "requirement":
      guard console.contract.requirement(rest) != nil else {
        throw ConsoleError(
          unknown: "requirement", rest, among: console.contract.requirements.map(\.id))
      }
      return .requirement(rest)
    default:
      try CaseState.check(rest, console.session.moment)
      return .state(rest)
    }
  }

  /// What to write instead of a value behind a word that takes none.
  private static func instead(of word: String) -> String {
    switch word {
    case "kill": "'break kill if {app: mail}' is for one app"
    case "fault": "'break answer checkin' stops at what an endpoint answers"
    case "check-failed": "'break requirement ENR-008' stops before the checks of a requirement"
    default: "leave it out"
    }
  }

  /// Refuses a word that no case can have, since a breakpoint at it would never stop.
  private func check(
    _ word: String, _ what: String, among known: [String]
  ) throws(ConsoleError) {
    guard known.contains(word) else { throw ConsoleError(unknown: what, word, among: known) }
  }

  private func number(_ text: String, in range: ClosedRange<Int>) throws(ConsoleError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ConsoleError(
        "'\(text)' is not an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The line of the first step that is written there or behind it.
  private func lineOfStep(_ text: String) throws(ConsoleError) -> Int {
    let wanted = try number(text, in: 1...10_000_000)
    let lines = console.session.conformanceCase.steps.map(\.location.line)
    guard let line = lines.filter({ $0 >= wanted }).min() else {
      throw ConsoleError(
        "there is no step at line \(wanted) or after it",
        suggestion: "'list' shows the lines of the steps")
    }
    return line
  }
}
