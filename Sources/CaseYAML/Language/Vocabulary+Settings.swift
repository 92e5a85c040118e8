/// Settings by name; they serve to find misspelt ones and leave others alone.
extension Vocabulary {
  /// The keys of the `IntuneMAMSettings` dictionary, of the five guides.
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

  /// Properties of `iosManagedAppProtection` (Microsoft Graph).
  static let policySettings = [
    "allowedDataStorageLocations", "allowedInboundDataTransferSources",
    "allowedOutboundClipboardSharingLevel", "allowedOutboundDataTransferDestinations",
    "appDataEncryptionType", "contactSyncBlocked", "customBrowserProtocol", "dataBackupBlocked",
    "deviceComplianceRequired", "disableAppPinIfDevicePinIsSet", "faceIdBlocked",
    "fingerprintBlocked", "managedBrowser", "managedBrowserToOpenLinksRequired",
    "maximumPinRetries", "minimumPinLength", "minimumRequiredAppVersion",
    "minimumRequiredOsVersion", "minimumRequiredSdkVersion", "minimumWarningAppVersion",
    "minimumWarningOsVersion", "notificationRestriction", "organizationalCredentialsRequired",
    "periodBeforePinReset", "periodOfflineBeforeAccessCheck", "periodOfflineBeforeWipeIsEnforced",
    "periodOnlineBeforeAccessCheck", "pinCharacterSet", "pinRequired", "printBlocked",
    "saveAsBlocked", "simplePinBlocked",
  ]
}
