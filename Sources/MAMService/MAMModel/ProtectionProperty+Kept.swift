internal import ExactText
package import JSONText

extension ProtectionProperty {
  /// Every property of `/beta` that no query of an SDK maps to: it is kept for administrators, and no app
  /// sees it.
  package static let kept: [ProtectionProperty] = [
    .beta("targetedAppManagementLevels", .flags(.appManagementLevel), "unspecified"),
    .beta("pinRequiredInsteadOfBiometricTimeout", .duration, nil),
    .beta("allowedOutboundClipboardSharingExceptionLength", .integer, 0),
    .beta("previousPinBlockCount", .integer, 0),
    .beta("maximumRequiredOsVersion", .text, nil),
    .beta("maximumWarningOsVersion", .text, nil),
    .beta("maximumWipeOsVersion", .text, nil),
    .beta("minimumWipeOsVersion", .text, nil),
    .beta("minimumWipeAppVersion", .text, nil),
    .beta("minimumWarningSdkVersion", .text, nil),
    .beta("minimumWipeSdkVersion", .text, nil),
    .beta(
      "maximumAllowedDeviceThreatLevel",
      .choice(
        Enumeration(
          "managedAppDeviceThreatLevel", ["notConfigured", "secured", "low", "medium", "high"])),
      "notConfigured"),
    .beta("mobileThreatDefenseRemediationAction", remediations, "block"),
    .beta(
      "mobileThreatDefensePartnerPriority",
      .choice(
        Enumeration(
          "mobileThreatDefensePartnerPriority",
          ["defenderOverThirdPartyPartner", "thirdPartyPartnerOverDefender"])), nil),
    .beta("appActionIfUnableToAuthenticateUser", remediations, nil),
    .beta("appActionIfIosDeviceModelNotAllowed", remediations, "block"),
    .beta("appActionIfAccountIsClockedOut", remediations, nil),
    .beta("gracePeriodToBlockAppsDuringOffClockHours", .duration, nil),
    .beta("allowedIosDeviceModels", .text, nil),
    .beta(
      "dialerRestrictionLevel",
      .choice(
        Enumeration(
          "managedAppPhoneNumberRedirectLevel", ["allApps", "managedApps", "customApp", "blocked"])
      ), "allApps"),
    .beta("customDialerAppProtocol", .text, nil),
    .beta(
      "protectedMessagingRedirectAppType",
      .choice(
        Enumeration(
          "messagingRedirectAppType", ["anyApp", "anyManagedApp", "specificApps", "blocked"])),
      "anyApp"),
    .beta("messagingRedirectAppUrlScheme", .text, nil),
    .beta("thirdPartyKeyboardsBlocked", .boolean, false),
    .beta("filterOpenInToOnlyManagedApps", .boolean, false),
    .beta("disableProtectionOfManagedOutboundOpenInData", .boolean, false),
    .beta("protectInboundDataFromUnknownSources", .boolean, false),
    .beta("managedUniversalLinks", .list(.text), []),
    .beta("exemptedUniversalLinks", .list(.text), []),
    .beta("allowWidgetContentSync", .boolean, false),
    .beta("genmojiConfigurationState", blocking("genmoji"), "notBlocked"),
    .beta("screenCaptureConfigurationState", blocking("screenCapture"), "notBlocked"),
    .beta("writingToolsConfigurationState", blocking("writingTools"), "notBlocked"),
    .beta(
      "purviewContentEvaluationRequired",
      .choice(
        Enumeration(
          "managedAppPurviewEvaluationRequirement",
          ["notRequired", "requiredWhenOnline", "required"])), "notRequired"),
  ]

  /// The properties that only the policies of iOS have; the others have their names from the base type.
  static let ofIOS: Set<ExactString> = [
    "appDataEncryptionType", "minimumRequiredSdkVersion", "faceIdBlocked", "customBrowserProtocol",
    "minimumWarningSdkVersion", "minimumWipeSdkVersion", "allowedIosDeviceModels",
    "appActionIfIosDeviceModelNotAllowed", "appActionIfAccountIsClockedOut",
    "customDialerAppProtocol", "messagingRedirectAppUrlScheme", "thirdPartyKeyboardsBlocked",
    "filterOpenInToOnlyManagedApps", "disableProtectionOfManagedOutboundOpenInData",
    "protectInboundDataFromUnknownSources", "exemptedAppProtocols", "managedUniversalLinks",
    "exemptedUniversalLinks", "allowWidgetContentSync", "genmojiConfigurationState",
    "screenCaptureConfigurationState", "writingToolsConfigurationState",
  ]

  /// What a kept property, of a protection or a configuration, is until an administrator sets it.
  package static func keptDefault(_ name: String) -> JSON {
    kept.first { $0.name == name }?.unrestricted ?? .null
  }

  private static func beta(
    _ name: String, _ form: PropertyForm, _ value: JSON
  ) -> ProtectionProperty {
    ProtectionProperty(name, form, value, beta: true)
  }

  private static func blocking(_ what: String) -> PropertyForm {
    .choice(Enumeration("\(what)IosManagedAppConfigurationState", ["notBlocked", "blocked"]))
  }
}

extension Enumeration {
  /// The kinds of devices on which an app is managed; a value is a list of members with commas.
  static let appManagementLevel = Enumeration(
    "appManagementLevel",
    [
      "unspecified", "unmanaged", "mdm", "androidEnterprise",
      "androidEnterpriseDedicatedDevicesWithAzureAdSharedMode",
      "androidOpenSourceProjectUserAssociated", "androidOpenSourceProjectUserless",
    ])
}
