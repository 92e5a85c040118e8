import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// The calls of `IntuneMAMEnrollmentManager` that start enrollments or ask about them.
struct AccountRules: SDKRules {
  let state: SDKState

  /// `registerAndEnrollAccount:` returns before the service is asked (ENR-005, ENR-006, ENR-017).
  func registerAndEnroll(_ call: APICall) {
    var identity = call.identity ?? ""
    if !context.isExtension, enrolled == nil, !identity.isEmpty, accountIndex(identity) == nil,
      behaviour.enrollment.registrationReturns != .atOnce
    {
      hold(call, of: identity, behaviour.enrollment.registrationReturns)
    } else {
      returned(call)
    }
    if context.isExtension, behaviour.enrollment.extensionCalls != .enroll {
      strays.follow(behaviour.strays.inExtension, of: call.identity)
      if behaviour.enrollment.extensionCalls == .register {
        saved.accounts.append(Account(identity: identity))
      }
      return refuseExtension(call)
    }
    if identity.isEmpty {
      if behaviour.enrollment.refusesNilIdentity {
        if state.isRepeated(.nilRegistration), !behaviour.status.reportsEveryNil { return }
        statuses.report(.enrollmentRequest, nil, .nilAccount)
        if let user = managedUser, !behaviour.enrollment.nilStandsForNobody {
          enrollments.attempt(user, .registered)
        }
        return
      }
      identity = "(null)"
    }
    if let user = context.management.mdmUser, !isSame(user, identity),
      !behaviour.enrollment.registrationIsForTheNamedUser
    {
      identity = user
    }
    if !context.delegates.enrollment.contains(.enrollmentRequest),
      !behaviour.status.enrollsSilentApps
    {
      return
    }
    if state.openPrompts.contains(where: { $0.purpose == .restart }),
      !behaviour.enrollment.restartDialogsDoNotMatter
    {
      return
    }
    if state.openPrompts.contains(where: { $0.purpose == .credentials }),
      !behaviour.enrollment.registersBesideSignIns
    {
      return
    }
    leaving.dropResumed(beside: identity)
    if accountIndex(identity) != nil { return registerAgain(identity) }
    if memory.lastLeaver != nil, let code = behaviour.leaving.codeForReturn {
      return statuses.report(.enrollmentRequest, identity, code)
    }
    if let enrolled, !isSame(enrolled.identity, identity),
      behaviour.enrollment.secondAccount == .unenrollsEnrolled
    {
      leaving.leave(reason: .deregister, wipe: false)
    }
    register(identity)
  }

  /// Reports that an extension cannot enroll (ENR-034, ENR-035).
  private func refuseExtension(_ call: APICall) {
    if state.isRepeated(.extensionCall), !behaviour.status.reportsEveryExtensionCall { return }
    statuses.report(.enrollmentRequest, call.identity, .unsupportedAPI)
  }

  /// Holds a call that is to return later, or lets it return two times.
  private func hold(
    _ call: APICall, of identity: String, _ rule: EnrollmentBehaviour.CallReturn
  ) {
    if rule == .twice {
      returned(call)
      emitReturn(of: call)
    } else {
      memory.heldRegistrations.append((identity, call.number))
    }
  }

  /// Lets a registration return that was held until its enrollment was over.
  func releaseRegistration(of identity: String?) {
    let held = memory.heldRegistrations
    for registration in held where isSame(registration.identity, identity) {
      act(.returned(call: registration.call, result: .null))
    }
    memory.heldRegistrations = held.filter { !isSame($0.identity, identity) }
  }

  /// Lets the calls of an enrollment return that were held until it had come so far.
  func releaseHeldCalls(
    of operation: Operation, at stage: EnrollmentBehaviour.CallReturn
  ) {
    guard !memory.heldRegistrations.isEmpty, operation.isEnrollment else { return }
    let rule =
      operation.trigger == .login
      ? behaviour.enrollment.signInReturns : behaviour.enrollment.registrationReturns
    if rule == stage { releaseRegistration(of: operation.identity) }
  }

