internal import CaseModel
internal import Contract
internal import JSONText
internal import Participants
internal import StepProtocol
internal import VirtualTime

/// Owns virtual time, deadlines and kills while one case runs, and writes its history.
///
/// One activation runs at a time. Time moves only in ``advance(to:)``, from deadline to deadline, and
/// only the owner of the earliest deadline is woken.
final class Coordinator {
  /// The most activations at one instant: a participant that wants to run again and again at the same
  /// time is caught here.
  static let activationsPerInstant = 2_000
  /// The most messages in one case.
  static let messagesPerCase = 1_000_000

  let conformanceCase: ConformanceCase
  let options: RunOptions
  let control: RunControl
  let service: ServiceProcessLink
  let scratch: ScratchFolder
  private(set) var apps: [AppState] = []
  /// The `managed` state of each device, and its wall clock's shift in milliseconds.
  var devices: [String: (managed: JSON, shift: Int)] = [:]

  let epoch: VirtualInstant
  private(set) var now: VirtualInstant
  private var heap = TimerHeap()
  private var deadlineCount = 0
  private var activationsHere = 0
  private var messageCount = 0
  private var held: [HeldResponse] = []
  var history: History

  /// A response that the service holds back.
  struct HeldResponse {
    var record: ServiceRecord
    var app: AppState
    var deadline: Deadline?
    /// True once the client has stopped waiting for it.
    var isAbandoned = false
    /// True if it came while the app was suspended.
    var hasArrived = false
  }

  init(
    _ conformanceCase: ConformanceCase, options: RunOptions, control: RunControl,
    service: ServiceProcessLink, scratch: ScratchFolder
  ) {
    self.conformanceCase = conformanceCase
    self.options = options
    self.control = control
    self.service = service
    self.scratch = scratch
    epoch = .defaultEpoch
    now = epoch
    history = History(epoch: epoch)
    for member in conformanceCase.world.devices.members {
      devices[member.name] = (member.value["managed"] ?? [:], 0)
    }
    for (index, member) in conformanceCase.world.apps.members.enumerated() {
      apps.append(
        AppState(name: member.name, index: index, specification: member.value.object ?? [:]))
    }
    service.clock.store(now)
  }

  /// The app of that name.
  func app(_ name: String) throws(CaseEnd) -> AppState {
    guard let app = apps.first(where: { $0.name == name }) else {
      throw .problem(
        ParticipantFailure(.impossibleStep, name, "the world of the case has no app \"\(name)\""))
    }
    return app
  }

  /// Adds a record at the present instant.
  func record(_ kind: String, _ name: String, app: String = "", _ fields: JSONObject = [:]) {
    history.records.append(
      Record(time: now, kind: kind, name: name, app: app, fields: fields))
  }

  /// A command to the service, with breakdowns as the end of the case.
  @discardableResult
  func command(_ name: String, _ members: JSONObject = [:]) throws(CaseEnd) -> JSON {
    do throws(ParticipantFailure) {
      return try service.command(name, members)
    } catch {
      throw .problem(error)
    }
  }

  // MARK: - Activations

  /// Sends one message to an app and takes in everything up to its idle report.
  func activate(
    _ app: AppState, _ operation: StepOperation, _ arguments: JSONObject = [:],
    recorded: JSONObject? = nil, name: String? = nil
  ) throws(CaseEnd) {
    guard let participant = app.participant else {
      throw .problem(
        ParticipantFailure(.impossibleStep, app.name, "the app \"\(app.name)\" does not run"))
    }
    guard app.blockedBy == nil else {
      throw .problem(
        ParticipantFailure(
          .impossibleStep, app.name,
          "the adapter waits for a response and cannot take \(operation.rawValue); "
            + "adapters with the capability \"held\" can"))
    }
    if control.isInterrupted { throw .interrupted }
    try count(app)
    app.sequence += 1
    app.activationName = name ?? operation.rawValue
    record("message", app.activationName, app: app.name, recorded ?? arguments)
    service.clock.store(now)
    try take(
      app, participant,
      StepMessage(
        sequence: app.sequence, now: now, operation: operation, arguments: arguments))
  }

  /// Goes on with the activation of an app whose response has been released.
  private func proceed(_ app: AppState) throws(CaseEnd) {
    guard let participant = app.participant else { return }
    app.blockedBy = nil
    try count(app)
    try take(app, participant, nil)
  }

