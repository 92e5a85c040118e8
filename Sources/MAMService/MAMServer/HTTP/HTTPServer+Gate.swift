import CMicroHTTPD
internal import ExactText
import Glibc
import JSONText
import MAMEngine
import MAMWire

/// Who may ask what at the ports of an app, under a coordinator.
///
/// Requests count only while the app is active: the coordinator opens its gate before each activation, and closes it
/// when it has the reply. A request that is complete while the gate is closed, or while the message or the reply lies
/// unread in the adapter's pipes, is refused, has no effect, and is reported as one that came from an idle app. A request of a program that the run has not started is refused whenever it
/// comes, and reported as foreign; it is not a request of the app.
extension HTTPServer {
  func setGate(_ gate: Int?, refusesForeign: Bool, of instance: String) {
    if refusesForeign, peers == nil { peers = PeerCheck() }
    for listener in apps[instance]?.listeners ?? [] {
      listener.gate = gate
      listener.refusesForeign = refusesForeign
    }
  }

  /// Looks at who is at the other end of a new connection.
  func checkPeer(of connection: HTTPConnection) {
    guard connection.listener.refusesForeign, let peers else { return }
    connection.foreigner = peers.foreigner(
      on: connection.socket, active: clock.page?.process ?? 0)
  }

  /// The answer to a request that must not be dealt with; nil if it may.
  func refusal(
    _ path: String, _ instance: String, _ host: ServiceHost, _ connection: HTTPConnection
  ) -> Reply? {
    if let foreigner = connection.foreigner {
      tell(foreigner, at: instance)
      return Reply(
        ServiceResponse(
          Refusal(
            status: 403, code: "ForeignProgram",
            message:
              "this port belongs to \(instance) of a run of mamconform, which did not start the program that "
              + "sent this request; --foreign accept lets such requests through"), at: nil))
    }
    guard let gate = connection.listener.gate, let page = clock.page, page.hasGate,
      pipes.showIdle(gate: gate, on: page)
    else { return nil }
    let client = connection.header("client-request-id")
    connection.client = client
    return engine.refuse(
      Refusal(
        status: 403, code: "RequestWhenIdle",
        message:
          "\(instance) is idle: an adapter must do nothing between its reply and the next message"),
      at: RequestReader.operation(path: path, at: host)?.endpoint, client: client,
      instance: instance, now: clock.now, outcome: .idle)
  }

  /// Tells the coordinator of a foreign program, once for each until the next `reset`.
  private func tell(_ foreigner: PeerCheck.Foreigner, at instance: String) {
    guard knownForeigners.count < 100, knownForeigners.insert("\(foreigner) \(instance)").inserted
    else { return }
    tellCoordinator([
      "foreign": [
        "instance": .string(instance), "process": foreigner.process.map { .int(Int($0)) } ?? .null,
        "name": foreigner.name.map(JSON.string) ?? .null, "user": .int(Int(foreigner.user)),
      ]
    ])
  }

  func forgetForeigners() {
    knownForeigners = []
    pipes.forget()
  }

  /// Deals with everything that has arrived at the ports, without waiting for more.
  func drain() {
    var ready = [Int32](repeating: 0, count: 64)
    // Bounded: somebody who sends without a pause must not keep the service here.
    for _ in 0..<1000 {
      var isDone = !hasResumed
      hasResumed = false
      for daemon in daemons where daemon.run() == 0 { isDone = false }
      let count = mam_epoll_wait(poll, &ready, Int32(ready.count), 0)
      for descriptor in ready[..<max(0, Int(count))] {
        if let listener = listeners[descriptor] {
          accept(on: listener)
          isDone = false
        } else if daemons.contains(where: { $0.poll == descriptor }) {
          isDone = false
        }
      }
      if isDone { return }
    }
  }
}
