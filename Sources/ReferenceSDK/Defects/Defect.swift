/// A deliberate, named violation of the contract: proof that a check can fail.
///
/// Each is one small branch at the place where the rule it breaks lives.
public enum Defect: String, Sendable, Hashable, CaseIterable {
  case retryAt23h = "retry-at-23h"
  case retryAt25h = "retry-at-25h"
  case retryClockResetByRelaunch = "retry-clock-reset-by-relaunch"
  case retryAfterDeregistration = "retry-after-deregistration"
  case retryOnlyOnce = "retry-only-once"
  case retryFirstAccountOnly = "retry-first-account-only"
  case retryContinuesAfterSuccess = "retry-continues-after-success"
  case retryFromWallClock = "retry-from-wall-clock"
  case noRetryAfterUnenroll = "no-retry-after-unenroll"
  case duplicateRegistrationEnrolls = "duplicate-registration-enrolls"
  case nilIdentityRegistered = "nil-identity-registered"
  case secondUserReplacesFirst = "second-user-replaces-first"
  case getterDisagreesWithStatus = "getter-disagrees-with-status"
  case promptDespiteToken = "prompt-despite-token"
  case loginRegistersFailed = "login-registers-failed"
  case refreshAt12h = "refresh-at-12h"
  case refreshLostWhileSuspended = "refresh-lost-while-suspended"
  case refreshEarlyAfterFailure = "refresh-early-after-failure"
  case goneKeepsPolicy = "gone-keeps-policy"
  case wipeOtherIdentityFiles = "wipe-other-identity-files"
  case wipeLostWhenKilled = "wipe-lost-when-killed"
  case wipeTwice = "wipe-twice"
  case wipeForOtherUser = "wipe-for-other-user"
  case wipeIgnoresTrue = "wipe-ignores-true"
  case wipeKeepsFilesOnFalse = "wipe-keeps-files-on-false"
  case wipeOnMainThread = "wipe-on-main-thread"
  case noUnenrollCallback = "no-unenroll-callback"
  case noUnenrollRequest = "no-unenroll-request"
  case deregisterWipesAlways = "deregister-wipes-always"
  case deregisterKeepsPolicy = "deregister-keeps-policy"
  case policySurvivesSignOutByRelaunch = "policy-survives-sign-out-by-relaunch"
  case restartOnEveryRefresh = "restart-on-every-refresh"
  case noRestart = "no-restart"
  case restartAlthoughTrue = "restart-although-true"
  case identityCaseSensitive = "identity-case-sensitive"
  case failedSwitchChangesIdentity = "failed-switch-changes-identity"
  case switchNotAllowedIgnored = "switch-not-allowed-ignored"
  case completionTwice = "completion-twice"
  case completionOnBackgroundThread = "completion-on-background-thread"
  case uiIdentityOwnsFiles = "ui-identity-owns-files"
  case nilAndEmptyConfused = "nil-and-empty-confused"
  case unmanagedRestricted = "unmanaged-restricted"
  case switchWithoutAsking = "switch-without-asking"
  case threadIdentityLeaks = "thread-identity-leaks"
  case wrongDidSucceed = "wrong-did-succeed"
  case neverAnswersOnTimeout = "never-answers-on-timeout"
  case status200For225 = "status-200-for-225"
  case autoEnrollWithoutSetting = "auto-enroll-without-setting"
  case startWithoutRequiredPolicy = "start-without-required-policy"
  case overridesLostOnRestart = "overrides-lost-on-restart"

  /// The defect's name, as `--defect` takes it.
  public var name: String { rawValue }
  /// What the SDK does wrong, in one line.
  public var summary: String { description.summary }
  /// The requirements it breaks.
  public var requirements: [String] { description.requirements }
  /// The area of the contract it belongs to: that of its first requirement.
  public var area: String { String(requirements[0].prefix { $0 != "-" }) }
}

extension Defect {
  private var description: (summary: String, requirements: [String]) {
    switch self {
    case .retryAt23h: ("retries a failed enrollment an hour early", ["ENR-009", "ENR-008"])
    case .retryAt25h: ("retries a failed enrollment an hour late", ["ENR-008", "ENR-010"])
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
      ("asks for credentials although a token is cached", ["ENR-028"])
    case .loginRegistersFailed:
      ("registers and retries an account whose sign-in enrollment failed", ["ENR-021", "ENR-009"])
    case .refreshAt12h: ("checks in every 12 hours", ["POL-001", "POL-028"])
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
      ("waits for a response without end", ["STA-035", "STA-002"])
    case .status200For225:
      ("reports a missing licence when only policy is missing", ["STA-044"])
    case .autoEnrollWithoutSetting:
      ("enrolls at launch without AutoEnrollOnLaunch", ["LCH-001"])
    case .startWithoutRequiredPolicy:
      ("lets the app start although required policy is missing", ["LCH-006"])
    case .overridesLostOnRestart:
      ("forgets the runtime overrides when the process ends", ["AUTH-025"])
    }
  }
}
