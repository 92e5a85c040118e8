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
      let name = app.activationName
      // Many adapters say only what they were asked for.
      let isSaid = failure.message.isEmpty || failure.message == name
      throw .missing(isSaid ? name : "\(name) (\(failure.message))")
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
        "the adapter answered \(app.activationName) with \(failure.code.word)"
          + (failure.message.isEmpty ? ", without a message" : ": \(failure.message)")
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

  // MARK: Mistakes of adapters

  /// Notes a mistake of the adapter, unless the case has a note of it already.
  func note(_ mistake: AdapterMistake) {
    guard notedMistakes.count < Coordinator.mostMistakes,
      notedMistakes.insert(ExactString(mistake.place)).inserted
    else { return }
    notes.append("the adapter is wrong, and its SDK may be blamed: \(mistake.text)")
  }

  /// Notes what is wrong with an event.
  func noteMistakes(in event: StepEvent, of app: AppState) {
    let mistake =
      AdapterMistake.first(in: event) ?? AdapterMistake.inCall(of: event, among: app.calls)
    if let mistake { note(mistake) }
  }

  /// Notes what is wrong with `sent` of the events of one activation.
  func noteCounts(of events: [StepEvent], requests: Int) {
    if let mistake = AdapterMistake.inCounts(of: events, requests: requests) { note(mistake) }
  }

  /// Notes a request that cannot be told from another one of its process.
  func noteName(of request: ServiceRecord, _ app: AppState) {
    // What the network repeats the app has sent once; what others send to its port, with leave, is not the app's.
    guard !request.isRepeated, !options.acceptsForeignRequests else { return }
    let isNew = app.clients.insert(ExactString(request.client)).inserted
    if let mistake = AdapterMistake.inName(of: request, isNew: isNew) { note(mistake) }
  }

  /// Notes what is wrong with the reply to the `stop` that closes an app at the end of its case: nothing of it is in the
  /// history, and no check looks at it.
  func noteMistakes(inLast reply: StepReply, of app: AppState) {
    if let failure = reply.failure { note(AdapterMistake.inLastStop(failure)) }
    if let mistake = AdapterMistake.inReply(reply, to: .stop) { note(mistake) }
    for event in reply.events { noteMistakes(in: event, of: app) }
  }

  /// The end of a case in which an app has sent a request though it was idle.
  func unasked(_ request: ServiceRecord, while active: AppState? = nil) -> CaseEnd {
    let name = apps.first { $0.instance == request.instance }?.name ?? request.instance
    record(.requestWhenIdle, name, request.fields)
    let others = active.map {
      $0.name == name ? "before the message was sent" : "while \($0.name) was active"
    }
    return .problem(
      ParticipantFailure(
        .requestWhenIdle, name,
        "a request of \(name) (\(request.endpoint)) reached the service "
          + "\(others ?? "while every app was idle"); an "
          + "adapter must do nothing between its reply and the next message"
          + (active.map { $0.name == name ? "" : hint(wrongPort: request.instance, of: $0) } ?? ""))
    )
  }

  /// What else a request to an app's port can mean while another app is active: the active app took its URL from
  /// what the apps of a device share.
  ///
  /// - Parameters:
  ///   - instance: `device/app` of the port.
  ///   - app: the app that is active.
  private func hint(wrongPort instance: String, of app: AppState) -> String {
    "; if it is a request of \(app.name), it came to the port of \(instance): a shared token cache must not "
      + "carry another app's URLs"
  }
}