  /// Puts an account on the list and lets its first attempt start, unless somebody is enrolled.
  private func register(_ identity: String) {
    memory.hasRemovedAccounts = false
    if enrolled != nil, let code = enrollments.refusal(of: identity, .registered) {
      if behaviour.accounts.registersRefusedAccounts {
        saved.accounts.append(Account(identity: identity))
      }
      return statuses.report(.enrollmentRequest, identity, code)
    }
    if memory.untargeted.contains(where: { isSame($0, identity) }),
      !behaviour.accounts.untargetedUsersAreAskedAgain
    {
      return statuses.report(.enrollmentRequest, identity, .licensedNotTargeted)
    }
    if let most = behaviour.accounts.mostAccounts, saved.accounts.count >= most {
      return statuses.report(.enrollmentRequest, identity, .alreadyEnrolled)
    }
    var due = now + behaviour.enrollment.firstAttemptDelay
    if context.lifecycle == .background, !behaviour.enrollment.registersInBackground {
      due = due + .hours(1)
    }
    if !saved.unenrollments.isEmpty, !behaviour.accounts.departuresDelayNobody {
      due = due + .minutes(1)
    }
    if context.lifecycle == .background { memory.registeredInBackground.append(identity) }
    saved.accounts.append(Account(identity: identity, attemptDue: due))
    state.unanswered.append(identity)
    if enrolled != nil, behaviour.enrollment.secondAccount == .replacesEnrolled {
      enrollments.attempt(identity, .registered)
    }
    if enrolled == nil, !behaviour.checkIn.needEnrollment {
      memory.strayCheckIn = (now + behaviour.checkIn.interval, identity, nil)
    }
  }

  /// An account that is registered already is left alone (ENR-016).
  private func registerAgain(_ identity: String) {
    let effect = behaviour.enrollment.duplicateRegistration
    if effect != .ignored {
      log(
        "warning", "the account is already registered; the request is ignored" + hint(identity),
        about: identity)
    }
    operations.sendTelemetry("registration", to: saved.enrollment?.locations)
    if enrolled == nil, effect == .enrolls { enrollments.attempt(identity, .registered) }
    if effect == .enrollsAgain { enrollments.attempt(identity, .reenroll) }
    guard isSame(enrolled?.identity, identity) else { return }
    if effect == .checksIn { checkIns.start() }
    if saved.checkInDue != nil, !behaviour.checkIn.registrationsMoveNothing {
      saved.checkInDue = now + checkIns.interval
    }
  }

  /// The part of a name that an SDK might take for harmless.
  private func hint(_ identity: String) -> String {
    behaviour.diagnostics.warningsNameNobody ? "" : " (\(identity.prefix { $0 != "@" }))"
  }

  /// `loginAndEnrollAccount:` signs the user in if no token is there (ENR-027 to ENR-032).
  func signInAndEnroll(_ call: APICall) {
    if let user = call.identity, !user.isEmpty, !context.isExtension,
      behaviour.enrollment.signInReturns != .atOnce
    {
      hold(call, of: user, behaviour.enrollment.signInReturns)
    } else {
      returned(call)
    }
    if context.isExtension, behaviour.enrollment.extensionCalls != .enroll {
      strays.follow(behaviour.strays.inExtension, of: call.identity)
      return refuseExtension(call)
    }
    if state.openPrompts.contains(where: { $0.purpose == .restart }),
      !behaviour.enrollment.signInsBesideDialogsCount
    {
      return
    }
    if memory.hasRefusedSignIn, !behaviour.enrollment.signInsFollowRefusals {
      memory.hasRefusedSignIn = false
      return
    }
    var identity = call.identity ?? ""
    if identity.isEmpty, managedUser != nil, let first = saved.accounts.first?.identity,
      !behaviour.enrollment.nilIsTheManagedUserFirst
    {
      identity = first
    }
    if identity.isEmpty {
      let rule = behaviour.enrollment.namelessSignIn
      if let user = managedUser {
        let hasLeft = isSame(memory.lastLeaver, user)
        if rule != .asked, !hasLeft || rule != .managedUserUnlessLeft { identity = user }
      } else if rule == .managedUserOrRefused {
        return statuses.report(.enrollmentRequest, nil, .nilAccount)
      } else if rule == .managedOrSignedInUser {
        identity = signedInUser ?? ""
      } else if rule == .managedOrTypedUser {
        identity = memory.typedUser ?? ""
      }
    }
    if enrolled != nil, call.identity?.isEmpty ?? true,
      !behaviour.enrollment.enrolledUsersNeedNoName
    {
      return prompts.askForUserName(.login)
    }
    if !identity.isEmpty, isSame(memory.lostUser, identity),
      !behaviour.enrollment.lostUsersCanSignIn
    {
      return
    }
    if !identity.isEmpty, isSame(memory.lastLeaver, identity), !behaviour.enrollment.leaversCanSignIn
    {
      return
    }
    if let user = context.management.mdmUser, !isSame(user, identity),
      !behaviour.enrollment.signInIsForTheNamedUser
    {
      identity = user
    }
    enrollments.attempt(identity, .login)
  }

