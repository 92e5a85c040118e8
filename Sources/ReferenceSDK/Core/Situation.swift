internal import ExactText

/// What an app or its device is in, for an SDK that forgets a duty there (``LapseBehaviour``).
package enum Situation: Sendable {
  case never
  case inBackground
  /// In a process whose app has been away from the screen.
  case afterBackground
  /// In a process that had policy from its launch on.
  case inLaterProcess
  case withOverrides
  /// While the clock of the device is not right.
  case withAnotherClock
  /// In a process whose user has left.
  case afterDeparture
  /// While the enrolled user has no policy.
  case withoutPolicy
  /// While the SDK shows something that waits for a person.
  case besideScreen
}
