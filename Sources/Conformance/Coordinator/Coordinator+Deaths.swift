internal import CaseModel
internal import JSONText
internal import Participants

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

  /// Kills what still runs; for the end of a case, however it ends.
  func killAll() {
    for app in apps {
      app.participant?.kill()
      app.participant = nil
    }
  }
}
