internal import ExactText
import JSONText
internal import StepProtocol

/// What other SDKs than the contract's make of device management and of settings; by the contract each answers as its first
/// line says.
extension LaunchRules {
  /// Nothing: an extension that is launched before its app leaves the tokens of the device alone (AUTH-002).
  func cleanUpBeforeTheApp() {
    guard context.isExtension, !behaviour.launch.extensionsLeaveTokens else { return }
    let isKnown = state.keychain.entries.contains {
      $0.item.account.hasPrefix("app/")
        && context.bundleId.hasPrefix(String($0.item.account.dropFirst(4)))
    }
    if isKnown { return }
    for entry in tokens.cachedTokens { tokens.purge(of: entry.identity) }
  }

  /// Nothing: each setting is that of the app as it is now (WEB-006, FIL-030, UIX-002, AUTH-003).
  func keepFirstSettings() {
    for setting in LaunchBehaviour.KeptSetting.allCases where !context.isExtension {
      let first = saved.marks[setting.rawValue]
      guard let value = first ?? context.settings[setting.rawValue],
        behaviour.launch.keepsOfTheFirstLaunch == setting
      else { continue }
      if first != nil {
        state.context.settings[setting.rawValue] = value
      } else {
        saved.marks[setting.rawValue] = value
      }
    }
  }

  /// Changes nothing: what the device has demanded before does not matter any more, and nobody restarts for it (RST-001).
  func noteManagement(before old: DeviceManagement) {
    if !state.isStarted, !behaviour.launch.earlyManagementCounts { context.management = old }
    if state.isStarted, old.mdmUser == nil, context.management.mdmUser != nil,
      !behaviour.restart.deviceManagementNeedsNone
    {
      delegates.ask(.restartApplication)
    }
    memory.lastAllowedAccounts = old.allowedAccounts ?? memory.lastAllowedAccounts
    if let user = context.management.mdmUser, context.management.configuredUPN != nil {
      memory.lastManagedUser = user
    }
  }

  /// Notes when a check-in was planned that a person asks for earlier, which does not matter any more (OQ-15).
  func noteSecondTry() {
    memory.planBeforeSecondTry = saved.checkInDue
    memory.isSecondTryToTell = true
  }

  /// True if the settings of the device have changed (CFG-020).
  func announcesSettings(before old: DeviceManagement) -> Bool {
    if old.configuration != context.management.configuration {
      return behaviour.configuration.notifiesOfDeviceSettings
    }
    guard old != context.management else { return false }
    return !behaviour.configuration.sameDeviceSettingsAreQuiet
      || old.configuration == nil && !behaviour.configuration.bareDevicesAreQuiet
  }

  /// False: each launch enrolls the managed user, also one that has an unenrollment to end (LCH-002).
  var isForgotten: Bool {
    if !memory.resumedUnenrollments.isEmpty, !behaviour.launch.departuresLeaveTheAttempt {
      return true
    }
    return state.isIn(behaviour.lapses.enrollingLaunches)
  }

  /// Nothing: keys of the settings are case-sensitive (OQ-78, SET-033).
  func readKeysInOtherLetters() {
    for (name, value) in context.settings.members.map({ ($0.name, $0.value) }) {
      let known = LaunchRules.keys.first { $0.asciiLowercased() == name.asciiLowercased() }
      guard let known, known != name, !behaviour.launch.keysKeepTheirLetters else { continue }
      context.settings[known] = value
    }
  }

  /// Settings of which an SDK with the defect knows every spelling.
  private static let keys = [
    "ADALClientId", "AutoEnrollOnLaunch", "DebugSettingsEnabled", "MAMPolicyRequired",
    "MAMPolicyWarnAbsent", "MAMTelemetryDisabled",
  ]
}
