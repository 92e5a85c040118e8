package import ExactText
package import JSONText
internal import MAMDirectory
internal import MAMEngine
internal import ReferenceSDK
package import ServiceProtocol
internal import Storage
package import VirtualTime

/// The mock MAM service as an object of this process: the same rules, faults and records, no HTTP.
///
/// Its state is kept over ``kill()`` and ``start()``, as the state file of the process is.
package final class InProcessServiceLink: BodyKeeper {
  /// What the service knew that was killed last.
  private var rows: [RowChange] = []
  private(set) var service: InProcessService?
  private(set) var now = VirtualInstant.defaultEpoch
  private var records: [ServiceRecord] = []
  private var commandCount = 0
  /// The bodies that were kept; nil if none are to be.
  package var kept: KeptBodies?
  /// Where the apps that use this service note what they decide; nil for nowhere.
  private(set) var behaviourTrace: BehaviourTrace?
  /// The defects that the trace is about; nil for all.
  private var tracesDefects: [Defect]?

  /// A service that is started by ``start()``.
  package init() {}

  package var isRunning: Bool { service != nil }

  package func start() throws(ParticipantFailure) {
    guard service == nil else { return }
    do throws(StorageError) {
      service = try InProcessService(rows: rows)
    } catch {
      throw ParticipantFailure(.service, "service", error.description)
    }
    try resumeBodies()
  }

  package func kill() {
    takeBodies()
    rows = service?.rows ?? rows
    service = nil
  }

  /// Apps of this process run in an activation only, and one at a time: there is no gate to open.
  package func gate(of instance: String) -> Int? { nil }
  package func openGate(_ gate: Int, process: Int32, pipes: AdapterPipes?) {}
  package func note(_ stage: ActivationStage) {}
  package func closeGate() {}
  package var budget: CaseBudget?
  package func takeNotes() -> [String] { [] }

  package var stateRows: [(table: String, key: String, value: JSON)] {
    (service?.rows ?? rows).compactMap { row in
      row.value.map { (table: row.kind, key: row.key, value: $0) }
    }
  }

  package func setTime(_ now: VirtualInstant) { self.now = now }

  package func command(_ command: ControlCommand) throws(ParticipantFailure) -> JSON {
    guard let service else {
      throw ParticipantFailure(.service, "service", "the service is not running")
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
  package func traceDefects(_ trace: DefectTrace) {
    behaviourTrace = BehaviourTrace(effects: trace.effects)
    tracesDefects = trace.defects
  }

  /// The names of the defects that would have made a difference since ``traceDefects(_:)``.
  package var tracedDefects: Set<ExactString> {
    (behaviourTrace?.sensitive(to: tracesDefects ?? Defect.all) ?? []).map(\.name).distinct
  }

  package func receive() throws(ParticipantFailure) { collectRecords() }

  package func takeRecords() -> [ServiceRecord] {
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
