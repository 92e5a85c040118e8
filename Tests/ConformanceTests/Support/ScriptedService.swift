import JSONText
import ServiceProtocol
import Participants
import VirtualTime

/// What the coordinator and the apps did to each other, in order: for rules about what comes first.
final class CallLog {
  /// What comes between the last step of a case and its end.
  static let end = "the steps are over"

  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// What came behind the last line that is this one, up to the last step.
  func lines(after line: String) -> [String] {
    let steps = lines.prefix { $0 != CallLog.end }
    return steps.lastIndex(of: line).map { Array(steps[($0 + 1)...]) } ?? []
  }
}

/// A service that answers every request at once, unless a test or a command of the coordinator says otherwise.
///
/// What it promises is what the real one promises: a record of each request before its response, the time that the
/// coordinator has set, and no effect for a request whose gate is closed.
final class ScriptedService: ServiceLink {
  /// How long responses are held back, by client request ID; those of other requests are not.
  var holds: [String: ServiceRecord.Hold] = [:]
  /// What commands are answered with, by name; others with an empty object.
  var answers: [String: JSON] = [:]
  /// Client request IDs of which the disk has no room for the effect.
  var unstored: Set<String> = []
  /// Requests that were on their way while their apps were idle; they arrive when the coordinator looks.
  var strays: [ServiceRecord] = []
  /// Given every command before it is carried out.
  var onCommand: (_ name: String, _ members: JSONObject) -> Void = { _, _ in }
  /// Given every request when its record is written.
  var onRequest: (_ record: ServiceRecord, _ app: ScriptedApp) -> Void = { _, _ in }
  /// Every command, as it came.
  private(set) var commands: [(name: String, members: JSONObject)] = []
  /// The instants of the requests, by their numbers.
  private(set) var arrivals: [Int: VirtualInstant] = [:]
  private(set) var isRunning = true
  private(set) var now = VirtualInstant.defaultEpoch
  private(set) var openGate: Int?
  var budget: CaseBudget?
  var process: ServiceProcessLink? { nil }

  private let log: CallLog
  private var gates: [String] = []
  private var records: [ServiceRecord] = []
  private var held: Set<Int> = []
  private var cut: JSONObject?
  private var requestCount = 0

  init(log: CallLog) { self.log = log }

  /// Takes a request and gives its record.
  func receive(
    _ endpoint: String, _ client: String, of app: ScriptedApp, at now: VirtualInstant
  ) -> ServiceRecord {
    log.add("\(app.name) sends \(client)")
    requestCount += 1
    arrivals[requestCount] = self.now
    let isOpen = openGate.map { gates[$0 - 1] == app.instance } ?? false
    var record = ScriptedService.record(
      requestCount, of: app.instance, endpoint, client, outcome: isOpen ? "answered" : "idle")
    record.isDiskFull = unstored.contains(client)
    record.hold = isCut(record) ? .killPoint : holds[client]
    if record.hold != nil { held.insert(record.number) }
    records.append(record)
    onRequest(record, app)
    return record
  }

  /// A record as it comes over the control channel.
  static func record(
    _ number: Int, of instance: String, _ endpoint: String, _ client: String,
    outcome: String = "answered"
  ) -> ServiceRecord {
    ServiceRecord([
      "request": .int(number), "instance": .string(instance), "client": .string(client),
      "endpoint": .string(endpoint), "outcome": .string(outcome),
    ])!
  }

  /// True if the app is to be killed at this request.
  private func isCut(_ record: ServiceRecord) -> Bool {
    guard let order = cut, order["instance"]?.string == record.instance,
      order["endpoint"]?.string ?? record.endpoint == record.endpoint
    else { return false }
    let left = (order["n"]?.int ?? 1) - 1
    cut?["n"] = .int(left)
    if left == 0 { cut = nil }
    return left == 0
  }

  func command(_ command: ControlCommand) throws(ParticipantFailure) -> JSON {
    let (name, members) = (command.name.rawValue, command.members)
    guard isRunning else {
      throw ParticipantFailure(.service, "service", "the service is not running")
    }
    commands.append((name, members))
    onCommand(name, members)
    switch name {
    case "hold": cut = members
    case "release", "drop":
      let number = members["request"]?.int ?? 0
      log.add("service is told to \(name) \(number)")
      guard held.remove(number) != nil else {
        throw ParticipantFailure(.service, "service", "no request with that number is held")
      }
    case "attach": return ["location": "here", "authority": "there", "ports": [1, 2, 3, 4, 5]]
    default: log.add("service is told to \(name)")
    }
    return answers[name] ?? [:]
  }

  func start() {
    isRunning = true
    log.add("service starts")
  }

  func kill() {
    isRunning = false
    held = []
    log.add("service is killed")
  }

  func setTime(_ now: VirtualInstant) { self.now = now }

  func gate(of instance: String) -> Int? {
    if !gates.contains(instance) { gates.append(instance) }
    return gates.firstIndex(of: instance)! + 1
  }

  func note(_ stage: ActivationStage) {}

  func openGate(_ gate: Int, process: Int32, pipes: AdapterPipes?) {
    log.add("gate of \(gates[gate - 1]) opens for \(process)")
    openGate = gate
  }

  func closeGate() {
    if openGate != nil { log.add("gate closes") }
    openGate = nil
  }

  func takeNotes() -> [String] { [] }

  func receive() {
    records += strays
    strays = []
  }

  func takeRecords() -> [ServiceRecord] {
    defer { records = [] }
    return records
  }
}
