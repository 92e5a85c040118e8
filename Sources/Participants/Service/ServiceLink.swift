internal import ExactText
package import JSONText
package import ServiceProtocol
package import VirtualTime

/// One request as the service recorded it; see the service protocol.
package struct ServiceRecord: Sendable, Equatable {
  /// Why and for how long a response is held back.
  package enum Hold: Sendable, Equatable {
    /// For so many milliseconds.
    case delay(Int)
    /// For ever.
    case never
    /// Until the app has been killed.
    case killPoint
  }

  /// The service's number of the request.
  package var number: Int
  /// `device/app`.
  package var instance: String
  /// The client request ID.
  package var client: String
  /// `locate`, `token`, `enroll`, `checkin`, `unenroll` or `telemetry`.
  package var endpoint: String
  /// Set if the response is held back.
  package var hold: Hold?
  /// True if the request came while its app was idle; it had no effect.
  package var isUnasked = false
  /// True if the service could not store the effect because its disk is full.
  package var isDiskFull = false
  /// True if the network has delivered the same request before: the app has sent it once.
  package var isRepeated = false
  /// What a history keeps: identity, subject, status, outcome, code and the details.
  package var fields: JSONObject

  /// Reads a record line of the control channel; nil if it is none.
  package init?(_ object: JSONObject) {
    guard let number = object["request"]?.int else { return nil }
    self.number = number
    // A request to a path that is not an operation's is still a request of the app.
    endpoint = object["endpoint"]?.string ?? "unknown"
    instance = object["instance"]?.string ?? ""
    client = object["client"]?.string ?? ""
    isDiskFull = object["diskFull"]?.bool == true
    isRepeated = object["repeated"]?.bool == true
    let outcome = object["outcome"]?.string.flatMap(RequestOutcome.init)
    isUnasked = outcome == .idle
    if outcome == .held {
      switch object["hold"] {
      case .some(.string("kill")): hold = .killPoint
      case .some(.object(let delay)): hold = .delay(delay["milliseconds"]?.int ?? 0)
      default: hold = .never
      }
    }
    var fields = JSONObject()
    fields.reserveCapacity(12)
    for member in object.members {
      switch member.name {
      case "request", "instance", "client", "endpoint", "diskFull", "repeated": continue
      case "detail":
        for detail in member.value.object?.members ?? [] {
          fields.append(detail.name, detail.value)
        }
      default: if !member.value.isNull { fields.append(member.name, member.value) }
      }
    }
    self.fields = fields
  }
}

/// The mock MAM service as the coordinator sees it, in a process of its own or in this one.
package protocol ServiceLink: AnyObject {
  /// True from ``start()`` until ``kill()`` or the service's own end.
  var isRunning: Bool { get }
  /// Starts the service over its state; no effect if it runs.
  func start() throws(ParticipantFailure)
  /// Ends the service as SIGKILL does; what it had acknowledged is in its state.
  func kill()
  /// Ends the service as ``kill()`` does, to start it again: the next ``start()`` throws `damaged-folder` if somebody else
  /// has changed its state.
  func interrupt() throws(ParticipantFailure)
  /// Sets the virtual time that the service sees from now on.
  func setTime(_ now: VirtualInstant)
  /// The number of an app's gate, the same as long as the link exists; nil if the service has none.
  func gate(of instance: String) -> Int?
  /// Lets the requests of one app pass, and of no other.
  ///
  /// - Parameters:
  ///   - process: the process that hosts the app; 0 if it has none of its own.
  ///   - pipes: by which the service can see whether the app is active; nil if they do not show it.
  func openGate(_ gate: Int, process: Int32, pipes: AdapterPipes?)
  /// Notes how far the activation behind the open gate has come, for a service that looks at the app's pipes.
  func note(_ stage: ActivationStage)
  /// Lets no app's requests pass.
  func closeGate()
  /// What the present case may still take; nil without a case.
  var budget: CaseBudget? { get set }
  /// What the service has noticed since the last call that is nobody's fault, in words.
  func takeNotes() -> [String]
  /// Carries out a command of the control channel.
  ///
  /// - Throws: `service` if the service refuses it, is dead, or does not answer in time.
  func command(_ command: ControlCommand) throws(ParticipantFailure) -> JSON
  /// Takes in the records that are there, without waiting.
  func receive() throws(ParticipantFailure)
  /// Takes in the records that are there and looks whether the service has ended, without waiting; it costs a system
  /// call, where ``receive()`` may do without.
  func read() throws(ParticipantFailure)
  /// The records that have come since the last call, in order.
  func takeRecords() -> [ServiceRecord]
  /// What an app's activation waits for besides the app: readable once the service has something to say; -1 if that needs
  /// no waiting.
  var descriptorNumber: Int32 { get }
  /// The process of the service; nil if it has none of its own, or does not run.
  var processIdentifier: Int32? { get }
  /// True if there are records that nobody has taken.
  var hasRecords: Bool { get }
  /// The first held record of an app among those that nobody has taken and that were not looked at yet.
  ///
  /// - Parameter count: how many were looked at.
  func heldRecord(of instance: String, after count: inout Int) -> ServiceRecord?
  /// What the service knows, a row each, to look at; empty if that cannot be seen.
  var stateRows: [(table: String, key: String, value: JSON)] { get }
  /// Keeps the bodies of requests and responses from now on, also over ``kill()``, and forgets those that were kept: for a
  /// debugger.
  ///
  /// - Throws: `service` if the service refuses it, or does not answer.
  func keepBodies() throws(ParticipantFailure)
  /// The last requests of which bodies were kept, at most 256, oldest first.
  var bodies: [RequestBodies] { get }
  /// How often the service was started since ``keepBodies()``: what ``RequestBodies/start`` counts.
  var bodiesStart: Int { get }
}

extension ServiceLink {
  package func interrupt() throws(ParticipantFailure) { kill() }
  package func keepBodies() throws(ParticipantFailure) {}
  package var bodies: [RequestBodies] { [] }
  package var bodiesStart: Int { 0 }
  package var stateRows: [(table: String, key: String, value: JSON)] { [] }
}

/// A service that is an object of this process: what it has to say is there as soon as an app has asked.
extension ServiceLink {
  package func read() throws(ParticipantFailure) { try receive() }
  package var descriptorNumber: Int32 { -1 }
  package var processIdentifier: Int32? { nil }
  package var hasRecords: Bool { false }
  package func heldRecord(of instance: String, after count: inout Int) -> ServiceRecord? { nil }
}
