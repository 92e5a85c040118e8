internal import ExactText
package import JSONText
internal import Participants
internal import ServiceProtocol
package import VirtualTime

/// A response that the service holds back.
package struct HeldView: Sendable {
  /// The app that has asked.
  package let app: String
  /// The operation.
  package let endpoint: String
  /// The service's number of the request.
  package let number: Int
  /// The client request ID.
  package let client: String
  /// What the record of the request says.
  package let fields: JSONObject
  /// When it is released; nil for never, and for one that waits for its suspended app.
  package let release: VirtualInstant?
  /// True once the client has stopped waiting for it.
  package let isAbandoned: Bool
  /// True if it came while the app was suspended.
  package let hasArrived: Bool

  init(_ response: Coordinator.HeldResponse) {
    app = response.app.name
    endpoint = response.record.endpoint
    number = response.record.number
    client = response.record.client
    fields = response.record.fields
    release = response.deadline?.instant
    isAbandoned = response.isAbandoned
    hasArrived = response.hasArrived
  }
}
