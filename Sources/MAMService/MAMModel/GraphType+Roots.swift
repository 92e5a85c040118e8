internal import ExactText

/// The entities that the collections of MAM and MDM hang on.
extension GraphType {
  package static let deviceAppManagement: GraphType = GraphType(
    "deviceAppManagement",
    [
      .init("id", .text), .init("isEnabledForMicrosoftStoreForBusiness", .boolean),
      .init("microsoftStoreForBusinessLanguage", .text, .nullable),
      .init("microsoftStoreForBusinessLastCompletedApplicationSyncTime", .instant, .nullable),
      .init("microsoftStoreForBusinessLastSuccessfulSyncDateTime", .instant, .nullable),
    ],
    navigations: [
      .many("iosManagedAppProtections", .iosManagedAppProtection),
      .many("targetedManagedAppConfigurations", .targetedManagedAppConfiguration),
      .many("managedAppPolicies", .managedAppPolicy),
      .many("managedAppRegistrations", .managedAppRegistration),
      .many("managedAppStatuses", .managedAppStatus),
      .many("mobileAppConfigurations", .managedDeviceMobileAppConfiguration),
    ])

  package static let deviceManagement: GraphType = GraphType(
    "deviceManagement", [.init("id", .text)],
    navigations: [.many("managedDevices", .managedDevice)])
}
