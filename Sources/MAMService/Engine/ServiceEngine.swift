import JSONText
public import Storage
public import VirtualTime

/// The service without its transport: the core, its state file, faults, holds and records.
///
/// A transport (HTTP, or a call within the process) brings requests to ``receive(_:instance:now:)``
/// and does what the answer says. The order is always the same: the effect is stored, then the record
/// is given out, then the response may leave. Owned by one thread.
public final class ServiceEngine {
  /// A request whose response is held back.
  enum Held {
    /// It has not taken effect yet.
    case received(ServiceRequest)
    /// It has; this is the response.
    case applied(Reply)
    /// It never takes effect.
    case lost
  }

  var core: ServiceCore
  let store: StateStore?
  var faults: [FaultRule] = []
  var holds: [HoldRule] = []
  var offline: Set<String> = []
  var held: [Int: (instance: String, state: Held)] = [:]
  private var lastRequest = 0
  private let record: (RequestRecord) -> Void

  /// A service with the state of the store, or without memory if there is none.
  ///
  /// - Parameter record: is given the record of every request before its response.
  /// - Throws: ``StorageError`` if the state cannot be read.
  public init(
    store: StateStore?, record: @escaping (RequestRecord) -> Void
  ) throws(StorageError) {
    self.store = store
    self.record = record
    let rows = try store?.load() ?? []
    do throws(ServiceCore.UnreadableRow) {
      core = try ServiceCore(rows: rows)
    } catch {
      throw store!.unreadable(kind: error.row.kind, key: error.row.key)
    }
  }

  /// Takes a request: decides by holds and faults, lets it take effect, records it.
  public func receive(
    _ request: ServiceRequest, instance: String, now: VirtualInstant
  ) -> Disposition {
    var record = record(for: request.endpoint, client: request.client, instance: instance)
    record.facts = core.facts(of: request)
    var kill: HoldRule.Point?
    for index in holds.indices where holds[index].takes(request.endpoint, instance: instance) {
      // Of two orders for the same request, the one that comes first in time decides.
      kill = kill == .received ? .received : holds[index].point
    }
    if kill != nil { holds.removeAll { $0.remaining == 0 } }
    if kill == .received { return hold(.received(request), .kill, record) }

    let user = (record.facts.identity ?? record.facts.subject).map(userKey)
    var fault: Fault?
    for index in faults.indices
    where faults[index].meets(request.endpoint, instance: instance, user: user) {
      fault = faults[index].fault
      break
    }
    var form = Reply.Form.whole
    let response: ServiceResponse
    switch fault {
    case .reset:
      record.outcome = .reset
      self.record(record)
      return .reset
    case .lost:
      return hold(.lost, kill == nil ? .never : .kill, record)
    case .answer(let refusal, let retryAfterSeconds):
      var refused = ServiceResponse(refusal, at: request.endpoint)
      refused.retryAfterSeconds = retryAfterSeconds
      refused.facts = record.facts
      response = refused
    case .truncated:
      form = .truncated
      response = apply(request, now)
    case .malformed:
      form = .malformed
      response = apply(request, now)
    case .delay, .unanswered, .refused, nil:
      response = apply(request, now)
    }
    record.facts = response.facts
    record.status = response.status
    record.code = response.code
    let reply = Reply(response, form: form)
    if kill == .applied { return hold(.applied(reply), .kill, record) }
    switch fault {
    case .delay(let milliseconds):
      return hold(.applied(reply), .delay(milliseconds: milliseconds), record)
    case .unanswered: return hold(.applied(reply), .never, record)
    case .truncated: record.outcome = .truncated
    case .malformed: record.outcome = .malformed
    default: break
    }
    self.record(record)
    return .send(reply)
  }

  /// Records a request that is none of the operations, and gives its answer.
  public func refuse(
    _ refusal: Refusal, at endpoint: Endpoint?, client: String?, instance: String
  ) -> Reply {
    var record = record(for: endpoint, client: client, instance: instance)
    record.status = refusal.status
    record.code = refusal.code
    self.record(record)
    return Reply(ServiceResponse(refusal, at: endpoint))
  }

  private func record(
    for endpoint: Endpoint?, client: String?, instance: String
  ) -> RequestRecord {
    lastRequest += 1
    return RequestRecord(
      request: lastRequest, instance: instance, client: client, endpoint: endpoint)
  }

  private func hold(
    _ state: Held, _ hold: RequestRecord.Hold, _ record: RequestRecord
  ) -> Disposition {
    held[record.request] = (record.instance, state)
    var record = record
    record.outcome = .held
    record.hold = hold
    self.record(record)
    return .hold(record.request)
  }

  /// Lets a request take effect and stores the effect; a storage failure undoes it and answers 503.
  func apply(_ request: ServiceRequest, _ now: VirtualInstant) -> ServiceResponse {
    let response = core.handle(request, now: now)
    do throws(StorageError) {
      try storeChanges()
      return response
    } catch {
      let refusal = Refusal(
        .serviceUnavailable, "the effect could not be stored: \(error.message)")
      var refused = ServiceResponse(refusal, at: request.endpoint)
      refused.facts = core.facts(of: request)
      return refused
    }
  }

  /// Stores what the core changed; if that fails the core is as before.
  func storeChanges() throws(StorageError) {
    do throws(StorageError) {
      if let store { try store.apply(core.changes) }
      core.commit()
    } catch {
      core.rollback()
      throw error
    }
  }

  /// True if connections to the host are refused now.
  public func isRefused(_ host: ServiceHost, instance: String) -> Bool {
    offline.contains(instance) || faults.contains { $0.refuses(host, instance: instance) }
  }

  /// What is wrong with connections to a host that arrive now; nil for nothing.
  ///
  /// - Parameter host: nil for the port that serves everything.
  public func connectionFault(_ host: ServiceHost?) -> ConnectionFault? { nil }

  /// Forgets everything, also what is stored; requests are counted from 1 again.
  func reset() throws(StorageError) {
    try store?.removeAll()
    core = ServiceCore()
    faults = []
    holds = []
    offline = []
    held = [:]
    lastRequest = 0
  }
}
