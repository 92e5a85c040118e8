internal import ExactText

extension Defect {
  /// Enrollment.
  static let ofEnrollment: [Defect: Description] = [
    .retryAt23h: ("retries a failed enrollment an hour early", ["ENR-009", "ENR-008", "ENR-015"]),
    .retryAt25h: ("retries a failed enrollment an hour late", ["ENR-008", "ENR-010", "ENR-015"]),
    .retryMillisecondEarly: ("retries a failed enrollment a millisecond early", ["ENR-009"]),
    .retryMillisecondLate: (
      "retries a failed enrollment a millisecond late", ["ENR-008", "ENR-010"]
    ),
    .retryClockResetByRelaunch: (
      "restarts the 24 hours at every launch", ["ENR-008", "ENR-010"]
    ),
    .retryKeptByWallClock: (
      "keeps the time of the retry by the device's own clock while the app is dead",
      ["ENR-008", "ENR-009"]
    ),
    .retryAtLaunch: ("retries a failed enrollment at every launch", ["ENR-009"]),
    .retryOnForeground: (
      "retries a failed enrollment when the app comes to the foreground", ["ENR-009"]
    ),
    .retryWhenDeviceChanges: (
      "retries a failed enrollment when the management of the device changes", ["ENR-009"]
    ),
    .overdueRetryPutOff: (
      "puts a retry off by a day that fell due while the app could not run", ["ENR-008"]
    ),
    .retryAfterDeregistration: (
      "goes on trying to enroll an account that was deregistered", ["DRG-003", "DRG-015"]
    ),
    .retryOnlyOnce: ("gives up after the first retry", ["ENR-010"]),
    .retryFirstAccountOnly: ("retries only the account that was registered first", ["ENR-011"]),
    .retryContinuesAfterSuccess: (
      "goes on trying other accounts although one has enrolled", ["ENR-013", "ENR-014"]
    ),
    .retriesItselfAfterSuccess: ("goes on trying the account that has enrolled", ["ENR-013"]),
    .retryFromWallClock: (
      "measures the 24 hours with the device's own clock", ["ENR-008", "ENR-009"]
    ),
    .retryPrompts: ("asks for credentials in a registration or a retry", ["ENR-008"]),
    .refusedUserNotRetried: (
      "does not try again whom the service has refused", ["ENR-012", "ENR-008"]
    ),
    .noRetryAfterUnenroll: (
      "does not try the remaining accounts after an unenrollment", ["ENR-015"]
    ),
    .retryAtUnenrollment: (
      "tries the remaining accounts as soon as a user is unenrolled", ["ENR-015"]
    ),
    .registrationWaitsAMinute: (
      "makes the first attempt a minute after the registration", ["ENR-006"]
    ),
    .registrationPromptsDespiteToken: (
      "asks for credentials at a registration although a token is cached", ["ENR-006"]
    ),
    .registrationBlocks: (
      "lets registerAndEnrollAccount return only when the enrollment is over", ["ENR-017"]
    ),
    .enrollsSignedInUserAtLaunch: (
      "registers whoever is signed in, without a call of the app", ["ENR-006", "LCH-001"]
    ),
    .duplicateRegistrationEnrolls: (
      "tries to enroll again when a registered account is registered again", ["ENR-016"]
    ),
    .duplicateRegistrationChecksIn: (
      "checks in when the enrolled account is registered again", ["ENR-016"]
    ),
    .duplicateRegistrationSilent: ("ignores a second registration without a warning", ["ENR-016"]),
    .nilIdentityRegistered: (
      "registers an account without a name instead of refusing nil", ["ENR-036", "STA-026"]
    ),
    .failedAccountsNotListed: (
      "does not list accounts whose enrollment has failed", ["ENR-021", "ENR-005"]
    ),
    .refusedAccountNotRegistered: (
      "does not register an account that is refused beside an enrolled one", ["ENR-005", "ENR-021"]
    ),
    .accountsLostOnRestart: (
      "forgets the registered accounts when the process ends", ["ENR-021", "ENR-005"]
    ),
    .secondUserReplacesFirst: (
      "lets a second account take the place of the enrolled one", ["ENR-014", "STA-027"]
    ),
    .secondUserUnenrollsFirst: (
      "unenrolls the enrolled user when another one is registered", ["ENR-014"]
    ),
    .enrollsWithoutToken: (
      "sends the enrollment request without the token of the user",
      ["AUTH-002", "AUTH-001", "ENR-007"]
    ),
    .getterDisagreesWithStatus: (
      "enrolledAccount names an account whose enrollment failed", ["ENR-022"]
    ),
    .enrolledAccountIsWhoeverSignedIn: (
      "enrolledAccount names a signed-in user while nobody is enrolled", ["ENR-022"]
    ),
    .enrolledAccountOnlyAfterRestart: (
      "enrolledAccount is nil until the app has restarted", ["ENR-022"]
    ),
    .enrolledAccountNeverCleared: (
      "enrolledAccount goes on naming a user who was unenrolled", ["ENR-022"]
    ),
    .mdmAccountWithoutKey: (
      "mdmEnrolledAccount names the device's user although IntuneMAMUPN is not set", ["ENR-023"]
    ),
    .mdmAccountMissing: ("mdmEnrolledAccount is always nil", ["ENR-023"]),
    .mdmAccountRemembered: (
      "mdmEnrolledAccount goes on naming a user after management has ended", ["ENR-023"]
    ),
    .mdmAccountIsWhoeverSignedIn: (
      "mdmEnrolledAccount names a signed-in user on an unmanaged device", ["ENR-023"]
    ),
    .configurationBeforeEnrollment: (
      "gives app configuration to users who have not enrolled", ["ENR-024"]
    ),
    .promptDespiteToken: (
      "asks for credentials although a token is cached", ["ENR-028", "ENR-027"]
    ),
    .asksAgainAfterRefusal: ("asks for credentials again when they were refused", ["ENR-028"]),
    .credentialsNotUsed: (
      "does not go on with an enrollment once credentials are entered", ["ENR-028"]
    ),
    .toldBeforeThePrompt: (
      "reports a failure before it asks for credentials", ["STA-002", "ENR-028"]
    ),
    .cancelledPromptAsksAgain: (
      "asks again when the user cancels the prompt", ["ENR-032", "STA-038"]
    ),
    .loginRegistersFailed: (
      "registers and retries an account whose sign-in enrollment failed", ["ENR-021"]
    ),
    .nilAsksDespiteManagedUser: (
      "asks for a user name although a user is managed on the device", ["ENR-029"]
    ),
    .nilLoginRefused: ("refuses a sign-in without a name instead of asking for one", ["ENR-030"]),
    .nilLoginTakesSignedInUser: ("enrolls a signed-in user without asking for a name", ["ENR-030"]),
    .extensionEnrolls: ("enrolls from an app extension", ["ENR-034", "ENR-035", "STA-042"]),
    .extensionRegisters: ("registers accounts in an app extension", ["ENR-034"]),
    .leaverIsReEnrolled: (
      "enrolls a user again who has left while a re-enrollment was demanded", ["ENR-038"]
    ),
    .instanceMissing: ("gives no shared enrollment manager", ["ENR-039"]),
    .delegateHeldStrongly: (
      "goes on calling an enrollment delegate that the app has released", ["ENR-040"]
    ),
    .dictatedAccountIgnored: (
      "enrolls accounts that the device does not allow",
      ["ENR-044", "STA-028", "STA-029", "STA-030"]
    ),
  ]
}
