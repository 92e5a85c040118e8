internal import ExactText
import VirtualTime

/// A request whose response is held back.
struct HeldRequest {
  /// How far it is.
  enum State {
    /// It has not taken effect yet.
    case received(ServiceRequest)
    /// It has; this is the response.
    case applied(Reply)
    /// It never takes effect.
    case lost
  }

  /// What was recorded of it.
  let record: RequestRecord
  /// The ID of the fault rule that it met.
  let rule: String?
  /// When it came.
  let since: VirtualInstant
  let state: State
  /// When the service answers it by itself; nil for never.
  var until: VirtualInstant?
  /// The ticket of that at the service's own clock.
  var ticket: Int?
}
