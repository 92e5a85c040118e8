internal import ExactText

/// The types of the directory: users, groups, licences, the organization.
extension GraphType {
  package static let user: GraphType = GraphType(
    "user",
    [
      .init("id", .text),
      .init("displayName", .text, [.writable, .nullable, .required]),
      .init("givenName", .text, [.writable, .nullable]),
      .init("surname", .text, [.writable, .nullable]),
      .init("jobTitle", .text, [.writable, .nullable]),
      .init("mail", .text, [.writable, .nullable]),
      .init("mobilePhone", .text, [.writable, .nullable]),
      .init("officeLocation", .text, [.writable, .nullable]),
      .init("preferredLanguage", .text, [.writable, .nullable]),
      .init("userPrincipalName", .text, [.writable, .required]),
      .init("businessPhones", .list(.text), .writable),
      .init("accountEnabled", .boolean, [.writable, .required, .selectedOnly]),
      .init("assignedLicenses", .list(.complex(assignedLicense)), .selectedOnly),
      .init("createdDateTime", .instant, [.nullable, .selectedOnly]),
      .init("department", .text, [.writable, .nullable, .selectedOnly]),
      .init("mailNickname", .text, [.writable, .nullable, .required, .selectedOnly]),
      .init("usageLocation", .text, [.writable, .nullable, .selectedOnly]),
      .init("userType", .text, [.nullable, .selectedOnly]),
      .init("passwordProfile", .complex(passwordProfile), [.writable, .required, .hidden]),
    ] + userDetails,
    navigations: [
      .many("managedAppRegistrations", .managedAppRegistration),
      .many("licenseDetails", .licenseDetails), .many("memberOf", .directoryObject),
      .many("transitiveMemberOf", .directoryObject), .many("managedDevices", .managedDevice),
    ],
    ancestors: ["directoryObject"], isSearchable: true)

  private static let passwordProfile: GraphType = GraphType(
    "passwordProfile",
    [
      .init("password", .text, [.writable, .nullable]),
      .init("forceChangePasswordNextSignIn", .boolean, [.writable, .nullable]),
      .init("forceChangePasswordNextSignInWithMfa", .boolean, [.writable, .nullable]),
    ])

  package static let group: GraphType = GraphType(
    "group",
    [
      .init("id", .text),
      .init("createdDateTime", .instant, .nullable),
      .init("description", .text, [.writable, .nullable]),
      .init("displayName", .text, [.writable, .required]),
      .init("groupTypes", .list(.text), .writable),
      .init("mail", .text, .nullable),
      .init("mailEnabled", .boolean, [.writable, .required]),
      .init("mailNickname", .text, [.writable, .required]),
      .init("securityEnabled", .boolean, [.writable, .required]),
      .init("visibility", .text, [.writable, .nullable]),
    ] + groupDetails,
    navigations: [
      .many("members", .directoryObject), .many("transitiveMembers", .directoryObject),
    ], ancestors: ["directoryObject"], isSearchable: true)

  package static let directoryObject: GraphType = GraphType(
    "directoryObject", [.init("id", .text)], derived: [user, group],
    strangers: [
      "administrativeUnit", "application", "device", "directoryRole", "orgContact",
      "servicePrincipal",
    ], lendsDerived: true)

  // MARK: Licences

  private static let servicePlanInfo: GraphType = GraphType(
    "servicePlanInfo",
    [
      .init("servicePlanId", .text), .init("servicePlanName", .text, .nullable),
      .init("provisioningStatus", .text, .nullable), .init("appliesTo", .text, .nullable),
    ])

  private static let assignedLicense: GraphType = GraphType(
    "assignedLicense",
    [
      .init("disabledPlans", .list(.text), .writable),
      .init("skuId", .text, [.writable, .required]),
    ])

  package static let licenseDetails: GraphType = GraphType(
    "licenseDetails",
    [
      .init("id", .text), .init("skuId", .text), .init("skuPartNumber", .text, .nullable),
      .init("servicePlans", .list(.complex(servicePlanInfo))),
    ])

  private static let licenseUnitsDetail: GraphType = GraphType(
    "licenseUnitsDetail",
    [
      .init("enabled", .integer), .init("suspended", .integer), .init("warning", .integer),
    ])

  package static let subscribedSku: GraphType = GraphType(
    "subscribedSku",
    [
      .init("id", .text), .init("skuId", .text), .init("skuPartNumber", .text, .nullable),
      .init("capabilityStatus", .text, .nullable), .init("appliesTo", .text, .nullable),
      .init("consumedUnits", .integer, .nullable),
      .init("prepaidUnits", .complex(licenseUnitsDetail), .nullable),
      .init("servicePlans", .list(.complex(servicePlanInfo))),
    ])

  /// The body of the action assignLicense.
  package static let licenseChanges: GraphType = GraphType(
    "assignLicense",
    [
      .init("addLicenses", .list(.complex(assignedLicense)), [.writable, .required]),
      .init("removeLicenses", .list(.text), [.writable, .required]),
    ])

  package static let organization: GraphType = GraphType(
    "organization",
    [
      .init("id", .text), .init("displayName", .text, .nullable),
      .init("createdDateTime", .instant, .nullable), .init("tenantType", .text, .nullable),
      .init(
        "assignedPlans",
        .list(
          .complex(
            GraphType(
              "assignedPlan",
              [
                .init("service", .text, .nullable), .init("servicePlanId", .text, .nullable),
                .init("capabilityStatus", .text, .nullable),
              ])))),
    ])
}
