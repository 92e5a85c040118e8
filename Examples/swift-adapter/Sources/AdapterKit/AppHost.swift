import Foundation

/// What the kit does for an app: the time, events, scripted answers, and requests to the service.
public final class AppHost {
  /// The virtual time of this activation, in milliseconds since 1970.
  public internal(set) var now: Int64 = 0
  /// The scripted answers of the delegates.
  public internal(set) var answers: [String: JSONValue] = [:]
  var sequence: Int64 = 0
  /// Where the earliest instant of the SDK is asked for; nil before `launch`.
  var nextInstantOfApp: (() -> Int64?)?
  private let channel: Channel
  private var events: [JSONValue] = []
  private var requestCount = 0
  /// Requests put on the wire in this activation: events say how many came before them.
  private var sent: Int64 = 0
  private var open: [OpenRequest] = []
  private var tasks: [() -> Void] = []

  private struct OpenRequest {
    let name: String
    let exchange: Exchange
    let due: Int64
    let done: (Outcome) -> Void
  }

  init(channel: Channel) { self.channel = channel }

  func begin(_ message: JSONValue) throws {
    guard let sequence = message["seq"]?.int, let now = message["now"]?.int else {
      throw Refusal.missing("seq or now")
    }
    self.sequence = sequence
    self.now = now
    sent = 0
  }

  // MARK: - What the app saw

  /// Notes an event. If the script says that the app stands still in it, this does not return: the app is killed here.
  public func event(_ name: String, _ members: [String: JSONValue] = [:]) {
    var members = members
    members["event"] = .string(name)
    members["sent"] = .int(sent)
    events.append(.object(members))
    guard answers["haltIn"]?.string == name else { return }
    reply(["halted": .string(name)])
    channel.standStill()
  }

  /// The result of a call that blocks until it is finished.
  public func pendingCall(_ api: String) -> PendingCall { PendingCall(api, self) }

  /// Does something at this instant, after what is under way.
  public func later(_ task: @escaping () -> Void) { tasks.append(task) }

  func work() {
    while !tasks.isEmpty { tasks.removeFirst()() }
  }

  func reply(_ members: [String: JSONValue]) {
    var reply = members
    reply["seq"] = .int(sequence)
    if let nextInstantOfApp {
      reply["events"] = .array(events)
      events = []
      let instants = open.map(\.due) + [nextInstantOfApp()].compactMap { $0 }
      reply["next"] = instants.min().map(JSONValue.int) ?? .null
      reply["open"] = .array(open.map { .string($0.name) })
    }
    channel.write(.object(reply))
  }

  // MARK: - Requests

  /// How a request has ended.
  public enum Outcome {
    case response(status: Int, body: Data)
    /// The host refused, or the connection ended before the whole response was there.
    case unreachable
    /// The response was held back for longer than the request could wait.
    case timedOut
  }

  /// Sends a POST request.
  ///
  /// - Parameters:
  ///   - timeout: milliseconds of virtual time.
  ///   - done: given the outcome: before this returns, or, if the response is held back, at a later instant.
  public func post(
    _ url: String, headers: [String: String], body: Data, timeout: Int64 = 60_000,
    then done: @escaping (Outcome) -> Void
  ) {
    requestCount += 1
    let name = "r\(requestCount)"
    guard let exchange = Exchange(url) else { return done(.unreachable) }
    sent += 1
    exchange.send(headers: headers.merging(["client-request-id": name]) { $1 }, body: body)
    if isHeld(name, exchange) {
      open.append(OpenRequest(name: name, exchange: exchange, due: now + timeout, done: done))
    } else {
      done(exchange.receive())
    }
  }

  /// Waits until the response begins (false) or the coordinator says that it is held back (true).
  private func isHeld(_ name: String, _ exchange: Exchange) -> Bool {
    while channel.waits(besides: exchange.descriptor) {
      let message = channel.next()
      if message["op"]?.string == "held", message["args"]?["request"]?.string == name {
        return true
      }
    }
    return false
  }

  func resume(_ name: String) {
    guard let index = open.firstIndex(where: { $0.name == name }) else { return }
    let request = open.remove(at: index)
    request.done(request.exchange.receive())
  }

  func giveUpLateRequests() {
    while let index = open.firstIndex(where: { $0.due <= now }) {
      let request = open.remove(at: index)
      request.exchange.close()
      request.done(.timedOut)
    }
  }
}
