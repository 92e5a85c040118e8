internal import ExactText

extension Defect {
  /// What is wrong, in a line, and the requirements it breaks, the most telling first.
  var description: (summary: String, requirements: [String]) {
    switch self {
    case .retryAt23h:
      ("retries a failed enrollment an hour early", ["ENR-009", "ENR-008", "ENR-015"])
    case .retryAt25h:
      ("retries a failed enrollment an hour late", ["ENR-008", "ENR-010", "ENR-015"])
    case .retryClockResetByRelaunch:
      ("counts the 24 hours anew at every launch", ["ENR-008", "ENR-010"])
    case .retryAfterDeregistration:
      ("goes on trying to enroll an account that was deregistered", ["DRG-003", "DRG-015"])
    case .retryOnlyOnce: ("gives up after the first retry", ["ENR-010", "ENR-012"])
    case .retryFirstAccountOnly:
      ("retries only the account that was registered first", ["ENR-011"])
    case .retryContinuesAfterSuccess:
      ("goes on trying other accounts although one has enrolled", ["ENR-013", "ENR-014"])
    case .retryFromWallClock:
      ("measures the 24 hours with the device's own clock", ["ENR-008", "ENR-009"])
    case .retryKeptByWallClock:
      (
        "keeps the time of the retry by the device's own clock while the app is dead",
        ["ENR-008", "ENR-009"]
      )
    case .noRetryAfterUnenroll:
      ("does not try the remaining accounts after an unenrollment", ["ENR-015"])
    case .duplicateRegistrationEnrolls:
      ("tries to enroll again when a registered account is registered again", ["ENR-016"])
    case .nilIdentityRegistered:
      ("registers an account without a name instead of refusing nil", ["ENR-036", "STA-026"])
    case .secondUserReplacesFirst:
      ("lets a second account take the place of the enrolled one", ["ENR-014", "STA-027"])
    case .getterDisagreesWithStatus:
      ("enrolledAccount names an account whose enrollment failed", ["ENR-022"])
    case .promptDespiteToken:
      ("asks for credentials although a token is cached", ["ENR-028", "ENR-027"])
    case .loginRegistersFailed:
      ("registers and retries an account whose sign-in enrollment failed", ["ENR-021", "ENR-009"])
    case .refreshAt12h: ("checks in every 12 hours", ["POL-001", "POL-028"])
    case .refreshKeptByWallClock:
      (
        "keeps the time of the check-in by the device's own clock while the app is dead",
        ["POL-001"]
      )
    case .refreshLostWhileSuspended:
      ("forgets a check-in that fell due while the app was suspended", ["POL-001"])
    case .refreshEarlyAfterFailure:
      ("repeats a failed check-in after one hour", ["POL-001"])
    case .goneKeepsPolicy:
      ("keeps policy although the service has no enrollment any more", ["STA-039", "POL-002"])
    case .wipeOtherIdentityFiles: ("deletes the files of every identity", ["WIP-010"])
    case .wipeLostWhenKilled:
      ("does not go on with a wipe that the process's death broke off", ["WIP-001", "WIP-003"])
    case .wipeTwice: ("asks the app to wipe twice", ["WIP-001", "DRG-010"])
    case .wipeForOtherUser:
      ("asks the app to wipe every registered account", ["WIP-001", "WIP-010"])
    case .wipeIgnoresTrue:
      ("deletes the files although the app has done the wipe", ["WIP-004"])
    case .wipeKeepsFilesOnFalse:
      ("leaves the files although the app has not wiped them", ["WIP-003", "WIP-007"])
    case .wipeOnMainThread: ("asks for the wipe on the main thread", ["WIP-005"])
    case .noUnenrollCallback:
      ("does not report the end of an unenrollment", ["STA-004", "DRG-018", "DRG-019"])
    case .noUnenrollRequest:
      ("reports an unenrollment of which the service never hears", ["DRG-004", "DRG-023"])
    case .deregisterWipesAlways:
      ("wipes at a deregistration that asked for no wipe", ["DRG-008", "WIP-008"])
    case .deregisterKeepsPolicy:
      ("leaves the policy of a deregistered user in force", ["DRG-006"])
    case .policySurvivesSignOutByRelaunch:
      ("has the policy of a deregistered user back after a relaunch", ["DRG-006", "DRG-015"])
    case .restartOnEveryRefresh: ("asks for a restart at every new policy", ["RST-007"])
    case .noRestart: ("never asks for a restart", ["RST-001", "RST-002", "ENR-018"])
    case .restartAlthoughTrue:
      ("restarts the app although the app does so itself", ["RST-004"])
    case .identityCaseSensitive:
      (
        "takes the same name in another letter case for another user",
        ["IDN-010", "IDN-012", "ENR-016"]
      )
    case .failedSwitchChangesIdentity:
      ("changes the identity although the switch was refused", ["IDN-034"])
    case .switchNotAllowedIgnored:
      ("carries out switches that are not allowed", ["IDN-032", "IDN-033"])
    case .completionTwice: ("calls a completion handler twice", ["IDN-027"])
    case .completionOnBackgroundThread:
      ("calls a completion handler off the main thread", ["IDN-028"])
    case .uiIdentityOwnsFiles:
      ("gives files of the main thread to the UI identity", ["IDN-015", "IDN-035"])
    case .nilAndEmptyConfused:
      ("takes the empty text for nil", ["IDN-036"])
    case .unmanagedRestricted:
      ("restricts unmanaged users by the managed user's policy", ["IDN-018", "IDN-021"])
    case .switchWithoutAsking:
      ("switches the identity without asking the app", ["IDN-043", "IDN-048"])
    case .threadIdentityLeaks:
      ("lets a thread's identity apply to every thread", ["IDN-016"])
    case .wrongDidSucceed: ("says that every operation succeeded", ["STA-010"])
    case .neverAnswersOnTimeout:
      ("waits for a response without end", ["STA-035", "STA-002", "DRG-011"])
    case .status200For225:
      ("reports a missing licence when only policy is missing", ["STA-044"])
    case .autoEnrollWithoutSetting:
      ("enrolls at launch without AutoEnrollOnLaunch", ["LCH-001", "LCH-006"])
    case .startWithoutRequiredPolicy:
      ("lets the app start although required policy is missing", ["LCH-006"])
    case .overridesLostOnRestart:
      ("forgets the runtime overrides when the process ends", ["AUTH-025"])
    }
  }
}
