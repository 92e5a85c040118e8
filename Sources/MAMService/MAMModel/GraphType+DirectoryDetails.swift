internal import ExactText

/// What the real directory also reports about users and groups, and MAM does not need: null or empty until a client
/// sets it, and shown only to who selects it.
extension GraphType {
  static let userDetails: [GraphProperty] =
    texts(
      "aboutMe", "ageGroup", "city", "companyName", "consentProvidedForMinor", "country",
      "employeeId", "employeeType", "externalUserState", "faxNumber", "mySite",
      "onPremisesImmutableId", "passwordPolicies", "postalCode", "preferredDataLocation",
      "preferredName", "state", "streetAddress")
    + readTexts(
      "creationType", "legalAgeGroupClassification", "onPremisesDistinguishedName",
      "onPremisesDomainName", "onPremisesSamAccountName", "onPremisesSecurityIdentifier",
      "onPremisesUserPrincipalName", "securityIdentifier")
    + [
      .init("birthday", .instant, detail), .init("hireDate", .instant, detail),
      .init("employeeHireDate", .instant, detail),
      .init("employeeLeaveDateTime", .instant, detail),
      .init("deletedDateTime", .instant, readDetail),
      .init("externalUserStateChangeDateTime", .instant, readDetail),
      .init("lastPasswordChangeDateTime", .instant, readDetail),
      .init("onPremisesLastSyncDateTime", .instant, readDetail),
      .init("signInSessionsValidFromDateTime", .instant, readDetail),
      .init("isResourceAccount", .boolean, detail),
      .init("onPremisesSyncEnabled", .boolean, readDetail),
      .init("showInAddressList", .boolean, detail),
      .init("imAddresses", .list(.text), .selectedOnly),
      .init("interests", .list(.text), listDetail), .init("otherMails", .list(.text), listDetail),
      .init("pastProjects", .list(.text), listDetail),
      .init("proxyAddresses", .list(.text), .selectedOnly),
      .init("responsibilities", .list(.text), listDetail),
      .init("schools", .list(.text), listDetail), .init("skills", .list(.text), listDetail),
      .init("assignedPlans", .list(.object), .selectedOnly),
      .init("identities", .list(.object), listDetail),
      .init("licenseAssignmentStates", .list(.object), .selectedOnly),
      .init("onPremisesProvisioningErrors", .list(.object), .selectedOnly),
      .init("provisionedPlans", .list(.object), .selectedOnly),
      .init("serviceProvisioningErrors", .list(.object), .selectedOnly),
      .init("employeeOrgData", .object, detail),
      .init("onPremisesExtensionAttributes", .object, detail),
      .init("signInActivity", .object, readDetail),
    ]

  static let groupDetails: [GraphProperty] =
    texts(
      "classification", "membershipRule", "membershipRuleProcessingState", "preferredDataLocation",
      "preferredLanguage", "theme")
    + readTexts(
      "onPremisesDomainName", "onPremisesNetBiosName", "onPremisesSamAccountName",
      "onPremisesSecurityIdentifier", "securityIdentifier", "uniqueName")
    + [
      .init("deletedDateTime", .instant, readDetail),
      .init("expirationDateTime", .instant, readDetail),
      .init("onPremisesLastSyncDateTime", .instant, readDetail),
      .init("renewedDateTime", .instant, readDetail),
      .init("isAssignableToRole", .boolean, detail),
      .init("onPremisesSyncEnabled", .boolean, readDetail),
      .init("hasMembersWithLicenseErrors", .boolean, readDetail),
      .init("proxyAddresses", .list(.text), .selectedOnly),
      .init("resourceBehaviorOptions", .list(.text), listDetail),
      .init("resourceProvisioningOptions", .list(.text), listDetail),
      .init("assignedLabels", .list(.object), listDetail),
      .init("assignedLicenses", .list(.object), .selectedOnly),
      .init("licenseProcessingState", .object, readDetail),
      .init("onPremisesProvisioningErrors", .list(.object), .selectedOnly),
      .init("serviceProvisioningErrors", .list(.object), .selectedOnly),
    ]

  private static let detail: GraphProperty.Traits = [.writable, .nullable, .selectedOnly]
  private static let readDetail: GraphProperty.Traits = [.nullable, .selectedOnly]
  private static let listDetail: GraphProperty.Traits = [.writable, .selectedOnly]

  private static func texts(_ names: String...) -> [GraphProperty] {
    names.map { GraphProperty($0, .text, detail) }
  }

  private static func readTexts(_ names: String...) -> [GraphProperty] {
    names.map { GraphProperty($0, .text, readDetail) }
  }
}
