internal import ExactText

/// The APIs of the contract that a `call` can name: the vendor's selectors up to their first colon, and properties.
///
/// The first are those that the step protocol describes, then comes the rest of the public headers. What an adapter does
/// not offer, it answers with `unsupported`.
package enum APIName: String, Sendable, CaseIterable {
  case registerAndEnrollAccount, loginAndEnrollAccount, deRegisterAndUnenrollAccount
  case registeredAccounts, enrolledAccount, mdmEnrolledAccount, setUIPolicyIdentity
  case getUIPolicyIdentity, setCurrentThreadIdentity, getCurrentThreadIdentity
  case setProcessIdentity, getProcessIdentity, getIdentityForCurrentActivity, isIdentityManaged
  case isIdentity, isManagementEnabled, primaryUser, mamPolicySource, policy, policyForIdentity
  case policyForWindow, aadAuthorityUriOverride, aadClientIdOverride, aadRedirectUriOverride
  case aadAuthorityUrisForIdentity, appConfigForIdentity, protect, protectionInfo, instance
  case setDelegate, remediateComplianceForIdentity, remediationInProgressForIdentity
  case isURLAllowed, isUniversalLinkAllowed, isDocumentPickerAllowed, isSaveToAllowedForLocation
  case allowedAccounts, devicePrimaryUser, enrollApplication, unEnrollApplication
  case unEnrollApplicationAndSwitchPrimaryUserTo, getUIPolicyIdentityForWindow, logger
  case telemetryEnabled, getDiagnosticInformation, getIntuneLogPaths, sendDiagnosticInformation
  case isPINRequired, isManagedBrowserRequired, isContactSyncAllowed, isSpotlightIndexingAllowed
  case areSiriIntentsAllowed, isAppSharingAllowed, shouldFileProviderEncryptFiles
  case notificationPolicy, isFileEncryptionRequired, isSaveToPersonalAllowed
  case isOpenFromAllowedForLocation, getSaveToLocationsForAccount
  case getOpenFromLocationsForAccount, unprotect, protectString, unprotectString
  case protectionInfoForString, protectionInfoForItemProvider, verifyAndProtect, encryptFile
  case decryptFile, isFileEncrypted, setIdentity, fullData, hasConflict, boolValueForKey
  case numberValueForKey, stringValueForKey, allBoolsForKey, allNumbersForKey, allStringsForKey
  case backgroundColor, foregroundColor, accentColor, secondaryBackgroundColor
  case secondaryForegroundColor, displayDiagnosticConsole, displayDiagnosticConsoleInDarkMode
  case showSharingBlockedMessage, sdkVersion
  case protectFileAtPath, decryptFileAtPath, isFileEncryptedAtPath, createFileAtPath
  case setUserDefault
  // What an app asks its platform for, of which the SDK takes notice.
  case dispatchAsync, dispatchSync, addOperation, suspendQueue, resumeQueue
  // Files that are opened through the SDK, and their protection by the platform.
  case openFileAtPath, read, write, pread, pwrite, seek, truncate, tell, size, close
  case fileProtectionLevel, loadItem
  // What a harness asks of an SDK's surroundings.
  case keychainGroups, isSplashShown, isLeftToApp, setTestPolicy

  private static let names: [ExactString: APIName] = [:].merging(
    allCases.map { (ExactString($0.rawValue), $0) }, uniquingKeysWith: { first, _ in first })

  /// The API of that name, byte for byte; nil if there is none.
  ///
  /// The initializer that the compiler makes takes a KELVIN SIGN for the K of `boolValueForKey`.
  package init?(rawValue: String) {
    guard let name = APIName.names[ExactString(rawValue)] else { return nil }
    self = name
  }
}
