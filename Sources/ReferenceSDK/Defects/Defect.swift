internal import ExactText

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
  case retryKeptByWallClock = "retry-kept-by-wall-clock"
  case noRetryAfterUnenroll = "no-retry-after-unenroll"
  case duplicateRegistrationEnrolls = "duplicate-registration-enrolls"
  case nilIdentityRegistered = "nil-identity-registered"
  case secondUserReplacesFirst = "second-user-replaces-first"
  case getterDisagreesWithStatus = "getter-disagrees-with-status"
  case promptDespiteToken = "prompt-despite-token"
  case loginRegistersFailed = "login-registers-failed"
  case refreshAt12h = "refresh-at-12h"
  case refreshKeptByWallClock = "refresh-kept-by-wall-clock"
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
