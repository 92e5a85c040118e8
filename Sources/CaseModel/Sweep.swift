internal import ExactText

/// Which disturbances a case wants to meet, one at a time: each point of its undisturbed run is a case of its own.
///
/// What is disturbed is known only once the case has run (``Axis`` says what each point is), so that a case with a sweep
/// is no case of an ordinary run. Its checks say what must hold whatever was disturbed.
package struct Sweep: Sendable, Equatable {
  /// What is done at each point.
  package enum Axis: String, Sendable, CaseIterable {
    /// The app dies at each request, before the service has done what it asks, and after.
    case killAtRequests = "kill-at-requests"
    /// The app dies in each callback.
    case killInCallbacks = "kill-in-callbacks"
    /// The app dies after each message, and is idle then.
    case killAtMessages = "kill-at-messages"
    /// Each request is lost, or what it has done is and nobody answers.
    case loseResponses = "lose-responses"
    /// Each response comes late: in time, and when nobody waits for it any more.
    case delayResponses = "delay-responses"
    /// Each request fails in each way in which a request can.
    case failRequests = "fail-requests"
    /// The app dies a millisecond before each instant at which something falls due, at it, and a millisecond after.
    case killAtBoundaries = "kill-at-boundaries"
    /// The app dies at each full hour.
    case killAtHours = "kill-at-hours"
    /// Each request is delivered twice, and has its effect twice; its second answer comes.
    case repeatResponses = "repeat-responses"
    /// What happens at one instant happens in each other order: steps, and what falls due there.
    case reorderSteps = "reorder-steps"
  }

  /// The axes, in the order in which they were written.
  package var axes: [Axis]
  /// The most cases that one combination may become in an edition.
  package var limit: Int

  /// The limit of a sweep that does not say one.
  package static let defaultLimit = 500
  /// The name of the parameter that names the point.
  package static let parameter = "sweep"

  /// A sweep over some axes.
  package init(axes: [Axis], limit: Int = Sweep.defaultLimit) {
    self.axes = axes
    self.limit = limit
  }
}
