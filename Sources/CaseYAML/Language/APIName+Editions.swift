internal import Contract
internal import ExactText
internal import StepProtocol

extension APIName {
  /// The editions whose guide or release has the API (`contract/apis.yaml`).
  var editions: ClosedRange<Edition> {
    switch self {
    case .enrolledAccount, .isIdentity, .isManagementEnabled, .mamPolicySource,
      .aadClientIdOverride, .aadRedirectUriOverride, .aadAuthorityUrisForIdentity,
      .getIntuneLogPaths, .protectString, .unprotectString, .protectionInfoForString, .sdkVersion:
      .e2017_11 ... .latest
    case .mdmEnrolledAccount, .policyForWindow, .remediateComplianceForIdentity,
      .isUniversalLinkAllowed, .allowedAccounts, .getUIPolicyIdentityForWindow,
      .areSiriIntentsAllowed, .shouldFileProviderEncryptFiles, .notificationPolicy,
      .isOpenFromAllowedForLocation, .verifyAndProtect, .encryptFile, .decryptFile,
      .isFileEncrypted, .setIdentity, .backgroundColor, .foregroundColor, .accentColor,
      .secondaryBackgroundColor, .secondaryForegroundColor, .displayDiagnosticConsole,
      .displayDiagnosticConsoleInDarkMode, .showSharingBlockedMessage:
      .e2020_01 ... .latest
    case .remediationInProgressForIdentity, .isFileEncryptionRequired,
      .getSaveToLocationsForAccount, .getOpenFromLocationsForAccount, .protectFileAtPath,
      .decryptFileAtPath, .isFileEncryptedAtPath, .createFileAtPath, .openFileAtPath, .read,
      .write, .pread, .pwrite, .seek, .truncate, .tell, .size, .close:
      .e2020_06 ... .latest
    case .devicePrimaryUser, .enrollApplication, .unEnrollApplication,
      .unEnrollApplicationAndSwitchPrimaryUserTo, .sendDiagnosticInformation,
      .isSaveToPersonalAllowed:
      .e2016_09 ... .e2016_12
    default: .e2016_09 ... .latest
    }
  }

  /// Which steps may call the API, as the key `editions` of a step has it; nil if all may.
  var editionsOfSteps: String? {
    let editions = editions
    if editions.upperBound < .latest { return "..\(editions.upperBound.rawValue)" }
    if editions.lowerBound == .e2016_09 { return nil }
    return editions.lowerBound == .latest
      ? editions.lowerBound.rawValue : "\(editions.lowerBound.rawValue)+"
  }
}
