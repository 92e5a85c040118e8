import Contract
internal import ExactText

/// `IntuneMAMComplianceStatus` (AUTH-049).
enum ComplianceStatus: Int {
  case compliant = 0, notCompliant, serviceFailure, networkFailure, interactionRequired
  case userCancelled

  /// The result of an enrollment or check-in that ended with that failure; nil is a success.
  init(_ failure: StatusCode?) {
    switch failure {
    case nil: self = .compliant
    case .authRequired: self = .interactionRequired
    case .loginCanceled: self = .userCancelled
    case .locationServiceFailure, .enrollmentEndPointNetworkFailure, .timeout,
      .policyEndPointNetworkFailure:
      self = .networkFailure
    case .accountNotLicensed, .licensedNotTargeted, .notEmmAccount, .mdmEnrolledDifferentUser,
      .notDeviceAccount:
      self = .notCompliant
    default: self = .serviceFailure
    }
  }

  /// True of the results of which no source says when each is due.
  var isFailure: Bool { self == .notCompliant || self == .networkFailure }

  /// The message and title for the user.
  var texts: (message: String, title: String) {
    switch self {
    case .compliant: ("The app meets the conditions of your organisation.", "Access granted")
    case .notCompliant: ("Your organisation does not grant this app access.", "Access denied")
    case .serviceFailure: ("The service could not decide. Try again later.", "Service problem")
    case .networkFailure: ("The service could not be reached. Try again later.", "No connection")
    case .interactionRequired: ("You have to sign in.", "Sign-in needed")
    case .userCancelled: ("The sign-in was cancelled.", "Cancelled")
    }
  }
}
