internal import ExactText
internal import Glibc
internal import Locking

/// Tells clients of the protocol from whatever else connects to a port: scanners, browsers, programs of other users.
final class ClientGreeting: Sendable {
  /// How long a program may take to begin a message, in seconds.
  private static let patience = 30
  /// How many programs may be waited for at once.
  private static let limit = 16
  /// With what each message of the protocol begins, in lower case.
  private static let beginning = Array("content-".utf8)
  /// How long a client may leave what it was sent unread, in seconds.
  private static let sendSeconds = 30

  private let objection: @Sendable (Int32) -> String?
  private let waiting = Lock(0)

  init(_ objection: @escaping @Sendable (Int32) -> String?) { self.objection = objection }

  /// Waits for the beginning of a first message, and leaves it to be read; closes every connection that is not a client's.
  ///
  /// - Returns: true for a client.
  func admits(_ client: Int32) -> Bool {
    if let objection = objection(client) { return turnAway(client, objection) }
    let count = waiting.withLock { count -> Int in
      count += 1
      return count
    }
    defer { waiting.withLock { $0 -= 1 } }
    guard count <= ClientGreeting.limit else {
      return turnAway(client, "too many programs are connected that have said nothing")
    }
    var wait = timeval(tv_sec: ClientGreeting.patience, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var bytes = [UInt8](repeating: 0, count: ClientGreeting.beginning.count)
    let flags = Int32(MSG_PEEK | MSG_WAITALL)
    guard recv(client, &bytes, bytes.count, flags) == bytes.count else {
      return turnAway(client, "no message of the protocol came")
    }
    guard bytes.map({ $0 | 0x20 }) == ClientGreeting.beginning else {
      return turnAway(client, "what came is not a message of the protocol")
    }
    wait.tv_sec = 0
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var seconds = timeval(tv_sec: ClientGreeting.sendSeconds, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &seconds, socklen_t(MemoryLayout<timeval>.size))
    return true
  }

  private func turnAway(_ client: Int32, _ reason: String) -> Bool {
    let text = Array(
      "this is a debug adapter of mamconform; \(reason), so the connection ends here\n".utf8)
    _ = send(client, text, text.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    // What was sent and never read would take the answer with it.
    shutdown(client, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 4096)
    while recv(client, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
    close(client)
    return false
  }
}