  /// The managed user that the SDK knows on the device: the MDM-enrolled one, else one who has
  /// enrolled another app, told through the shared keychain (CNF-09).
  var managedUser: String? {
    let user = currentManagedUser
    let first = memory.firstManagedUser ?? user
    memory.firstManagedUser = first
    return user == first || behaviour.accounts.managedUserIsCurrent ? user : first
  }

  private var currentManagedUser: String? {
    let shared = state.keychain.values(of: managementGroup).lazy
      .compactMap { $0["identity"]?.string }.first
    if let user = context.management.mdmUser {
      return shared == nil || behaviour.accounts.deviceUserPrecedesShared ? user : shared
    }
    return context.management.configuredUPN ?? shared
  }

  /// `mdmEnrolledAccount`: only for a managed app with `IntuneMAMUPN` (ENR-023).
  var mdmEnrolledAccount: String? {
    let isCurrent =
      context.management == memory.managementAtLaunch || behaviour.accounts.mdmAccountIsCurrent
    let management = isCurrent ? context.management : memory.managementAtLaunch
    let user = management.mdmUser
    let managed = management.configuredUPN == nil ? nil : user
    return switch behaviour.accounts.mdmEnrolledAccount {
    case .managed: isReplacedByKey(managed) ? management.configuredUPN : managed
    case .managedInEveryApp: user
    case .nobody: nil
    case .managedOrLast: user == nil ? memory.lastManagedUser : managed
    case .managedOrSignedIn: user == nil ? signedInUser : managed
    case .managedOrEnrolled: managed ?? enrolled?.identity
    case .configured: context.management.configuredUPN
    }
  }

  /// True if whom `IntuneMAMUPN` names is taken for the user of the device.
  private func isReplacedByKey(_ user: String?) -> Bool {
    user != nil && user != context.management.configuredUPN
      && !behaviour.accounts.mdmAccountIsThatOfTheDevice
  }

  /// `enrolledAccount` (ENR-022).
  var enrolledAccount: String? {
    let rule = behaviour.accounts.enrolledAccount
    if rule == .enrolledAtRest, underWay.contains(where: { $0.kind == .checkIn }) { return nil }
    if let user = (context.isExtension ? enforced : enrolled).map({ whole($0.identity) }) {
      if context.lifecycle == .background, !behaviour.accounts.enrolledInBackground { return nil }
      if !context.isExtension, tokens.cachedTokens(of: user).isEmpty,
        !behaviour.accounts.enrolledNeedsNoToken
      {
        return nil
      }
      if state.hooksAreActive, rule == .objectIDOnceActive { return enrolled?.objectId }
      return state.hooksAreActive || rule != .enrolledOnceActive ? user : nil
    }
    return switch rule {
    case .enrolled, .enrolledOnceActive, .objectIDOnceActive, .enrolledAtRest: nil
    case .enrolledOrRegistered: saved.accounts.first?.identity
    case .enrolledOrLeft: memory.lastLeaver
    case .enrolledOrSignedIn: signedInUser
    case .enrolledOrTried: memory.lastTried
    }
  }

