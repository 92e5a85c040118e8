import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// The callbacks of the enrollment delegate (area STA), and the notifications that go with them.
struct StatusRules: SDKRules {
  let state: SDKState

  /// The three kinds of status callback (STA-001).
  enum StatusKind {
    case enrollmentRequest, policyRequest, unenrollRequest

    /// The method of the delegate.
    var callback: Callback {
      switch self {
      case .enrollmentRequest: .enrollmentRequest
      case .policyRequest: .policyRequest
      case .unenrollRequest: .unenrollRequest
      }
    }
  }

  /// Calls the enrollment delegate with a status object, if it is there and implements the method.
  func report(
    _ kind: StatusKind, _ identity: String?, _ outcome: StatusCode, error: String? = nil
  ) {
    if kind == .enrollmentRequest {
      telemetry.noteEnrollment(
        of: identity, didSucceed: outcome.didSucceed, isRefused: outcome == .alreadyEnrolled)
    } else {
      telemetry.noteAction()
    }
    if !outcome.didSucceed, let identity { logFailure(of: identity) }
    let count = reports(of: kind)
    if count == .never { return }
    let isHeldBack =
      context.delegates.enrollment == .none && behaviour.status.withoutDelegate == .isKept
    let fields = status(kind, identity, outcome.code(in: behaviour.status.codes), error)
    if isHeldBack { return state.keptStatuses.append(SDKEvent(kind.callback.event, fields)) }
    guard context.delegates.enrollment.contains(kind.callback) else { return }
    if holdsBack(SDKEvent(kind.callback.event, fields), kind, outcome) { return }
    emit(kind.callback.event, fields)
    if count == .twice { emit(kind.callback.event, fields) }
    if kind == .enrollmentRequest { accounts.releaseRegistration(of: identity) }
  }

  /// The status object (STA-006 to STA-010).
  private func status(
    _ kind: StatusKind, _ identity: String?, _ outcome: StatusCode, _ error: String?
  ) -> JSONObject {
    let code = reportedCode(for: outcome, kind)
    let hasCode = code.didSucceed || behaviour.status.failuresHaveCodes
    let didSucceed =
      switch behaviour.status.didSucceed {
      case .asTheCodeSays: code.didSucceed
      case .always: true
      case .never: false
      }
    return [
      "identity": namedUser(identity, kind),
      "statusCode": .int(hasCode ? code.rawValue : 0),
      "didSucceed": .bool(didSucceed),
      "errorString": errorString(of: code),
      "error": hasErrorObject(code) ? .string(error ?? code.name) : .null,
    ]
  }

  /// The code in words (STA-008).
  private func errorString(of code: StatusCode) -> JSON {
    switch behaviour.status.errorString {
    case .text: .string(code.text)
    case .missing: .null
    case .missingWhereAllowed:
      behaviour.status.errorStringMayBeNil ? .null : .string(code.text)
    case .emptyForFailures: .string(code.didSucceed ? code.text : "")
    case .emptyForSuccesses: .string(code.didSucceed ? "" : code.text)
    case .oneForFailures: .string(code.didSucceed ? code.text : "The operation has failed.")
    case .ofTheCodeBefore: .string(wordsBefore(code))
    case .missingForLaterCodes:
      code.rawValue >= StatusCode.policyRecordGone.rawValue ? .null : .string(code.text)
    }
  }

  /// True if the status of that code has an error object (STA-009, STA-020).
  private func hasErrorObject(_ code: StatusCode) -> Bool {
    if code.didSucceed { return false }
    return code == .internalError
      ? behaviour.status.internalErrorsHaveObjects : behaviour.status.otherFailuresHaveObjects
  }

  /// The code that is reported for what has happened.
  private func reportedCode(for outcome: StatusCode, _ kind: StatusKind) -> StatusCode {
    let codes = behaviour.status
    return switch outcome {
    // It is also how an enrollment succeeds, which has no code of its own.
    case .newPoliciesReceived:
      switch kind {
      case .policyRequest: codes.newPolicy
      case .enrollmentRequest: codes.enrollment
      case .unenrollRequest: outcome
      }
    case .policiesHaveNotChanged: codes.unchangedPolicy
    case .wipeReceived: codes.wipeCommand
    case .noPolicyReceived: codes.noPolicy
    case .unenrollmentSuccess: codes.unenrollment
    case .accountNotLicensed: codes.missingLicence
    case .internalError: codes.internalError
    case .mamServiceDisabled: outcome
    case .authRequired: codes.neededSignIn
    case .locationServiceFailure: codeForLostLocations(kind)
    case .enrollmentEndPointNetworkFailure: codes.unreachableEnrollmentHost
    case .parsingFailure: codes.unreadableAnswer
    case .nilAccount: codes.missingIdentity
    case .alreadyEnrolled: codes.existingEnrollment
    case .switchExistingAccount: codes.accountToRemove
    case .notEmmAccount: codes.dictatedAccount
    case .mdmEnrolledDifferentUser: codes.managedAccount
    case .notDeviceAccount: codes.deviceAccount
    case .policyEndPointNetworkFailure: codes.unreachablePolicyHost
    case .appNotEnrolled: codes.nobodyEnrolled
    case .notEnrolledAccount: codes.otherEnrolled
    case .failedToClearMamData: codes.uncleared
    case .timeout: codes.timeout
    case .adalInternalError: codes.libraryError
    case .loginCanceled: codes.cancelledSignIn
    case .policyRecordGone: codes.goneEnrollment
    case .reEnrollForUnenrolledUser: codes.leaverToEnroll
    case .tenantMigration: codes.movedTenant
    case .unsupportedAPI: codes.callFromExtension
    case .adalMethodUnsupported: codes.oldLibrary
    case .licensedNotTargeted: codes.untargetedUser
    }
  }

  /// Posts `IntuneMAMPolicyDidChangeNotification` (POL-004).
  func postPolicyDidChange() {
    if context.lifecycle == .background, !behaviour.policy.notifiesInBackground { return }
    for _ in 0..<behaviour.policy.notificationCount {
      post("IntuneMAMPolicyDidChangeNotification", of: "IntuneMAMPolicyManager")
    }
  }

  /// Posts `IntuneMAMAppConfigDidChangeNotification` (CFG-019), which came with 2017-11 (CNF-26).
  func postConfigurationDidChange() {
    guard behaviour.policy.notifiesOfConfiguration else { return }
    if context.lifecycle == .background, !behaviour.configuration.notifiesInBackground { return }
    guard postsConfiguration() else { return }
    for _ in 0..<behaviour.configuration.notificationCount {
      post(
        "IntuneMAMAppConfigDidChangeNotification",
        of: behaviour.policy.configurationHasItsObject
          ? "IntuneMAMAppConfigManager" : "IntuneMAMPolicyManager")
    }
  }

  private func post(_ name: String, of object: String) {
    emit(
      .notification,
      [
        "name": .string(name),
        "object": behaviour.policy.notificationHasObject ? .string(object) : .null,
        "userInfo": behaviour.policy.notificationOmitsUserInfo ? nil : ["policy": "changed"],
      ])
  }
}
