internal import ExactText
internal import StepProtocol

extension AppCall {
  /// True if the call only asks for something, and changes nothing: a standing check that judges what it returns would not
  /// fail without it, but it is no reason for what is wrong.
  var onlyAsks: Bool {
    switch api {
    case .telemetryEnabled, .backgroundColor, .foregroundColor, .accentColor,
      .secondaryBackgroundColor, .secondaryForegroundColor, .aadAuthorityUriOverride,
      .aadClientIdOverride, .aadRedirectUriOverride:
      !arguments.contains { $0.name == "value" }
    default: AppCall.questions.contains(api)
    }
  }

  private static let questions: Set<APIName> = [
    .registeredAccounts, .enrolledAccount, .mdmEnrolledAccount, .primaryUser, .devicePrimaryUser,
    .getUIPolicyIdentity, .getUIPolicyIdentityForWindow, .getCurrentThreadIdentity,
    .getProcessIdentity, .getIdentityForCurrentActivity, .isIdentity, .isIdentityManaged,
    .isManagementEnabled, .mamPolicySource, .policy, .policyForIdentity, .policyForWindow,
    .aadAuthorityUrisForIdentity, .appConfigForIdentity, .fullData, .hasConflict,
    .boolValueForKey, .numberValueForKey, .stringValueForKey, .allBoolsForKey, .allNumbersForKey,
    .allStringsForKey, .allowedAccounts, .remediationInProgressForIdentity, .isURLAllowed,
    .isUniversalLinkAllowed, .isDocumentPickerAllowed, .isSaveToAllowedForLocation,
    .isOpenFromAllowedForLocation, .getSaveToLocationsForAccount,
    .getOpenFromLocationsForAccount, .isSaveToPersonalAllowed, .isPINRequired,
    .isManagedBrowserRequired, .isContactSyncAllowed, .isSpotlightIndexingAllowed,
    .areSiriIntentsAllowed, .isAppSharingAllowed, .shouldFileProviderEncryptFiles,
    .notificationPolicy, .isFileEncryptionRequired, .unprotect, .unprotectString,
    .protectionInfo, .protectionInfoForString, .protectionInfoForItemProvider, .isFileEncrypted,
    .isFileEncryptedAtPath, .fileProtectionLevel, .tell, .size, .instance, .logger,
    .getDiagnosticInformation, .getIntuneLogPaths, .sdkVersion, .keychainGroups, .isSplashShown,
    .isLeftToApp,
  ]
}
