internal import ExactText

/// The events of the step protocol: what an app can see of its SDK.
package enum EventName: String, Sendable, CaseIterable {
  /// How an enrollment ended.
  case enrollmentRequest
  /// How a check-in ended.
  case policyRequest
  /// How an unenrollment ended.
  case unenrollRequest
  /// The delegate was asked to restart the app.
  case restartApplication
  /// The delegate was asked to wipe a user's data.
  case wipeDataForAccount
  /// The delegate was asked for a switch of identity.
  case identitySwitchRequired
  /// The delegate was asked to let an identity in.
  case addIdentity
  /// A notification was posted.
  case notification
  /// A completion handler was called.
  case completion
  /// A call that had blocked returned.
  case callReturned
  /// The SDK asks a person for something.
  case prompt
  /// The SDK shows a person something.
  case dialog
  /// A check was made before a managed identity becomes active.
  case conditionalLaunch
  /// The SDK ends the process to restart the app.
  case exitRequested
  /// The app may run its own code.
  case appStarted
  /// The app has handled a URL, or refused it.
  case openedURL
  /// A line of the SDK's log.
  case log
  /// How a compliance remediation stands.
  case compliance
  /// A task of a queue has run.
  case task
  /// An event of telemetry has left.
  case telemetry
  /// The SDK works with another authentication library than before in its process.
  case authLibrary
  /// The app calls its SDK because of what a person does.
  case appCalled
  /// The app has done something because of what a person does.
  case appActed

  /// What an adapter has to offer before a check waits for the event; nil for what every adapter shows.
  package var capability: Capability? {
    switch self {
    case .telemetry: .telemetry
    case .authLibrary: .authLibraries
    case .task: .tasks
    case .wipeDataForAccount: .wipe
    case .identitySwitchRequired, .addIdentity: .identity
    case .compliance: .compliance
    default: nil
    }
  }
}

/// A callback of the app's delegates, in which an adapter can stand still; it has the name of its event.
package enum Callback: String, Sendable, CaseIterable {
  case restartApplication, wipeDataForAccount, identitySwitchRequired, addIdentity
  case enrollmentRequest, policyRequest, unenrollRequest

  /// The event that shows that it was called.
  package var event: EventName {
    switch self {
    case .restartApplication: .restartApplication
    case .wipeDataForAccount: .wipeDataForAccount
    case .identitySwitchRequired: .identitySwitchRequired
    case .addIdentity: .addIdentity
    case .enrollmentRequest: .enrollmentRequest
    case .policyRequest: .policyRequest
    case .unenrollRequest: .unenrollRequest
    }
  }
}

/// A callback with a handler that the app can keep, for `complete` to call.
package enum KeptHandler: String, Sendable, CaseIterable {
  case identitySwitchRequired, addIdentity
}
