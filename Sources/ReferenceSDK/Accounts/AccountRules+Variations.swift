import Contract
internal import ExactText
import JSONText
internal import StepProtocol
import VirtualTime

/// What other SDKs than the contract's make of accounts; by the contract each answers as its first line says.
extension AccountRules {
  // MARK: Calls that return late

  /// False: a call that enrolls returns before the service is asked.
  func holds(_ call: APICall) -> Bool {
    guard !context.isExtension, let identity = call.identity, !identity.isEmpty else {
      return false
    }
    let isRegistration = call.api == .registerAndEnrollAccount
    if isRegistration, enrolled != nil || accountIndex(identity) != nil { return false }
    let rule =
      isRegistration
      ? behaviour.enrollment.registrationReturns : behaviour.enrollment.signInReturns
    switch rule {
    case .atOnce: return false
    case .twice:
      returned(call)
      emitReturn(of: call)
    default: memory.heldRegistrations.append((identity, call.number))
    }
    return true
  }

  /// Nothing: no registration is held until its enrollment is over.
  func releaseRegistration(of identity: String?) {
    let held = memory.heldRegistrations
    for registration in held where isSame(registration.identity, identity) {
      act(.returned(call: registration.call, result: .null))
    }
    memory.heldRegistrations = held.filter { !isSame($0.identity, identity) }
  }

  /// Nothing: no call is held until its enrollment has come so far.
  func releaseHeldCalls(of operation: Operation, at stage: EnrollmentBehaviour.CallReturn) {
    guard !memory.heldRegistrations.isEmpty, operation.isEnrollment else { return }
    let rule =
      operation.trigger == .login
      ? behaviour.enrollment.signInReturns : behaviour.enrollment.registrationReturns
    if rule == stage { releaseRegistration(of: operation.identity) }
  }

  // MARK: Registration

  /// Nothing: an extension registers nobody.
  func registerForExtension(_ call: APICall) {
    if call.api == .registerAndEnrollAccount, behaviour.enrollment.extensionCalls == .register {
      saved.accounts.append(Account(identity: call.identity ?? ""))
    }
  }

  /// True: every call of an extension is answered.
  func isReportedInExtension() -> Bool {
    !state.isRepeated(.extensionCall) || behaviour.status.reportsEveryExtensionCall
  }

  /// True: every registration of nobody is answered.
  func isReportedForNobody() -> Bool {
    if let prompt = state.openPrompts.last?.operation, !behaviour.enrollment.nilClosesNoScreen {
      operations.cancel(prompt)
    }
    return (!state.isRepeated(.nilRegistration) || behaviour.status.reportsEveryNil)
      && statuses.refusesNil(behaviour.status.refusesNil)
  }

  /// Nothing: nobody does not stand for the user whom the device names.
  func enrollForNobody() {
    if let user = managedUser, !behaviour.enrollment.nilStandsForNobody {
      enrollments.attempt(user, .registered)
    }
  }

  /// Whom the call names, whoever manages the device.
  func whomToRegister(_ named: String) -> String {
    let identity = named.isEmpty ? "(null)" : named
    if let user = context.management.mdmUser, !isSame(user, identity),
      !behaviour.enrollment.registrationIsForTheNamedUser
    {
      return user
    }
    return identity
  }

  /// False: an account is registered whatever is on the screen, and without a delegate to tell.
  var ignoresRegistrations: Bool {
    if !context.delegates.enrollment.contains(.enrollmentRequest),
      !behaviour.status.enrollsSilentApps
    {
      return true
    }
    if isShown(.restart), !behaviour.enrollment.restartDialogsDoNotMatter { return true }
    return isShown(.credentials) && !behaviour.enrollment.registersBesideSignIns
  }

  /// False: while the enrolled user is enrolled again, others are refused, and told so (ENR-014, STA-002).
  func isTakenBesideReEnrollment(_ identity: String) -> Bool {
    guard enrolled != nil, underWay.contains(where: { $0.trigger == .reenroll }) else {
      return false
    }
    let isTried = !behaviour.enrollment.reEnrollmentsKeepOthersOut
    guard isTried || !behaviour.enrollment.registrationsBesideReEnrollmentsAreAnswered else {
      return false
    }
    saved.accounts.append(Account(identity: identity))
    if isTried { operations.begin(.enroll(.registered), identity: identity) }
    return true
  }

  private func isShown(_ purpose: Prompt.Purpose) -> Bool {
    state.openPrompts.contains { $0.purpose == purpose }
  }

  /// True: an account is known in any letters (ENR-016, IDN-010).
  func isRegistered(_ identity: String) -> Bool {
    saved.accounts.contains { $0.identity == identity } || behaviour.accounts.knownInAnyCase
  }

