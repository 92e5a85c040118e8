internal import CaseModel
internal import Conformance
internal import Debugger
internal import ExactText
internal import JSONText
internal import VirtualTime

/// Going forward and back, and telling the client where the case stands then.
extension DebugAdapter {
  /// Carries out a request that moves the session: it is answered first, and `stopped` follows.
  func move(_ request: ClientRequest) throws(RequestError) -> Outcome {
    switch request.command {
    case "continue":
      _ = try running()
      return Outcome(
        body: ["allThreadsContinued": true],
        then: { self.goOn() })
    case "next": return try stepping { $0.position.isBeforeStep }
    case "stepIn":
      return try stepping { $0.position.isBeginning || $0.position.point == nil }
    case "stepOut": return try stepOut()
    case "stepBack": return try stepBack()
    case "reverseContinue": return try reverse()
    case "goto": return try goTo(request.arguments)
    default:
      throw RequestError("this debug adapter does not know the command \(request.command)")
    }
  }

  /// Moves, and then says where the case stands.
  ///
  /// - Parameter reason: what is said if nothing else has stopped it.
  func move(
    reason: String = "step", _ body: (DebugSession) throws(DebugProblem) -> Void
  ) {
    guard let session else { return }
    variables.clear()
    rules.begin(at: session.moment)
    var isPaused = false
    do throws(DebugProblem) {
      try whileMoving(body)
    } catch {
      isPaused = error == .paused
      if !isPaused { say("\(error.text)\n", category: "important") }
    }
    let found = rules.reason ?? .init(word: isPaused ? "pause" : reason, text: "")
    if session.position.isEnd {
      tellResult()
      if configuration?.stopsAtEnd == false { return terminate() }
    }
    stand(found)
  }

  /// Tells the client that the case stands, and why.
  func stand(_ reason: StopRules.Reason) {
    guard let session else { return }
    self.reason = reason
    var body: JSONObject = ["reason": .string(reason.word)]
    var text = reason.text
    if session.position.isEnd { text = text.isEmpty ? "the case is over" : text }
    if !text.isEmpty {
      body.append("description", .string(text))
      body.append("text", .string(text))
    }
    body.append("threadId", .int(activeThread(session)))
    body.append("allThreadsStopped", true)
    if !reason.ids.isEmpty { body.append("hitBreakpointIds", .array(reason.ids.map(JSON.int))) }
    tell("stopped", body)
  }

  /// What was found of the case that is over.
  private func tellResult() {
    guard let session else { return }
    let result = session.result
    var text = "\(result.verdict.rawValue.asciiUppercased())  \(result.conformanceCase.name)\n"
    for failure in session.failures {
      let location = failure.result.check.location
      text += "  \(failure.result.check.id) (\(location.file):\(location.line)): "
      text += "\(failure.result.found)\n"
    }
    if let problem = result.problem { text += "  \(problem.code): \(problem.message)\n" }
    say(text, category: result.verdict == .pass ? "console" : "important")
  }

  // MARK: - Forward

  /// Goes on to the next breakpoint.
  func goOn() {
    move { session throws(DebugProblem) in
      try session.advance { self.rules.stop(at: $0) }
    }
  }

  private func stepping(
    _ isWanted: @escaping (Moment) -> Bool
  ) throws(RequestError) -> Outcome {
    _ = try running()
    return Outcome(then: {
      self.move { session throws(DebugProblem) in
        try session.advance { self.rules.stop(at: $0) || isWanted($0) }
      }
    })
  }

  /// Out of the activation, else out of the step.
  private func stepOut() throws(RequestError) -> Outcome {
    let session = try running()
    let isInside = session.position.activation != nil
    return try stepping { moment in
      if isInside, case .afterActivation = moment.position.point { return true }
      return moment.position.isBeforeStep
    }
  }

  /// Goes to the first check that fails; to the end if none does.
  func goToFailure() {
    var text = ""
    move(reason: "entry") { session throws(DebugProblem) in
      guard let failure = try session.firstFailure() else {
        text = "no check fails\n"
        return
      }
      try session.go(to: failure.number)
      text = "check \(failure.result.check.id) fails: \(failure.result.found)"
      self.rules.settle(.init(word: "exception", text: text, filter: "check-failed"))
      text += "\n"
    }
    if !text.isEmpty { say(text) }
  }

  // MARK: - Back

  /// Back to the step before; to the beginning of the case before the first step.
  private func stepBack() throws(RequestError) -> Outcome {
    _ = try running()
    return Outcome(then: {
      self.move { session throws(DebugProblem) in
        if try !session.back(toLast: \.isBeforeStep) { try session.go(to: 0) }
      }
    })
  }

  /// Back to the last breakpoint; to the beginning of the case if there is none.
  private func reverse() throws(RequestError) -> Outcome {
    _ = try running()
    return Outcome(then: {
      self.move { session throws(DebugProblem) in
        var last: StopRules.Reason?
        let found = try session.back(toLastMoment: { moment in
          if moment.position.number == 0 {
            self.rules.begin(at: moment)
            return false
          }
          guard self.rules.stop(at: moment, isBackward: true) else { return false }
          last = self.rules.reason
          return true
        })
        if !found { try session.go(to: 0) }
        self.rules.settle(last)
      }
    })
  }

  // MARK: - Anywhere

  /// The steps at a line, or the next one.
  func gotoTargets(_ arguments: JSONObject) throws(RequestError) -> JSONObject {
    let session = try running()
    let source = CaseSource(session.conformanceCase)
    let path = arguments["source"]?["path"]?.string ?? ""
    guard let wanted = arguments["line"]?.int, let line = source.line(at: wanted, of: path) else {
      return ["targets": []]
    }
    let targets = source.steps(at: line, of: path).map { index in
      GotoTarget(id: index + 1, label: DebugAdapter.title(session, step: index), line: line).json
    }
    return ["targets": .array(targets)]
  }

  private func goTo(_ arguments: JSONObject) throws(RequestError) -> Outcome {
    let session = try running()
    guard let id = arguments["targetId"]?.int,
      session.conformanceCase.steps.indices.contains(id - 1)
    else { throw RequestError("there is no such target; ask for gotoTargets again") }
    return Outcome(then: {
      self.move(reason: "goto") { session throws(DebugProblem) in
        try self.seek(session) { $0.point == .beforeStep(id - 1) }
      }
    })
  }

  /// Goes to the first point of the case that is wanted, ahead or back; stays if there is none.
  private func seek(
    _ session: DebugSession, _ isWanted: @escaping (DebugPosition) -> Bool
  ) throws(DebugProblem) {
    guard try session.seek(isWanted) else {
      throw .noPlace("the case does not come to that place")
    }
  }

  /// Goes to the first point at a virtual time, or after it, which is said then.
  func seek(_ offset: VirtualDuration) {
    move(reason: "goto") { session throws(DebugProblem) in
      let instant = session.view.epoch + offset
      try self.seek(session) { $0.time >= instant }
      if let note = session.note(of: offset) { self.say(note) }
    }
  }
}
