internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol

extension Coordinator {
  /// Forgets everything that lived in an app's process.
  func forgetProcess(of app: AppState) throws(CaseEnd) {
    app.participant = nil
    app.deadline = nil
    app.unfinishedCalls = [:]
    app.calls = []
    app.clients = []
    app.open = []
    try abandonResponses(of: app)
  }

  /// Kills an idle app.
  func kill(_ app: AppState) throws(CaseEnd) {
    guard let participant = app.participant else {
      throw .problem(
        ParticipantFailure(
          .impossibleStep, app.name, "the app \"\(app.name)\" cannot be killed: it is not running"))
    }
    // What the app does of its own accord must not be hidden by its death.
    try expectStillness(of: [app])
    participant.kill()
    record(.killed, app, ["at": "idle"])
    try forgetProcess(of: app)
  }

  func killAtRequest(_ app: AppState, _ request: ServiceRecord) throws(CaseEnd) {
    app.participant?.kill()
    record(.killed, app, ["at": .string(request.endpoint)])
    app.armedKill = nil
    // What the app had sent beside that request it sent in its activation, even if the service sees it only now.
    try command(.idle)
    _ = service.takeRecords()
    try command(.drop(request: request.number))
    try forgetProcess(of: app)
  }

  func killInCallback(_ app: AppState, _ callback: String) throws(CaseEnd) {
    guard let armed = Callback(rawValue: callback), app.armedKill == .callback(armed) else {
      throw .problem(
        ParticipantFailure(
          .refused, app.name,
          "the adapter replied \"halted\" in \(callback), although it was not asked to halt there"))
    }
    app.participant?.kill()
    record(.killed, app, ["at": .string(callback)])
    app.armedKill = nil
    app.answers[ScriptedAnswer.Name.haltIn.rawValue] = nil
    try forgetProcess(of: app)
  }

  /// Makes sure that apps of which nothing is asked do nothing, and are still there.
  func expectStillness(of apps: [AppState]) throws(CaseEnd) {
    do throws(ParticipantFailure) {
      try participants.expectStillness(of: apps.compactMap(\.participant), service)
    } catch {
      record(
        .life, LifeChange.exited.rawValue, app: error.participant,
        ["problem": .string(error.code.rawValue)])
      throw .problem(error)
    }
  }

  /// Ends a case whose steps were all carried out: closes apps whose process can be used again, kills the others, and
  /// makes the service forget the case.
  ///
  /// Nothing of this is in the history but what an adapter has done unasked.
  func finish() throws(CaseEnd) {
    try expectStillness(of: apps)
    var closed: [any AppParticipant] = []
    // One that is not kept in the end must not be left behind.
    defer { for participant in closed { participant.kill() } }
    for app in apps {
      guard let participant = app.participant else { continue }
      let isKept = canBeReused(app)
      app.participant = nil
      guard isKept else {
        participant.kill()
        continue
      }
      if try close(app, participant) { closed.append(participant) }
    }
    // What one of them does after `stop` must not be put down to the next case.
    do throws(ParticipantFailure) {
      try participants.expectStillness(of: closed, service)
    } catch {
      throw .problem(error)
    }
    if service.isRunning {
      // The service first deals with everything that has arrived; what was asked for is of no interest any more.
      try command(.reset)
      notes += service.takeNotes()
      if let request = service.takeRecords().first(where: \.isUnasked) { throw unasked(request) }
    }
    for participant in closed { participants.keep(participant) }
    closed = []
  }

  /// Closes an app so that its process can host another one; false if it cannot, and was killed.
  private func close(_ app: AppState, _ participant: any AppParticipant) throws(CaseEnd) -> Bool {
    app.sequence += 1
    let stop = StepMessage(sequence: app.sequence, now: now, operation: .stop)
    if let gate = app.gate {
      service.openGate(
        gate, process: participant.processIdentifier, pipes: participant.pipes)
    }
    defer { service.closeGate() }
    do throws(ParticipantFailure) {
      guard case .reply(let reply) = try participant.activate(stop, service: service) else {
        participant.kill()
        return false
      }
      noteMistakes(inLast: reply, of: app)
      if reply.failure != nil { participant.kill() }
      return reply.failure == nil
    } catch {
      participant.kill()
      throw .problem(error)
    }
  }

  /// Kills every app of a case that has come to a bad end.
  func abandon() {
    service.closeGate()
    for app in apps {
      app.participant?.kill()
      app.participant = nil
    }
  }

  /// True if the app's process may host another app once this one was closed.
  func canBeReused(_ app: AppState) -> Bool {
    guard let participant = app.participant else { return false }
    return options.reusesProcesses && app.capabilities.contains(.reuse)
      && participants.canKeep(participant)
  }
}
