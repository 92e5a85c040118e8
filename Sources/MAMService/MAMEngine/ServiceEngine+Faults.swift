internal import ExactText
package import JSONText
package import MAMDirectory
import MAMGraph
package import MAMWire
package import VirtualTime

extension ServiceEngine {
  /// Adds a rule behind the others, and returns its ID.
  package func addFault(_ json: JSON) throws(CommandError) -> String {
    var number = faults.count + 1
    while faults.contains(where: { $0.id == "f\(number)" }) { number += 1 }
    var rule = try FaultRule(json: json, id: "f\(number)", isAlone: ownClock != nil)
    // A coordinator calls everything as requests do.
    if ownClock != nil { try rule.resolve(core) }
    guard !faults.contains(where: { $0.id == rule.id }) else {
      throw CommandError("there is already a rule \"\(rule.id)\"")
    }
    try checkPossible(rule)
    place(rule)
    watchWindows()
    return rule.id
  }

  /// Puts a rule behind the others of its priority.
  private func place(_ rule: FaultRule) {
    let behind = faults.firstIndex { $0.priority > rule.priority } ?? faults.endIndex
    faults.insert(rule, at: behind)
  }

  /// Replaces the rule of that ID, which has to be there.
  ///
  /// - Parameter keepsCounters: true if it goes on counting where that one was.
  package func replaceFault(
    _ old: FaultRule, with json: JSON, keepsCounters: Bool
  ) throws(CommandError) {
    var rule = try FaultRule(json: json, id: old.id, isAlone: ownClock != nil)
    if ownClock != nil { try rule.resolve(core) }
    try checkPossible(rule)
    if keepsCounters {
      rule.restore(matched: old.matched, hits: old.hits, lastHit: old.lastHit)
    }
    guard let index = faults.firstIndex(where: { $0.id == old.id }) else { return }
    if rule.priority == old.priority {
      faults[index] = rule
    } else {
      faults.remove(at: index)
      place(rule)
    }
    watchWindows()
  }

  /// Refuses a rule whose fault cannot be done here.
  package func checkPossible(_ rule: FaultRule) throws(CommandError) {
    if let reason = impossibleFaults[rule.kind] { throw CommandError(reason) }
  }

  /// Looks at the sockets when the next window begins or ends in which connections are refused, and so on
  /// from there; has to be asked for again when the clock has been moved.
  ///
  /// The windows of other rules are looked at when a request comes; sockets have to be told.
  package func watchWindows() {
    guard let ownClock else { return }
    if let windowTicket { ownClock.cancel(windowTicket) }
    windowTicket = nil
    let edges = faults.filter { $0.isEnabled && $0.fault == .refused }
      .flatMap { [$0.selector.from, $0.selector.until].compactMap(\.self) }
    guard let next = edges.filter({ $0 > ownClock.now }).min() else { return }
    windowTicket = ownClock.schedule(at: next) { [weak self] in
      self?.windowTicket = nil
      try? self?.transport?.reachabilityChanged()
      self?.watchWindows()
    }
  }

  /// The first rule that a request meets; every rule up to it counts the request.
  func rule(for arrival: Arrival) -> (id: String?, fault: Fault)? {
    guard !faults.isEmpty else { return nil }
    let subject = RequestSubject(
      arrival.request, arrival.record.facts, instance: arrival.record.instance, arrival.now)
    let isBatch = GraphRules.isBatch(arrival.request)
    // A coordinator's answers have no marks: its histories are older than the marks are.
    let isMarked = ownClock != nil
    for index in faults.indices where !(isBatch && faults[index].isOfParts) {
      if isMarked, faults[index].refuses(subject) { return (faults[index].id, .refused) }
      if faults[index].meets(subject) {
        return (isMarked ? faults[index].id : nil, faults[index].drawn(randomSeed))
      }
    }
    return nil
  }

  /// True if connections to the host are refused now.
  package func isRefused(_ host: ServiceHost, instance: String, now: VirtualInstant) -> Bool {
    offline.contains(instance)
      || faults.contains { $0.refuses(host, instance: instance, at: now) }
  }

  /// What is wrong with connections to a host that arrive now; nil for nothing.
  ///
  /// - Parameter host: nil for the port that serves everything.
  package func connectionFault(_ host: ServiceHost?, now: VirtualInstant) -> ConnectionFault? {
    for index in faults.indices where faults[index].meets(connectionTo: host, at: now) {
      return faults[index].fault == .tlsFailure ? .tlsFailure : .certificateExpired
    }
    return nil
  }
}
