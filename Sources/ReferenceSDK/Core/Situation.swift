internal import ExactText

/// What an app or its device is in, for an SDK that forgets a duty there (``LapseBehaviour``) or has a ``Defect`` only there.
package enum Situation: String, Sendable, CaseIterable {
  case never
  case inBackground = "in-the-background"
  /// In a process whose app has been away from the screen.
  case afterBackground = "after-the-background"
  /// In a process that had policy from its launch on.
  case inLaterProcess = "in-a-later-process"
  case withOverrides = "with-an-override"
  /// While the clock of the device is not right.
  case withAnotherClock = "with-another-clock"
  /// In a process whose user has left.
  case afterDeparture = "after-a-departure"
  /// While the enrolled user has no policy.
  case withoutPolicy = "without-policy"
  /// While the SDK shows something that waits for a person.
  case besideScreen = "beside-a-screen"
  /// While two accounts or more are registered.
  case withSecondAccount = "with-a-second-account"
  case whileEnrolled = "while-enrolled"
  case whileNobodyIsEnrolled = "while-nobody-is-enrolled"
  /// While the app may not run its own code yet.
  case beforeStart = "before-the-start"
  /// While the service may not know yet of a user who has left.
  case duringDeparture = "during-a-departure"
  /// While more than one operation is under way.
  case besideOperation = "beside-an-operation"
  case inExtension = "in-an-extension"
  /// In an app without `MultiIdentity`.
  case withOneIdentity = "with-one-identity"
  /// While the process has the identity of somebody other than the managed user.
  case asAnotherIdentity = "as-another-identity"
  /// While a switch waits for a person or for the app.
  case besideSwitch = "beside-a-switch"
  /// While the name of an account has capital letters.
  case withCapitals = "with-capitals"
  /// While the enrolled user has app configuration.
  case withConfiguration = "with-configuration"
  /// While device management has something to say.
  case onManagedDevice = "on-a-managed-device"
  case withTestPolicy = "with-a-test-policy"
  /// A day and more after the launch.
  case afterDay = "after-a-day"
  /// In a process that has begun more than three operations.
  case afterSeveralOperations = "after-several-operations"
  /// In a process in which an attempt to enroll has failed.
  case afterFailure = "after-a-failed-enrollment"
  /// In a process in which a host of the service could not be reached or has failed.
  case afterOutage = "after-an-outage"
  /// While the last check-in is one that has failed.
  case afterFailedCheckIn = "after-a-failed-check-in"
  /// In a process in which the service has asked for the enrollment again.
  case afterReEnrollment = "after-a-re-enrollment"
  /// In a process that has asked the app to wipe.
  case afterWipe = "after-a-wipe"
  /// In a process in which a remediation has ended.
  case afterRemediation = "after-a-remediation"
  /// In a process in which the policy has changed.
  case afterPolicyChange = "after-a-change-of-policy"
  /// In a process whose policy has ended.
  case afterPolicyEnd = "after-the-end-of-policy"
  /// In a process in which the service has refused an access token.
  case afterRefusedToken = "after-a-refused-token"
  /// While an account waits for its next attempt to enroll.
  case besideRetry = "beside-a-retry"
  /// While the time of such an attempt has come and another operation comes first.
  case besideOverdueRetry = "beside-an-overdue-retry"
  /// While the enrolled user is one who has left in this process.
  case withReturnedUser = "with-a-returned-user"
  /// While a thread has an identity of its own.
  case besideThreadIdentity = "beside-a-thread-identity"
  /// In a process that was launched in the background.
  case launchedInBackground = "launched-in-the-background"
  /// In an app whose settings name app groups.
  case withAppGroups = "with-app-groups"

  /// All in which an SDK can be.
  package static let real = allCases.filter { $0 != .never }

  /// The situation in words, to follow "only".
  package var words: String { rawValue.split(separator: "-").joined(separator: " ") }
}
