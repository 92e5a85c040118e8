internal import ExactText

enum AppDefects {
  /// Allowed accounts, Siri, notifications, colours and diagnostics.
  static let all: [Defect] = [
    Defect(
      "configured-user-always-allowed",
      "names the user of the configuration, also if others are allowed",
      ["ACC-002"],
      .set(\.allowedAccounts.named, .configuredUser)),
    Defect(
      "enrolled-user-allowed", "names the enrolled user instead of whom the administrator allows",
      ["ACC-001"],
      .set(\.allowedAccounts.named, .enrolledUser)),
    Defect(
      "nobody-allowed", "never names an allowed account",
      ["ACC-001"],
      .set(\.allowedAccounts.named, .nobody)),
    Defect(
      "allowed-accounts-of-the-launch",
      "goes on naming the accounts that were allowed at the launch",
      ["ACC-001", "ACC-002"],
      .set(\.allowedAccounts.named, .allowedUsersAtLaunch)),
    Defect(
      "allowed-accounts-not-notified", "does not notify of allowed accounts",
      ["ACC-005"],
      .set(\.allowedAccounts.notifiedOf, .nothing)),
    Defect(
      "end-of-allowed-accounts-not-notified",
      "does not notify that allowed accounts were taken away",
      ["ACC-005"],
      .set(\.allowedAccounts.notifiedOf, .additions)),
    Defect(
      "allowed-accounts-always-notified",
      "notifies of allowed accounts with every change of device management",
      ["ACC-005"],
      .set(\.allowedAccounts.notifiedOf, .everything)),
    Defect(
      "allowed-accounts-without-object", "does not carry the accounts in the notification",
      ["ACC-005"],
      .set(\.allowedAccounts.notificationHasAccounts, false)),
    Defect(
      "siri-always-allowed", "areSiriIntentsAllowed is true whatever policy says",
      ["SIR-001"],
      .set(\.policy.areSiriIntentsAllowed, .always)),
    Defect(
      "siri-never-allowed", "areSiriIntentsAllowed is false although data may go to every app",
      ["SIR-001"],
      .set(\.policy.areSiriIntentsAllowed, .never)),
    Defect(
      "notifications-never-restricted", "notificationPolicy is always 0",
      ["NOT-002"],
      .set(\.policy.notifications, .free)),
    Defect(
      "hidden-notifications-blocked",
      "notificationPolicy is 2 although only data of the organisation is blocked",
      ["NOT-002"],
      .set(\.policy.notifications, .blockedIfRestricted)),
    Defect(
      "blocked-notifications-hidden", "notificationPolicy is 1 although notifications are blocked",
      ["NOT-002"],
      .set(\.policy.notifications, .hiddenIfRestricted)),
    Defect(
      "colors-not-kept", "forgets a colour at once",
      ["UIX-011"],
      .set(\.colors.areKept, false)),
    Defect(
      "one-color-for-all", "keeps one colour for all purposes",
      ["UIX-011"],
      .set(\.colors.areApart, false)),
    Defect(
      "hash-sign-needed", "ignores a colour without a hash sign",
      ["UIX-011"],
      .set(\.colors.needHashSign, true)),
    Defect(
      "invalid-color-taken", "takes any text for a colour",
      ["UIX-012"],
      .set(\.colors.invalid, .taken)),
    Defect(
      "invalid-color-resets", "restores the default colour when a text is no colour",
      ["UIX-012"],
      .set(\.colors.invalid, .restoresDefault)),
    Defect(
      "six-letters-are-a-color", "takes any six characters for a colour",
      ["UIX-012"],
      .set(\.colors.invalid, .takenIfLongEnough)),
    Defect(
      "colors-lost-at-relaunch", "loses colours with the process",
      ["UIX-013"],
      .set(\.colors.surviveRelaunch, false)),
    Defect(
      "nil-keeps-color", "keeps a colour that is set to nil",
      ["UIX-014"],
      .set(\.colors.nilRestoresDefault, false)),
    Defect(
      "empty-text-keeps-color", "keeps a colour that is set to the empty text",
      ["UIX-014"],
      .set(\.colors.emptyTextRestoresDefault, false)),
    Defect(
      "no-diagnostics", "has no diagnostic information",
      ["DBG-019"],
      .set(\.diagnostics.hasInformation, false)),
    Defect(
      "no-log-paths", "does not tell the paths of its logs",
      ["DBG-020"],
      .set(\.diagnostics.hasLogPaths, false)),
    Defect(
      "no-version", "does not tell its version",
      ["DBG-025"],
      .set(\.diagnostics.hasVersion, false)),
    Defect(
      "log-without-levels", "passes messages on without their level",
      ["DBG-022"],
      .set(\.diagnostics.messagesHaveLevels, false)),
    Defect(
      "users-in-the-log", "names users in warnings",
      ["DBG-023"],
      .set(\.diagnostics.hidesUsers, false)),
    Defect(
      "verbose-key-ignored", "does not log verbosely with VerboseLoggingEnabled",
      ["DBG-024"],
      .set(\.diagnostics.logsVerbosely, false)),
    Defect(
      "colors-of-the-whole-device", "shows the colours that another app of the device has set",
      ["UIX-011"], .set(\.colors.areOfOneApp, false)),
    Defect(
      "diagnostics-in-words",
      "returns diagnostic information as a string while an account waits for its retry",
      ["DBG-019"], .set(\.diagnostics.informationIsAnObject, false)),
  ]
}