  /// None: whoever has left can be registered again.
  var codeForReturn: StatusCode? {
    memory.lastLeaver == nil ? nil : behaviour.leaving.codeForReturn
  }

  /// Nobody has to leave for a second account.
  func makeRoom(for identity: String) {
    if let enrolled, !isSame(enrolled.identity, identity),
      behaviour.enrollment.secondAccount == .unenrollsEnrolled
    {
      leaving.leave(reason: .deregister, wipe: false)
    }
    memory.hasRemovedAccounts = false
  }

  /// None: any number of accounts may be registered, and the service is asked about each of them.
  func codeOfRefusal(of identity: String) -> StatusCode? {
    if memory.untargeted.contains(where: { isSame($0, identity) }),
      !behaviour.accounts.untargetedUsersAreAskedAgain
    {
      return .licensedNotTargeted
    }
    if let most = behaviour.accounts.mostAccounts, saved.accounts.count >= most {
      return .alreadyEnrolled
    }
    return nil
  }

  /// None, in the background and beside a departure too.
  var delayOfFirstAttempt: VirtualDuration {
    var delay = VirtualDuration.zero
    if context.lifecycle == .background, !behaviour.enrollment.registersInBackground {
      delay = delay + .hours(1)
    }
    if !saved.unenrollments.isEmpty, !behaviour.accounts.departuresDelayNobody {
      delay = delay + .minutes(1)
    }
    return delay
  }

  /// Nothing: the enrolled user stays, and nobody is checked in for before the enrollment.
  func noteRegistration(of identity: String) {
    if context.lifecycle == .background { memory.registeredInBackground.append(identity) }
    if enrolled != nil, behaviour.enrollment.secondAccount == .replacesEnrolled {
      enrollments.attempt(identity, .registered)
    }
    if enrolled == nil, !behaviour.checkIn.needEnrollment {
      memory.strayCheckIn = (now + behaviour.checkIn.interval, identity, nil)
    }
  }

  /// Nothing but the warning: it names nobody.
  func hint(_ identity: String) -> String {
    behaviour.diagnostics.warningsNameNobody ? "" : " (\(identity.prefix { $0 != "@" }))"
  }

  /// Nothing: an account that is registered again is left alone.
  func followDuplicate(_ identity: String) {
    if let enrolled, !isSame(enrolled.identity, identity),
      !behaviour.enrollment.duplicatesBesideUsersAreIgnored,
      let code = enrollments.refusal(of: identity, .registered)
    {
      statuses.report(.enrollmentRequest, identity, code)
    }
    let effect = behaviour.enrollment.duplicateRegistration
    if enrolled == nil, effect == .enrolls { enrollments.attempt(identity, .registered) }
    if effect == .enrollsAgain { enrollments.attempt(identity, .reenroll) }
    guard isSame(enrolled?.identity, identity) else { return }
    if effect == .checksIn { checkIns.start() }
    if saved.checkInDue != nil, !behaviour.checkIn.registrationsMoveNothing {
      saved.checkInDue = now + checkIns.interval
    }
  }

  // MARK: Sign-in

  /// False: a sign-in counts beside the restart dialog, and after one that was refused.
  func ignoresSignIn() -> Bool {
    if isShown(.restart), !behaviour.enrollment.signInsBesideDialogsCount { return true }
    guard memory.hasRefusedSignIn, !behaviour.enrollment.signInsFollowRefusals else { return false }
    memory.hasRefusedSignIn = false
    return true
  }

  /// False: where the device names no user, the person is asked for a name.
  var refusesNamelessSignIns: Bool {
    managedUser == nil && behaviour.enrollment.namelessSignIn == .managedUserOrRefused
  }

  /// The managed user of the device; nobody if there is none.
  var namelessUser: String {
    let user = managedUser
    if user != nil, let first = saved.accounts.first?.identity,
      !behaviour.enrollment.nilIsTheManagedUserFirst, !first.isEmpty
    {
      return first
    }
    let rule = behaviour.enrollment.namelessSignIn
    if let user {
      let isPassedOver = rule == .managedUserUnlessLeft && isSame(memory.lastLeaver, user)
      return rule == .asked || isPassedOver ? "" : user
    }
    return switch rule {
    case .managedOrSignedInUser: signedInUser ?? ""
    case .managedOrTypedUser: memory.typedUser ?? ""
    default: ""
    }
  }

  /// False: an enrolled user need not be named.
  var asksEnrolledUsersForTheirName: Bool {
    enrolled != nil && !behaviour.enrollment.enrolledUsersNeedNoName
  }

