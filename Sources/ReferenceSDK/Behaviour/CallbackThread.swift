internal import ExactText

/// The thread on which the app is called, by the names of the step protocol.
package enum CallbackThread: String, Sendable {
  /// The thread of the app's UI.
  case main
  /// Any other one.
  case background
}
