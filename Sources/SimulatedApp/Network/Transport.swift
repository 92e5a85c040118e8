internal import ExactText
package import ReferenceSDK

/// How a request stands when the app stops waiting for it.
package enum TransportResult: Sendable, Equatable {
  /// It has ended.
  case ended(HTTPOutcome)
  /// The service holds its response back; `resume` will say when to go on waiting.
  case held
  /// The app is killed while it waits; nothing more of it may run. Only in process: elsewhere SIGKILL
  /// sees to that.
  case killed
}

/// Carries the requests of the SDK to the service; requests are known by their `client-request-id`.
package protocol Transport: AnyObject {
  /// How many requests have found a connection so far; a refused one never reaches the service.
  var connectedCount: Int { get }
  /// Sends a request and waits until it has ended or its response is held back.
  func perform(_ request: SDKRequest) -> TransportResult
  /// Waits on for a request whose response was held back.
  func await(_ request: String) -> TransportResult
  /// Gives up a request; its connection is closed.
  func cancel(_ request: String)
}
