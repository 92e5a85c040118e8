internal import ExactText
package import JSONText

/// One property of Graph's `iosManagedAppProtection` that decides what an app may do.
package struct ProtectionProperty: Sendable {
  package let name: String
  let form: PropertyForm
  /// The value that restricts nothing: what a seed leaves out.
  package let unrestricted: JSON
  /// The value that the administrator's portal proposes: what a Graph request leaves out.
  let portalDefault: JSON
  /// True if only `/beta` shows it.
  let isBeta: Bool

  init(
    _ name: String, _ form: PropertyForm, _ unrestricted: JSON, portal: JSON? = nil,
    beta: Bool = false
  ) {
    self.name = name
    self.form = form
    self.unrestricted = unrestricted
    portalDefault = portal ?? unrestricted
    isBeta = beta
  }

  /// True if the value may be null: of a string, and of what restricts nothing by being null.
  var isNullable: Bool {
    if case .text = form { true } else { unrestricted.isNull }
  }

  /// What is wrong with a value, in words; nil if it fits.
  package func fault(of value: JSON) -> String? {
    guard isNullable else { return form.fault(of: value, named: name, isBeta: true) }
    if value.isNull { return nil }
    return form.fault(of: value, named: name, isBeta: true).map { "\($0) or null" }
  }

  private static let levels = PropertyForm.choice(
    Enumeration("managedAppDataTransferLevel", ["allApps", "managedApps", "none"]))
  static let remediations = PropertyForm.choice(
    Enumeration(
      "managedAppRemediationAction", ["block", "wipe", "warn", "blockWhenSettingIsSupported"]))

  /// Every property that a check-in delivers, in the order in which Graph's metadata lists them.
  package static let all: [ProtectionProperty] = [
    .init("periodOfflineBeforeAccessCheck", .duration, "PT12H"),
    .init("periodOnlineBeforeAccessCheck", .duration, "PT30M"),
    .init("allowedInboundDataTransferSources", levels, "allApps"),
    .init("allowedOutboundDataTransferDestinations", levels, "allApps"),
    .init("organizationalCredentialsRequired", .boolean, false),
    .init(
      "allowedOutboundClipboardSharingLevel",
      .choice(
        Enumeration(
          "managedAppClipboardSharingLevel",
          ["allApps", "managedAppsWithPasteIn", "managedApps", "blocked"])), "allApps"),
    .init("dataBackupBlocked", .boolean, false),
    .init("deviceComplianceRequired", .boolean, false),
    .init("managedBrowserToOpenLinksRequired", .boolean, false),
    .init("saveAsBlocked", .boolean, false),
    .init("periodOfflineBeforeWipeIsEnforced", .duration, "P90D"),
    .init("pinRequired", .boolean, false, portal: true),
    .init("maximumPinRetries", .integer, 5),
    .init("simplePinBlocked", .boolean, false),
    .init("minimumPinLength", .integer, 4),
    .init(
      "pinCharacterSet",
      .choice(Enumeration("managedAppPinCharacterSet", ["numeric", "alphanumericAndSymbol"])),
      "numeric"),
    .init("periodBeforePinReset", .duration, "PT0S"),
    .init(
      "allowedDataStorageLocations",
      .list(
        .choice(
          Enumeration(
            "managedAppDataStorageLocation",
            ["oneDriveForBusiness", "sharePoint", "box", "localStorage"],
            beta: ["photoLibrary", "iManage", "egnyte"]))), []),
    .init("contactSyncBlocked", .boolean, false),
    .init("printBlocked", .boolean, false),
    .init("fingerprintBlocked", .boolean, false),
    .init("disableAppPinIfDevicePinIsSet", .boolean, false),
    .init("minimumRequiredOsVersion", .text, nil),
    .init("minimumWarningOsVersion", .text, nil),
    .init("minimumRequiredAppVersion", .text, nil),
    .init("minimumWarningAppVersion", .text, nil),
    .init(
      "managedBrowser",
      .choice(Enumeration("managedBrowserType", ["notConfigured", "microsoftEdge"])),
      "notConfigured"),
    .init(
      "appDataEncryptionType",
      .choice(
        Enumeration(
          "managedAppDataEncryptionType",
          [
            "useDeviceSettings", "afterDeviceRestart", "whenDeviceLockedExceptOpenFiles",
            "whenDeviceLocked",
          ])), "useDeviceSettings", portal: "whenDeviceLocked"),
    .init("minimumRequiredSdkVersion", .text, nil),
    .init("faceIdBlocked", .boolean, false),
    .init("customBrowserProtocol", .text, nil),
    .init(
      "notificationRestriction",
      .choice(
        Enumeration(
          "managedAppNotificationRestriction", ["allow", "blockOrganizationalData", "block"])),
      "allow", beta: true),
    .init("blockDataIngestionIntoOrganizationDocuments", .boolean, false, beta: true),
    .init(
      "allowedDataIngestionLocations",
      .list(
        .choice(
          Enumeration(
            "managedAppDataIngestionLocation",
            ["oneDriveForBusiness", "sharePoint", "camera", "photoLibrary"]))),
      [], beta: true),
    .init("appActionIfDeviceComplianceRequired", remediations, "block", beta: true),
    .init("appActionIfMaximumPinRetriesExceeded", remediations, "block", beta: true),
    .init("exemptedAppProtocols", .list(.complex(.keyValuePair)), [], beta: true),
  ]

  private static let byName = Dictionary(
    uniqueKeysWithValues: all.map { (ExactString($0.name), $0) })

  /// The property of that name, or nil.
  package static func named(_ name: String) -> ProtectionProperty? { byName[name] }

  /// Every property at its unrestricted value.
  package static let unrestricted = JSONObject(all.map { ($0.name, $0.unrestricted) })
  /// Every property at the default that the administrator's portal proposed at an instant.
  ///
  /// Until late 2025 an app was blocked after 12 hours offline, since then after 24.
  package static func portalDefaults(at milliseconds: Int) -> JSONObject {
    var settings = portalDefaults
    if milliseconds >= longerOfflineBlockSince {
      settings["periodOfflineBeforeAccessCheck"] = "PT24H"
    }
    return settings
  }

  private static let portalDefaults = JSONObject(all.map { ($0.name, $0.portalDefault) })
  /// 2025-11-01 in UTC, in milliseconds since the epoch.
  private static let longerOfflineBlockSince = 1_761_955_200_000
}
