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
package struct KeptBodies {
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

/// A service that keeps bodies for a debugger, whichever way it is reached.
package protocol BodyKeeper: ServiceLink {
  /// The bodies that were kept; nil if none are to be.
  var kept: KeptBodies? { get set }
}

extension BodyKeeper {
  package func keepBodies() throws(ParticipantFailure) {
    kept = KeptBodies()
    if isRunning { try beginBodies() }
  }

  package var bodies: [RequestBodies] {
    takeBodies()
    return kept?.requests ?? []
  }

  package var bodiesStart: Int { kept?.start ?? 0 }

  /// Goes on keeping bodies with a service that was started; no effect if none are kept.
  func resumeBodies() throws(ParticipantFailure) {
    guard kept != nil else { return }
    kept?.serviceStarted()
    try beginBodies()
  }

  /// Asks for the bodies that have come since the last time; no effect if the service does not run.
  func takeBodies() {
    guard isRunning, let change = kept?.change,
      let answer = try? command(.bodies(isKept: false, after: change))
    else { return }
    kept?.take(answer)
  }

  private func beginBodies() throws(ParticipantFailure) {
    _ = try command(.bodies(isKept: true, after: 0))
  }
}
