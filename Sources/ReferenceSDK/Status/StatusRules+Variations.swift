import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of statuses and notifications; by the contract each answers as its first line says.
extension StatusRules {
  /// Once: each status is reported, to a blocked app too.
  func reports(of kind: StatusKind) -> StatusBehaviour.Reports {
    if kind == .unenrollRequest, !state.isStarted, !behaviour.status.blockedAppsAreTold {
      return .never
    }
    return switch kind {
    case .enrollmentRequest: behaviour.status.enrollmentReports
    case .policyRequest: behaviour.status.checkInReports
    case .unenrollRequest: behaviour.status.unenrollmentReports
    }
  }

  /// False: a status is reported when it is due.
  func holdsBack(_ event: SDKEvent, _ kind: StatusKind, _ outcome: StatusCode) -> Bool {
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

  /// False: nothing takes too long to be reported.
  private func isTooSlow(_ kind: StatusKind) -> Bool {
    switch kind {
    case .enrollmentRequest: false
    case .policyRequest:
      memory.lastCheckInTook > .seconds(20) && !behaviour.status.slowCheckInsAreTold
    case .unenrollRequest:
      memory.lastUnenrollmentTook > .seconds(20) && !behaviour.status.slowUnenrollmentsAreTold
    }
  }

  /// Nothing: the log names no user (DBG-023).
  func logFailure(of identity: String) {
    switch behaviour.diagnostics.failuresName {
    case .nobody: return
    case .user: log("error", "a request of \(identity) has failed")
    case .localPart: log("error", "a request of \(identity.prefix { $0 != "@" }) has failed")
    }
  }

  /// The user whom the request concerns, by the whole name (STA-006).
  func namedUser(_ identity: String?, _ kind: StatusKind) -> JSON {
    var named = identity.map(JSON.string) ?? .null
    if let identity, identity.utf8.count > 40, !behaviour.status.namesAreWhole {
      named = .string(String(identity.prefix(40)))
    }
    if let identity, memory.names.count > 1, !behaviour.status.renamedUsersAreToldByTheirNewName {
      named = .string(accounts.firstName(of: identity))
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

  /// The words of the code that was reported before this one, for an SDK that gives those.
  func wordsBefore(_ code: StatusCode) -> String {
    defer { memory.lastWords = code.text }
    return memory.lastWords.isEmpty ? code.text : memory.lastWords
  }

  /// The code of a location service that cannot be reached.
  func codeForLostLocations(_ kind: StatusKind) -> StatusCode {
    if kind == .enrollmentRequest, memory.formerEnrollment != nil,
      !behaviour.status.lostLocationsAreToldAfterLeavers
    {
      return .enrollmentEndPointNetworkFailure
    }
    return behaviour.status.unreachableLocationService
  }

  /// True: every change of configuration is posted.
  func postsConfiguration() -> Bool {
    if state.isIn(behaviour.lapses.configurationNotices) { return false }
    memory.configurationChangedAt = now
    return !state.isRepeated(.configurationChange)
      || behaviour.policy.notifiesOfEveryConfiguration
  }

  /// True: nil is refused whatever else is under way (ENR-036, STA-026).
  func refusesNil(_ refusals: StatusBehaviour.RefusalsOfNil) -> Bool {
    switch refusals {
    case .always: true
    case .exceptBesideAttempts: !underWay.contains(where: \.isEnrollment)
    case .exceptBesideCheckIns: !underWay.contains { $0.kind == .checkIn }
    case .exceptBesideDepartures: saved.unenrollments.isEmpty
    case .inTheForeground: context.lifecycle == .foreground
    }
  }

  /// Nothing: without a delegate statuses are lost, though they may be kept (OQ-23).
  func reportKept() {
    for event in state.keptStatuses { emit(event.name, event.fields) }
    state.keptStatuses = []
  }
}
