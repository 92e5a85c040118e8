internal import ExactText
import MAMDirectory

/// The types of MDM devices and of what MDM tells apps.
extension GraphType {
  package static let managedDevice: GraphType = GraphType(
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

  // MARK: What MDM tells apps

  /// One setting: a ``MobileAppSetting``.
  static let mobileAppSetting: GraphType = GraphType(
    "appConfigurationSettingItem",
    [
      .init("appConfigKey", .text, [.writable, .required]),
      .init(
        "appConfigKeyType",
        .choice(
          .init("mdmAppConfigKeyType", MobileAppSetting.Kind.allCases.map(\.rawValue))),
        .writable),
      .init("appConfigKeyValue", .text, [.writable, .required]),
    ])

  private static let configurationProperties: [GraphProperty] = [
    .init("id", .text),
    .init("displayName", .text, [.writable, .required]),
    .init("description", .text, [.writable, .nullable]),
    .init("createdDateTime", .instant), .init("lastModifiedDateTime", .instant),
    .init("targetedMobileApps", .list(.text), .writable),
    .init("version", .integer),
  ]
  private static let configurationNavigations: [Navigation] = [
    .many("assignments", .mobileAppConfigurationAssignment)
  ]

  package static let iosMobileAppConfiguration: GraphType = GraphType(
    "iosMobileAppConfiguration",
    configurationProperties + [
      .init("encodedSettingXml", .text, [.writable, .nullable]),
      .init("settings", .list(.complex(mobileAppSetting)), [.writable, .nullable]),
    ],
    navigations: configurationNavigations,
    ancestors: ["managedDeviceMobileAppConfiguration"])

  package static let managedDeviceMobileAppConfiguration: GraphType = GraphType(
    "managedDeviceMobileAppConfiguration", configurationProperties,
    navigations: configurationNavigations,
    derived: [iosMobileAppConfiguration], strangers: ["androidManagedStoreAppConfiguration"])

  package static let mobileAppConfigurationAssignment: GraphType = GraphType(
    "managedDeviceMobileAppConfigurationAssignment",
    [
      .init("id", .text, .nullable),
      .init("target", .complex(assignmentTarget), [.writable, .required]),
    ])
}
