internal import ExactText

extension AppCall {
  /// What an adapter has to offer before a case calls the API so; nil for what every adapter may be asked for.
  package var capability: Capability? {
    // `protect:identity:` and `protectionInfo:` are there for files and for data.
    let isOfData = arguments.contains { $0.name == "data" || $0.name == "buffer" }
    return isOfData && (api == .protect || api == .protectionInfo)
      ? .dataProtection : api.capability
  }

  /// True if it names a window: an adapter that knows only one would answer for that one.
  package var namesWindow: Bool {
    arguments.contains { argument in
      if case .text(.window, .some) = argument { true } else { false }
    }
  }
}

extension APIName {
  /// What an adapter has to offer before a case calls the API; nil for those that every adapter may be asked for.
  ///
  /// The APIs of an area that the step protocol described later than others belong to a capability of it, so that an adapter
  /// from before is not asked for them.
  package var capability: Capability? {
    switch self {
    case .fullData, .hasConflict, .boolValueForKey, .numberValueForKey, .stringValueForKey,
      .allBoolsForKey, .allNumbersForKey, .allStringsForKey:
      .appConfig
    case .allowedAccounts: .allowedAccounts
    case .isSaveToAllowedForLocation, .isOpenFromAllowedForLocation, .getSaveToLocationsForAccount,
      .getOpenFromLocationsForAccount:
      .locations
    case .backgroundColor, .foregroundColor, .accentColor, .secondaryBackgroundColor,
      .secondaryForegroundColor:
      .colors
    case .dispatchAsync, .dispatchSync, .addOperation, .suspendQueue, .resumeQueue: .tasks
    case .unprotect, .protectString, .unprotectString, .protectionInfoForString: .dataProtection
    case .encryptFile, .decryptFile, .isFileEncrypted, .verifyAndProtect, .protectFileAtPath,
      .decryptFileAtPath, .isFileEncryptedAtPath, .createFileAtPath:
      .fileEncryption
    case .setUserDefault: .authLibraries
    case .protectionInfoForItemProvider: .sharing
    case .openFileAtPath, .read, .write, .pread, .pwrite, .seek, .truncate, .tell, .size, .close:
      .openFiles
    case .fileProtectionLevel: .protectionLevels
    case .loadItem: .sharedFiles
    case .keychainGroups: .keychainGroups
    case .isSplashShown: .splash
    case .isLeftToApp: .webViews
    case .setTestPolicy: .testPolicies
    case .sendDiagnosticInformation: .diagnosticUpload
    case .telemetryEnabled: .telemetry
    case .getDiagnosticInformation, .getIntuneLogPaths, .logger, .sdkVersion: .diagnostics
    default: nil
    }
  }
}
