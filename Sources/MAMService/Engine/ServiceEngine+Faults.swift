import JSONText
public import VirtualTime

extension ServiceEngine {
  /// Adds a rule behind the others, and returns its ID.
  func addFault(_ json: JSON) throws(CommandError) -> String {
    let rule = try FaultRule(json: json, id: "f\(lastFault + 1)", isAlone: ownClock != nil)
    guard !faults.contains(where: { $0.id == rule.id }) else {
      throw CommandError("there is a rule \"\(rule.id)\" already")
    }
    lastFault += 1
    faults.append(rule)
    if let ownClock, rule.fault == .refused {
      // The windows of other rules are looked at when a request comes; sockets have to be told.
      for edge in [rule.selector.from, rule.selector.until].compactMap(\.self) {
        ownClock.schedule(at: edge) { [weak self] in try? self?.transport?.reachabilityChanged() }
      }
    }
    return rule.id
  }

  /// The first rule that a request meets; every rule up to it counts the request.
  func rule(
    for request: ServiceRequest, _ record: RequestRecord, _ now: VirtualInstant
  ) -> (id: String?, fault: Fault)? {
    guard !faults.isEmpty else { return nil }
    let subject = subject(of: request, record, now)
    // A coordinator's answers have no marks: its histories are older than the marks are.
    let isMarked = ownClock != nil
    for index in faults.indices {
      if isMarked, faults[index].refuses(subject) { return (faults[index].id, .refused) }
      if faults[index].meets(subject) {
        return (isMarked ? faults[index].id : nil, faults[index].fault)
      }
    }
    return nil
  }

  private func subject(
    of request: ServiceRequest, _ record: RequestRecord, _ now: VirtualInstant
  ) -> RequestSubject {
    var subject = RequestSubject(
      endpoint: request.endpoint, instance: record.instance, time: now)
    let user = (record.facts.identity ?? record.facts.subject).map(userKey)
    subject.users = user.map { [$0] } ?? []
    subject.bundleId = record.facts.detail["bundleId"]?.string
    subject.deviceTag = record.facts.device
    subject.tenant = record.facts.tenant
    if let http = request.http {
      subject.method = http.method
      subject.path = http.path
    }
    return subject
  }

  /// True if connections to the host are refused now.
  public func isRefused(_ host: ServiceHost, instance: String, now: VirtualInstant) -> Bool {
    offline.contains(instance)
      || faults.contains { $0.refuses(host, instance: instance, at: now) }
  }

  /// What is wrong with connections to a host that arrive now; nil for nothing.
  ///
  /// - Parameter host: nil for the port that serves everything.
  public func connectionFault(_ host: ServiceHost?, now: VirtualInstant) -> ConnectionFault? {
    for index in faults.indices where faults[index].meets(connectionTo: host, at: now) {
      return faults[index].fault == .tlsFailure ? .tlsFailure : .certificateExpired
    }
    return nil
  }

  /// Lets requests that wait for a later one of the same app take effect, now that one has.
  func releaseOutOfOrder(after record: RequestRecord, _ now: VirtualInstant) {
    guard !outOfOrder.isEmpty else { return }
    let waiting = outOfOrder.filter {
      $0 < record.request
        && (held[$0]?.instance == record.instance || held[$0]?.instance == "-")
    }
    outOfOrder.removeAll { waiting.contains($0) || held[$0] == nil }
    for request in waiting { release(request, now) }
  }

  /// Sends the response of a held request, which takes effect now if it has not yet; nil if it cannot.
  @discardableResult
  func release(_ request: Int, _ now: VirtualInstant) -> Reply? {
    guard let (_, state) = held[request], let transport else { return nil }
    let reply: Reply
    switch state {
    case .applied(let ready): reply = ready
    case .received(let request):
      reply = Reply(apply(request, now))
    case .lost: return nil
    }
    held[request] = nil
    journal?.answer(request, reply, now: now)
    transport.send(reply, to: request)
    return reply
  }
}
