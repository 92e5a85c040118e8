import JSONText

/// One property of Graph's `iosManagedAppProtection` that decides what an app may do.
struct ProtectionProperty: Sendable {
  /// The forms that a value can have.
  enum Form: Sendable {
    case boolean
    case integer
    /// An ISO 8601 duration.
    case duration
    /// A text or null.
    case text
    /// One of the members of an enumeration.
    case choice([String])
    /// A list of members of an enumeration.
    case list([String])
  }

  let name: String
  let form: Form
  /// The value that restricts nothing: what a seed leaves out.
  let unrestricted: JSON
  /// The value that the administrator's portal proposes: what a Graph request leaves out.
  let portalDefault: JSON
  /// True if only `/beta` shows it.
  let isBeta: Bool

  init(
    _ name: String, _ form: Form, _ unrestricted: JSON, portal: JSON? = nil, beta: Bool = false
  ) {
    self.name = name
    self.form = form
    self.unrestricted = unrestricted
    portalDefault = portal ?? unrestricted
    isBeta = beta
  }

  /// What is wrong with a value, in words; nil if it fits.
  func fault(of value: JSON) -> String? {
    switch form {
    case .boolean: value.bool == nil ? "\(name) must be true or false" : nil
    case .integer: (value.int ?? -1) < 0 ? "\(name) must be an integer from 0 up" : nil
    case .text: value.string == nil && !value.isNull ? "\(name) must be a text or null" : nil
    case .duration:
      ISO8601.isDuration(value.string ?? "") ? nil : "\(name) must be an ISO 8601 duration"
    case .choice(let members):
      members.contains(value.string ?? "")
        ? nil : "\(name) must be one of \(members.joined(separator: ", "))"
    case .list(let members):
      (value.array?.allSatisfy { members.contains($0.string ?? "") } ?? false)
        ? nil : "\(name) must be a list of \(members.joined(separator: ", "))"
    }
  }

  private static let levels = ["allApps", "managedApps", "none"]
  private static let remediations = ["block", "wipe", "warn"]

  /// Every property, in the order in which Graph's metadata lists them.
  static let all: [ProtectionProperty] = [
    .init("periodOfflineBeforeAccessCheck", .duration, "PT12H"),
    .init("periodOnlineBeforeAccessCheck", .duration, "PT30M"),
    .init("allowedInboundDataTransferSources", .choice(levels), "allApps"),
    .init("allowedOutboundDataTransferDestinations", .choice(levels), "allApps"),
    .init("organizationalCredentialsRequired", .boolean, false),
    .init(
      "allowedOutboundClipboardSharingLevel",
      .choice(["allApps", "managedAppsWithPasteIn", "managedApps", "blocked"]), "allApps"),
    .init("dataBackupBlocked", .boolean, false),
    .init("deviceComplianceRequired", .boolean, false),
    .init("managedBrowserToOpenLinksRequired", .boolean, false),
    .init("saveAsBlocked", .boolean, false),
    .init("periodOfflineBeforeWipeIsEnforced", .duration, "P90D"),
    .init("pinRequired", .boolean, false, portal: true),
    .init("maximumPinRetries", .integer, 5),
    .init("simplePinBlocked", .boolean, false),
    .init("minimumPinLength", .integer, 4),
    .init("pinCharacterSet", .choice(["numeric", "alphanumericAndSymbol"]), "numeric"),
    .init("periodBeforePinReset", .duration, "PT0S"),
    .init(
      "allowedDataStorageLocations",
      .list([
        "oneDriveForBusiness", "sharePoint", "box", "localStorage", "photoLibrary", "iManage",
        "egnyte",
      ]), []),
    .init("contactSyncBlocked", .boolean, false),
    .init("printBlocked", .boolean, false),
    .init("fingerprintBlocked", .boolean, false),
    .init("disableAppPinIfDevicePinIsSet", .boolean, false),
    .init("minimumRequiredOsVersion", .text, nil),
    .init("minimumWarningOsVersion", .text, nil),
    .init("minimumRequiredAppVersion", .text, nil),
    .init("minimumWarningAppVersion", .text, nil),
    .init("managedBrowser", .choice(["notConfigured", "microsoftEdge"]), "notConfigured"),
    .init(
      "appDataEncryptionType",
      .choice([
        "useDeviceSettings", "afterDeviceRestart", "whenDeviceLockedExceptOpenFiles",
        "whenDeviceLocked",
      ]), "useDeviceSettings", portal: "whenDeviceLocked"),
    .init("minimumRequiredSdkVersion", .text, nil),
    .init("faceIdBlocked", .boolean, false),
    .init("customBrowserProtocol", .text, nil),
    .init(
      "notificationRestriction", .choice(["allow", "blockOrganizationalData", "block"]), "allow",
      beta: true),
    .init("blockDataIngestionIntoOrganizationDocuments", .boolean, false, beta: true),
    .init(
      "allowedDataIngestionLocations",
      .list(["oneDriveForBusiness", "sharePoint", "camera"]), [], beta: true),
    .init("appActionIfDeviceComplianceRequired", .choice(remediations), "block", beta: true),
    .init("appActionIfMaximumPinRetriesExceeded", .choice(remediations), "block", beta: true),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The property of that name, or nil.
  static func named(_ name: String) -> ProtectionProperty? { byName[name] }

  /// Every property at its unrestricted value.
  static let unrestricted = JSONObject(all.map { ($0.name, $0.unrestricted) })
  /// Every property at the portal's default.
  static let portalDefaults = JSONObject(all.map { ($0.name, $0.portalDefault) })
}
