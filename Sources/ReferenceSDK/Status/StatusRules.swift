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
        didSucceed: outcome.didSucceed, isRefused: outcome == .alreadyEnrolled)
    } else {
      telemetry.noteAction()
    }
    if !outcome.didSucceed, let identity { logFailure(of: identity) }
    if kind == .unenrollRequest, !state.isStarted, !behaviour.status.blockedAppsAreTold { return }
    let count = reports(of: kind)
    if count == .never { return }
    let isHeldBack =
      context.delegates.enrollment == .none && behaviour.status.withoutDelegate == .isKept
    let fields = status(kind, identity, outcome.code(in: behaviour.status.codes), error)
    if isHeldBack { return memory.keptStatuses.append(SDKEvent(kind.callback.event, fields)) }
    guard context.delegates.enrollment.contains(kind.callback) else { return }
    if isLate(kind, outcome, SDKEvent(kind.callback.event, fields)) { return }
    emit(kind.callback.event, fields)
    if count == .twice { emit(kind.callback.event, fields) }
    if kind == .enrollmentRequest { accounts.releaseRegistration(of: identity) }
  }

  /// True if a status comes later than it is due.
  private func isLate(_ kind: StatusKind, _ outcome: StatusCode, _ event: SDKEvent) -> Bool {
    if context.lifecycle == .background, !behaviour.status.isToldInBackground {
      memory.heldEvents.append(event)
      return true
    }
    if isTooSlow(kind) { return true }
    if kind == .enrollmentRequest, outcome.didSucceed, memory.enrolledBy == .login,
      !behaviour.status.signInsAreToldAtOnce
    {
      timers.emitLater(event, after: .seconds(40))
      return true
    }
    return false
  }

  /// True for what has taken too long to be reported.
  private func isTooSlow(_ kind: StatusKind) -> Bool {
    switch kind {
    case .enrollmentRequest: false
    case .policyRequest:
      memory.lastCheckInTook > .seconds(20) && !behaviour.status.slowCheckInsAreTold
    case .unenrollRequest:
      memory.lastUnenrollmentTook > .seconds(20) && !behaviour.status.slowUnenrollmentsAreTold
    }
  }

  /// Writes of a failure to the log: nothing, unless the user is named in it (DBG-023).
  private func logFailure(of identity: String) {
    switch behaviour.diagnostics.failuresName {
    case .nobody: return
    case .user: log("error", "a request of \(identity) has failed")
    case .localPart: log("error", "a request of \(identity.prefix { $0 != "@" }) has failed")
    }
  }

  /// How often a status of that kind is reported.
  private func reports(of kind: StatusKind) -> StatusBehaviour.Reports {
    switch kind {
    case .enrollmentRequest: behaviour.status.enrollmentReports
    case .policyRequest: behaviour.status.checkInReports
    case .unenrollRequest: behaviour.status.unenrollmentReports
    }
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

  /// The user whom a status names (STA-006).
  private func namedUser(_ identity: String?, _ kind: StatusKind) -> JSON {
    var named = identity.map(JSON.string) ?? .null
    if let identity, identity.utf8.count > 40, !behaviour.status.namesAreWhole {
      named = .string(String(identity.prefix(40)))
    }
    let first = saved.accounts.first?.identity
    guard first.map({ named != .string($0) }) ?? false || kind == .policyRequest else {
      return named
    }
    return switch behaviour.status.namedUser {
    case .whomItConcerns: named
    case .firstAccount: first.map(JSON.string) ?? named
    case .nobodyInCheckIns: kind == .policyRequest ? .null : named
    }
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

  /// The words of the code that was reported before this one.
  private func wordsBefore(_ code: StatusCode) -> String {
    defer { memory.lastWords = code.text }
    return memory.lastWords.isEmpty ? code.text : memory.lastWords
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
    case .newPoliciesReceived: kind == .policyRequest ? codes.newPolicy : outcome
    case .policiesHaveNotChanged: codes.unchangedPolicy
    case .wipeReceived: codes.wipeCommand
    case .noPolicyReceived: codes.noPolicy
    case .unenrollmentSuccess: codes.unenrollment
    case .accountNotLicensed: codes.missingLicence
    case .internalError: codes.internalError
    case .mamServiceDisabled: outcome
    case .authRequired: codes.neededSignIn
    case .locationServiceFailure
    where kind == .enrollmentRequest && memory.formerEnrollment != nil
      && !codes.lostLocationsAreToldAfterLeavers:
      .enrollmentEndPointNetworkFailure
    case .locationServiceFailure: codes.unreachableLocationService
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
    if state.isRepeated(.configurationChange), !behaviour.policy.notifiesOfEveryConfiguration {
      return
    }
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
