import Contract
internal import ExactText
import JSONText
import VirtualTime

/// How defects change what the app is told of an operation.
extension ManagementSDK {
  /// The defect that reports another code instead of one, and that code.
  private static let substitutes: [StatusCode: (defect: DefectName, code: StatusCode)] = [
    .newPoliciesReceived: (.changedToldAsUnchanged, .policiesHaveNotChanged),
    .policiesHaveNotChanged: (.unchangedToldAsChanged, .newPoliciesReceived),
    .wipeReceived: (.wipeToldAsNewPolicy, .newPoliciesReceived),
    .noPolicyReceived: (.noPolicyToldAsUnchanged, .policiesHaveNotChanged),
    .unenrollmentSuccess: (.unenrolledToldAsNoPolicy, .noPolicyReceived),
    .accountNotLicensed: (.notLicensedToldAsError, .internalError),
    .internalError: (.errorToldAsNetworkFailure, .enrollmentEndPointNetworkFailure),
    .authRequired: (.signInToldAsLibraryError, .adalInternalError),
    .locationServiceFailure: (
      .locationToldAsEnrollmentHost, .enrollmentEndPointNetworkFailure
    ),
    .enrollmentEndPointNetworkFailure: (
      .enrollmentHostToldAsPolicyHost, .policyEndPointNetworkFailure
    ),
    .parsingFailure: (.parsingToldAsError, .internalError),
    .nilAccount: (.nilToldAsError, .internalError),
    .alreadyEnrolled: (.enrolledToldAsError, .internalError),
    .switchExistingAccount: (.enrolledToldAsError, .internalError),
    .notEmmAccount: (.emmAccountToldAsMdm, .mdmEnrolledDifferentUser),
    .mdmEnrolledDifferentUser: (.mdmAccountToldAsDevice, .notDeviceAccount),
    .notDeviceAccount: (.deviceAccountToldAsEmm, .notEmmAccount),
    .policyEndPointNetworkFailure: (.policyHostToldAsLocation, .locationServiceFailure),
    .notEnrolledAccount: (.otherToldAsNotEnrolled, .appNotEnrolled),
    .failedToClearMamData: (.notClearedToldAsUnenrolled, .unenrollmentSuccess),
    .timeout: (.timeoutToldAsError, .internalError),
    .adalInternalError: (.libraryErrorToldAsSignIn, .authRequired),
    .loginCanceled: (.cancelToldAsSignIn, .authRequired),
    .policyRecordGone: (.goneToldAsError, .internalError),
    .reEnrollForUnenrolledUser: (.leaverToldAsError, .internalError),
    .tenantMigration: (.migrationToldAsLicence, .accountNotLicensed),
    .unsupportedAPI: (.extensionToldAsError, .internalError),
    .adalMethodUnsupported: (.oldLibraryToldAsError, .adalInternalError),
    .licensedNotTargeted: (.status200For225, .accountNotLicensed),
  ]

  /// The code that is reported; the code itself without a defect.
  func distorted(_ code: StatusCode, _ kind: StatusKind) -> StatusCode {
    // New policy is also how an enrollment succeeds; that is not what these defects are about.
    if code == .newPoliciesReceived, kind != .policyRequest { return code }
    guard let substitute = ManagementSDK.substitutes[code], has(substitute.defect) else {
      return code
    }
    return substitute.code
  }

  /// True if statuses of that kind are not reported.
  func isNeverTold(_ kind: StatusKind) -> Bool {
    switch kind {
    case .enrollmentRequest: has(.noEnrollmentCallback)
    case .policyRequest: has(.noPolicyCallback)
    case .unenrollRequest: has(.noUnenrollCallback)
    }
  }

  /// True if statuses of that kind are reported twice.
  func isToldTwice(_ kind: StatusKind) -> Bool {
    switch kind {
    case .enrollmentRequest: has(.enrollmentCallbackTwice)
    case .policyRequest: has(.policyCallbackTwice)
    case .unenrollRequest: has(.unenrollCallbackTwice)
    }
  }

  /// Changes what a status says.
  func distort(_ fields: inout JSONObject, _ kind: StatusKind, _ code: StatusCode) {
    if let first = saved.accounts.first?.identity, fields["identity"] != .string(first),
      has(.statusNamesFirstAccount)
    {
      fields["identity"] = .string(first)
    }
    if kind == .policyRequest, has(.statusNamesNobody) { fields["identity"] = .null }
    if has(.statusWithoutWords) { fields["errorString"] = .null }
    if code.didSucceed {
      if has(.neitherDidSucceed) { fields["didSucceed"] = false }
      return
    }
    if has(.statusWithoutCode) { fields["statusCode"] = 0 }
    if has(.failureWithEmptyWords) { fields["errorString"] = "" }
    if has(.wrongDidSucceed) { fields["didSucceed"] = true }
    if code == .internalError, has(.errorObjectMissing) { fields["error"] = .null }
  }

  /// Lets a registration return that was held until its enrollment was over.
  mutating func releaseRegistration(of identity: String?) {
    let heldCalls = heldRegistrations
    for held in heldCalls where isSame(held.identity, identity) {
      act(.returned(call: held.call, result: .null))
    }
    heldRegistrations = heldCalls.filter { !isSame($0.identity, identity) }
  }
}
