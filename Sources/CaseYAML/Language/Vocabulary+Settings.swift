internal import ExactText

/// Settings by name.
extension Vocabulary {
  /// The keys of the `IntuneMAMSettings` dictionary, of the five guides. They serve to find misspelt
  /// ones; others are let through, because the contract says what happens to them.
  static let appSettings = [
    "ADALClientId", "ADALAuthority", "ADALRedirectUri", "ADALRedirectScheme",
    "ADALLogOverrideDisabled", "ADALCacheKeychainGroupOverride", "AppGroupIdentifiers",
    "ContainingAppBundleId", "DebugSettingsEnabled", "MainNibFile", "MainStoryboardFile",
    "AutoEnrollOnLaunch", "MAMPolicyRequired", "MAMPolicyWarnAbsent", "MultiIdentity",
    "SafariViewControllerBlockedOverride", "SplashIconFile", "SplashDuration", "BackgroundColor",
    "ForegroundColor", "AccentColor", "SecondaryBackgroundColor", "SecondaryForegroundColor",
    "SupportsDarkMode", "MAMTelemetryDisabled", "MAMTelemetryUsePPE", "MaxFileProtectionLevel",
    "OpenInActionExtension", "WebViewHandledURLSchemes", "DocumentBrowserFileCachePath",
    "VerboseLoggingEnabled",
  ]

  /// Properties of `iosManagedAppProtection` (Microsoft Graph); the service refuses others.
  static let policySettings = [
    "periodOfflineBeforeAccessCheck", "periodOnlineBeforeAccessCheck",
    "allowedInboundDataTransferSources", "allowedOutboundDataTransferDestinations",
    "organizationalCredentialsRequired", "allowedOutboundClipboardSharingLevel",
    "dataBackupBlocked", "deviceComplianceRequired", "managedBrowserToOpenLinksRequired",
    "saveAsBlocked", "periodOfflineBeforeWipeIsEnforced", "pinRequired", "maximumPinRetries",
    "simplePinBlocked", "minimumPinLength", "pinCharacterSet", "periodBeforePinReset",
    "allowedDataStorageLocations", "contactSyncBlocked", "printBlocked", "fingerprintBlocked",
    "disableAppPinIfDevicePinIsSet", "minimumRequiredOsVersion", "minimumWarningOsVersion",
    "minimumRequiredAppVersion", "minimumWarningAppVersion", "managedBrowser",
    "appDataEncryptionType", "minimumRequiredSdkVersion", "faceIdBlocked",
    "customBrowserProtocol", "notificationRestriction",
    "blockDataIngestionIntoOrganizationDocuments", "allowedDataIngestionLocations",
    "appActionIfDeviceComplianceRequired", "appActionIfMaximumPinRetriesExceeded",
  ]
}
