internal import Debugger
internal import ExactText
internal import Glibc
internal import JSONText
internal import Locking
internal import SystemFiles

/// Serves debug clients: one on standard input and output, or one at a time at a port of this machine.
package struct AdapterServer {
  private let find: TargetFinder
  private let objection: @Sendable (Int32) -> String?

  /// A server that finds cases so.
  ///
  /// - Parameter objection: why whoever is at the other end of a connection may not be served, in words; nil if it may. A
  ///   client starts programs as the user of this one.
  package init(
    find: @escaping TargetFinder, objection: @escaping @Sendable (Int32) -> String? = { _ in nil }
  ) {
    (self.find, self.objection) = (find, objection)
  }

  /// Serves one client at two descriptors, until it leaves or has gone.
  package func serve(input: Int32, output: Int32) {
    DebugAdapter(ClientConnection(input: input, output: output), find: find).serve()
  }

  /// Serves clients at a port, one after the other, until ``LoopbackListener/stop()``.
  ///
  /// Whoever connects is a client once it has begun a message of the protocol: a program that says nothing, or something
  /// else, keeps nobody from the port. A client that comes while another one is served is refused with a message.
  package func serve(_ listener: LoopbackListener) {
    let isBusy = Lock(false)
    let arrivals = ClientQueue()
    let greeting = ClientGreeting(objection)
    arrivals.accept(listener) { client in
      guard greeting.admits(client) else { return false }
      let isTaken = isBusy.withLock { busy -> Bool in
        defer { busy = true }
        return busy
      }
      guard isTaken else { return true }
      AdapterServer.refuse(client)
      return false
    }
    while let client = arrivals.next() {
      let adapter = DebugAdapter(ClientConnection(input: client, output: client), find: find)
      adapter.serve()
      adapter.endConnection()
      close(client)
      isBusy.withLock { $0 = false }
    }
  }

  /// Answers the first request of a client with an error, and closes its connection.
  private static func refuse(_ client: Int32) {
    defer { close(client) }
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let connection = ClientConnection(input: client, output: client)
    guard let message = try? connection.next(), let request = ClientRequest(message) else { return }
    let error = RequestError(
      "another client is connected to this debug adapter; disconnect it, or start another adapter")
    connection.send(.refusal(of: request, error))
    connection.send(.event("terminated", nil))
  }
}

/// The clients that wait to be served.
private final class ClientQueue: Sendable {
  private let clients = Lock<[Int32?]>([])
  private let arrivals = Turn()

  /// Accepts clients on a thread of its own, until the listener is stopped.
  ///
  /// - Parameter isTaken: decides whether a client is served; asked on a thread of its own for each, since it may wait.
  func accept(_ listener: LoopbackListener, isTaken: @escaping @Sendable (Int32) -> Bool) {
    BackgroundThread.start { [self] in
      while let client = listener.accept() {
        BackgroundThread.start { [self] in
          if isTaken(client) { add(client) }
        }
      }
      add(nil)
    }
  }

  func next() -> Int32? {
    arrivals.take()
    return clients.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  private func add(_ client: Int32?) {
    clients.withLock { $0.append(client) }
    arrivals.give()
  }
}
