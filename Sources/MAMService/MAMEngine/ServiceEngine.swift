internal import ExactText
import JSONText
package import MAMDirectory
import MAMGraph
package import MAMRules
package import MAMWire
package import Storage
package import VirtualTime

/// The service without its transport: the core, its state file, faults, holds, records and journal.
///
/// A transport (HTTP, or a call within the process) brings requests to ``receive(_:instance:now:)``
/// and does what the answer says. The order is always the same: the effect is stored, then the record
/// is given out, then the response may leave. Owned by one thread.
package final class ServiceEngine {
  package let core: ServiceCore
  package let store: StateStore?
  package var faults: [FaultRule] = []
  var holds: [HoldRule] = []
  var offline: Set<ExactString> = []
  /// Requests whose response is held back, by their number.
  package var held: [Int: HeldRequest] = [:]
  /// Requests that wait for the next one of the same app, oldest first.
  var outOfOrder: [Int] = []
  package var lastRequest = 0
  /// Faults that cannot be done here, by their kind, each with the reason and what to do about it.
  package var impossibleFaults: [FaultKind: String] = [:]
  /// Where random delays begin.
  package var randomSeed = 0
  /// Remembers requests; nil under a coordinator, which has its history.
  package var journal: Journal?
  /// Keeps bodies for a debugger; nil unless one has asked for it.
  var bodies: BodyLog?
  /// Ends delays by itself; nil under a coordinator, which does that.
  package var ownClock: StandaloneClock?
  /// The next edge of a window in which connections are refused.
  var windowTicket: Int?
  /// What seeds have led to here.
  var seeds = SeededStates()
  /// Where held requests are answered; set by the transport.
  package weak var transport: (any ServiceTransport)?
  private let record: (RequestRecord) -> Void

  /// A service with the state of the store, or with the given rows if there is none.
  ///
  /// - Parameters:
  ///   - rows: what a service without a store knows at first.
  ///   - record: is given the record of every request before its response.
  /// - Throws: `StorageError` if the state cannot be read.
  package init(
    store: StateStore?, rows: [RowChange] = [], record: @escaping (RequestRecord) -> Void
  ) throws(StorageError) {
    self.store = store
    self.record = record
    let rows = try store?.load() ?? rows
    do throws(ServiceState.UnreadableRow) {
      core = ServiceCore(state: try ServiceState(rows: rows))
    } catch {
      throw store?.unreadable(error.text)
        ?? StorageError(code: 11, message: error.text, path: ":memory:")
    }
  }

  /// Takes a request: decides by holds and faults, lets it take effect, records it.
  ///
  /// - Parameter attached: the app, if its port tells; nil if only the request can tell.
  package func receive(
    _ request: consuming ServiceRequest, instance attached: String? = nil, now: VirtualInstant
  ) -> Disposition {
    let facts = core.read(&request)
    let instance = attached ?? facts.instance
    var record = record(for: request.endpoint, client: request.client, instance: instance)
    record.facts = facts
    var kill: HoldPoint?
    for index in holds.indices where holds[index].takes(request.endpoint, instance: instance) {
      // Of two orders for the same request, the one that comes first in time decides.
      kill = kill == .received ? .received : holds[index].point
    }
    if kill != nil { holds.removeAll { $0.remaining == 0 } }
    var arrival = Arrival(request: request, record: record, now: now)
    let rule = kill == .received ? nil : rule(for: arrival)
    arrival.rule = rule?.id
    let disposition =
      kill == .received
      ? hold(.received(arrival.request), .kill, arrival)
      : receive(arrival, fault: rule?.fault, kill: kill)
    releaseOutOfOrder(after: record, now)
    return disposition
  }

  /// A request with what is known of it and decided about it.
  struct Arrival {
    let request: ServiceRequest
    var record: RequestRecord
    let now: VirtualInstant
    /// The ID of the fault rule that it meets.
    var rule: String?
  }

  private func receive(
    _ arrival: Arrival, fault: Fault?, kill: HoldPoint?
  ) -> Disposition {
    switch fault {
    case .reset, .refused:
      var arrival = arrival
      arrival.record.outcome = .reset
      note(arrival, nil)
      return .reset
    case .lost: return hold(.lost, kill == nil ? .never : .kill, arrival)
    case .outOfOrder where kill == nil:
      outOfOrder.append(arrival.record.request)
      return hold(.received(arrival.request), .never, arrival)
    case .duplicate:
      var first = arrival
      let response = apply(arrival.request, arrival.record.facts, arrival.now)
      first.record.take(response)
      // The network loses the answer of the first delivery.
      note(first, Reply(response), isSent: false)
      var second = arrival
      second.record.request = nextRequest()
      second.record.isRepeated = true
      return finish(
        second, apply(arrival.request, arrival.record.facts, arrival.now), fault: nil, kill)
    case .answer(let answer):
      let request = arrival.request
      let refusal = answer.refusal(at: request.endpoint, isAlone: ownClock != nil)
      var refused = core.refused(request, refusal, arrival.now)
      let mediaType = answer.complete(&refused)
      refused.facts = arrival.record.facts
      let delay: Int? = if case .fixed(let span) = answer.delay { span } else { nil }
      return finish(
        arrival, refused, fault: mediaType.map { .contentType(mediaType: $0) }, kill, after: delay)
    default:
      var milliseconds: Int?
      let response = apply(arrival.request, arrival.record.facts, arrival.now, &milliseconds)
      return finish(arrival, response, fault: fault, kill, after: milliseconds)
    }
  }

  /// Sends or holds the response of a request that has been dealt with.
  ///
  /// - Parameter milliseconds: how long to hold it beside what the fault says; nil for not at all.
  private func finish(
    _ arrival: Arrival, _ response: ServiceResponse, fault: Fault?, _ kill: HoldPoint?,
    after milliseconds: Int? = nil
  ) -> Disposition {
    var arrival = arrival
    arrival.record.take(response)
    var reply = Reply(response)
    reply.fault = arrival.rule
    reply.isHeadAlone =
      arrival.request.http?.method == "HEAD" || !ServiceResponse.canHaveContent(response.status)
      || response.content.isEmpty
    switch fault {
    case .truncated: reply.form = .truncated
    case .malformed: reply.form = .malformed
    case .contentType(let mediaType): reply.mediaType = mediaType ?? response.content.wrongMediaType
    case .chunks(let bytes, let milliseconds):
      reply.form = .chunks(bytes: bytes, milliseconds: milliseconds)
    case .dateSkew(let milliseconds): reply.dateSkewMilliseconds = milliseconds
    default: break
    }
    if kill == .applied { return hold(.applied(reply), .kill, arrival) }
    if let milliseconds {
      return hold(.applied(reply), .delay(milliseconds: milliseconds), arrival)
    }
    switch fault {
    case .delay(.fixed(let milliseconds)):
      return hold(.applied(reply), .delay(milliseconds: milliseconds), arrival)
    case .chunks(_, let milliseconds) where reply.isHeadAlone:
      // A head comes in one piece; what there is to wait for is that one.
      reply.form = .whole
      return hold(.applied(reply), .delay(milliseconds: milliseconds), arrival)
    case .unanswered: return hold(.applied(reply), .never, arrival)
    case .truncated: arrival.record.outcome = .truncated
    case .malformed: arrival.record.outcome = .malformed
    default: break
    }
    note(arrival, reply)
    return .send(reply)
  }

  /// Records a request that is none of the operations, and gives its answer.
  package func refuse(
    _ refusal: Refusal, at endpoint: Endpoint?, http: HTTPRequest? = nil, client: String?,
    instance: String, now: VirtualInstant, outcome: RequestOutcome = .answered
  ) -> Reply {
    var record = record(for: endpoint, client: client, instance: instance)
    record.outcome = outcome
    record.status = refusal.status
    record.code = refusal.code
    var response =
      endpoint.map { core.refused(at: $0, client: client, refusal, now) }
      ?? ServiceResponse(refusal, at: nil)
    if let endpoint { core.addCrossOriginFields(to: &response, endpoint, http) }
    let reply = Reply(response)
    bodies?.add(record.request, nil, http, reply)
    journal?.add(JournalEntry(record, http: http, reply, now: now))
    self.record(record)
    return reply
  }

  func record(
    for endpoint: Endpoint?, client: String?, instance: String
  ) -> RequestRecord {
    RequestRecord(
      request: nextRequest(), instance: instance, client: client, endpoint: endpoint)
  }

  private func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  private func hold(
    _ state: HeldRequest.State, _ hold: RequestRecord.Hold, _ arrival: Arrival
  ) -> Disposition {
    bodies?.add(arrival.record.request, arrival.request, nil, nil)
    return self.hold(
      state, hold, arrival.record, arrival.request.http, rule: arrival.rule, arrival.now)
  }

  /// Holds a request, whatever it is.
  func hold(
    _ state: HeldRequest.State, _ hold: RequestRecord.Hold, _ record: RequestRecord,
    _ http: HTTPRequest?, rule: String?, _ now: VirtualInstant
  ) -> Disposition {
    let number = record.request
    var record = record
    record.outcome = .held
    record.hold = hold
    var waiting = HeldRequest(record: record, rule: rule, since: now, state: state)
    if case .delay(let milliseconds) = hold, let ownClock {
      let until = now + VirtualDuration(milliseconds: milliseconds)
      waiting.until = until
      waiting.ticket = ownClock.schedule(at: until) { [weak self] in
        guard let self, let clock = self.ownClock else { return }
        self.release(number, clock.now)
      }
    }
    held[number] = waiting
    note(record, http, rule: rule, nil, now)
    return .hold(number)
  }

  /// Gives out the record of a request, and writes it to the journal.
  private func note(_ arrival: Arrival, _ reply: Reply?, isSent: Bool = true) {
    bodies?.add(arrival.record.request, arrival.request, nil, reply)
    note(
      arrival.record, arrival.request.http, rule: arrival.rule, reply, isSent: isSent, arrival.now)
  }

  /// The same of a request that no operation takes.
  func note(
    _ record: RequestRecord, _ http: HTTPRequest?, rule: String?, _ reply: Reply?,
    isSent: Bool = true, _ now: VirtualInstant
  ) {
    if let journal {
      journal.add(JournalEntry(record, http: http, rule: rule, reply, isSent: isSent, now: now))
    }
    self.record(record)
  }

  /// Lets a request take effect that nothing is known of yet.
  func apply(_ request: ServiceRequest, _ now: VirtualInstant) -> ServiceResponse {
    var request = request
    let facts = core.read(&request)
    return apply(request, facts, now)
  }

  private func apply(
    _ request: ServiceRequest, _ facts: RequestFacts, _ now: VirtualInstant
  ) -> ServiceResponse {
    var ignored: Int?
    return apply(request, facts, now, &ignored)
  }

  /// Lets a request take effect and stores the effect; a storage failure undoes it and answers 503.
  ///
  /// - Parameter milliseconds: how long the answer is held back for the parts of a batch; nil for no time.
  private func apply(
    _ request: ServiceRequest, _ facts: RequestFacts, _ now: VirtualInstant,
    _ milliseconds: inout Int?
  ) -> ServiceResponse {
    let response: ServiceResponse
    if !faults.isEmpty, GraphRules.isBatch(request) {
      response = core.handle(request, facts, now) { orderedAnswer(to: $0, now, &milliseconds) }
    } else {
      response = core.handle(request, facts, now)
    }
    do throws(StorageError) {
      try storeChanges()
      return response
    } catch {
      let codes = ErrorVocabulary(request.endpoint, isAlone: ownClock != nil)
      let refusal = Refusal(
        status: 503, code: codes.code(for: 503),
        message: "the effect could not be stored: \(error.message)")
      var refused = core.refused(request, refusal, now)
      refused.facts = facts
      refused.facts.isDiskFull = error.isFull
      return refused
    }
  }

  /// Every row, as a service that comes after this one needs it.
  var rows: [RowChange] { core.state.allRows }

  /// Stores what the core changed; if that fails the core is as before.
  package func storeChanges() throws(StorageError) {
    do throws(StorageError) {
      if let store { try store.apply(core.state.changes) }
      core.state.commit()
    } catch {
      core.state.rollback()
      throw error
    }
  }

  /// Replaces everything by another state, also in the store; or changes nothing.
  ///
  /// - Parameter kept: what is to be stored beside.
  package func replaceState(
    with state: ServiceState, keeping kept: [StateStore.Kept] = []
  ) throws(StorageError) {
    try store?.replaceAll(state.allRows, keeping: kept)
    // What made the state up is stored now.
    state.commit()
    core.remember(state)
  }

  /// Forgets everything, also what is stored; requests are counted from 1 again.
  func reset() throws(StorageError) {
    try replaceState(with: ServiceState())
    forgetRequests()
  }

  /// Forgets requests and what was ordered for them; they are counted from 1 again.
  package func forgetRequests() {
    faults = []
    holds = []
    offline = []
    held = [:]
    outOfOrder = []
    lastRequest = 0
    journal?.removeAll()
    bodies?.removeAll()
  }
}

extension RequestRecord {
  /// Takes over what a response tells.
  fileprivate mutating func take(_ response: ServiceResponse) {
    facts = response.facts
    status = response.status
    code = response.code
  }
}
