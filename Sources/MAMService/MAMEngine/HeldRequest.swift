internal import ExactText
package import MAMRules
package import VirtualTime

/// A request whose response is held back.
package struct HeldRequest {
  /// How far it is.
  package enum State {
    /// It has not taken effect yet.
    case received(ServiceRequest)
    /// It has; this is the response.
    case applied(Reply)
    /// It never takes effect.
    case lost
  }

  /// What was recorded of it.
  package let record: RequestRecord
  /// The ID of the fault rule that it met.
  package let rule: String?
  /// When it came.
  package let since: VirtualInstant
  package let state: State
  /// When the service answers it by itself; nil for never.
  package var until: VirtualInstant?
  /// The ticket of that at the service's own clock.
  var ticket: Int?
}
