internal import ExactText
package import MAMWire
package import VirtualTime

extension ServiceEngine {
  /// Answers a request to a path that no operation has, if a rule says how; nil if none does.
  package func receiveStub(_ http: HTTPRequest, client: String?, now: VirtualInstant)
    -> Disposition?
  {
    let subject = stubSubject(http, now)
    guard let index = faults.indices.first(where: { faults[$0].meets(stubOf: subject) }),
      case .stub(let stub) = faults[index].drawn(randomSeed)
    else { return nil }
    var record = record(for: nil, client: client, instance: "-")
    record.status = stub.status
    var reply = Reply(stub.response)
    reply.fault = faults[index].id
    reply.isHeadAlone = http.method == "HEAD" || stub.response.content.isEmpty
    if case .fixed(let milliseconds) = stub.delay {
      return hold(
        .applied(reply), .delay(milliseconds: milliseconds), record, http, rule: reply.fault, now)
    }
    note(record, http, rule: reply.fault, reply, now)
    return .send(reply)
  }

  /// True if a rule answers such a request now; counts nothing.
  package func hasStub(for http: HTTPRequest, now: VirtualInstant) -> Bool {
    let subject = stubSubject(http, now)
    return faults.contains { rule in
      var rule = rule
      return rule.meets(stubOf: subject)
    }
  }

  private func stubSubject(_ http: HTTPRequest, _ now: VirtualInstant) -> RequestSubject {
    var subject = RequestSubject(endpoint: nil, instance: "-", time: now)
    subject.method = http.method
    subject.path = http.path
    subject.content = RequestContent(http)
    return subject
  }
}