  /// False: users who have left, and users whose record is lost, can sign in.
  func ignoresSignIn(of identity: String) -> Bool {
    if identity.isEmpty { return false }
    if isSame(memory.lostUser, identity), !behaviour.enrollment.lostUsersCanSignIn { return true }
    if enrollments.ignoresSignInBesideAttempt(of: identity) { return true }
    return isSame(memory.lastLeaver, identity) && !behaviour.enrollment.leaversCanSignIn
  }

  /// That user, whoever manages the device.
  func whomToSignIn(_ identity: String) -> String {
    if let user = context.management.mdmUser, !isSame(user, identity),
      !behaviour.enrollment.signInIsForTheNamedUser
    {
      return user
    }
    return identity
  }

  // MARK: Who is whose user

  /// The user for whom the device is enrolled, before one who has enrolled another app.
  func deviceUser(before shared: String?) -> String? {
    guard let user = context.management.mdmUser else { return nil }
    return shared == nil || behaviour.accounts.deviceUserPrecedesShared ? user : shared
  }

  /// The managed user of now.
  func current(_ user: String?) -> String? {
    let first = memory.firstManagedUser ?? user
    memory.firstManagedUser = first
    return user == first || behaviour.accounts.managedUserIsCurrent ? user : first
  }

  /// The management of now.
  var managementAsReported: DeviceManagement {
    let isCurrent =
      context.management == memory.managementAtLaunch || behaviour.accounts.mdmAccountIsCurrent
    return isCurrent ? context.management : memory.managementAtLaunch
  }

  /// The managed user, and nobody else.
  func mdmAccount(_ managed: String?, of management: DeviceManagement) -> String? {
    let user = management.mdmUser
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

  private func isReplacedByKey(_ user: String?) -> Bool {
    user != nil && user != context.management.configuredUPN
      && !behaviour.accounts.mdmAccountIsThatOfTheDevice
  }

  /// The name itself, by which the user has enrolled last.
  func firstName(of identity: String) -> String {
    let own = memory.names.last { isSame($0.name, identity) }
    return memory.names.first { $0.objectID == own?.objectID }?.name ?? identity
  }

  /// The enrolled user, and nobody else, whatever the app is doing.
  func enrolledAsReported(_ enrolledUser: String?) -> String? {
    let rule = behaviour.accounts.enrolledAccount
    if rule == .enrolledAtRest, underWay.contains(where: { $0.kind == .checkIn }) { return nil }
    if let user = enrolledUser.map(whole) {
      if isUnnamed(user) { return nil }
      if memory.names.count > 1, !behaviour.accounts.renamedUsersHaveTheirNewName {
        return firstName(of: user)
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

  private func isUnnamed(_ user: String) -> Bool {
    if context.lifecycle == .background, !behaviour.accounts.enrolledInBackground { return true }
    return !context.isExtension && tokens.cachedTokens(of: user).isEmpty
      && !behaviour.accounts.enrolledNeedsNoToken
  }

  /// Every account of this app.
  func listedNames(_ names: [JSON], of listed: [Account]) -> [JSON] {
    var names = names
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
  func whole(_ name: String) -> String {
    name.utf8.count <= 40 || behaviour.accounts.namesAreWhole ? name : String(name.prefix(40))
  }

  // MARK: What the apps of a device share

  /// None: secrets are kept in the group of the SDK.
  var otherGroupOfSecrets: String? {
    if let group = context.settings["ADALCacheKeychainGroupOverride"]?.string,
      !behaviour.accounts.secretsStayBesideOwnCaches
    {
      return group
    }
    return behaviour.accounts.keepsSecretsInTheGroup ? nil : context.bundleId
  }

  /// False: every extension of an app learns of the enrollment.
  var isLeftUninformed: Bool { memory.isLaterExtension }

  /// The last: an extension belongs to the app with the longest identifier, whether it is enrolled or not.
  func appOfExtension(among apps: [String]) -> String? {
    guard apps.count > 1 else { return apps.last }
    if !behaviour.accounts.extensionsBelongToTheLongest { return apps.first }
    guard let app = apps.last, publishedEnrollment(of: app) == nil,
      !behaviour.accounts.extensionsStayWithTheirApp
    else { return apps.last }
    return apps.last { publishedEnrollment(of: $0) != nil }
  }

  /// Nothing is taken back that extensions and other apps were told of the enrollment.
  func withdrawEnrollment() {
    state.keychain[publishedEnrollment] = nil
    act(.keychain(publishedEnrollment, nil))
  }

  /// Nothing: other apps find no user who was wiped.
  func leaveTrace(ofWiped identity: String) {
    if !behaviour.accounts.wipedUsersAreManagedNoMore { leaveTrace(of: identity) }
  }

  /// Nothing: other apps find no user of whom the service has no record.
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
