internal import CaseModel
internal import Contract
internal import ExactText
internal import JSONText
internal import Participants
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Owns virtual time, deadlines and kills while one case runs, and writes its history.
///
/// One activation runs at a time. Time moves only in ``advance(to:)``, from deadline to deadline, and
/// only the owner of the earliest deadline is woken.
final class Coordinator {
  /// The most activations at one instant: a participant that wants to run again and again at the same
  /// time is caught here.
  var activationsPerInstant = 2_000
  /// The most messages in one case.
  var messagesPerCase = 1_000_000

  let conformanceCase: ConformanceCase
  let options: RunOptions
  let control: RunControl
  let service: any ServiceLink
  let participants: any ParticipantFactory
  let scratch: ScratchFolder
  private(set) var apps: [AppState] = []
  /// The `managed` state of each device, and its wall clock's shift in milliseconds.
  var devices: [ExactString: (managed: JSON, shift: Int)] = [:]

  let epoch: VirtualInstant
  /// The present instant; only `advance(to:)` moves it.
  var now: VirtualInstant
  var heap = TimerHeap()
  var deadlineCount = 0
  /// How late retries have been in all, within the run's tolerance.
  var lateness = VirtualDuration.zero
  /// Activations since time last moved.
  var activationsHere = 0
  /// What the case may take of the machine.
  let budget: CaseBudget
  /// How much room the history takes; see ``JSON/size``.
  private var historyBytes = 0
  /// Writes the history to disk once it is large; nil until then.
  private var writer: HistoryWriter?
  private var writtenBytes = 0
  /// What happened beside the case that is nobody's fault, in words; nothing of it is in the history.
  var notes: [String] = []
  /// The most mistakes of the adapter that a case notes.
  static let mostMistakes = 20
  /// The mistakes of the adapter that are among the notes, by their places.
  var notedMistakes: Set<ExactString> = []
  /// What the adapter has said of itself in its first `hello`; nothing of it is in the history.
  var hello: JSONObject?
  /// Responses that the service holds back, in the order of their requests.
  var held: [HeldResponse] = []
  /// The message of the present step's own operation: what it returns is the result of the step.
  var ownOperation: (app: AppState, sequence: Int)?
  /// What the present step's own operation has returned; nil as long as it has not.
  var stepResult: JSON?
  var history: History
  /// Follows the case from point to point; nil in ordinary runs.
  let watch: (any CaseWatch)?
  /// Of each record of a request, how often the service had been started by then, and its number of the request; kept for
  /// a debugger only.
  private var requestNumbers: [(start: Int, number: Int)] = []

  /// A response that the service holds back.
  struct HeldResponse {
    var record: ServiceRecord
    var app: AppState
    var deadline: Deadline?
    /// True once the client has stopped waiting for it.
    var isAbandoned = false
    /// True if it came while the app was suspended.
    var hasArrived = false
    /// True if the service has died, and the connection with it: what comes is no response.
    var isBroken = false
  }

