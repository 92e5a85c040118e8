import Contract
internal import ExactText
import JSONText
import VirtualTime

/// The calls of `IntuneMAMEnrollmentManager` that start enrollments or ask about them.
struct AccountRules: SDKRules {
  let state: SDKState

  // MARK: Registration

  /// `registerAndEnrollAccount:` returns before the service is asked (ENR-005, ENR-006, ENR-017).
  func registerAndEnroll(_ call: APICall) {
    if !holds(call) { returned(call) }
    if isRefusedInExtension { return refuseInExtension(call) }
    let named = call.identity ?? ""
    if named.isEmpty, behaviour.enrollment.refusesNilIdentity { return refuseNobody() }
    let identity = whomToRegister(named)
    if ignoresRegistrations { return }
    leaving.dropResumed(beside: identity)
    if accountIndex(identity) != nil, isRegistered(identity) { return registerAgain(identity) }
    if let code = codeForReturn ?? enrollments.codeForThrottled(identity) {
      return statuses.report(.enrollmentRequest, identity, code)
    }
    makeRoom(for: identity)
    register(identity)
  }

  /// True if calls that enroll accounts are refused because an extension makes them (ENR-034, ENR-035).
  private var isRefusedInExtension: Bool {
    context.isExtension && behaviour.enrollment.extensionCalls != .enroll
  }

  /// Reports that an extension cannot enroll (ENR-034, ENR-035).
  private func refuseInExtension(_ call: APICall) {
    strays.follow(behaviour.strays.inExtension, of: call.identity)
    registerForExtension(call)
    if isReportedInExtension() {
      statuses.report(.enrollmentRequest, call.identity, .unsupportedAPI)
    }
  }

  /// Reports that nobody cannot be registered (ENR-036, STA-026).
  private func refuseNobody() {
    guard isReportedForNobody() else { return }
    statuses.report(.enrollmentRequest, nil, .nilAccount)
    enrollForNobody()
  }

  /// Puts an account on the list and lets its first attempt start, unless somebody is enrolled.
  private func register(_ identity: String) {
    if isTakenBesideReEnrollment(identity) { return }
    if enrolled != nil, let code = enrollments.refusal(of: identity, .registered) {
      if behaviour.accounts.registersRefusedAccounts {
        saved.accounts.append(Account(identity: identity))
      }
      return statuses.report(.enrollmentRequest, identity, code)
    }
    if let code = codeOfRefusal(of: identity) {
      return statuses.report(.enrollmentRequest, identity, code)
    }
    let due = now + behaviour.enrollment.firstAttemptDelay + delayOfFirstAttempt
    saved.accounts.append(Account(identity: identity, attemptDue: due))
    state.unanswered.append(identity)
    noteRegistration(of: identity)
  }

  /// An account that is registered already is left alone (ENR-016).
  private func registerAgain(_ identity: String) {
    if behaviour.enrollment.duplicateRegistration != .ignored {
      log(
        "warning", "the account is already registered; the request is ignored" + hint(identity),
        about: identity)
    }
    operations.sendTelemetry("registration", to: saved.enrollment?.locations)
    followDuplicate(identity)
    hastenLost(identity)
  }

  // MARK: Sign-in

  /// `loginAndEnrollAccount:` signs the user in if no token is there (ENR-027 to ENR-032).
  ///
  /// Without a name it is for the managed user of the device, and if there is none the person is asked for a name.
  func signInAndEnroll(_ call: APICall) {
    if !holds(call) { returned(call) }
    if isRefusedInExtension { return refuseInExtension(call) }
    if ignoresSignIn() { return }
    let named = call.identity ?? ""
    if named.isEmpty, refusesNamelessSignIns {
      return statuses.report(.enrollmentRequest, nil, .nilAccount)
    }
    let identity = named.isEmpty ? namelessUser : named
    if named.isEmpty, asksEnrolledUsersForTheirName { return prompts.askForUserName(.login) }
    if ignoresSignIn(of: identity) { return }
    enrollments.attempt(whomToSignIn(identity), .login)
  }

  // MARK: Who is whose user

  /// The managed user that the SDK knows on the device: the MDM-enrolled one, else one who has
  /// enrolled another app, told through the shared keychain (CNF-09).
  var managedUser: String? {
    let shared = state.keychain.values(of: managementGroup).lazy
      .compactMap { $0["identity"]?.string }.first
    return current(deviceUser(before: shared) ?? shared)
  }

  /// `mdmEnrolledAccount`: only for a managed app with `IntuneMAMUPN` (ENR-023).
  var mdmEnrolledAccount: String? {
    let management = managementAsReported
    return mdmAccount(
      management.configuredUPN == nil ? nil : management.mdmUser, of: management)
  }

  /// `enrolledAccount` (ENR-022).
  var enrolledAccount: String? {
    enrolledAsReported((context.isExtension ? enforced : enrolled)?.identity)
      ?? leaverTakenForEnrolled
  }

  /// `registeredAccounts` (ENR-021); in an extension that has registered nobody the app's user, by a reading of OQ-89.
  var listed: [JSON] {
    let accounts = saved.accounts.filter {
      $0.attemptDue == nil || behaviour.accounts.listsFailedAccounts
    }
    var names = accounts.map { JSON.string(whole($0.identity)) }
    if context.isExtension, names.isEmpty, let enrolled, behaviour.accounts.extensionsListTheUser {
      names = [.string(enrolled.identity)]
    }
    return listedNames(names, of: accounts) + leaversTakenForRegistered.map(JSON.string)
  }

  /// Somebody who has signed in on the device, enrolled or not.
  var signedInUser: String? {
    state.keychain.values(of: tokens.tokenGroup).lazy.compactMap { TokenEntry($0)?.identity }.first
  }

  // MARK: What the apps of a device share

  /// The keychain group of the management state.
  var managementGroup: String {
    context.appIdentifierPrefix + (otherGroupOfSecrets ?? "com.microsoft.intune.mam")
  }

  /// Where an app's enrollment is published for its extensions and for the other apps (OQ-89).
  var publishedEnrollment: KeychainItem {
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

  /// The item by which extensions know that the device has an app, whether somebody has enrolled it or not.
  private var presence: KeychainItem {
    KeychainItem(group: managementGroup, account: "app/" + context.bundleId)
  }

  /// Tells extensions that the device has this app.
  func publishPresence() {
    guard state.keychain[presence] == nil else { return }
    state.keychain[presence] = true
    act(.keychain(presence, true))
  }

  /// The enrollment of the app to which this extension belongs: of several whose identifiers begin its own, that of the
  /// longest, whoever has enrolled the others.
  var sharedEnrollment: Enrollment? {
    if isLeftUninformed { return nil }
    return appOfExtension(among: appsThatFit).flatMap(publishedEnrollment(of:))
  }

  /// The apps of the device whose identifiers begin that of this extension, by their length.
  private var appsThatFit: [String] {
    var found: [String] = []
    for entry in state.keychain.entries where entry.item.group == managementGroup {
      guard let prefix = ["app/", "enrollment/"].first(where: entry.item.account.hasPrefix) else {
        continue
      }
      let app = String(entry.item.account.dropFirst(prefix.count))
      if context.bundleId == app || context.bundleId.hasPrefix(app + "."), found.last != app {
        found.append(app)
      }
    }
    return found.sorted { $0.utf8.count < $1.utf8.count }
  }

  /// What an app has published of its enrollment.
  func publishedEnrollment(of app: String) -> Enrollment? {
    state.keychain[KeychainItem(group: managementGroup, account: "enrollment/" + app)]
      .flatMap(Enrollment.init)
  }
}
