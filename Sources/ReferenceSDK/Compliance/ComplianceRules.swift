import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// A compliance remediation that has been asked for and is not over (AUTH-050).
struct Remediation: Sendable, Equatable {
  var identity: String
  /// True if the user may not be asked for anything (AUTH-052).
  var isSilent: Bool
  /// True once the user whom it replaces was removed and the app was asked to restart (RST-009).
  var awaitsRestart = false
  /// The version of the app that has asked for it.
  var appVersion = ""
}

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

/// Compliance remediation, one user at a time (editions of 2020).
struct ComplianceRules: SDKRules {
  let state: SDKState

  /// `remediateComplianceForIdentity:silent:`; further users wait, repetitions are dropped (AUTH-050).
  func remediate(_ call: APICall) {
    returned(call)
    guard let identity = call.identity, !identity.isEmpty,
      !saved.remediations.contains(where: { isRepetition(identity, of: $0) }),
      saved.remediations.count < 2 || behaviour.enrollment.everyRemediationWaits
    else { return }
    if state.openPrompts.contains(where: { $0.purpose == .restart }),
      !behaviour.enrollment.remediationsBesideDialogsCount
    {
      return
    }
    if isSame(memory.lostUser, identity), !behaviour.enrollment.lostUsersAreRemediated { return }
    if memory.takenOver.contains(where: { isSame($0, identity) }),
      !behaviour.enrollment.remediatesAgainWhatWasTakenOver
    {
      return
    }
    if memory.remediated.contains(where: { isSame($0, identity) }),
      !behaviour.enrollment.remediatesAgain
    {
      return
    }
    saved.remediations.append(
      Remediation(
        identity: identity, isSilent: call.arguments["silent"]?.bool ?? false,
        appVersion: context.appVersion))
    if saved.remediations.count == 1 { goOn() }
  }

  /// True if a remediation is for that user, too.
  private func isRepetition(_ identity: String, of remediation: Remediation) -> Bool {
    isSame(remediation.identity, identity)
      && (remediation.identity == identity || behaviour.enrollment.repeatedRemediationsHaveAnyCase)
  }

  /// Goes on at a launch with what an earlier process has left.
  func resume() {
    if saved.remediations.count > 1, !behaviour.enrollment.waitingRemediationsOutliveRestarts {
      saved.remediations = [saved.remediations[0]]
    }
    memory.takenOver = saved.remediations.map(\.identity)
    for index in saved.remediations.indices { saved.remediations[index].awaitsRestart = false }
    let isUpdated = saved.remediations.contains { $0.appVersion != context.appVersion }
    if isUpdated, !behaviour.enrollment.remediationSurvivesUpdate {
      saved.remediations.removeAll { $0.appVersion != context.appVersion }
    }
  }

  /// Takes the next step of the oldest remediation; after a restart that is where it left off.
  func goOn() {
    guard let remediation = saved.remediations.first, !context.isExtension,
      state.isStarted || !behaviour.enrollment.remediationWaitsForStart
    else { return }
    let identity = remediation.identity
    if let enrolled {
      if isSame(enrolled.identity, identity) {
        if checkIns.due != nil { checkIns.start() }
        if !behaviour.restart.remediationInPlaceNeedsNone { delegates.ask(.restartApplication) }
      } else {
        // The existing user has to go first; the app then restarts (RST-009).
        let waits = behaviour.enrollment.remediationWaitsForRestart
        saved.remediations[0].awaitsRestart = waits
        let needsRestart =
          behaviour.restart.remediationNeedsOne
          && (enrolled.policy != nil || behaviour.restart.removalsWithoutPolicyNeedOne)
        leaving.leave(
          reason: .deregister, wipe: !behaviour.enrollment.remediationRemovesWithoutWipe)
        state.hooksAreActive = false
        if saved.accounts.contains(where: { !isSame($0.identity, identity) }),
          !behaviour.enrollment.remediationLeavesOtherAccounts
        {
          saved.accounts = saved.accounts.filter { isSame($0.identity, identity) }
        }
        if !waits { state.hasReplacedUser = true }
        if waits, needsRestart { restart.request() }
      }
      return
    }
    let isBusy = underWay.contains { $0.isEnrollment && isSame($0.identity, identity) }
    if remediation.awaitsRestart || isBusy { return }
    let isSilent = remediation.isSilent && behaviour.enrollment.silentRemediationAsksNobody
    enrollments.attempt(identity, .compliance(silent: isSilent))
  }

  /// True if the user of a check-in that has no token is asked, because a remediation that is not silent needs it (AUTH-052).
  func mayAsk(for checkIn: Operation) -> Bool {
    guard let remediation = saved.remediations.first, !checkIn.hasPrompted,
      isSame(remediation.identity, checkIn.identity),
      checkIn.enrollmentId == enrolled?.enrollmentId,
      !remediation.isSilent || !behaviour.enrollment.silentRemediationAsksNobody
    else { return false }
    if state.isRepeated(.remediationPrompt), !behaviour.enrollment.remediationsAskAgain {
      return false
    }
    return behaviour.enrollment.remediationsAskEnrolledUsers
  }

  /// Goes on with a remediation that has waited for another attempt of its user, once that has failed (AUTH-047).
  func goOn(after identity: String) {
    guard enrolled == nil, let first = saved.remediations.first, isSame(first.identity, identity)
    else { return }
    goOn()
  }

  /// Tells the compliance delegate how a remediation ended (AUTH-047).
  func finish(of identity: String, failure: StatusCode?) {
    guard let remediation = saved.remediations.first, isSame(remediation.identity, identity) else {
      return
    }
    saved.remediations.removeFirst()
    if failure == nil || enrolled == nil
      || behaviour.enrollment.remediationIsToldOfFailedCheckIn
    {
      tell(
        remediation,
        behaviour.enrollment.remediationsHaveOwnResults ? counted(failure) : onlyFirst(failure))
    }
    if state.hasReplacedUser {
      state.hasReplacedUser = false
      // First policy asks for the restart by itself.
      if failure != nil { restart.request() }
    }
    goOn()
  }