  init(
    _ conformanceCase: ConformanceCase, options: RunOptions, control: RunControl,
    service: any ServiceLink, participants: any ParticipantFactory, scratch: ScratchFolder
  ) {
    self.conformanceCase = conformanceCase
    self.options = options
    self.control = control
    self.service = service
    self.participants = participants
    self.scratch = scratch
    epoch = .defaultEpoch
    now = epoch
    history = History(epoch: epoch)
    watch = options.watch?(conformanceCase)
    budget = CaseBudget(options.limits)
    service.budget = budget
    for member in conformanceCase.world.devices.members {
      devices[member.name] = (member.value["managed"] ?? [:], 0)
    }
    for (index, member) in conformanceCase.world.apps.members.enumerated() {
      apps.append(
        AppState(name: member.name, index: index, specification: member.value.object ?? [:]))
    }
    service.setTime(now)
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
  func record(_ kind: RecordKind, _ name: String, app: String = "", _ fields: JSONObject = [:]) {
    append(Record(time: now, kind: kind, name: name, app: app, fields: fields))
  }

  /// Adds the record of a change in an app's life.
  func record(_ change: LifeChange, _ app: AppState, _ fields: JSONObject = [:]) {
    record(.life, change.rawValue, app: app.name, fields)
  }

  /// Adds the record of something noticed of an app.
  func record(_ finding: Finding, _ app: String, _ fields: JSONObject) {
    record(.finding, finding.rawValue, app: app, fields)
  }

  private func append(_ record: Record) {
    historyBytes += record.size
    history.records.append(record)
    if let watch { watch.recorded(CaseView(self)) }
  }

  private func append(_ records: some Sequence<Record>) {
    for record in records { append(record) }
  }

  /// A command to the service, with breakdowns as the end of the case.
  @discardableResult
  func command(_ command: ControlCommand) throws(CaseEnd) -> JSON {
    do throws(ParticipantFailure) {
      return try service.command(command)
    } catch {
      throw .problem(error)
    }
  }

  /// Has the service keep bodies, for a debugger.
  func keepBodies() throws(CaseEnd) {
    do throws(ParticipantFailure) { try service.keepBodies() } catch { throw .problem(error) }
  }

  /// The last requests with their bodies; empty unless the options ask for them.
  var exchanges: [ExchangeView] {
    ExchangeView.all(of: history.records, requestNumbers, service.bodies)
  }

  // MARK: - Activations

  /// Sends one message to an app and takes in everything up to its idle report.
  ///
  /// - Parameter isUnderWay: true if the app may have begun already, because it has its response.
  func activate(
    _ app: AppState, _ operation: StepOperation, _ arguments: JSONObject = [:],
    recorded: JSONObject? = nil, name: String? = nil, isUnderWay: Bool = false
  ) throws(CaseEnd) {
    guard let participant = app.participant else {
      throw .problem(
        ParticipantFailure(.impossibleStep, app.name, "the app \"\(app.name)\" is not running"))
    }
    if control.isInterrupted { throw .interrupted }
    if !isUnderWay { try expectSilence() }
    try count(app)
    app.sequence += 1
    if operation == .call { app.calls.insert(app.sequence) }
    app.activation = operation
    app.activationName = name ?? operation.rawValue
    try reach(.beforeActivation(app: app.name, name: app.activationName))
    record(.message, app.activationName, app: app.name, recorded ?? arguments)
    service.setTime(now)
    try take(
      app, participant,
      StepMessage(
        sequence: app.sequence, now: now, operation: operation, arguments: arguments))
    try reach(.afterActivation(app: app.name, name: app.activationName))
  }

  /// Makes sure that nobody has sent a request since the last idle report.
  func expectSilence() throws(CaseEnd) {
    // A service that a case has killed has nothing to say.
    guard service.isRunning else { return }
    do throws(ParticipantFailure) {
      try service.receive()
    } catch {
      throw .problem(error)
    }
    notes += service.takeNotes()
    if let request = service.takeRecords().first { throw unasked(request) }
  }

  /// Tells the service that an app may send requests from now on.
  ///
  /// - Parameter pipes: the pipes of the app, if it does nothing before it has read the message that comes next.
  func openGate(of app: AppState, pipes: AdapterPipes? = nil) {
    guard let gate = app.gate else { return }
    service.openGate(gate, process: app.participant?.processIdentifier ?? 0, pipes: pipes)
  }

  private func take(
    _ app: AppState, _ participant: any AppParticipant, _ message: StepMessage
  ) throws(CaseEnd) {
    let outcome: ActivationOutcome
    openGate(of: app, pipes: participant.pipes)
    do throws(ParticipantFailure) {
      outcome = try participant.activate(message, service: service)
      service.closeGate()
    } catch {
      service.closeGate()
      if let fresh = try replacement(of: participant, error, for: message) {
        app.participant = fresh
        return try take(app, fresh, message)
      }
      append(try takeRecords(of: app).map(\.record))
      if error.participant == app.name {
        record(.exited, app, ["problem": .string(error.code.rawValue)])
      }
      throw .problem(error)
    }
    let requests = try takeRecords(of: app)
    if case .reply(let reply) = outcome {
      recordEvents(reply.events, among: requests, of: app)
      try checkHistory(of: app)
      return try accept(reply, of: app)
    }
    append(requests.lazy.map(\.record))
    try checkHistory(of: app)
    switch outcome {
    case .reply: break
    case .blocked(let record):
      // Whatever it does from here on cannot be told from what it would have done: its clock stands still.
      self.record(
        .missingCapability, app.name, ["capability": .string(Capability.held.rawValue)])
      throw .missing(
        "the capability held: its \(record.endpoint) request is waiting for a response that the service "
          + "is holding, and the adapter cannot take messages until then")
    case .killPoint(let request): try killAtRequest(app, request)
    }
  }

  /// True for the message of the present step's own operation.
  func isOwnOperation(_ sequence: Int, of app: AppState) -> Bool {
    ownOperation.map { $0.app === app && $0.sequence == sequence } ?? false
  }

  /// Writes what has come of a history that has become large, and bounds it.
  private func checkHistory(of app: AppState) throws(CaseEnd) {
    guard historyBytes - writtenBytes > HistoryWriter.step else { return }
    do throws(ParticipantFailure) {
      if writer == nil { writer = try HistoryWriter(path: options.nextHistoryPath) }
      try writer?.write(history.records)
      writtenBytes = historyBytes
      try budget.check(history: historyBytes, of: app.name)
    } catch {
      throw .problem(error)
    }
  }

  /// Ends the file of a large history.
  ///
  /// - Throws: a problem if the disk does not take it.
  func closeHistory() throws(CaseEnd) {
    guard let writer else { return }
    do throws(ParticipantFailure) {
      try writer.write(history.records)
      history.keep(in: writer.finish())
    } catch {
      throw .problem(error)
    }
  }

  private func count(_ app: AppState) throws(CaseEnd) {
    budget.virtualTime = now - epoch
    do throws(ParticipantFailure) {
      try budget.checkTime(before: app.name)
    } catch {
      throw .problem(error)
    }
    activationsHere += 1
    budget.messages += 1
    guard activationsHere <= activationsPerInstant else {
      throw .problem(
        ParticipantFailure(
          .limit, app.name,
          "more than \(activationsPerInstant) activations at one instant of virtual time: "
            + "the adapter keeps asking to be woken immediately"))
    }
    guard budget.messages <= messagesPerCase else {
      throw .problem(
        ParticipantFailure(
          .limit, app.name, "more than \(messagesPerCase) messages in one case"))
    }
  }

  /// Turns the service's records into the history's, and into deadlines of held responses.
  private func takeRecords(of app: AppState) throws(CaseEnd) -> [SentRequest] {
    var records: [SentRequest] = []
    for request in service.takeRecords() {
      guard request.instance == app.instance, !request.isUnasked else {
        throw unasked(request, while: app)
      }
      guard !request.isDiskFull else {
        throw .problem(
          ParticipantFailure(
            .diskFull, "service",
            "the service could not store the effect of a request of \(app.name) (\(request.endpoint)): the "
              + "disk that holds the files of the case is full"))
      }
      noteName(of: request, app)
      if options.keepsBodies { requestNumbers.append((service.bodiesStart, request.number)) }
      records.append(
        SentRequest(
          record: Record(
            time: now, kind: .request, name: request.endpoint, app: app.name,
            fields: request.fields), isRepeated: request.isRepeated))
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
  private func recordEvents(_ events: [StepEvent], among requests: [SentRequest], of app: AppState)
  {
    noteCounts(of: events, requests: requests.count { !$0.isRepeated })
    var requests = requests[...]
    var sentBefore = 0
    for event in events {
      noteMistakes(in: event, of: app)
      var fields = event.fields
      let said = fields["sent"]?.int ?? .max
      let sent = said < 0 ? .max : said
      fields["sent"] = nil
      // What the network repeats the app has sent once.
      while let request = requests.first, request.isRepeated || sentBefore < sent {
        append(request.record)
        requests.removeFirst()
        if !request.isRepeated { sentBefore += 1 }
      }
      if event.name == EventName.callReturned.rawValue, let call = fields["call"]?.int,
        app.unfinishedCalls.removeValue(forKey: call) != nil, isOwnOperation(call, of: app)
      {
        stepResult = fields["result"] ?? .null
      }
      record(.event, event.name, app: app.name, fields)
    }
    append(requests.lazy.map(\.record))
  }

  /// A request as the history keeps it.
  private struct SentRequest {
    var record: Record
    /// True for a delivery that the network has added.
    var isRepeated: Bool
  }
}
