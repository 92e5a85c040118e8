internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

extension Coordinator {
  /// Takes in what an app answered to its activation: what was returned, when to wake it, and which requests it waits for.
  ///
  /// A reply that the protocol does not allow ends the case as a problem of the adapter, and of nobody else.
  func accept(_ reply: StepReply, of app: AppState) throws(CaseEnd) {
    if let failure = reply.failure, try isNothingToDo(failure, of: app) { return }
    acceptResult(reply, of: app)
    if let mistake = AdapterMistake.inReply(reply, to: app.activation) { note(mistake) }
    if app.activation == .hello { try acceptHello(reply.result, of: app) }
    try acceptDeadline(reply.next, of: app)
    app.open = reply.open
    try abandonResponses(of: app)
    try checkOpenRequests(of: app)
    if let callback = reply.halted { return try killInCallback(app, callback) }
    try checkHalt(reply, of: app)
  }

  /// True if an app only had nothing to act on where a step allows that; every other failure ends the case.
  private func isNothingToDo(
    _ failure: StepFailure, of app: AppState
  ) throws(CaseEnd) -> Bool {
    if failure.code == .unsupported {
      record(.unsupported, app.name, ["message": .string(failure.message)])
      throw .missing("\(app.activationName) (\(failure.message))")
    }
    if app.operation?.findsNothing(failure.code) == true {
      // Nothing has happened in the app: what it waits for stays as its last reply said.
      if case .user(_, _, _, ifOpen: true) = app.operation {
        record(.result, app.activationName, app: app.name, ["value": .null])
        return true
      }
      throw .problem(
        ParticipantFailure(
          .subjectMissing, app.name,
          "\(app.name) cannot do the step \(app.activationName): \(failure.message)"))
    }
    throw .problem(
      ParticipantFailure(
        .refused, app.name,
        "the adapter answered \(app.activationName) with \(failure.code.word): \(failure.message)"
      ))
  }

  /// Records what an operation returned, or that it has yet to return.
  private func acceptResult(_ reply: StepReply, of app: AppState) {
    if app.activation != .wake, app.activation != .resume {
      if !reply.hasReturned {
        app.unfinishedCalls[reply.sequence] = app.activationName
        record(.result, app.activationName, app: app.name, ["returned": false])
      } else if app.activation != .launch, app.activation != .hello {
        record(.result, app.activationName, app: app.name, ["value": reply.result])
        if let mistake = mistake(in: reply.result, of: app) { note(mistake) }
      }
    }
    // An app that stands still in a callback is in the middle of what it does, whatever its reply leaves out.
    if reply.hasReturned, reply.halted == nil, isOwnOperation(reply.sequence, of: app) {
      stepResult = reply.result
    }
  }

  private func acceptDeadline(_ next: VirtualInstant?, of app: AppState) throws(CaseEnd) {
    guard let next else {
      app.deadline = nil
      return
    }
    guard next >= now else {
      throw .problem(
        ParticipantFailure(
          .nextInPast, app.name,
          "the adapter asks to be woken at \(next.milliseconds), but it is already "
            + "\(now.milliseconds)"))
    }
    if app.deadline?.instant != next { app.deadline = schedule(next, .wake, app) }
  }

  /// Holds the adapter to what it was told: only requests that the service holds are open.
  private func checkOpenRequests(of app: AppState) throws(CaseEnd) {
    for request in app.open
    where !held.contains(where: { $0.app === app && $0.record.client == request && !$0.isAbandoned }
    ) {
      throw .problem(
        ParticipantFailure(
          .unknownOpenRequest, app.name,
          "the adapter reports request \"\(request)\" as open, but the service is not holding that "
            + "request, or an earlier reply left it out, which gives it up; an adapter must wait for every response "
            + "except those it is told are held"))
    }
  }

  /// Holds the adapter to the halt that it offers: otherwise the SDK would be blamed for a kill that never came.
  private func checkHalt(_ reply: StepReply, of app: AppState) throws(CaseEnd) {
    guard case .callback(let armed)? = app.armedKill, app.capabilities.contains(.halt),
      reply.events.contains(where: { $0.name == armed.event.rawValue })
    else { return }
    throw .problem(
      ParticipantFailure(
        .ignoredHalt, app.name,
        "the adapter offers halt and was asked to halt in \(armed.rawValue) (haltIn), but it reported that "
          + "callback and continued; it must reply with \"halted\" from inside the callback"))
  }

  /// What is wrong with the result of the operation that an app has been told to do; nil if nothing is.
  private func mistake(in result: JSON, of app: AppState) -> AdapterMistake? {
    switch app.operation {
    case .call(let call): AdapterMistake.inResult(of: call.api, result)
    case .file(let request): AdapterMistake.inResult(of: request.operation, result)
    default: nil
    }
  }

  func acceptHello(_ result: JSON, of app: AppState) throws(CaseEnd) {
    if hello == nil { hello = result.object }
    guard result["protocol"]?.int == stepProtocolVersion else {
      throw .problem(
        ParticipantFailure(
          .wrongVersion, app.name,
          "the result of hello must have \"protocol\": \(stepProtocolVersion), the version of the step protocol "
            + "that this program speaks; it has \(result["protocol"]?.text.prefix(80) ?? "none")"))
    }
    let list = result["capabilities"] ?? .null
    let offered = (list.array ?? []).compactMap(\.string)
    // What is none at all offers nothing; anything else that is no list would be taken for a narrow adapter.
    guard list.isNull || list.array?.count == offered.count else {
      throw .problem(
        ParticipantFailure(
          .malformedReply, app.name,
          "\"capabilities\" in the result of hello must be an array of strings, not "
            + list.text.prefix(80)))
    }
    if let mistake = AdapterMistake.missing(inHello: result) { note(mistake) }
    for mistake in AdapterMistake.all(inCapabilities: list.array ?? []) { note(mistake) }
    if let mistake = AdapterMistake.inChange(of: hello?["capabilities"], to: list) { note(mistake) }
    app.capabilities = Set(offered.compactMap(Capability.init))
    app.participant?.understandsHeld = app.capabilities.contains(.held)
  }
}
