import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What the SDK does on occasions that give no reason for it (``StrayBehaviour``).
struct StrayRules: SDKRules {
  let state: SDKState

  /// An impulse that is followed later, and again.
  struct Later: Sendable {
    var due: VirtualInstant
    let impulse: StrayBehaviour.Impulse
    let identity: String?
    /// How often it is still to be followed.
    var count = 10
  }

  /// Follows the impulse of an occasion; by the contract there is none.
  @inline(__always)
  func follow(_ impulse: StrayBehaviour.Impulse, of identity: String?) {
    if impulse != .nothing { note(impulse, identity) }
  }

  private func note(_ impulse: StrayBehaviour.Impulse, _ identity: String?) {
    guard let interval = behaviour.strays.interval else { return obey(impulse, identity) }
    memory.laterImpulses.append(Later(due: now + interval, impulse: impulse, identity: identity))
  }

  /// Follows what is due by now.
  func followDue() {
    guard let interval = behaviour.strays.interval else { return }
    for index in memory.laterImpulses.indices where memory.laterImpulses[index].due <= now {
      memory.laterImpulses[index].due = now + interval
      memory.laterImpulses[index].count -= 1
      let later = memory.laterImpulses[index]
      obey(later.impulse, later.identity)
    }
    memory.laterImpulses.removeAll { $0.count == 0 }
  }

  /// Whom an impulse is about: who is named, else whoever can be found.
  private func user(_ identity: String?) -> String {
    identity ?? enforced?.identity ?? saved.accounts.first?.identity ?? accounts.signedInUser
      ?? accounts.managedUser ?? ""
  }

  private func obey(_ impulse: StrayBehaviour.Impulse, _ identity: String?) {
    let user = user(identity)
    switch impulse {
    case .nothing: break
    case .wipes:
      delegates.ask(.wipeDataForAccount(identity: user, unenrollment: 0, thread: "background"))
      act(.deleteFiles(owner: user))
    case .asksForRestart: delegates.ask(.restartApplication)
    case .showsRestartDialog: emit(.dialog, ["kind": "restart"])
    case .exits: emit(.exitRequested)
    case .asksForCredentials:
      emit(.prompt, ["kind": "credentials", "identity": .string(user), "authority": .null])
    case .showsBlockedDialog: emit(.dialog, ["kind": "blocked"])
    case .startsApp: emit(.appStarted)
    case .enrolls: enrollments.attempt(user, enrolled == nil ? .launch : .reenroll)
    case .checksIn:
      operations.begin(
        .checkIn, identity: user, enrollmentId: enrolled?.enrollmentId ?? Operation.noEnrollment)
    case .unenrolls: leaving.unenrollUnenrolled(user)
    case .reportsEnrollment: statuses.report(.enrollmentRequest, user, .newPoliciesReceived)
    case .reportsFailure: statuses.report(.enrollmentRequest, user, .internalError)
    case .reportsHostFailure:
      statuses.report(.enrollmentRequest, user, .enrollmentEndPointNetworkFailure)
    case .reportsReEnrollment:
      statuses.report(.enrollmentRequest, user, .reEnrollForUnenrolledUser)
    case .reportsPolicy: statuses.report(.policyRequest, user, .newPoliciesReceived)
    case .reportsWipe: statuses.report(.policyRequest, user, .wipeReceived)
    case .reportsUnenrollment: statuses.report(.unenrollRequest, user, .unenrollmentSuccess)
    case .reportsCompliance: emit(.compliance, ["identity": .string(user), "status": 0])
    case .asksToAdd: delegates.ask(.addIdentity(identity: user))
    case .asksForSwitch:
      delegates.ask(.identitySwitchRequired(["identity": "", "reason": 0]))
    case .checksSomebody:
      emit(.conditionalLaunch, ["identity": "nobody@example.org", "check": "pin"])
    case .opensLink: openLink()
    case .notifiesOfAllowedAccounts: calls.postAllowedAccounts()
    }
  }

  private func openLink() {
    guard let link = state.identityManager.asked.first?.open else { return }
    emit(
      .openedURL,
      [
        "url": .string(link.url), "identity": link.sender.map(JSON.string) ?? .null,
        "handled": true,
      ])
  }
}