  /// Ends the remediation of a user who leaves, so that it does not enroll the user again (DRG-003, AUTH-047); true if
  /// there was one. `goOn` then takes the next one.
  @discardableResult
  func end(of leaver: String, isWiped: Bool = false, isCheckedIn: Bool = false) -> Bool {
    guard let index = saved.remediations.firstIndex(where: { isSame($0.identity, leaver) }),
      behaviour.enrollment.remediationEndsWithItsUser,
      !isSame(memory.leaverAtSignIn, leaver) || behaviour.enrollment.remediationsEndAtSignIns
    else { return false }
    let ended = saved.remediations.remove(at: index)
    let isCompliant =
      isCheckedIn && !behaviour.enrollment.leaversAreNotCompliant
      || isWiped && !behaviour.enrollment.wipedUsersAreNotCompliant
    if !isWiped || behaviour.enrollment.wipedRemediationsAreTold {
      tell(ended, isCompliant ? nil : .appNotEnrolled)
    }
    return true
  }

  private func tell(_ remediation: Remediation, _ failure: StatusCode?) {
    if context.delegates.enrollment == .none,
      !behaviour.enrollment.remediationNeedsNoOtherDelegate
    {
      return
    }
    if memory.enrolledBy == .launch, !behaviour.enrollment.remediationIsToldBesideLaunches {
      return
    }
    if failure == nil, isSame(memory.promptedRemediation, remediation.identity),
      !behaviour.enrollment.remediationIsToldAfterPrompts
    {
      return
    }
    memory.remediated.append(remediation.identity)
    let took = max(memory.lastEnrollmentTook.milliseconds, memory.lastCheckInTook.milliseconds)
    if took > VirtualDuration.seconds(20).milliseconds,
      !behaviour.enrollment.slowRemediationsAreTold
    {
      return
    }
    if context.lifecycle == .background, !behaviour.enrollment.remediationsAreToldInBackground {
      return
    }
    let status = ComplianceStatus(failure)
    var fields: JSONObject = [
      "identity": .string(remediation.identity), "status": .int(status.rawValue),
    ]
    if behaviour.enrollment.remediationHasWords,
      status != .userCancelled || behaviour.enrollment.cancelledRemediationsHaveWords
    {
      fields["message"] = .string(status.texts.message)
      fields["title"] = .string(status.texts.title)
    }
    fields["thread"] = .string(behaviour.enrollment.complianceThread.rawValue)
    emit(.compliance, fields)
    if !behaviour.enrollment.remediationIsToldOnce {
      timers.emitLater(SDKEvent(.compliance, fields), after: .days(1))
    }
  }

  /// The failure with which a remediation ends.
  private func counted(_ failure: StatusCode?) -> StatusCode? {
    guard let failure else { return nil }
    if failure == .loginCanceled, !memory.remediated.isEmpty,
      !behaviour.enrollment.everyCancelledRemediationIsReported
    {
      return .authRequired
    }
    if !saved.remediations.isEmpty, !behaviour.enrollment.waitingRemediationsDoNotMatter {
      return nil
    }
    if enrolled != nil, failure == .adalInternalError,
      !behaviour.enrollment.failedSignInsAreNotCompliant
    {
      return nil
    }
    // Whoever is enrolled has checked in for it.
    if enrolled != nil, !behaviour.enrollment.remediationFailsWithCheckIn { return nil }
    return failure
  }

  /// The failure of the first remediation of this process; later ones have none.
  private func onlyFirst(_ failure: StatusCode?) -> StatusCode? {
    memory.remediationCount += 1
    return memory.remediationCount == 1 ? failure : nil
  }

  /// `remediationInProgressForIdentity:` (AUTH-056).
  func isRemediating(_ identity: String?) -> Bool {
    if identity?.isEmpty ?? true, !saved.remediations.isEmpty {
      return !behaviour.enrollment.nobodyIsNotRemediated
    }
    if saved.remediations.first?.awaitsRestart ?? false,
      !behaviour.enrollment.remediationIsInProgressBeforeRestarts
    {
      return false
    }
    if saved.remediations.count > 1, !isSame(saved.remediations[0].identity, identity),
      !behaviour.enrollment.waitingRemediationsAreInProgress
    {
      return false
    }
    if !saved.remediations.isEmpty,
      state.openPrompts.contains(where: { $0.purpose == .credentials }),
      !behaviour.enrollment.remediationIsInProgressWhileAsking
    {
      return false
    }
    if underWay.contains(where: { $0.request != nil && isSame($0.identity, identity) }),
      !behaviour.enrollment.remediationIsInProgressMeanwhile
    {
      return false
    }
    return saved.remediations.contains {
      isSame($0.identity, identity)
        && ($0.identity == identity || behaviour.enrollment.remediatedNamesHaveAnyCase)
    }
      || !behaviour.enrollment.remediationIsOverAtItsEnd
  }
}

extension Remediation {
  var json: JSON {
    [
      "identity": .string(identity), "silent": .bool(isSilent),
      "awaitsRestart": .bool(awaitsRestart), "appVersion": .string(appVersion),
    ]
  }
  init?(_ json: JSON) {
    guard let identity = json["identity"]?.string else { return nil }
    self.init(
      identity: identity, isSilent: json["silent"]?.bool ?? false,
      awaitsRestart: json["awaitsRestart"]?.bool ?? false,
      appVersion: json["appVersion"]?.string ?? "")
  }
}