  private func take(
    _ app: AppState, _ participant: any AppParticipant, _ message: StepMessage?
  ) throws(CaseEnd) {
    let outcome: ActivationOutcome
    do throws(ParticipantFailure) {
      outcome = try participant.activate(message, service: service)
    } catch {
      for request in try takeRecords(of: app) { history.records.append(request) }
      if error.participant == app.name {
        record("life", "exited", app: app.name, ["problem": .string(error.code.rawValue)])
      }
      throw .problem(error)
    }
    let requests = try takeRecords(of: app)
    if case .reply(let reply) = outcome {
      recordEvents(reply.events, among: requests, of: app)
      return try accept(reply, of: app)
    }
    history.records.append(contentsOf: requests)
    switch outcome {
    case .reply: break
    case .blocked(let record): app.blockedBy = record
    case .killPoint(let request): try killAtRequest(app, request)
    }
  }

  private func count(_ app: AppState) throws(CaseEnd) {
    activationsHere += 1
    messageCount += 1
    guard activationsHere <= Coordinator.activationsPerInstant else {
      throw .problem(
        ParticipantFailure(
          .limit, app.name,
          "more than \(Coordinator.activationsPerInstant) activations at one instant of virtual time: "
            + "the adapter asks again and again to be woken at once"))
    }
    guard messageCount <= Coordinator.messagesPerCase else {
      throw .problem(
        ParticipantFailure(
          .limit, app.name, "more than \(Coordinator.messagesPerCase) messages in one case"))
    }
  }

  /// Turns the service's records into the history's, and into deadlines of held responses.
  private func takeRecords(of app: AppState) throws(CaseEnd) -> [Record] {
    var records: [Record] = []
    for request in service.takeRecords() {
      guard request.instance == app.instance else {
        throw .problem(
          ParticipantFailure(
            .requestWhenIdle, request.instance,
            "a \(request.endpoint) request of \(request.instance) reached the service while "
              + "\(app.name) was active; an adapter must be idle between its reply and the next message"
          ))
      }
      records.append(
        Record(
          time: now, kind: "request", name: request.endpoint, app: app.name,
          fields: request.fields))
      guard let hold = request.hold, hold != .killPoint else { continue }
      var response = HeldResponse(record: request, app: app)
      if case .delay(let milliseconds) = hold {
        response.deadline = schedule(
          now + VirtualDuration(milliseconds: milliseconds), .response, app)
      }
      held.append(response)
    }
    return records
  }

  /// Adds the events of a reply to the history, each after as many requests as the adapter says it had
  /// sent by then; an adapter that does not say gets its requests before its events.
  private func recordEvents(_ events: [StepEvent], among requests: [Record], of app: AppState) {
    var requests = requests[...]
    var sentBefore = 0
    for event in events {
      var fields = event.fields
      let sent = fields["sent"]?.int ?? .max
      fields["sent"] = nil
      while sentBefore < sent, let request = requests.popFirst() {
        history.records.append(request)
        sentBefore += 1
      }
      if event.name == "callReturned", let call = fields["call"]?.int {
        app.unfinishedCalls[call] = nil
      }
      record("event", event.name, app: app.name, fields)
    }
    history.records.append(contentsOf: requests)
  }

  // MARK: - Deadlines

  @discardableResult
  private func schedule(_ instant: VirtualInstant, _ kind: DeadlineClass, _ app: AppState)
    -> Deadline
  {
    deadlineCount += 1
    let deadline = Deadline(
      instant: instant, kind: kind, participant: app.index, sequence: deadlineCount)
    heap.insert(deadline)
    return deadline
  }

  private func isValid(_ deadline: Deadline) -> Bool {
    switch deadline.kind {
    case .wake: apps[deadline.participant].deadline == deadline
    case .response: held.contains { $0.deadline == deadline }
    }
  }

  /// Carries out everything due up to an instant, then stands there.
  func advance(to target: VirtualInstant) throws(CaseEnd) {
    guard target - epoch <= conformanceCase.limit else {
      throw .problem(
        ParticipantFailure(
          .limit, "coordinator",
          "the case asks for \(target - epoch) of virtual time; its limit is "
            + "\(conformanceCase.limit)"))
    }
    while let deadline = heap.next(where: isValid), deadline.instant <= target {
      heap.removeFirst()
      if deadline.instant > now {
        now = deadline.instant
        activationsHere = 0
      }
      switch deadline.kind {
      case .wake: try wake(apps[deadline.participant])
      case .response: try deliver(deadline)
      }
    }
    if target > now {
      now = target
      activationsHere = 0
    }
  }

  private func wake(_ app: AppState) throws(CaseEnd) {
    app.deadline = nil
    // A suspended app is not woken; it sees to what fell due when it is brought back. A blocked one
    // says in its next reply when it wants to run.
    guard app.participant != nil, app.lifecycle != "suspended", app.blockedBy == nil else { return }
    try activate(app, .wake)
  }

  /// Releases a held response and lets its app take it in.
  private func deliver(_ deadline: Deadline) throws(CaseEnd) {
    guard let index = held.firstIndex(where: { $0.deadline == deadline }) else { return }
    if held[index].app.lifecycle == "suspended", held[index].app.participant != nil {
      held[index].hasArrived = true
      held[index].deadline = nil
      return
    }
    try deliver(held.remove(at: index))
  }

