internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import StepProtocol

extension Coordinator {
  /// Forgets everything that lived in an app's process.
  func buryProcess(of app: AppState) throws(CaseEnd) {
    app.participant = nil
    app.deadline = nil
    app.blockedBy = nil
    app.unfinishedCalls = [:]
    app.open = []
    try abandonResponses(of: app)
  }

  /// Kills an idle app.
  func kill(_ app: AppState) throws(CaseEnd) {
    guard let participant = app.participant else {
      throw .problem(
        ParticipantFailure(
          .impossibleStep, app.name, "the app \"\(app.name)\" cannot be killed: it does not run"))
    }
    participant.kill()
    record("life", "killed", app: app.name, ["at": "idle"])
    try buryProcess(of: app)
  }

  func killAtRequest(_ app: AppState, _ request: ServiceRecord) throws(CaseEnd) {
    app.participant?.kill()
    record("life", "killed", app: app.name, ["at": .string(request.endpoint)])
    app.armedKill = nil
    try command("drop", ["request": .int(request.number)])
    try buryProcess(of: app)
  }

  func killInCallback(_ app: AppState, _ callback: String) throws(CaseEnd) {
    guard app.armedKill == .callback(callback) else {
      throw .problem(
        ParticipantFailure(
          .refused, app.name,
          "the adapter stands still in \(callback), though nobody asked it to"))
    }
    app.participant?.kill()
    record("life", "killed", app: app.name, ["at": .string(callback)])
    app.armedKill = nil
    app.answers["haltIn"] = nil
    try buryProcess(of: app)
  }

  /// Ends what still runs at the end of a case; nothing of this is in the history.
  ///
  /// - Parameter inGoodOrder: true to close apps whose process can be used again, false to kill all.
  func endApps(inGoodOrder: Bool) {
    for app in apps {
      guard let participant = app.participant else { continue }
      app.participant = nil
      if inGoodOrder, canBeReused(app), app.blockedBy == nil {
        app.sequence += 1
        let stop = StepMessage(sequence: app.sequence, now: now, operation: .stop)
        if case .reply(let reply)? = try? participant.activate(stop, service: service),
          reply.failure == nil, let process = participant as? AdapterProcess
        {
          pool.keep(process)
          continue
        }
      }
      participant.kill()
    }
  }

  /// True if the app's process may host another app once this one was closed.
  func canBeReused(_ app: AppState) -> Bool {
    options.reusesProcesses && app.capabilities.contains("reuse")
  }
}
