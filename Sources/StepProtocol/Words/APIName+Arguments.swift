internal import ExactText

extension APIName {
  /// The arguments that the API takes in a `call` beside `thread`, which every call may name, as the page of the step protocol
  /// lists them; nil for the rest of the public headers, of which it says nothing.
  package var arguments: [String]? {
    switch self {
    case .registerAndEnrollAccount, .loginAndEnrollAccount, .setProcessIdentity,
      .setCurrentThreadIdentity, .isIdentityManaged, .policyForIdentity,
      .aadAuthorityUrisForIdentity, .appConfigForIdentity, .remediationInProgressForIdentity,
      .fullData:
      ["identity"]
    case .deRegisterAndUnenrollAccount: ["identity", "doWipe"]
    case .remediateComplianceForIdentity: ["identity", "silent"]
    case .isIdentity: ["identity", "other"]
    case .setUIPolicyIdentity: ["identity", "window"]
    case .getUIPolicyIdentity, .policyForWindow: ["window"]
    case .registeredAccounts, .enrolledAccount, .mdmEnrolledAccount, .primaryUser,
      .getProcessIdentity, .getCurrentThreadIdentity, .getIdentityForCurrentActivity,
      .isManagementEnabled, .mamPolicySource, .policy, .allowedAccounts, .keychainGroups,
      .isSplashShown, .sendDiagnosticInformation, .getDiagnosticInformation, .getIntuneLogPaths,
      .sdkVersion:
      []
    case .aadAuthorityUriOverride, .aadClientIdOverride, .aadRedirectUriOverride,
      .backgroundColor, .foregroundColor, .accentColor, .secondaryBackgroundColor,
      .secondaryForegroundColor, .telemetryEnabled:
      ["value"]
    case .instance: ["class"]
    case .setDelegate: ["delegate", "value"]
    case .setUserDefault: ["key", "value"]
    case .setTestPolicy: ["value", "location", "doWipe"]
    case .isLeftToApp: ["url"]
    case .hasConflict, .allBoolsForKey, .allNumbersForKey, .allStringsForKey: ["identity", "key"]
    case .boolValueForKey, .numberValueForKey, .stringValueForKey:
      ["identity", "key", "queryType"]
    case .dispatchAsync, .dispatchSync, .addOperation: ["queue", "sets"]
    case .suspendQueue, .resumeQueue: ["queue"]
    default: argumentsOfPolicies ?? argumentsOfData
    }
  }

  /// Those of the queries that name whose policy applies.
  private var argumentsOfPolicies: [String]? {
    let whose = ["identity", "window"]
    return switch self {
    case .isURLAllowed, .isUniversalLinkAllowed: whose + ["url"]
    case .isDocumentPickerAllowed: whose + ["mode"]
    case .isSaveToAllowedForLocation, .isOpenFromAllowedForLocation:
      whose + ["location", "account"]
    case .getSaveToLocationsForAccount, .getOpenFromLocationsForAccount: whose + ["account"]
    default: nil
    }
  }

  /// Those of the APIs that protect, read and write data.
  private var argumentsOfData: [String]? {
    switch self {
    case .protect: ["path", "folder", "identity", "data", "buffer"]
    case .protectionInfo: ["path", "folder", "data", "buffer"]
    case .protectString: ["data", "buffer", "identity"]
    case .unprotect, .unprotectString: ["data", "buffer", "damaged"]
    case .protectionInfoForString: ["data", "buffer"]
    case .encryptFile, .protectFileAtPath, .verifyAndProtect: ["path", "folder", "identity"]
    case .decryptFile, .decryptFileAtPath: ["path", "folder", "to", "identity"]
    case .isFileEncrypted, .isFileEncryptedAtPath, .fileProtectionLevel,
      .protectionInfoForItemProvider:
      ["path", "folder"]
    case .createFileAtPath: ["path", "folder", "identity", "data"]
    case .loadItem: ["path", "folder", "to"]
    case .openFileAtPath: ["path", "mode"]
    // A sweep over them gives each the same.
    case .read, .write, .pread, .pwrite, .seek, .truncate: ["path", "count", "offset", "data"]
    case .tell, .size, .close: ["path"]
    default: nil
    }
  }
}