  private func deliver(_ response: HeldResponse) throws(CaseEnd) {
    let app = response.app
    let fields: JSONObject = ["identity": response.record.fields["identity"] ?? .null]
    guard app.participant != nil, !response.isAbandoned else {
      record("discarded", response.record.endpoint, app: app.name, fields)
      try command("drop", ["request": .int(response.record.number)])
      return
    }
    record("delivered", response.record.endpoint, app: app.name, fields)
    service.clock.store(now)
    try command("release", ["request": .int(response.record.number)])
    if app.blockedBy?.number == response.record.number {
      try proceed(app)
    } else {
      try activate(app, .resume, ["request": .string(response.record.client)])
    }
  }

  /// Hands a suspended app that was brought back the responses that came meanwhile.
  func deliverArrived(to app: AppState) throws(CaseEnd) {
    while let index = held.firstIndex(where: { $0.app === app && $0.hasArrived }) {
      try deliver(held.remove(at: index))
    }
  }

  // MARK: - Replies

  private func accept(_ reply: StepReply, of app: AppState) throws(CaseEnd) {
    if let failure = reply.failure {
      if failure.code == "unsupported" {
        record(
          "finding", "unsupported", app: app.name, ["message": .string(failure.message)])
        throw .missing("\(app.activationName) (\(failure.message))")
      }
      throw .problem(
        ParticipantFailure(
          .refused, app.name,
          "the adapter answered \(app.activationName) with \(failure.code): \(failure.message)"))
    }
    if app.activationName != "wake", app.activationName != "resume" {
      if !reply.hasReturned {
        app.unfinishedCalls[reply.sequence] = app.activationName
        record("result", app.activationName, app: app.name, ["returned": false])
      } else if app.activationName != "launch", app.activationName != "hello" {
        record("result", app.activationName, app: app.name, ["value": reply.result])
      }
    }
    lastResult = reply.hasReturned ? reply.result : nil
    if app.activationName == "hello" { try acceptHello(reply.result, of: app) }
    if let next = reply.next {
      guard next >= now else {
        throw .problem(
          ParticipantFailure(
            .nextInPast, app.name,
            "the adapter asks to be woken at \(next.milliseconds), but it is already "
              + "\(now.milliseconds)"))
      }
      if app.deadline?.instant != next { app.deadline = schedule(next, .wake, app) }
    } else {
      app.deadline = nil
    }
    app.open = reply.open
    try abandonResponses(of: app)
    for request in app.open
    where !held.contains(where: { $0.app === app && $0.record.client == request && !$0.isAbandoned }
    ) {
      throw .problem(
        ParticipantFailure(
          .unknownOpenRequest, app.name,
          "the adapter says that request \"\(request)\" is open, but the service holds no such "
            + "request back: an adapter waits for every response that it is not told is held"))
    }
    if let callback = reply.halted { try killInCallback(app, callback) }
  }

  /// What the last finished activation returned; nil if its call still blocks.
  private(set) var lastResult: JSON?

  /// Keeps what an operation returned although activations followed it within the same step.
  func keepResult(_ result: JSON?) { lastResult = result }

  private func acceptHello(_ result: JSON, of app: AppState) throws(CaseEnd) {
    guard result["protocol"]?.int == stepProtocolVersion else {
      throw .problem(
        ParticipantFailure(
          .wrongVersion, app.name,
          "the adapter speaks protocol \(result["protocol"]?.text ?? "(none)"); this program speaks "
            + "\(stepProtocolVersion)"))
    }
    app.capabilities = Set((result["capabilities"]?.array ?? []).compactMap(\.string))
    app.participant?.understandsHeld = app.capabilities.contains("held")
  }

  /// Notes which held responses their client no longer waits for.
  private func abandonResponses(of app: AppState) throws(CaseEnd) {
    var index = 0
    while index < held.count {
      let response = held[index]
      if response.app === app, !response.isAbandoned, !app.open.contains(response.record.client) {
        held[index].isAbandoned = true
        if response.deadline == nil {
          try command("drop", ["request": .int(response.record.number)])
          held.remove(at: index)
          continue
        }
      }
      index += 1
    }
  }

  // MARK: - Deaths

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

  private func killAtRequest(_ app: AppState, _ request: ServiceRecord) throws(CaseEnd) {
    app.participant?.kill()
    record("life", "killed", app: app.name, ["at": .string(request.endpoint)])
    app.armedKill = nil
    try command("drop", ["request": .int(request.number)])
    try buryProcess(of: app)
  }

  private func killInCallback(_ app: AppState, _ callback: String) throws(CaseEnd) {
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
