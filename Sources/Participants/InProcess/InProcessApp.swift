package import Contract
internal import ExactText
internal import JSONText
internal import MAMEngine
internal import MAMRules
internal import MAMWire
internal import ReferenceSDK
internal import SimulatedApp
package import StepProtocol
internal import VirtualTime

/// The simulated app as an object of this process, behind the same interface as a real one.
///
/// It runs the code of `mam-app`; the process, the pipes and HTTP are left out, and what the SDK and the keychain
/// save stays in memory instead of SQLite. The app's own files are real. A kill forgets the object: what it had
/// saved is all that the next one finds.
package final class InProcessApp: AppParticipant {
  package let name: String
  package var understandsHeld = true
  package var processIdentifier: Int32 { 0 }
  private var host: AppHost?
  private let transport: InProcessTransport
  private let limits: InProcessGuard

  /// An app that has not been launched.
  ///
  /// - Parameters:
  ///   - name: the app's name in the case.
  ///   - instance: `device/app`.
  ///   - defects: the names of defects of the reference SDK.
  ///   - readings: the names of readings of the reference SDK.
  ///   - profile: the numbers that it keeps.
  ///   - disk: what the apps of the case save.
  ///   - service: the service in this process that the app talks to.
  ///   - budget: the most that the case may take.
  package convenience init(
    name: String, instance: String, defects: [String] = [], readings: [String] = [],
    profile: Profile = .standard, disk: InProcessDisk, service: InProcessServiceLink,
    budget: CaseBudget = CaseBudget()
  ) throws(ParticipantFailure) {
    let chosenDefects: [Defect] = try InProcessApp.chosen(defects, "defect", name)
    let chosenReadings: [Reading] = try InProcessApp.chosen(readings, "reading", name)
    let variations: Variations
    do throws(VariationConflict) {
      variations = try Variations(
        readings: chosenReadings, defects: chosenDefects, profile: profile)
    } catch {
      throw ParticipantFailure(.notFound, name, error.description)
    }
    self.init(
      name: name, instance: instance, variations: variations, disk: disk, service: service,
      budget: budget)
  }

  /// An app with any variation of the reference SDK.
  init(
    name: String, instance: String, variations: Variations, disk: InProcessDisk,
    service: InProcessServiceLink, budget: CaseBudget
  ) {
    self.name = name
    transport = InProcessTransport(instance: instance, link: service)
    limits = InProcessGuard(app: name, budget: budget)
    host = AppHost(
      variations: variations, memory: disk.memory, trace: service.behaviourTrace,
      activationGuard: limits)
  }

  /// The defects or readings of some names.
  private static func chosen<Kind: Variation>(
    _ names: [String], _ kind: String, _ app: String
  ) throws(ParticipantFailure) -> [Kind] {
    var chosen: [Kind] = []
    for name in names {
      guard let variation = Kind.named(name) else {
        throw ParticipantFailure(.notFound, app, "there is no \(kind) \"\(name)\"")
      }
      chosen.append(variation)
    }
    return chosen
  }

  package func activate(_ message: StepMessage, service: (any ServiceLink)?)
    throws(ParticipantFailure) -> ActivationOutcome
  {
    guard let host else {
      throw ParticipantFailure(.exited, name, "the app is not running")
    }
    limits.begin()
    let reply = host.handle(message, transport: transport)
    try limits.check(reply)
    if let request = transport.killPoint { return .killPoint(request) }
    return .reply(reply)
  }

  package func kill() { host = nil }

  package func finish() throws(ParticipantFailure) { host = nil }
}

/// What the apps of a case have saved, when they are objects of this process.
package final class InProcessDisk {
  let memory = MemoryDisk()

  /// A disk on which nothing is saved.
  package init() {}
}

/// Hands the requests of an app to the service in the same process.
private final class InProcessTransport: Transport {
  private let instance: String
  private let link: InProcessServiceLink
  /// The service that holds a request back, which may have died since, and its number there.
  private var held: [ExactString: (service: InProcessService, number: Int)] = [:]
  private(set) var killPoint: ServiceRecord?
  private(set) var connectedCount = 0

  init(instance: String, link: InProcessServiceLink) {
    self.instance = instance
    self.link = link
  }

  func perform(_ request: SDKRequest) -> TransportResult {
    guard let service = link.service,
      let endpoint = MAMWire.Endpoint(rawValue: request.endpoint.rawValue)
    else { return .ended(.unreachable) }
    let outcome = service.perform(
      ServiceRequest(
        endpoint, client: request.id, headers: request.headers, url: request.url,
        body: InProcessTransport.body(request.body)),
      instance: instance, now: link.now)
    let record = link.collectRecords()
    if outcome != .failure(.refused) { connectedCount += 1 }
    if case .held(let number) = outcome {
      if record?.hold == .killPoint {
        killPoint = record
        return .killed
      }
      held[request.id] = (service, number)
      return .held
    }
    return .ended(InProcessTransport.outcome(outcome))
  }

  func await(_ request: String) -> TransportResult {
    guard let request = held.removeValue(forKey: request),
      let outcome = request.service.outcome(of: request.number)
    else { return .ended(.unreachable) }
    return .ended(InProcessTransport.outcome(outcome))
  }

  func cancel(_ request: String) { held[request] = nil }

  /// What the service reads from a body that comes over HTTP.
  private static func body(_ body: RequestBody) -> JSON {
    switch body {
    case .json(let object), .form(let object): .object(object)
    }
  }

  private static func outcome(_ outcome: InProcessService.Outcome) -> HTTPOutcome {
    switch outcome {
    case .response(let response):
      switch response.content {
      case .json(let body): .answer(status: response.status, body)
      // What a case gives as a string may be JSON all the same, so it is read as over HTTP.
      case .text(let string, _): .response(status: response.status, body: Array(string.utf8))
      case .none: .response(status: response.status, body: [])
      }
    case .failure(.truncated): .truncated
    case .malformed(let status): .response(status: status, body: Array("not JSON".utf8))
    case .failure, .held: .unreachable
    }
  }
}
