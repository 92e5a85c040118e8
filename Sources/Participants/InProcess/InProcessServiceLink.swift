public import ExactText
public import JSONText
internal import MAMDirectory
internal import MAMEngine
internal import ReferenceSDK
public import ServiceProtocol
internal import Storage
public import VirtualTime

/// The mock MAM service as an object of this process: the same rules, faults and records, no HTTP.
///
/// Its state is kept over ``kill()`` and ``start()``, as the state file of the process is.
public final class InProcessServiceLink: ServiceLink {
  /// What the service knew that was killed last.
  private var rows: [RowChange] = []
  private(set) var service: InProcessService?
  private(set) var now = VirtualInstant.defaultEpoch
  private var records: [ServiceRecord] = []
  private var commandCount = 0
  /// Where the apps that use this service note what they decide; nil for nowhere.
  private(set) var behaviourTrace: BehaviourTrace?

  /// A service that is started by ``start()``.
  public init() {}

  public var isRunning: Bool { service != nil }

  public func start() throws(ParticipantFailure) {
    guard service == nil else { return }
    do throws(StorageError) {
      service = try InProcessService(rows: rows)
    } catch {
      throw ParticipantFailure(.service, "service", error.description)
    }
  }

  public func kill() {
    rows = service?.rows ?? rows
    service = nil
  }

  /// Apps of this process run in an activation only, and one at a time: there is no gate to open.
  public func gate(of instance: String) -> Int? { nil }
  public func openGate(_ gate: Int, process: Int32, pipes: AdapterPipes?) {}
  public func note(_ stage: ActivationStage) {}
  public func closeGate() {}
  public var budget: CaseBudget?
  public func takeNotes() -> [String] { [] }

  public var stateRows: [(table: String, key: String, value: JSON)] {
    (service?.rows ?? rows).compactMap { row in
      row.value.map { (table: row.kind, key: row.key, value: $0) }
    }
  }

  public func setTime(_ now: VirtualInstant) { self.now = now }

  public func command(_ command: ControlCommand) throws(ParticipantFailure) -> JSON {
    guard let service else {
      throw ParticipantFailure(.service, "service", "the service does not run")
    }
    commandCount += 1
    let answer = service.control(.object(command.line(id: commandCount)), now: now)
    collectRecords()
    if let error = answer["error"]?.string {
      throw ParticipantFailure(
        .service, "service", "the service refused \"\(command.name.rawValue)\": \(error)")
    }
    return answer["ok"] ?? .null
  }

  /// Has the apps that are launched from now on note which defects would make a difference to them.
  public func traceDefects() { behaviourTrace = BehaviourTrace() }

  /// The names of the defects that would have made a difference since ``traceDefects()``.
  public var tracedDefects: Set<ExactString> {
    (behaviourTrace?.sensitive() ?? []).map(\.name).distinct
  }

  public func receive() throws(ParticipantFailure) { collectRecords() }

  public func takeRecords() -> [ServiceRecord] {
    defer { records = [] }
    return records
  }

  /// Takes the service's records over, and gives the newest.
  @discardableResult
  func collectRecords() -> ServiceRecord? {
    let new = service?.takeRecords().map { ServiceRecord($0) } ?? []
    records += new
    return new.last
  }
}
