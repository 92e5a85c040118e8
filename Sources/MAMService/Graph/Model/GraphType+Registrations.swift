/// The types of registrations, statuses and MDM devices.
extension GraphType {
  private static let registrationProperties: [GraphProperty] = [
    .init("id", .text),
    .init("createdDateTime", .instant),
    .init("lastSyncDateTime", .instant),
    .init("applicationVersion", .text, .nullable),
    .init("managementSdkVersion", .text, .nullable),
    .init("platformVersion", .text, .nullable),
    .init("deviceType", .text, .nullable),
    .init("deviceTag", .text, .nullable),
    .init("deviceName", .text, .nullable),
    .init(
      "flaggedReasons",
      .list(.choice(Enumeration("managedAppFlaggedReason", ["none", "rootedDevice"])))),
    .init("userId", .text, .nullable),
    .init("appIdentifier", .complex(mobileAppIdentifier), .nullable),
    .init("version", .text, .nullable),
  ]
  private static let registrationNavigations: [Navigation] = [
    .many("appliedPolicies", .managedAppPolicy), .many("intendedPolicies", .managedAppPolicy),
    .many("operations", .managedAppOperation),
  ]

  private static let iosManagedAppRegistration: GraphType = GraphType(
    "iosManagedAppRegistration", registrationProperties, navigations: registrationNavigations,
    ancestors: ["managedAppRegistration"])

  static let managedAppRegistration: GraphType = GraphType(
    "managedAppRegistration", registrationProperties, navigations: registrationNavigations,
    derived: [iosManagedAppRegistration],
    strangers: ["androidManagedAppRegistration", "windowsManagedAppRegistration"])

  static let managedAppOperation: GraphType = GraphType(
    "managedAppOperation",
    [
      .init("id", .text),
      .init("displayName", .text, [.writable, .nullable]),
      .init("lastModifiedDateTime", .instant),
      .init("state", .text, [.writable, .nullable]),
      .init("version", .text, .nullable),
    ])

  // MARK: Statuses

  private static let statusProperties: [GraphProperty] = [
    .init("id", .text), .init("displayName", .text, .nullable), .init("version", .text, .nullable),
  ]

  static let managedAppStatus: GraphType = GraphType(
    "managedAppStatus", statusProperties, derived: [managedAppStatusRaw])

  static let managedAppStatusRaw: GraphType = GraphType(
    "managedAppStatusRaw",
    statusProperties + [
      // The metadata leaves the form of the content open (Edm.Untyped).
      .init("content", .object, .nullable)
    ], ancestors: ["managedAppStatus"])

  static let diagnosticStatus: GraphType = GraphType(
    "managedAppDiagnosticStatus",
    [
      .init("validationName", .text, .nullable), .init("state", .text, .nullable),
      .init("mitigationInstruction", .text, .nullable),
    ])

  // MARK: MDM

  static let managedDevice: GraphType = GraphType(
    "managedDevice",
    [
      .init("id", .text),
      .init("userId", .text, .nullable),
      .init("deviceName", .text, .nullable),
      .init(
        "managedDeviceOwnerType",
        .choice(.init("managedDeviceOwnerType", ["unknown", "company", "personal"]))),
      .init("enrolledDateTime", .instant),
      .init("lastSyncDateTime", .instant),
      .init("operatingSystem", .text, .nullable),
      .init("osVersion", .text, .nullable),
      .init(
        "complianceState",
        .choice(.init("complianceState", ["unknown", "compliant", "noncompliant"]))),
      .init("jailBroken", .text, .nullable),
      .init("managementAgent", .choice(.init("managementAgentType", ["eas", "mdm"]))),
      .init("azureADRegistered", .boolean, .nullable),
      .init("userPrincipalName", .text, .nullable),
      .init("userDisplayName", .text, .nullable),
      .init("emailAddress", .text, .nullable),
      .init("manufacturer", .text, .nullable),
      .init("model", .text, .nullable),
    ])

  private static let appConfigurationSettingItem: GraphType = GraphType(
    "appConfigurationSettingItem",
    [
      .init("appConfigKey", .text),
      .init(
        "appConfigKeyType",
        .choice(
          .init(
            "mdmAppConfigKeyType",
            ["stringType", "integerType", "realType", "booleanType", "tokenType"]))),
      .init("appConfigKeyValue", .text),
    ])

  private static let configurationProperties: [GraphProperty] = [
    .init("id", .text), .init("displayName", .text), .init("description", .text, .nullable),
    .init("createdDateTime", .instant), .init("lastModifiedDateTime", .instant),
    .init("targetedMobileApps", .list(.text)), .init("version", .integer),
  ]

  private static let iosMobileAppConfiguration: GraphType = GraphType(
    "iosMobileAppConfiguration",
    configurationProperties + [
      .init("settings", .list(.complex(appConfigurationSettingItem)), .nullable)
    ], ancestors: ["managedDeviceMobileAppConfiguration"])

  static let managedDeviceMobileAppConfiguration: GraphType = GraphType(
    "managedDeviceMobileAppConfiguration", configurationProperties,
    derived: [iosMobileAppConfiguration], strangers: ["androidManagedStoreAppConfiguration"])
}
