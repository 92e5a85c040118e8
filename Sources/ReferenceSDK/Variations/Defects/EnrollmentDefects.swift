internal import ExactText
internal import VirtualTime

enum EnrollmentDefects {
  /// Enrollment: registration, attempts, retries, sign-in, and what the app is notified of accounts.
  static let all: [Defect] = [
    Defect(
      "retry-at-23h", "retries a failed enrollment an hour early",
      ["ENR-009", "ENR-008", "ENR-015"], .set(\.enrollment.retryInterval, .hours(23))),
    Defect(
      "retry-at-25h", "retries a failed enrollment an hour late",
      ["ENR-008", "ENR-010", "ENR-015"], .set(\.enrollment.retryInterval, .hours(25))),
    Defect(
      "retry-millisecond-early", "retries a failed enrollment a millisecond early", ["ENR-009"],
      .set(\.enrollment.retryInterval, VirtualDuration(milliseconds: 86_399_999))),
    Defect(
      "retry-millisecond-late", "retries a failed enrollment a millisecond late",
      ["ENR-008", "ENR-010"],
      .set(\.enrollment.retryInterval, VirtualDuration(milliseconds: 86_400_001))),
    Defect(
      "retry-clock-reset-by-relaunch", "restarts the 24 hours at every launch",
      ["ENR-008", "ENR-010"], .set(\.enrollment.retryAtLaunch, .startsAnew)),
    Defect(
      "retry-at-launch", "retries a failed enrollment at every launch", ["ENR-009"],
      .set(\.enrollment.retryAtLaunch, .fallsDue)),
    Defect(
      "retry-on-foreground", "retries a failed enrollment when the app comes to the foreground",
      ["ENR-009"], .set(\.enrollment.retryOnForeground, .fallsDue)),
    Defect(
      "retry-when-device-changes",
      "retries a failed enrollment when the management of the device changes", ["ENR-009"],
      .set(\.enrollment.retryOnDeviceChange, .fallsDue)),
    Defect(
      "overdue-retry-put-off",
      "puts a retry off by a day that fell due while the app could not run", ["ENR-008"],
      .set(\.enrollment.makesUpForMissedRetries, false)),
    Defect(
      "retry-after-deregistration", "goes on trying to enroll an account that was deregistered",
      ["DRG-003", "DRG-015"], .set(\.enrollment.retriedAccounts, .everRegistered)),
    Defect(
      "retry-only-once", "gives up after the first retry", ["ENR-010"],
      .set(\.enrollment.retriesWithoutEnd, false)),
    Defect(
      "retry-first-account-only", "retries only the account that was registered first", ["ENR-011"],
      .set(\.enrollment.retriedAccounts, .firstRegistered)),
    Defect(
      "retry-continues-after-success", "goes on trying other accounts although one has enrolled",
      ["ENR-013", "ENR-014"], .set(\.enrollment.othersRestAfterSuccess, false)),
    Defect(
      "retries-itself-after-success", "goes on trying the account that has enrolled", ["ENR-013"],
      .set(\.enrollment.enrolledRestsAfterSuccess, false)),
    Defect(
      "retry-from-wall-clock", "measures the 24 hours with the device's own clock",
      ["ENR-008", "ENR-009"], .set(\.enrollment.retryClock, .device)),
    Defect(
      "retry-kept-by-wall-clock",
      "keeps the time of the retry by the device's own clock while the app is dead",
      ["ENR-008", "ENR-009"], .set(\.enrollment.retryClock, .deviceWhileDead)),
    Defect(
      "retry-prompts", "asks for credentials in a registration or a retry", ["ENR-008"],
      .set(\.enrollment.backgroundAttemptsAreSilent, false)),
    Defect(
      "refused-user-not-retried", "does not try again whom the service has refused",
      ["ENR-012", "ENR-008"], .set(\.enrollment.retriesRefusedUsers, false)),
    Defect(
      "no-retry-after-unenroll", "does not try the remaining accounts after an unenrollment",
      ["ENR-015"], .set(\.enrollment.retryAfterUnenrollment, .never)),
    Defect(
      "retry-at-unenrollment", "tries the remaining accounts as soon as a user is unenrolled",
      ["ENR-015"], .set(\.enrollment.retryAfterUnenrollment, .atOnce)),
    Defect(
      "registration-waits-a-minute", "makes the first attempt a minute after the registration",
      ["ENR-006"], .set(\.enrollment.firstAttemptDelay, .minutes(1))),
    Defect(
      "registration-prompts-despite-token",
      "asks for credentials at a registration although a token is cached", ["ENR-006"],
      .set(\.enrollment.registrationUsesCachedToken, false)),
    Defect(
      "registration-blocks",
      "lets registerAndEnrollAccount return only when the enrollment is over", ["ENR-017"],
      .set(\.enrollment.registrationReturns, .onceEnrolled)),
    Defect(
      "enrolls-signed-in-user-at-launch",
      "registers whoever is signed in, without a call of the app", ["ENR-006", "LCH-001"],
      .set(\.accounts.registersOnlyOnCall, false)),
    Defect(
      "duplicate-registration-enrolls",
      "tries to enroll again when a registered account is registered again", ["ENR-016"],
      .set(\.enrollment.duplicateRegistration, .enrolls)),
    Defect(
      "duplicate-registration-checks-in", "checks in when the enrolled account is registered again",
      ["ENR-016"], .set(\.enrollment.duplicateRegistration, .checksIn)),
    Defect(
      "duplicate-registration-silent", "ignores a second registration without a warning",
      ["ENR-016"], .set(\.enrollment.duplicateRegistration, .ignored)),
    Defect(
      "nil-identity-registered", "registers an account without a name instead of refusing nil",
      ["ENR-036", "STA-026"], .set(\.enrollment.refusesNilIdentity, false)),
    Defect(
      "failed-accounts-not-listed", "does not list accounts whose enrollment has failed",
      ["ENR-021", "ENR-005"], .set(\.accounts.listsFailedAccounts, false)),
    Defect(
      "refused-account-not-registered",
      "does not register an account that is refused beside an enrolled one",
      ["ENR-005", "ENR-021"], .set(\.accounts.registersRefusedAccounts, false)),
    Defect(
      "accounts-lost-on-restart", "forgets the registered accounts when the process ends",
      ["ENR-021", "ENR-005"], .set(\.accounts.surviveRelaunch, false)),
    Defect(
      "second-user-replaces-first", "lets a second account take the place of the enrolled one",
      ["ENR-014", "STA-027"], .set(\.enrollment.secondAccount, .replacesEnrolled)),
    Defect(
      "second-user-unenrolls-first", "unenrolls the enrolled user when another one is registered",
      ["ENR-014"], .set(\.enrollment.secondAccount, .unenrollsEnrolled)),
    Defect(
      "enrolls-without-token", "sends the enrollment request without the token of the user",
      ["AUTH-002", "AUTH-001", "ENR-007"], .set(\.tokens.enrollsWithToken, false)),
    Defect(
      "getter-disagrees-with-status", "enrolledAccount names an account whose enrollment failed",
      ["ENR-022"], .set(\.accounts.enrolledAccount, .enrolledOrRegistered)),
    Defect(
      "enrolled-account-is-whoever-signed-in",
      "enrolledAccount names a signed-in user while nobody is enrolled", ["ENR-022"],
      .set(\.accounts.enrolledAccount, .enrolledOrSignedIn)),
    Defect(
      "enrolled-account-only-after-restart", "enrolledAccount is nil until the app has restarted",
      ["ENR-022"], .set(\.accounts.enrolledAccount, .enrolledOnceActive)),
    Defect(
      "enrolled-account-never-cleared", "enrolledAccount goes on naming a user who was unenrolled",
      ["ENR-022"], .set(\.accounts.enrolledAccount, .enrolledOrLeft)),
    Defect(
      "mdm-account-without-key",
      "mdmEnrolledAccount names the device's user although IntuneMAMUPN is not set", ["ENR-023"],
      .set(\.accounts.mdmEnrolledAccount, .managedInEveryApp)),
    Defect(
      "mdm-account-missing", "mdmEnrolledAccount is always nil", ["ENR-023"],
      .set(\.accounts.mdmEnrolledAccount, .nobody)),
    Defect(
      "mdm-account-remembered",
      "mdmEnrolledAccount goes on naming a user after management has ended", ["ENR-023"],
      .set(\.accounts.mdmEnrolledAccount, .managedOrLast)),
    Defect(
      "mdm-account-is-whoever-signed-in",
      "mdmEnrolledAccount names a signed-in user on an unmanaged device", ["ENR-023"],
      .set(\.accounts.mdmEnrolledAccount, .managedOrSignedIn)),
    Defect(
      "configuration-before-enrollment", "gives app configuration to users who have not enrolled",
      ["ENR-024"], .set(\.policy.configurationOfStrangers, .oneObject)),
    Defect(
      "prompt-despite-token", "asks for credentials although a token is cached",
      ["ENR-028", "ENR-027"], .set(\.enrollment.signInUsesCachedToken, false)),
    Defect(
      "asks-again-after-refusal", "asks for credentials again when they were refused", ["ENR-028"],
      .set(\.enrollment.asksOnce, false)),
    Defect(
      "credentials-not-used", "does not go on with an enrollment once credentials are entered",
      ["ENR-028"], .set(\.enrollment.credentialsContinueAttempt, false)),
    Defect(
      "told-before-the-prompt", "reports a failure before it asks for credentials",
      ["STA-002", "ENR-028"], .set(\.enrollment.reportsAfterPrompt, false)),
    Defect(
      "cancelled-prompt-asks-again", "asks again when the user cancels the prompt",
      ["ENR-032", "STA-038"], .set(\.enrollment.cancelEndsAttempt, false)),
    Defect(
      "login-registers-failed", "registers and retries an account whose sign-in enrollment failed",
      ["ENR-021"], .set(\.accounts.signInRegistersOnSuccessOnly, false)),
    Defect(
      "nil-asks-despite-managed-user",
      "asks for a user name although a user is managed on the device", ["ENR-029"],
      .set(\.enrollment.namelessSignIn, .asked)),
    Defect(
      "nil-asks-once-the-managed-user-has-left",
      "asks for a user name if the managed user of the device has left the app before", ["ENR-029"],
      .set(\.enrollment.namelessSignIn, .managedUserUnlessLeft)),
    Defect(
      "nil-login-refused", "refuses a sign-in without a name instead of asking for one",
      ["ENR-030"], .set(\.enrollment.namelessSignIn, .managedUserOrRefused)
    ),
    Defect(
      "nil-login-takes-signed-in-user", "enrolls a signed-in user without asking for a name",
      ["ENR-030"], .set(\.enrollment.namelessSignIn, .managedOrSignedInUser)),
    Defect(
      "extension-enrolls", "enrolls from an app extension", ["ENR-034", "ENR-035", "STA-042"],
      .set(\.enrollment.extensionCalls, .enroll)),
    Defect(
      "extension-registers", "registers accounts in an app extension", ["ENR-034"],
      .set(\.enrollment.extensionCalls, .register)),
    Defect(
      "leaver-is-re-enrolled",
      "enrolls a user again who has left while a re-enrollment was demanded", ["ENR-038"],
      .set(\.enrollment.leaversStayOut, false)),
    Defect(
      "instance-missing", "gives no shared enrollment manager", ["ENR-039"],
      .set(\.accounts.manager, .none)),
    Defect(
      "delegate-held-strongly", "goes on calling an enrollment delegate that the app has released",
      ["ENR-040"], .set(\.accounts.holdsDelegate, .strongly)),
    Defect(
      "dictated-account-ignored", "enrolls accounts that the device does not allow",
      ["ENR-044", "STA-028", "STA-029", "STA-030"], .set(\.enrollment.obeysDevice, false)),
    Defect(
      "one-bundle-for-all", "enrolls every app under one bundle ID", ["ENR-007"],
      .set(\.requests.enrollsUnder, .oneForAllApps)),
    Defect(
      "release-of-the-app", "names the version of the app as that of the SDK", ["DBG-025"],
      .set(\.requests.namedRelease, .thatOfTheApp)),
    Defect(
      "second-registration-refused",
      "reports the second registration of an account as refused while another user is enrolled",
      ["ENR-016"], .set(\.enrollment.duplicatesBesideUsersAreIgnored, false)),
    Defect(
      "ended-re-enrollment-untold",
      "does not report a re-enrollment whose user leaves before its request is sent",
      ["ENR-038"], .set(\.enrollment.endedReEnrollmentsAreTold, false)),
  ]
}
