internal import ExactText
import JSONText
import MAMDirectory

/// The types of policies and of what hangs on them.
extension GraphType {
  private static let policyProperties: [GraphProperty] = [
    .init("id", .text),
    .init("displayName", .text, [.writable, .required]),
    .init("description", .text, [.writable, .nullable]),
    .init("createdDateTime", .instant),
    .init("lastModifiedDateTime", .instant),
    .init("roleScopeTagIds", .list(.text), [.writable, .beta]),
    .init("version", .text, .nullable),
  ]
  private static let targetedProperties: [GraphProperty] = [
    .init("isAssigned", .boolean),
    .init("appGroupType", .choice(.appGroupType), [.writable, .beta]),
  ]
  private static let deployedAppCount = GraphProperty("deployedAppCount", .integer)
  private static let assignmentsNavigation: Navigation = .many("assignments", .policyAssignment)
  private static let targetedNavigations: [Navigation] = [
    .many("apps", .managedMobileApp), assignmentsNavigation,
    .one("deploymentSummary", .deploymentSummary),
  ]

  package static let iosManagedAppProtection: GraphType = GraphType(
    PolicyKind.protection.rawValue,
    policyProperties + targetedProperties + [deployedAppCount] + protectionProperties,
    navigations: targetedNavigations,
    ancestors: ["targetedManagedAppProtection", "managedAppProtection", "managedAppPolicy"])

  private static let protectionProperties = (ProtectionProperty.all + ProtectionProperty.kept)
    .map(\.graphProperty)
  private static let commonProtectionProperties = protectionProperties.filter {
    !ProtectionProperty.ofIOS.contains($0.name)
  }

  package static let targetedManagedAppConfiguration: GraphType = GraphType(
    PolicyKind.configuration.rawValue,
    policyProperties + targetedProperties + [
      deployedAppCount,
      .init("targetedAppManagementLevels", .flags(.appManagementLevel), [.writable, .beta]),
      customSettings,
    ],
    navigations: targetedNavigations + [settingsNavigation],
    ancestors: ["managedAppConfiguration", "managedAppPolicy"])

  private static let settingsNavigation: Navigation = .many(
    "settings", .configurationSetting, isBeta: true)

  package static let managedAppPolicy: GraphType = GraphType(
    "managedAppPolicy", policyProperties,
    derived: [iosManagedAppProtection, targetedManagedAppConfiguration],
    bases: [managedAppProtection, targetedManagedAppProtection, managedAppConfiguration],
    strangers: [
      "androidManagedAppProtection", "windowsManagedAppProtection", "defaultManagedAppProtection",
      "windowsInformationProtection", "windowsInformationProtectionPolicy",
      "mdmWindowsInformationProtectionPolicy",
    ])

  private static let managedAppProtection: GraphType = GraphType(
    "managedAppProtection", policyProperties + commonProtectionProperties,
    derived: [iosManagedAppProtection], ancestors: ["managedAppPolicy"])

  private static let targetedManagedAppProtection: GraphType = GraphType(
    "targetedManagedAppProtection",
    policyProperties + commonProtectionProperties + targetedProperties,
    navigations: [assignmentsNavigation],
    derived: [iosManagedAppProtection], ancestors: ["managedAppProtection", "managedAppPolicy"])

  private static let managedAppConfiguration: GraphType = GraphType(
    "managedAppConfiguration", policyProperties + [customSettings],
    navigations: [settingsNavigation], derived: [targetedManagedAppConfiguration],
    ancestors: ["managedAppPolicy"])

  private static let customSettings = GraphProperty(
    "customSettings", .list(.complex(keyValuePair)), .writable)

  static let keyValuePair: GraphType = GraphType(
    "keyValuePair",
    [
      .init("name", .text, [.writable, .required]), .init("value", .text, [.writable, .nullable]),
    ])

  /// A setting of the settings catalogue, which no app gets: its names are not those of apps.
  package static let configurationSetting: GraphType = GraphType(
    "deviceManagementConfigurationSetting",
    [.init("id", .text), .init("settingInstance", .object, [.writable, .required])])

  // MARK: Apps

  private static let iosMobileAppIdentifier: GraphType = GraphType(
    "iosMobileAppIdentifier", [.init("bundleId", .text, [.writable, .required])])

  static let mobileAppIdentifier: GraphType = GraphType(
    "mobileAppIdentifier", [], derived: [iosMobileAppIdentifier])

  package static let managedMobileApp: GraphType = GraphType(
    "managedMobileApp",
    [
      .init("id", .text), .init("version", .text, .nullable),
      .init("mobileAppIdentifier", .complex(mobileAppIdentifier), [.writable, .required]),
    ])

  // MARK: Assignments

  private static let targetProperties: [GraphProperty] = [
    .init(
      "deviceAndAppManagementAssignmentFilterId", .text, [.writable, .nullable, .betaShown]),
    .init(
      "deviceAndAppManagementAssignmentFilterType", .choice(.assignmentFilterType),
      [.writable, .betaShown]),
  ]
  private static let groupProperties =
    targetProperties + [
      GraphProperty("groupId", .text, [.writable, .required])
    ]

  package static let assignmentTarget: GraphType = GraphType(
    "deviceAndAppManagementAssignmentTarget", targetProperties,
    derived: [
      GraphType("groupAssignmentTarget", groupProperties),
      GraphType("exclusionGroupAssignmentTarget", groupProperties),
      GraphType("allLicensedUsersAssignmentTarget", targetProperties),
      GraphType("allDevicesAssignmentTarget", targetProperties),
    ])

  package static let policyAssignment: GraphType = GraphType(
    "targetedManagedAppPolicyAssignment",
    [
      .init("id", .text, .nullable),
      .init("source", .choice(.assignmentSource), [.writable, .betaShown]),
      .init("sourceId", .text, [.writable, .nullable, .betaShown]),
      .init("target", .complex(assignmentTarget), [.writable, .required]),
    ])

  // MARK: Deployment

  package static let deploymentSummary: GraphType = GraphType(
    "managedAppPolicyDeploymentSummary",
    [
      .init("id", .text), .init("displayName", .text),
      .init("configurationDeployedUserCount", .integer),
      .init("lastRefreshTime", .instant),
      .init("configurationDeploymentSummaryPerApp", .list(.complex(deploymentPerApp))),
      .init("version", .text, .nullable),
    ])

  private static let deploymentPerApp: GraphType = GraphType(
    "managedAppPolicyDeploymentSummaryPerApp",
    [
      .init("mobileAppIdentifier", .complex(mobileAppIdentifier)),
      .init("configurationAppliedUserCount", .integer),
    ])
}

extension Enumeration {
  static let assignmentFilterType = Enumeration(
    "deviceAndAppManagementAssignmentFilterType", ["none", "include", "exclude"])
  static let assignmentSource = Enumeration(
    "deviceAndAppManagementAssignmentSource", ["direct", "policySets"])
  package static let appGroupType = Enumeration(
    "targetedManagedAppGroupType", Targeting.appGroupTypes)
}

extension ProtectionProperty {
  /// The property as the metadata has it.
  fileprivate var graphProperty: GraphProperty {
    var traits: GraphProperty.Traits = .writable
    if isNullable { traits.insert(.nullable) }
    if isBeta { traits.insert(.beta) }
    return GraphProperty(name, form, traits)
  }
}
