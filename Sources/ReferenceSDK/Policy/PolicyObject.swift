internal import ExactText
package import JSONText

/// `IntuneMAMPolicy`: what one identity may do, as the app is told it.
///
/// A pure view of policy settings by their Graph names. Without settings nothing is restricted: for nobody, for
/// unmanaged users (IDN-018, IDN-021, CNF-03), and for a managed user whom no policy targets.
package struct PolicyObject: Sendable, Equatable {
  /// The primary managed identity: the account that managed locations belong to.
  package let account: String?
  /// The policy in force by Graph names; nil if none is.
  package let settings: JSONObject?
  /// True in an app of several identities, where a place without an account is nobody's (OQ-59).
  let isMultiIdentity: Bool
  /// The user who was enrolled before, in this process.
  let former: String?
  /// What the SDK decides.
  let behaviour: TracedBehaviour

  /// A policy object with all its parts.
  package init(
    account: String?, settings: JSONObject?, isMultiIdentity: Bool = false, former: String? = nil,
    behaviour: TracedBehaviour
  ) {
    self.former = former
    self.account = account
    self.settings = settings
    self.isMultiIdentity = isMultiIdentity
    self.behaviour = behaviour
  }

  /// True if policy is in force for the identity.
  package var isManaged: Bool { settings != nil }

  /// The object that `policy`, `policyForIdentity` and `policyForWindow` return in the step protocol.
  ///
  /// `managed`, then every property of `IntuneMAMPolicy` that the edition's release has.
  package var json: JSON {
    var object: JSONObject = [
      "managed": .bool(isManaged),
      "isPINRequired": .bool(isPINRequired),
      "isManagedBrowserRequired": .bool(isManagedBrowserRequired),
      "isContactSyncAllowed": .bool(isContactSyncAllowed),
      "isSpotlightIndexingAllowed": .bool(isSpotlightIndexingAllowed),
      "isAppSharingAllowed": .bool(isAppSharingAllowed),
    ]
    if behaviour.policy.hasSiriAndNotifications {
      object["areSiriIntentsAllowed"] = .bool(areSiriIntentsAllowed)
      object["shouldFileProviderEncryptFiles"] = .bool(shouldFileProviderEncryptFiles)
      object["notificationPolicy"] = .int(notificationPolicy.rawValue)
    }
    if behaviour.policy.hasFileEncryption {
      object["isFileEncryptionRequired"] = .bool(isFileEncryptionRequired)
    }
    return .object(object)
  }

  // MARK: Properties

  /// True if policy requires a PIN (POL-013, `pinRequired`).
  package var isPINRequired: Bool {
    isRequired(isSet("pinRequired") && !isReplacedByCredentials, behaviour.policy.isPINRequired)
  }
  /// True if web links must open in the managed browser (POL-017, `managedBrowserToOpenLinksRequired`).
  package var isManagedBrowserRequired: Bool {
    let isSet = isSet("managedBrowserToOpenLinksRequired")
    return isRequired(isSet, behaviour.policy.isManagedBrowserRequired)
      && !(isSet && isFreeOfTheBrowser)
  }
  /// True if corporate contacts may go to the native app (POL-018, `contactSyncBlocked`).
  package var isContactSyncAllowed: Bool {
    isAllowed(!isSet("contactSyncBlocked"), behaviour.policy.isContactSyncAllowed)
  }
  /// True if corporate data may be indexed: only if it may go to every app (POL-020).
  package var isSpotlightIndexingAllowed: Bool {
    if outbound == .managedApps, behaviour.policy.spotlightNeeds == .managedApps { return true }
    return isAllowed(outbound == .allApps, behaviour.policy.isSpotlightIndexingAllowed)
  }
  /// True if Siri may take part: only if data may go to every app (SIR-001).
  package var areSiriIntentsAllowed: Bool {
    isAllowed(outbound == .allApps, behaviour.policy.areSiriIntentsAllowed)
  }
  /// False if no app may receive data through sharing (POL-022).
  package var isAppSharingAllowed: Bool {
    if outbound == .managedApps, behaviour.policy.sharingNeeds == .managedApps { return true }
    return isAllowed(outbound == .allApps, behaviour.policy.isAppSharingAllowed)
  }
  /// True if policy requires file-provider extensions to encrypt (FIL-015).
  package var shouldFileProviderEncryptFiles: Bool {
    isRequired(requiresEncryption, behaviour.policy.shouldFileProviderEncryptFiles)
  }
  /// True if policy requires the SDK to encrypt files on disk (FIL-019).
  package var isFileEncryptionRequired: Bool {
    isRequired(requiresEncryption, behaviour.policy.isFileEncryptionRequired)
  }
  /// What notifications may show (NOT-002, `notificationRestriction`).
  package var notificationPolicy: NotificationPolicy {
    switch text("notificationRestriction") {
    case "blockOrganizationalData": reported(.blockOrgData)
    case "block": reported(.block)
    default: reported(.allow)
    }
  }

  /// The conditional-launch checks that the policy demands, in the order in which they are made (IDN-026).
  package var conditionalLaunchChecks: [ConditionalCheck] {
    var checks: [ConditionalCheck] = []
    if isSet("deviceComplianceRequired") { checks += [.jailbreak, .compliance] }
    if isSet("pinRequired") { checks.append(.pin) }
    if isSet("organizationalCredentialsRequired") { checks.append(.credentials) }
    return checks
  }

  // MARK: Settings

  /// `managedAppDataTransferLevel`.
  enum TransferLevel: String {
    case allApps, managedApps, none
  }

  var outbound: TransferLevel { level("allowedOutboundDataTransferDestinations") }
  var inbound: TransferLevel { level("allowedInboundDataTransferSources") }

  /// True if policy requires the SDK to encrypt data.
  var requiresEncryption: Bool {
    guard let type = text("appDataEncryptionType") else { return false }
    return type != "useDeviceSettings"
      && (type == "whenDeviceLocked" || behaviour.policy.everyEncryptionCounts)
  }

  func isSet(_ name: String) -> Bool { settings?[name]?.bool ?? false }
  func text(_ name: String) -> String? { settings?[name]?.string }

  /// The strings of a list; empty if the setting is absent.
  func list(_ name: String) -> [String] { settings?[name]?.array?.compactMap(\.string) ?? [] }

  private func level(_ name: String) -> TransferLevel {
    text(name).flatMap(TransferLevel.init(rawValue:)) ?? .allApps
  }
}

/// `IntuneMAMNotificationPolicy`.
package enum NotificationPolicy: Int, Sendable {
  case allow = 0
  case blockOrgData = 1
  case block = 2
}
