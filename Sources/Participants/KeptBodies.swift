internal import ExactText
package import JSONText
internal import ServiceProtocol

/// A request to the service with its body, and with that of the response.
package struct RequestBodies: Sendable, Equatable {
  /// How often the service had been started when it came: a service that is started again counts requests from 1 again.
  package var start: Int
  /// The service's number of the request.
  package var number: Int
  /// The body of the request: JSON, a form as an object of strings, text, or in words what is too large; null if there is none.
  package var body: JSON
  /// The status of the response; nil if there is none yet.
  package var status: Int?
  /// The body of the response; null if there is none.
  package var response: JSON
}

/// The bodies that a service has kept for a debugger; they stay when the service is killed.
struct KeptBodies {
  /// The most requests of which bodies are kept.
  static let limit = 256

  /// The requests, oldest first.
  private(set) var requests: [RequestBodies] = []
  /// How far the running service's answers were read.
  private(set) var change = 0
  private(set) var start = 0

  /// Takes in an answer of the command `bodies`.
  mutating func take(_ answer: JSON) {
    change = answer["change"]?.int ?? change
    for entry in answer["bodies"]?.array ?? [] {
      guard let number = entry["request"]?.int else { continue }
      let request = RequestBodies(
        start: start, number: number, body: entry["body"] ?? .null,
        status: entry["status"]?.int, response: entry["response"] ?? .null)
      let place = requests.lastIndex { $0.start == start && $0.number == number }
      if let place { requests[place] = request } else { requests.append(request) }
    }
    if requests.count > KeptBodies.limit {
      requests.removeFirst(requests.count - KeptBodies.limit)
    }
  }

  /// The service runs again, and remembers nothing.
  mutating func serviceStarted() {
    start += 1
    change = 0
  }
}

/// What both kinds of services do alike.
extension ServiceLink {
  /// Tells a service that runs to keep bodies from now on.
  func beginBodies() throws(ParticipantFailure) {
    _ = try command(.bodies(isKept: true, after: 0))
  }

  /// Asks a service for what has changed since the last answer; no effect if it does not run.
  func take(into kept: inout KeptBodies) {
    guard isRunning, let answer = try? command(.bodies(isKept: false, after: kept.change)) else {
      return
    }
    kept.take(answer)
  }
}
