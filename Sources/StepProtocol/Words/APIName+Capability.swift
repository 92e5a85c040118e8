internal import ExactText

extension APIName {
  /// What an adapter has to offer before a case calls the API; nil for those that every adapter may be asked for.
  ///
  /// The APIs of an area that the step protocol described later than others belong to a capability of it, so that an adapter
  /// from before is not asked for them.
  public var capability: Capability? {
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
    case .getDiagnosticInformation, .getIntuneLogPaths, .logger, .sdkVersion: .diagnostics
    default: nil
    }
  }
}
