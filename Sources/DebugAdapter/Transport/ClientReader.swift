internal import Debugger
internal import ExactText
internal import JSONText
internal import Locking

/// A session that another thread may stop.
///
/// Sound because only ``DebugSession/pause()`` is called, which any thread may.
struct Movable: @unchecked Sendable {
  private let session: DebugSession

  init(_ session: DebugSession) { self.session = session }

  func pause() { session.pause() }
}

/// Reads a client's messages on a thread of its own and keeps them until they are taken.
final class ClientReader: Sendable {
  /// What has come.
  enum Item: Sendable {
    /// A request.
    case request(ClientRequest)
    /// A message that cannot be read, in words.
    case fault(String)
  }

  /// The session that is under way; nil while none is.
  private let movingSession = Lock<Movable?>(nil)
  /// The commands that stop a session that is under way.
  private static let stopping = ["pause", "disconnect", "terminate"]

  private let connection: ClientConnection
  private let queue = Lock(Queue())
  private let arrivals = Turn()
  private let ending = Turn()

  private struct Queue {
    var items: [Item] = []
    var isClosed = false
  }

  init(_ connection: ClientConnection) { self.connection = connection }

  /// Begins to read.
  func start() {
    BackgroundThread.start { [self] in
      read()
      ending.give()
    }
  }

  /// Waits until nothing is read any more, once: after that the connection's descriptor may be closed.
  func waitForEnd() { ending.take() }

  /// Waits for the next item; nil once the client has gone and everything was taken.
  func next() -> Item? {
    arrivals.take()
    return queue.withLock { $0.items.isEmpty ? nil : $0.items.removeFirst() }
  }

  private func read() {
    while true {
      do throws(MessageReader.Fault) {
        guard let message = try connection.next() else { return close() }
        if let request = ClientRequest(message) {
          add(.request(request))
          if ClientReader.stopping.contains(request.command) { pause() }
        } else if message["type"]?.string != "response" {
          add(.fault("a message is not a request: \(message.text.prefix(200))"))
        }
      } catch {
        switch error {
        case .content(let text): add(.fault(text))
        case .frame(let text):
          add(.fault("\(text); the connection ends here"))
          return close()
        }
      }
    }
  }

  /// A session goes on its way: from now on the client's requests stop it, and so does one that has come already.
  func begin(_ session: DebugSession) {
    movingSession.withLock { $0 = Movable(session) }
    let isToStop = queue.withLock { queue in
      queue.isClosed
        || queue.items.contains { item in
          guard case .request(let request) = item else { return false }
          return ClientReader.stopping.contains(request.command)
        }
    }
    if isToStop { session.pause() }
  }

  /// The session stands.
  func end() { movingSession.withLock { $0 = nil } }

  private func pause() { movingSession.withLock { $0?.pause() } }

  private func add(_ item: Item) {
    queue.withLock { $0.items.append(item) }
    arrivals.give()
  }

  private func close() {
    queue.withLock { $0.isClosed = true }
    arrivals.give()
    pause()
  }
}
