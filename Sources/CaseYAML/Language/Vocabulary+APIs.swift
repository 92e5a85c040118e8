internal import ExactText

/// The APIs of the contract that a `call` can name.
extension Vocabulary {
  /// The vendor's selectors up to their first colon, and properties: what the step protocol lists,
  /// then the rest of the public headers. What an adapter does not offer, it answers for itself.
  static let apis = [
    "registerAndEnrollAccount", "loginAndEnrollAccount", "deRegisterAndUnenrollAccount",
    "registeredAccounts", "enrolledAccount", "mdmEnrolledAccount", "setUIPolicyIdentity",
    "getUIPolicyIdentity", "setCurrentThreadIdentity", "getCurrentThreadIdentity",
    "setProcessIdentity", "getProcessIdentity", "getIdentityForCurrentActivity",
    "isIdentityManaged", "isIdentity", "isManagementEnabled", "primaryUser", "mamPolicySource",
    "policy", "policyForIdentity", "policyForWindow", "aadAuthorityUriOverride",
    "aadClientIdOverride", "aadRedirectUriOverride", "aadAuthorityUrisForIdentity",
    "appConfigForIdentity", "protect", "protectionInfo", "instance", "setDelegate",
    "remediateComplianceForIdentity", "remediationInProgressForIdentity", "isURLAllowed",
    "isUniversalLinkAllowed", "isDocumentPickerAllowed", "isSaveToAllowedForLocation",
    "allowedAccounts", "devicePrimaryUser", "enrollApplication", "unEnrollApplication",
    "unEnrollApplicationAndSwitchPrimaryUserTo", "getUIPolicyIdentityForWindow", "logger",
    "telemetryEnabled", "getDiagnosticInformation", "getIntuneLogPaths",
    "sendDiagnosticInformation", "isPINRequired", "isManagedBrowserRequired",
    "isContactSyncAllowed", "isSpotlightIndexingAllowed", "areSiriIntentsAllowed",
    "isAppSharingAllowed", "shouldFileProviderEncryptFiles", "notificationPolicy",
    "isFileEncryptionRequired", "isSaveToPersonalAllowed", "isOpenFromAllowedForLocation",
    "getSaveToLocationsForAccount", "getOpenFromLocationsForAccount", "unprotect", "protectString",
    "unprotectString", "protectionInfoForString", "protectionInfoForItemProvider",
    "verifyAndProtect", "encryptFile", "decryptFile", "isFileEncrypted", "setIdentity", "fullData",
    "hasConflict", "boolValueForKey", "numberValueForKey", "stringValueForKey", "allBoolsForKey",
    "allNumbersForKey", "allStringsForKey", "backgroundColor", "foregroundColor", "accentColor",
    "secondaryBackgroundColor", "secondaryForegroundColor", "displayDiagnosticConsole",
    "displayDiagnosticConsoleInDarkMode", "showSharingBlockedMessage", "sdkVersion",
  ]
}
