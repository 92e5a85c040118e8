internal import ExactText
package import JSONText
internal import Participants
internal import ServiceProtocol

/// A request of an app to the service with the bodies of both directions, at the point at which a case stands.
package struct ExchangeView: Sendable, Equatable {
  /// The index of the record of the request.
  package let record: Int
  /// The body of the request: JSON, a form as an object of strings, text, or in words what is too large; null for none.
  package let body: JSON
  /// The status of the response; nil if there is none yet.
  package let status: Int?
  /// The body of the response; null for none.
  package let response: JSON

  /// The requests of a history of which the service has kept bodies.
  ///
  /// - Parameter numbers: of each record of a request, in order, how often the service had been started by then, and the
  ///   service's number of the request.
  static func all(
    of records: [Record], _ numbers: [(start: Int, number: Int)], _ bodies: [RequestBodies]
  ) -> [ExchangeView] {
    guard let oldest = bodies.first else { return [] }
    var found: [ExchangeView] = []
    var rest = bodies[...]
    let requests = records.indices.filter { records[$0].kind == .request }
    // As long as each other: a number for each record of a request.
    for (index, number) in zip(requests, numbers) {
      if (number.start, number.number) < (oldest.start, oldest.number) { continue }
      rest = rest.drop { ($0.start, $0.number) < (number.start, number.number) }
      guard let kept = rest.first else { break }
      guard (kept.start, kept.number) == (number.start, number.number) else { continue }
      found.append(
        ExchangeView(
          record: index, body: kept.body, status: kept.status, response: kept.response))
    }
    return found
  }
}
