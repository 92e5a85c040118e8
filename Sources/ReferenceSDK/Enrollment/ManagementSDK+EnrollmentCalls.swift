import Contract
internal import ExactText
import JSONText
import VirtualTime

/// The calls of `IntuneMAMEnrollmentManager` that start enrollments or ask about them.
extension ManagementSDK {
  /// `registerAndEnrollAccount:` returns before the service is asked (ENR-005, ENR-006, ENR-017).
  mutating func registerAndEnrollAccount(_ call: APICall) {
    var identity = call.identity ?? ""
    if !context.isExtension, enrolled == nil, !identity.isEmpty, accountIndex(identity) == nil,
      has(.registrationBlocks)
    {
      astray.heldCalls.append((identity, call.number))
    } else {
      returned(call)
    }
    if context.isExtension, !has(.extensionEnrolls) {
      if has(.extensionRegisters) { saved.accounts.append(Account(identity: identity)) }
      return report(.enrollmentRequest, call.identity, .unsupportedAPI)
    }
    if identity.isEmpty {
      guard has(.nilIdentityRegistered) else {
        return report(.enrollmentRequest, nil, .nilAccount)
      }
      identity = "(null)"
    }
    if !context.delegates.enrollment.contains("enrollmentRequest"), has(.silentAppIgnored) {
      return
    }
    if accountIndex(identity) != nil { return registerAgain(identity) }
    if astray.lastEnrolled != nil, has(.noReturnBeforeRestart) {
      return report(.enrollmentRequest, identity, .alreadyEnrolled)
    }
    if let enrolled, !isSame(enrolled.identity, identity), has(.secondUserUnenrollsFirst) {
      leave(reason: "deregister", wipe: false)
    }
    register(identity)
  }

  /// Puts an account on the list and lets its first attempt start, unless somebody is enrolled.
  private mutating func register(_ identity: String) {
    astray.accountsAreStale = false
    if enrolled != nil, let code = refusal(of: identity, .registered) {
      if !has(.refusedAccountNotRegistered) { saved.accounts.append(Account(identity: identity)) }
      return report(.enrollmentRequest, identity, code)
    }
    let delay: VirtualDuration = has(.registrationWaitsAMinute) ? .minutes(1) : .zero
    saved.accounts.append(Account(identity: identity, attemptDue: now + delay))
    unanswered.append(identity)
    if enrolled != nil, has(.secondUserReplacesFirst) { enroll(identity, .registered) }
    if enrolled == nil, has(.refreshBeforeEnrollment) {
      astray.checkIn = (now + checkInInterval, identity, nil)
    }
  }

  /// An account that is registered already is left alone (ENR-016).
  private mutating func registerAgain(_ identity: String) {
    if !has(.duplicateRegistrationSilent) {
      log("warning", "the account is already registered; the request is ignored")
    }
    sendTelemetry("registration", to: saved.enrollment?.locations)
    if enrolled == nil, has(.duplicateRegistrationEnrolls) { enroll(identity, .registered) }
    if isSame(enrolled?.identity, identity), has(.duplicateRegistrationChecksIn) { startCheckIn() }
  }

  /// `loginAndEnrollAccount:` signs the user in if no token is there (ENR-027 to ENR-032).
  mutating func loginAndEnrollAccount(_ call: APICall) {
    returned(call)
    if context.isExtension, !has(.extensionEnrolls) {
      return report(.enrollmentRequest, call.identity, .unsupportedAPI)
    }
    var identity = call.identity ?? ""
    if identity.isEmpty {
      if let user = managedUser {
        if !has(.nilAsksDespiteManagedUser) { identity = user }
      } else if has(.nilLoginRefused) {
        return report(.enrollmentRequest, nil, .nilAccount)
      } else if let user = signedInUser, has(.nilLoginTakesSignedInUser) {
        identity = user
      }
    }
    enroll(identity, .login)
  }

  /// The managed user that the SDK knows on the device: the MDM-enrolled one, else one who has
  /// enrolled another app, told through the shared keychain (CNF-09).
  var managedUser: String? {
    if let user = context.management.mdmUser { return user }
    if let user = context.management.configuredUPN { return user }
    return keychain.values(of: managementGroup).lazy.compactMap { $0["identity"]?.string }.first
  }

  /// `mdmEnrolledAccount`: only for a managed app with `IntuneMAMUPN` (ENR-023).
  var mdmEnrolledAccount: String? {
    let user = context.management.mdmUser
    if user == nil || context.management.configuredUPN == nil { return wrongMDMAccount }
    return has(.mdmAccountMissing) ? nil : user
  }

  /// Whom `mdmEnrolledAccount` names without reason: only with a defect anybody.
  private var wrongMDMAccount: String? {
    if let user = context.management.mdmUser {
      return has(.mdmAccountWithoutKey) ? user : nil
    }
    if let user = astray.mdmUser, has(.mdmAccountRemembered) { return user }
    if let user = signedInUser, has(.mdmAccountIsWhoeverSignedIn) { return user }
    return nil
  }

  /// `enrolledAccount` (ENR-022).
  var enrolledAccount: String? {
    if let user = (context.isExtension ? enforced : enrolled)?.identity {
      return !hooksAreActive && has(.enrolledAccountOnlyAfterRestart) ? nil : user
    }
    if let user = saved.accounts.first?.identity, has(.getterDisagreesWithStatus) { return user }
    if let user = astray.lastEnrolled, has(.enrolledAccountNeverCleared) { return user }
    if let user = signedInUser, has(.enrolledAccountIsWhoeverSignedIn) { return user }
    return nil
  }

  // MARK: What the apps of a device share

  /// The keychain group of the management state.
  var managementGroup: String { context.appIdentifierPrefix + "com.microsoft.intune.mam" }

  /// Where an app's enrollment is published for its extensions and for the other apps (OQ-89).
  private var publishedEnrollment: KeychainItem {
    KeychainItem(group: managementGroup, account: "enrollment/" + context.bundleId)
  }

  /// The enrollment of this app as it is published.
  var published: Enrollment? { keychain[publishedEnrollment].flatMap(Enrollment.init) }

  /// Tells extensions and other apps of the enrollment as it now is.
  mutating func publishEnrollment() {
    let value = saved.enrollment?.json
    keychain[publishedEnrollment] = value
    act(.keychain(publishedEnrollment, value))
  }

  /// The enrollment of the app to which this extension belongs.
  var sharedEnrollment: Enrollment? {
    for entry in keychain.entries where entry.item.group == managementGroup {
      guard entry.item.account.hasPrefix("enrollment/") else { continue }
      let host = entry.item.account.dropFirst("enrollment/".count)
      if context.bundleId == host || context.bundleId.hasPrefix(host + ".") {
        return Enrollment(entry.value)
      }
    }
    return nil
  }
}