  /// `registeredAccounts` (ENR-021).
  var listed: [JSON] {
    let listed = saved.accounts.filter {
      $0.attemptDue == nil || behaviour.accounts.listsFailedAccounts
    }
    var names = listed.map { JSON.string(whole($0.identity)) }
    if context.isExtension, names.isEmpty, let enrolled, behaviour.accounts.extensionsListTheUser {
      names = [.string(enrolled.identity)]
    }
    let others = state.keychain.values(of: managementGroup).compactMap { Enrollment($0)?.identity }
      .filter { accountIndex($0) == nil }
    if !others.isEmpty, !behaviour.accounts.listsOwnAccountsOnly {
      names += others.map(JSON.string)
    }
    return switch behaviour.accounts.listed {
    case .everyAccount: names
    case .withoutTheEnrolled:
      listed.filter { !isSame($0.identity, enrolled?.identity) }.map { .string($0.identity) }
    case .twice: names + names
    }
  }

  /// A name as it is reported: all of it.
  private func whole(_ name: String) -> String {
    name.utf8.count <= 40 || behaviour.accounts.namesAreWhole ? name : String(name.prefix(40))
  }

  /// Somebody who has signed in on the device, enrolled or not.
  var signedInUser: String? {
    state.keychain.values(of: tokens.tokenGroup).lazy.compactMap { TokenEntry($0)?.identity }.first
  }

  // MARK: What the apps of a device share

  /// The keychain group of the management state.
  var managementGroup: String {
    if let group = context.settings["ADALCacheKeychainGroupOverride"]?.string,
      !behaviour.accounts.secretsStayBesideOwnCaches
    {
      return context.appIdentifierPrefix + group
    }
    return context.appIdentifierPrefix
      + (behaviour.accounts.keepsSecretsInTheGroup
        ? "com.microsoft.intune.mam" : context.bundleId)
  }

  /// Where an app's enrollment is published for its extensions and for the other apps (OQ-89).
  private var publishedEnrollment: KeychainItem {
    KeychainItem(group: managementGroup, account: "enrollment/" + context.bundleId)
  }

  /// The enrollment of this app as it is published.
  var published: Enrollment? { state.keychain[publishedEnrollment].flatMap(Enrollment.init) }

  /// Tells extensions and other apps of the enrollment as it now is.
  func publishEnrollment() {
    let value = saved.enrollment?.json
    state.keychain[publishedEnrollment] = value
    act(.keychain(publishedEnrollment, value))
  }

  /// Takes back what extensions and other apps were told of the enrollment.
  func withdrawEnrollment() {
    state.keychain[publishedEnrollment] = nil
    act(.keychain(publishedEnrollment, nil))
  }

  /// The enrollment of the app to which this extension belongs.
  var sharedEnrollment: Enrollment? {
    if memory.isLaterExtension { return nil }
    for entry in state.keychain.entries where entry.item.group == managementGroup {
      guard entry.item.account.hasPrefix("enrollment/") else { continue }
      let host = entry.item.account.dropFirst("enrollment/".count)
      if context.bundleId == host || context.bundleId.hasPrefix(host + ".") {
        return Enrollment(entry.value)
      }
    }
    return nil
  }
}

/// What other apps find of former users, which is nothing by the contract.
extension AccountRules {
  /// Leaves the name of a user who was wiped for other apps to find.
  func leaveTrace(ofWiped identity: String) {
    if !behaviour.accounts.wipedUsersAreManagedNoMore { leaveTrace(of: identity) }
  }

  /// Leaves the name of a user of whom the service has no record for other apps to find.
  func leaveTrace(ofLost identity: String) {
    if !behaviour.accounts.lostUsersAreManagedNoMore { leaveTrace(of: identity) }
  }

  private func leaveTrace(of identity: String) {
    let item = KeychainItem(group: managementGroup, account: "former/" + context.bundleId)
    let value: JSON = ["identity": .string(identity)]
    state.keychain[item] = value
    act(.keychain(item, value))
  }
}
