internal import ExactText

/// The types of registrations and statuses.
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
    .init("managedDeviceId", .text, [.nullable, .beta]),
    .init("azureADDeviceId", .text, [.nullable, .beta]),
    .init("deviceModel", .text, [.nullable, .beta]),
    .init("deviceManufacturer", .text, [.nullable, .beta]),
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

  package static let managedAppRegistration: GraphType = GraphType(
    "managedAppRegistration", registrationProperties, navigations: registrationNavigations,
    derived: [iosManagedAppRegistration],
    strangers: ["androidManagedAppRegistration", "windowsManagedAppRegistration"])

  package static let managedAppOperation: GraphType = GraphType(
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

  package static let managedAppStatus: GraphType = GraphType(
    "managedAppStatus", statusProperties, derived: [managedAppStatusRaw])

  package static let managedAppStatusRaw: GraphType = GraphType(
    "managedAppStatusRaw",
    statusProperties + [
      // The metadata leaves the form of the content open (Edm.Untyped).
      .init("content", .object, .nullable)
    ], ancestors: ["managedAppStatus"])

  package static let diagnosticStatus: GraphType = GraphType(
    "managedAppDiagnosticStatus",
    [
      .init("validationName", .text, .nullable), .init("state", .text, .nullable),
      .init("mitigationInstruction", .text, .nullable),
    ])
}
