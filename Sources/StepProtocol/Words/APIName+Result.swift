internal import ExactText
package import JSONText

extension APIName {
  /// What a call returns.
  package struct Result: Sendable {
    /// What it is where it is not null.
    package let kind: ValueKind
    package let mayBeNull: Bool
  }

  /// What a call returns; nil where the page of the step protocol leaves that open, or several things are possible.
  package var result: Result? {
    switch self {
    case .isIdentityManaged, .isIdentity, .isManagementEnabled, .remediationInProgressForIdentity,
      .isURLAllowed, .isUniversalLinkAllowed, .isDocumentPickerAllowed,
      .isSaveToAllowedForLocation, .isOpenFromAllowedForLocation, .hasConflict, .isFileEncrypted,
      .isFileEncryptedAtPath, .openFileAtPath, .isSplashShown, .isLeftToApp:
      Result(kind: .boolean, mayBeNull: false)
    case .mamPolicySource: Result(kind: .integer, mayBeNull: false)
    case .boolValueForKey, .telemetryEnabled: Result(kind: .boolean, mayBeNull: true)
    case .numberValueForKey: Result(kind: .number, mayBeNull: true)
    case .enrolledAccount, .mdmEnrolledAccount, .primaryUser, .getUIPolicyIdentity,
      .getProcessIdentity, .getCurrentThreadIdentity, .getIdentityForCurrentActivity,
      .aadAuthorityUriOverride, .aadClientIdOverride, .aadRedirectUriOverride, .stringValueForKey,
      .backgroundColor, .foregroundColor, .accentColor, .secondaryBackgroundColor,
      .secondaryForegroundColor, .unprotect, .unprotectString, .instance, .fileProtectionLevel:
      Result(kind: .string, mayBeNull: true)
    case .registeredAccounts, .allowedAccounts, .aadAuthorityUrisForIdentity, .allStringsForKey,
      .keychainGroups, .getIntuneLogPaths:
      Result(kind: .strings, mayBeNull: true)
    case .appConfigForIdentity, .fullData, .allBoolsForKey, .allNumbersForKey:
      Result(kind: .array, mayBeNull: true)
    case .policy, .policyForIdentity, .policyForWindow, .protectionInfo, .protectionInfoForString,
      .protectionInfoForItemProvider, .getSaveToLocationsForAccount,
      .getOpenFromLocationsForAccount, .getDiagnosticInformation:
      Result(kind: .object, mayBeNull: true)
    default: nil
    }
  }

  /// What a call may return instead of null, and means the same: that there is none; nil where null has no such double.
  package var sameAsNull: JSON? {
    switch self {
    case .enrolledAccount, .mdmEnrolledAccount, .primaryUser, .aadAuthorityUriOverride,
      .aadClientIdOverride, .aadRedirectUriOverride:
      .string("")
    case .appConfigForIdentity, .fullData, .allowedAccounts: .array([])
    default: nil
    }
  }

  /// The members of the object that a call returns, as far as their kind is fixed: those of a policy, and of protection.
  package var resultMembers: [(name: String, kind: ValueKind)] {
    switch self {
    case .policy, .policyForIdentity, .policyForWindow:
      [
        ("managed", .boolean), ("isPINRequired", .boolean), ("isManagedBrowserRequired", .boolean),
        ("isContactSyncAllowed", .boolean), ("isSpotlightIndexingAllowed", .boolean),
        ("isAppSharingAllowed", .boolean), ("areSiriIntentsAllowed", .boolean),
        ("shouldFileProviderEncryptFiles", .boolean), ("notificationPolicy", .integer),
        ("isFileEncryptionRequired", .boolean),
      ]
    case .protectionInfo, .protectionInfoForString, .protectionInfoForItemProvider:
      [("identity", .string)]
    default: []
    }
  }
}

extension FileOperation {
  /// What it returns; nil where that is not looked at.
  package var result: APIName.Result? {
    switch self {
    case .exists: APIName.Result(kind: .boolean, mayBeNull: false)
    case .list: APIName.Result(kind: .strings, mayBeNull: false)
    case .read, .owner: APIName.Result(kind: .string, mayBeNull: true)
    case .create, .truncate, .append, .copy, .rename, .delete, .onDisk: nil
    }
  }
}
