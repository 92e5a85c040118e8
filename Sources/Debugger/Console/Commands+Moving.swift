internal import CaseModel
internal import Conformance
internal import ExactText
internal import VirtualTime

/// The commands that move.
extension ConsoleCommand {
  static let moving = [
    ConsoleCommand(
      "next", ["n"], usage: "next [N]",
      "goes to the next step: at the start to the first, then runs the current one",
      example: "next 3"
    ) { console, rest throws(ConsoleError) in
      try console.move(rest) { session throws(DebugProblem) in
        try session.advance { $0.position.isBeforeStep }
      }
    },
    ConsoleCommand(
      "step", ["s"], usage: "step [N]",
      "goes to whatever begins next: a step, a deadline, a message to an app"
    ) { console, rest throws(ConsoleError) in
      try console.move(rest) { session throws(DebugProblem) in
        try session.advance { $0.position.isBeginning }
      }
    },
    ConsoleCommand("stepi", ["si"], usage: "stepi [N]", "goes to the next record") {
      console, rest throws(ConsoleError) in
      try console.move(rest) { session throws(DebugProblem) in
        try session.advance { $0.position.point == nil }
      }
    },
    ConsoleCommand(
      "finish", ["f"], "finishes the current message to an app, or the current step"
    ) { console, _ throws(ConsoleError) in
      try console.move("") { session throws(DebugProblem) in try session.finish() }
    },
    ConsoleCommand("continue", ["c"], "continues to a breakpoint, or to the end") {
      console, _ throws(ConsoleError) in try console.goOn()
    },
    ConsoleCommand(
      "until", ["u"], usage: "until PATTERN", "continues to the next matching record",
      example: "until {event: enrollmentRequest, app: mail, didSucceed: true}"
    ) { console, rest throws(ConsoleError) in try console.until(rest) },
    ConsoleCommand(
      "goto", ["g"], usage: "goto PLACE", "goes to a place, forward or back",
      example: "goto 23:59:59.999", words: ["step", "line", "record", "start", "end", "failure"]
    ) { console, rest throws(ConsoleError) in
      let place = try Place(rest)
      try console.go(to: place)
      console.noteTime(of: place)
      console.showPosition()
    },
    ConsoleCommand(
      "back", ["b"], usage: "back [step|record] [N]",
      "goes back a step of the case, whatever began last, or a record", example: "back record 2",
      words: ["step", "record"]
    ) { console, rest throws(ConsoleError) in try console.back(rest) },
    ConsoleCommand("reverse-continue", ["rc"], "goes back to a breakpoint, or to the start") {
      console, _ throws(ConsoleError) in try console.goBack()
    },
  ]
}

extension DebugSession {
  /// Goes on to the end of the activation, or of the step, at which the case stands.
  ///
  /// - Returns: true if the case stands there; false if it was over before.
  @discardableResult
  package func finish() throws(DebugProblem) -> Bool {
    let app =
      if case .beforeActivation(let app, _) = position.point {
        String?(app)
      } else {
        position.activation?.app
      }
    if let app {
      return try advance { moment in
        if case .afterActivation(app, _) = moment.position.point { true } else { false }
      }
    }
    return try advance { moment in
      if case .afterStep = moment.position.point { true } else { false }
    }
  }
}

extension DebugConsole {
  /// Moves so many times, and says what was recorded on the way.
  func move(
    _ count: String, by body: (DebugSession) throws(DebugProblem) -> Bool
  ) throws(ConsoleError) {
    let count = try DebugConsole.count(count)
    try expectMore()
    let before = session.position.recordCount
    for _ in 0..<count where !session.position.isEnd {
      _ = try asking { () throws(DebugProblem) in try body(session) }
    }
    showProgress(since: before)
  }

  private func expectMore() throws(ConsoleError) {
    guard !session.position.isEnd else {
      throw ConsoleError(
        "the case is over", suggestion: "'back', 'goto PLACE' and 'reverse-continue' go back")
    }
  }

  /// Goes on to a breakpoint, or to the end.
  func goOn() throws(ConsoleError) {
    try expectMore()
    breakpoints.begin(at: session.moment)
    let breakpoints = breakpoints
    let found = try asking { () throws(DebugProblem) in
      try session.advance { breakpoints.stop(at: $0) }
    }
    if found || !breakpoints.hits.isEmpty { showHits(breakpoints) }
    breakpoints.removeTemporary()
    showPosition()
  }

  /// Goes back to a breakpoint, or to the start.
  func goBack() throws(ConsoleError) {
    guard session.position.number > 0 else {
      throw ConsoleError("this is where the case begins")
    }
    // Hits are counted in the direction of time only.
    let scan = breakpoints.copy()
    var hits: [Int: String] = [:]
    let found = try asking { () throws(DebugProblem) in
      try session.back(toLastMoment: { moment in
        if moment.position.number == 0 { scan.begin(at: moment) }
        guard scan.stop(at: moment) else { return false }
        hits[moment.position.number] = scan.hits.map { $0.text }.joined(separator: "; ")
        return true
      })
    }
    if found, let text = hits[session.position.number] {
      write("stopped: \(text)\n")
    } else {
      try asking { () throws(DebugProblem) in try session.go(to: 0) }
    }
    showPosition()
  }

  private func showHits(_ breakpoints: BreakpointSet) {
    for hit in breakpoints.hits { write("breakpoint \(hit.breakpoint.number): \(hit.text)\n") }
  }

  /// Goes on to the next record that matches.
  func until(_ text: String) throws(ConsoleError) {
    // A time or a count is no mapping, and the braces of a mapping may be left out.
    guard text.hasPrefix("{") || text.contains(": ") else {
      throw ConsoleError(
        "'until' needs a pattern such as {event: enrollmentRequest}",
        suggestion: "'goto 24 h' moves to a time")
    }
    try expectMore()
    let pattern = try pattern(text)
    let before = session.position
    let found = try asking { () throws(DebugProblem) in
      try session.advance { moment in
        guard moment.position.point == nil, let record = moment.view.lastRecord else {
          return false
        }
        return pattern.matches(record, epoch: moment.view.epoch)
      }
    }
    guard found else {
      try asking { () throws(DebugProblem) in try session.go(to: before.number) }
      throw ConsoleError(
        "no \(pattern.text) comes until the case is over",
        suggestion: "'info records' lists what came before")
    }
    showPosition()
  }

  /// Goes back so many steps, beginnings or records.
  func back(_ rest: String) throws(ConsoleError) {
    let words = rest.split(separator: " ").map(String.init)
    let unit = words.first.flatMap { Int($0) == nil ? $0 : nil }
    let count = try DebugConsole.count(
      unit == nil ? words.first ?? "" : words.dropFirst().first ?? "")
    let isWanted: (DebugPosition) -> Bool
    switch unit {
    case nil: isWanted = { $0.isBeforeStep }
    case "step": isWanted = { $0.isBeginning }
    case "record": isWanted = { $0.point == nil }
    case .some(let word):
      throw ConsoleError(unknown: "unit", word, among: ["step", "record"])
    }
    guard session.position.number > 0 else {
      throw ConsoleError("this is where the case begins")
    }
    // One run leads back however far that is.
    let places = session.positions[..<session.position.number].indices.filter {
      isWanted(session.positions[$0])
    }
    let place = places.count >= count ? places[places.count - count] : 0
    try asking { () throws(DebugProblem) in try session.go(to: place) }
    showPosition()
  }
}
