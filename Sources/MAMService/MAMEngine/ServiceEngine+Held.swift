internal import ExactText
import VirtualTime

extension ServiceEngine {
  /// Sends the response of a held request, which takes effect now if it has not yet; nil if it cannot.
  @discardableResult
  func release(_ request: Int, _ now: VirtualInstant) -> Reply? {
    guard let waiting = held[request], let transport else { return nil }
    var reply: Reply
    switch waiting.state {
    case .applied(let ready): reply = ready
    case .received(let received):
      reply = Reply(apply(received, now))
      reply.fault = waiting.rule
    case .lost: return nil
    }
    reply.released = now
    forget(waiting)
    bodies?.answer(request, reply)
    journal?.answer(request, reply, now: now)
    transport.send(reply, to: request)
    return reply
  }

  /// Closes the connection of a held request; false if no request with that number is held.
  package func drop(_ request: Int, on transport: any ServiceTransport) -> Bool {
    guard let waiting = held[request] else { return false }
    forget(waiting)
    journal?.drop(request)
    transport.drop(request)
    return true
  }

  /// Closes the connections of the held requests that are meant, in the order in which they came.
  package func dropHeld(on transport: any ServiceTransport, of isMeant: (HeldRequest) -> Bool) {
    for request in held.keys.sorted() where isMeant(held[request]!) {
      _ = drop(request, on: transport)
    }
  }

  private func forget(_ waiting: HeldRequest) {
    let number = waiting.record.request
    held[number] = nil
    outOfOrder.removeAll { $0 == number }
    if let ticket = waiting.ticket { ownClock?.cancel(ticket) }
  }

  /// Lets requests that wait for a later one of the same app take effect, now that one has.
  ///
  /// A request of which nobody knows the app waits for the next one of anybody.
  func releaseOutOfOrder(after record: RequestRecord, _ now: VirtualInstant) {
    guard !outOfOrder.isEmpty else { return }
    let waiting = outOfOrder.filter { number in
      guard number < record.request, let instance = held[number]?.record.instance else {
        return false
      }
      return instance == record.instance || instance == "-"
    }
    for request in waiting { release(request, now) }
  }
}
