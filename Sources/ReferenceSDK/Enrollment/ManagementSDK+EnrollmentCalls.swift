import Contract
internal import ExactText
import JSONText
import VirtualTime

/// The calls of `IntuneMAMEnrollmentManager` that start enrollments or ask about them.
extension ManagementSDK {
  /// `registerAndEnrollAccount:` returns before the service is asked (ENR-005, ENR-006, ENR-017).
  mutating func registerAndEnrollAccount(_ call: APICall) {
    returned(call)
    if context.isExtension {
      return report(.enrollmentRequest, call.identity, .unsupportedAPI)
    }
    var identity = call.identity ?? ""
    if identity.isEmpty {
      guard defect == .nilIdentityRegistered else {
        return report(.enrollmentRequest, nil, .nilAccount)
      }
      identity = "(null)"
    }
    if accountIndex(identity) != nil {
      log("warning", "the account is already registered; the request is ignored")
      sendTelemetry("registration", to: saved.enrollment?.locations)
      if defect == .duplicateRegistrationEnrolls, enrolled == nil { enroll(identity, .registered) }
      return
    }
    if enrolled != nil, let code = refusal(of: identity, .registered) {
      saved.accounts.append(Account(identity: identity))
      return report(.enrollmentRequest, identity, code)
    }
    saved.accounts.append(Account(identity: identity, attemptDue: now))
    unanswered.append(identity)
    if defect == .secondUserReplacesFirst, enrolled != nil { enroll(identity, .registered) }
  }

  /// `loginAndEnrollAccount:` signs the user in if no token is there (ENR-027 to ENR-032).
  mutating func loginAndEnrollAccount(_ call: APICall) {
    returned(call)
    if context.isExtension {
      return report(.enrollmentRequest, call.identity, .unsupportedAPI)
    }
    let identity = call.identity ?? ""
    enroll(identity.isEmpty ? managedUser ?? "" : identity, .login)
  }

  /// The managed user that the SDK knows on the device: the MDM-enrolled one, else one who has
  /// enrolled another app, told through the shared keychain (CNF-09).
  var managedUser: String? {
    if let user = mdmEnrolledAccount ?? context.management.mdmUser { return user }
    if let user = context.management.configuredUPN { return user }
    return keychain.values(of: managementGroup).lazy.compactMap { $0["identity"]?.string }.first
  }

  /// `mdmEnrolledAccount`: only for a managed app with `IntuneMAMUPN` (ENR-023).
  var mdmEnrolledAccount: String? {
    context.management.configuredUPN == nil ? nil : context.management.mdmUser
  }

  /// `enrolledAccount` (ENR-022).
  var enrolledAccount: String? {
    if defect == .getterDisagreesWithStatus, enrolled == nil {
      return saved.accounts.first?.identity
    }
    return (context.isExtension ? enforced : enrolled)?.identity
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
