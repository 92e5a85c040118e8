import Contract
internal import ExactText

enum StatusDefects {
  /// Status: what is reported, and by which code.
  static let all: [Defect] = [
    Defect(
      "no-enrollment-callback", "does not report the end of an enrollment", ["STA-001", "STA-002"],
      .set(\.status.enrollmentReports, .never)),
    Defect(
      "enrollment-callback-twice", "reports an enrollment twice", ["STA-002"],
      .set(\.status.enrollmentReports, .twice)),
    Defect(
      "enrollment-told-at-once", "reports an enrollment as soon as it begins", ["STA-002"],
      .set(\.status.reportsOnlyTheEnd, false)),
    Defect(
      "no-policy-callback", "does not report the end of a check-in", ["STA-001", "STA-003"],
      .set(\.status.checkInReports, .never)),
    Defect(
      "policy-callback-twice", "reports a check-in twice", ["STA-003"],
      .set(\.status.checkInReports, .twice)),
    Defect(
      "unenroll-callback-twice", "reports an unenrollment twice", ["STA-004"],
      .set(\.status.unenrollmentReports, .twice)),
    Defect(
      "silent-app-ignored", "does not enroll for an app that has no status callback", ["STA-005"],
      .set(\.status.enrollsSilentApps, false)),
    Defect(
      "status-names-first-account", "names the first registered account in every status",
      ["STA-006"], .set(\.status.namedUser, .firstAccount)),
    Defect(
      "status-names-nobody", "names nobody in the status of a check-in", ["STA-006"],
      .set(\.status.namedUser, .nobodyInCheckIns)),
    Defect(
      "status-without-code", "reports failures without a status code", ["STA-007"],
      .set(\.status.failuresHaveCodes, false)),
    Defect(
      "status-without-words", "reports without a description of the status", ["STA-008"],
      .set(\.status.errorString, .missing)),
    Defect(
      "failure-with-empty-words", "reports failures with an empty description", ["STA-008"],
      .set(\.status.errorString, .emptyForFailures)),
    Defect(
      "error-object-missing", "reports internal errors without an error object", ["STA-020"],
      .set(\.status.internalErrorsHaveObjects, false)),
    Defect(
      "wrong-did-succeed", "says that every operation succeeded", ["STA-010"],
      .set(\.status.didSucceed, .always)),
    Defect(
      "neither-did-succeed", "says that no operation succeeded", ["STA-010"],
      .set(\.status.didSucceed, .never)),
    Defect(
      "never-answers-on-timeout", "waits for a response without end",
      ["STA-035", "STA-002", "DRG-011"], .set(\.requests.timeLimit, nil)),
    Defect(
      "changed-told-as-unchanged", "reports changed policy as unchanged", ["STA-014"],
      .set(\.status.newPolicy, .policiesHaveNotChanged)),
    Defect(
      "unchanged-told-as-changed", "reports unchanged policy as changed", ["STA-015"],
      .set(\.status.unchangedPolicy, .newPoliciesReceived)),
    Defect(
      "wipe-told-as-new-policy", "reports the command to wipe as new policy",
      ["STA-016", "WIP-009"], .set(\.status.wipeCommand, .newPoliciesReceived)),
    Defect(
      "no-policy-told-as-unchanged", "reports missing policy as unchanged policy", ["STA-017"],
      .set(\.status.noPolicy, .policiesHaveNotChanged)),
    Defect(
      "unenrolled-told-as-no-policy", "reports an unenrollment as missing policy",
      ["STA-018", "DRG-019", "DRG-018"], .set(\.status.unenrollment, .noPolicyReceived)),
    Defect(
      "not-licensed-told-as-error", "reports a missing licence as an internal error", ["STA-019"],
      .set(\.status.missingLicence, .internalError)),
    Defect(
      "error-told-as-network-failure", "reports an internal error as a network failure",
      ["STA-020"], .set(\.status.internalError, .enrollmentEndPointNetworkFailure)
    ),
    Defect(
      "sign-in-told-as-library-error",
      "reports a needed sign-in as an error of the authentication library", ["STA-022"],
      .set(\.status.neededSignIn, .adalInternalError)),
    Defect(
      "location-told-as-enrollment-host",
      "reports a location service out of reach as the enrollment host", ["STA-023", "ENR-041"],
      .set(\.status.unreachableLocationService, .enrollmentEndPointNetworkFailure)),
    Defect(
      "enrollment-host-told-as-policy-host",
      "reports an enrollment host out of reach as the policy host", ["STA-024", "ENR-041"],
      .set(\.status.unreachableEnrollmentHost, .policyEndPointNetworkFailure)),
    Defect(
      "parsing-told-as-error", "reports an answer that cannot be read as an internal error",
      ["STA-025"], .set(\.status.unreadableAnswer, .internalError)),
    Defect(
      "nil-told-as-error", "reports a missing identity as an internal error",
      ["STA-026", "ENR-036"], .set(\.status.missingIdentity, .internalError)),
    Defect(
      "enrolled-told-as-error", "reports an existing enrollment as an internal error",
      ["STA-027", "STA-037", "ENR-037"], .set(\.status.existingEnrollment, .internalError),
      .set(\.status.accountToRemove, .internalError)),
    Defect(
      "emm-account-told-as-mdm",
      "reports an account dictated by another vendor as one managed by Intune",
      ["STA-028", "ENR-044"], .set(\.status.dictatedAccount, .mdmEnrolledDifferentUser)),
    Defect(
      "mdm-account-told-as-device", "reports a user managed by Intune as the account of the device",
      ["STA-029", "ENR-044"], .set(\.status.managedAccount, .notDeviceAccount)),
    Defect(
      "device-account-told-as-emm",
      "reports the account of the device as one dictated by another vendor",
      ["STA-030", "ENR-044"], .set(\.status.deviceAccount, .notEmmAccount)),
    Defect(
      "policy-host-told-as-location", "reports a policy host out of reach as the location service",
      ["STA-031", "ENR-041"], .set(\.status.unreachablePolicyHost, .locationServiceFailure)),
    Defect(
      "other-told-as-not-enrolled",
      "reports an account that is not the enrolled one as an app that is not enrolled",
      ["STA-033", "DRG-021"], .set(\.status.otherEnrolled, .appNotEnrolled)),
    Defect(
      "not-cleared-told-as-unenrolled", "reports data that could not be cleared as a success",
      ["STA-034", "DRG-021"], .set(\.status.uncleared, .unenrollmentSuccess)),
    Defect(
      "timeout-told-as-error", "reports a timeout as an internal error", ["STA-035"],
      .set(\.status.timeout, .internalError)),
    Defect(
      "library-error-told-as-sign-in",
      "reports an error of the authentication library as a needed sign-in", ["STA-036"],
      .set(\.status.libraryError, .authRequired)),
    Defect(
      "cancel-told-as-sign-in", "reports a cancelled prompt as a needed sign-in",
      ["STA-038", "ENR-032"], .set(\.status.cancelledSignIn, .authRequired)),
    Defect(
      "gone-told-as-error", "reports a record that is gone as an internal error", ["STA-039"],
      .set(\.status.goneEnrollment, .internalError)),
    Defect(
      "leaver-told-as-error", "reports the re-enrollment of a user who left as an internal error",
      ["STA-040", "ENR-038"], .set(\.status.leaverToEnroll, .internalError)),
    Defect(
      "migration-told-as-licence", "reports a tenant being moved as a missing licence", ["STA-041"],
      .set(\.status.movedTenant, .accountNotLicensed)),
    Defect(
      "extension-told-as-error", "reports a call from an extension as an internal error",
      ["STA-042", "ENR-034", "ENR-035", "DRG-020"], .set(\.status.callFromExtension, .internalError)
    ),
    Defect(
      "old-library-told-as-error", "reports an authentication library that is too old as its error",
      ["STA-043", "AUTH-044"], .set(\.status.oldLibrary, .adalInternalError)),
    Defect(
      "status-200-for-225", "reports a missing licence when only policy is missing", ["STA-044"],
      .set(\.status.untargetedUser, .accountNotLicensed)),
    Defect(
      "gone-needs-its-code",
      "reports HTTP 410 as an internal error if the body does not say that the record is gone",
      ["STA-039"], .set(\.requests.goneNeedsNoCode, false)),
    Defect(
      "suspended-timeout-as-lost-host",
      "reports a request whose time ran out while the app was suspended as one to a lost host",
      ["STA-035"], .set(\.requests.lateTimeoutsAreTimeouts, false)),
    Defect(
      "check-in-location-timeout-as-lost",
      "reports a check-in whose request for the location timed out as one without a location",
      ["STA-035"], .set(\.requests.locationsOfCheckInsTimeOut, false)),
    Defect(
      "cancel-after-a-refusal-as-needed",
      "reports a cancelled sign-in after a refused token as one that needs a sign-in",
      ["STA-038", "ENR-032"], .set(\.enrollment.cancelsAfterRefusalsAreTold, false)),
    Defect(
      "lost-token-of-check-in-as-203",
      "reports a check-in whose token does not come in time as one for which nobody has signed in",
      ["STA-035"], .set(\.requests.tokensOfCheckInsTimeOut, false)),
    Defect(
      "lost-token-of-unenrollment-as-203",
      "reports an unenrollment whose token does not come in time as one without a sign-in",
      ["STA-035"], .set(\.requests.tokensOfUnenrollmentsTimeOut, false)),
    Defect(
      "lost-token-of-retry-as-203",
      "reports a retry whose token does not come in time as one for which nobody has signed in",
      ["STA-035"], .set(\.requests.tokensOfRetriesTimeOut, false)),
  ]
}
