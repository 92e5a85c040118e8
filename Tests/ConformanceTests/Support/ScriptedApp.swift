import JSONText
import Participants
import StepProtocol
import VirtualTime

/// An app that does in each activation what a test has written down: a participant without a process.
///
/// What it promises is what every adapter promises. It does something in its activations only; its reply says when it
/// wants to run again and which of its requests still wait for a response.
final class ScriptedApp: AppParticipant {
  /// What the app does when a message comes; it may send requests, set its alarm and give requests up.
  typealias Behaviour = (Turn) throws -> Void

  let name: String
  /// `device/app`.
  let instance: String
  let processIdentifier: Int32
  var understandsHeld = false
  /// When it wants to run again.
  fileprivate(set) var alarm: VirtualInstant?
  /// The client request IDs for whose responses it waits.
  fileprivate(set) var open: [String] = []
  /// False once it was killed or has ended.
  private(set) var isRunning = true
  private let source: ScriptedApps

  init(name: String, instance: String, process: Int32, of source: ScriptedApps) {
    self.name = name
    self.instance = instance
    self.source = source
    processIdentifier = process
  }

  func activate(_ message: StepMessage, service: (any ServiceLink)?) throws(ParticipantFailure)
    -> ActivationOutcome
  {
    guard isRunning, let service = service as? ScriptedService else {
      throw ParticipantFailure(.exited, name, "the app is not running")
    }
    source.onMessage(self, message)
    source.log.add("\(name) gets \(message.operation.rawValue)")
    let turn = Turn(of: self, message, service)
    if message.operation == .wake { alarm = nil }
    // What fell due while it was suspended it sees to at once.
    if let missed = alarm, missed < message.now { alarm = message.now }
    if let request = message.arguments["request"]?.string { open.removeAll { $0 == request } }
    do {
      try source.behaviours[name]?[message.operation]?(turn)
    } catch let end as Turn.End {
      return end.outcome
    } catch {
      throw error as? ParticipantFailure ?? ParticipantFailure(.system, name, "\(error)")
    }
    turn.reply.next = turn.reply.next ?? alarm
    turn.reply.open += open
    return .reply(turn.reply)
  }

  func kill() {
    source.onEnd(self)
    source.log.add("\(name) is killed")
    isRunning = false
  }

  func finish() throws(ParticipantFailure) {
    source.onEnd(self)
    source.log.add("\(name) ends")
    isRunning = false
  }
}

/// One activation, as the app that is active sees it.
final class Turn {
  /// What has come.
  let message: StepMessage
  /// What goes back.
  var reply: StepReply
  let app: ScriptedApp
  private let service: ScriptedService

  /// An activation that ends without a reply.
  struct End: Error {
    let outcome: ActivationOutcome
  }

  /// What a scripted app offers unless a test says otherwise: what the tests ask of it by the way.
  static let capabilities: JSON = ["held", "reuse", "halt", "lifecycle", "device", "threads"]

  init(of app: ScriptedApp, _ message: StepMessage, _ service: ScriptedService) {
    self.app = app
    self.message = message
    self.service = service
    reply = StepReply(sequence: message.sequence)
    guard message.operation == .hello else { return }
    reply.result = [
      "protocol": .int(stepProtocolVersion), "adapter": "scripted",
      "capabilities": Turn.capabilities,
    ]
  }

  /// Sends a request, and waits for its response unless that is held back.
  ///
  /// - Returns: true if the response is there.
  /// - Throws: what ends the activation: the app is killed here, or it waits and cannot be told that it waits in vain.
  @discardableResult
  func request(_ endpoint: String, _ client: String) throws -> Bool {
    let record = service.receive(endpoint, client, of: app, at: message.now)
    switch record.hold {
    case nil: return true
    case .killPoint: throw End(outcome: .killPoint(record))
    case .delay, .never:
      guard app.understandsHeld else { throw End(outcome: .blocked(record)) }
      app.open.append(client)
      return false
    }
  }

  /// Has the app woken so many milliseconds from now.
  func wake(in milliseconds: Int) {
    app.alarm = message.now + VirtualDuration(milliseconds: milliseconds)
  }

  /// Has the app not woken any more.
  func cancelWake() { app.alarm = nil }

  /// Waits for the response no longer.
  func giveUp(_ client: String) { app.open.removeAll { $0 == client } }
}

/// Makes the apps of a case, each with what the test has written down for it.
final class ScriptedApps: ParticipantFactory {
  /// What the app of each name does.
  var behaviours: [String: [StepOperation: ScriptedApp.Behaviour]] = [:]
  /// Every app that was started, in order; one that was launched again is in here again.
  private(set) var started: [ScriptedApp] = []
  /// Given every message before its app does anything.
  var onMessage: (_ app: ScriptedApp, _ message: StepMessage) -> Void = { _, _ in }
  /// Given every app that is killed or has answered `stop`.
  var onEnd: (_ app: ScriptedApp) -> Void = { _ in }
  /// Thrown instead of the next look at idle apps.
  var unrest: ParticipantFailure?
  /// True if apps that offer `reuse` can be kept.
  var keepsApps = false
  /// True if an app that does not answer `hello` is replaced once.
  var replacesApps = false
  fileprivate let log: CallLog

  init(log: CallLog) { self.log = log }

  func start(name: String, instance: String, budget: CaseBudget) -> any AppParticipant {
    let app = ScriptedApp(
      name: name, instance: instance, process: Int32(1000 + started.count), of: self)
    started.append(app)
    return app
  }

  func replacement(
    of participant: any AppParticipant, after failure: ParticipantFailure, budget: CaseBudget
  ) -> (any AppParticipant)? {
    guard replacesApps, let app = participant as? ScriptedApp else { return nil }
    replacesApps = false
    log.add("\(app.name) is replaced")
    return start(name: app.name, instance: app.instance, budget: budget)
  }

  func canKeep(_ participant: any AppParticipant) -> Bool { keepsApps }

  func keep(_ participant: any AppParticipant) { log.add("\(participant.name) is kept") }

  /// A script saves nothing.
  func saved(in dataFolder: String) -> SavedState? { nil }
  func saved(onDevice sharedFolder: String) -> SavedOnDevice? { nil }

  func expectStillness(
    of participants: [any AppParticipant], _ service: any ServiceLink
  ) throws(ParticipantFailure) {
    if let unrest { throw unrest }
  }
}
