import Contract
internal import ExactText
internal import VirtualTime

enum OccasionDefects {
  /// What goes wrong on one occasion and right on all others.
  static let all: [Defect] = [
    Defect(
      "registration-waits-for-the-location",
      "lets registerAndEnrollAccount return only when the user's hosts are known", ["ENR-017"],
      .set(\.enrollment.registrationReturns, .onceLocated)),
    Defect(
      "registration-waits-for-the-token",
      "lets registerAndEnrollAccount return only when the user's token is there", ["ENR-017"],
      .set(\.enrollment.registrationReturns, .onceTheTokenIsThere)),
    Defect(
      "sign-in-waits-for-the-location",
      "lets loginAndEnrollAccount return only when the user's hosts are known", ["ENR-017"],
      .set(\.enrollment.signInReturns, .onceLocated)),
    Defect(
      "sign-in-blocks", "lets loginAndEnrollAccount return only when the enrollment is over",
      ["ENR-017"], .set(\.enrollment.signInReturns, .onceEnrolled)),
    Defect(
      "leaver-counts-as-enrolled",
      "refuses a user with 208 who comes while another one is being unenrolled",
      ["ENR-037", "STA-037"], .set(\.enrollment.whileAnotherLeaves, .isRefusedAsEnrolled)),
    Defect(
      "former-user-not-told", "reports nothing when a user is deregistered who was unenrolled",
      ["STA-032", "STA-033", "DRG-021"], .set(\.leaving.reportsFormerUsers, false)),
    Defect(
      "not-enrolled-told-as-error", "reports an app that is not enrolled as an internal error",
      ["STA-032", "DRG-021"], .set(\.status.nobodyEnrolled, .internalError)),
    Defect(
      "other-told-as-unenrolled",
      "reports the unenrollment of an account that is not enrolled as a success",
      ["STA-033", "DRG-021", "STA-010"], .set(\.status.otherEnrolled, .unenrollmentSuccess)),
    Defect(
      "signed-in-user-added", "asks the app to add a user who has signed in by its call",
      ["IDN-055"], .set(\.identity.ownUsersToAdd, .signedIn)),
    Defect(
      "retried-user-added", "asks the app to add a user of its own whom a retry has enrolled",
      ["IDN-055"], .set(\.identity.ownUsersToAdd, .retried)),
    Defect(
      "only-the-first-check", "makes the first conditional-launch check and no other",
      ["IDN-026", "POL-011"], .set(\.identity.checksMade, .first)),
    Defect(
      "sign-in-not-checked", "makes every conditional-launch check but the sign-in",
      ["IDN-026", "POL-011"], .set(\.identity.checksMade, .allButSignIn)),
    Defect(
      "compliance-not-checked", "makes every conditional-launch check but that of the device",
      ["IDN-026", "POL-011"], .set(\.identity.checksMade, .allButCompliance)),
    Defect(
      "hosts-of-the-user-before", "takes the hosts of one user for those of the next", ["ENR-041"],
      .set(\.requests.locationIsKept, .forEverybody)),
    Defect(
      "restart-after-registrations-only",
      "asks for no restart if a sign-in or a retry has brought the first policy",
      ["RST-001", "ENR-018"], .set(\.restart.neededFor, .firstOfRegistrations)),
    Defect(
      "restart-for-every-remediation", "asks for a restart although no user has to be removed",
      ["RST-007", "RST-009"], .set(\.restart.remediationInPlaceNeedsNone, false)),
    Defect(
      "managed-user-replaces-enrolled",
      "enrolls the managed user at launch although another one is enrolled", ["LCH-003"],
      .set(\.launch.enrolls, .managedUserInstead)),
    Defect(
      "policy-counts-on-unmanaged-devices",
      "counts policy as missing on a device that somebody manages", ["LCH-014", "LCH-006"],
      .set(\.launch.sufficientPolicy, .onUnmanagedDevices)),
    Defect(
      "configuration-change-ignored", "keeps the first app configuration for good", ["ENR-024"],
      .set(\.policy.adoptsConfiguration, false)),
  ]
}

extension OccasionDefects {
  /// The same bugs on other occasions, of other identities and in other calls.
  static let reported: [Defect] = [
    Defect(
      "links-lost-behind-a-check",
      "drops a link that comes while a check waits for a person",
      ["IDN-048"], .set(\.identity.linksOutlastChecks, false)),
    Defect(
      "second-link-lost-behind-a-question",
      "drops a link that comes while the app is asked for a switch",
      ["IDN-048", "IDN-043"], .set(\.identity.linksOutlastQuestions, false)),
    Defect(
      "extensions-keep-the-first-configuration",
      "leaves extensions under the first configuration of the app",
      ["CFG-004"], .set(\.accounts.extensionsGetLaterConfiguration, false)),
    Defect(
      "registered-users-enroll-with-other-apps",
      "tries a registered account as soon as another app has enrolled its user",
      ["ENR-009"], .set(\.accounts.othersDoNotHastenRetries, false)),
    Defect(
      "data-plain-during-requests",
      "does not encrypt data while a request is under way",
      ["DAT-003", "DAT-015"], .set(\.protection.encryptsDataMeanwhile, false)),
    Defect(
      "provider-files-plain-during-requests",
      "does not encrypt a file of a file provider while a request is under way",
      ["FIL-017"], .set(\.protection.encryptsProviderFilesMeanwhile, false)),
    Defect(
      "exempted-schemes-with-dots-blocked",
      "blocks the URLs of exempted apps whose schemes have dots",
      ["POL-014"], .set(\.policy.exemptedSchemesMayHaveDots, false)),
    Defect(
      "lost-user-not-asked",
      "does not ask for the credentials of a user whose record the service has lost",
      ["ENR-028"], .set(\.enrollment.lostUsersAreAsked, false)),
    Defect(
      "same-failure-of-sign-ins-not-told",
      "does not report that a sign-in has failed for the same reason as before",
      ["STA-002"], .set(\.status.repeatedSignInsAreTold, false)),
    Defect(
      "slow-check-in-not-told",
      "does not report a check-in that has taken more than twenty seconds",
      ["STA-003"], .set(\.status.slowCheckInsAreTold, false)),
    Defect(
      "slow-unenrollment-not-told",
      "does not report an unenrollment that has taken more than twenty seconds",
      ["STA-004"], .set(\.status.slowUnenrollmentsAreTold, false)),
    Defect(
      "restart-dialog-shown-again",
      "shows the open dialog of the restart again when the app comes to the foreground",
      ["ENR-018"], .set(\.restart.dialogIsShownOnce, false)),
    Defect(
      "user-name-asked-again",
      "asks for the user name again when the app comes to the foreground",
      ["ENR-030"], .set(\.enrollment.namesAreAskedOnce, false)),
    Defect(
      "sign-in-lost-beside-the-restart-dialog",
      "ignores a sign-in while the dialog of the restart is open",
      ["ENR-027"], .set(\.enrollment.signInsBesideDialogsCount, false)),
    Defect(
      "remediation-lost-beside-the-restart-dialog",
      "ignores a remediation while the dialog of the restart is open",
      ["AUTH-047"], .set(\.enrollment.remediationsBesideDialogsCount, false)),
    Defect(
      "primary-user-lost-without-token",
      "primaryUser is nil while no token of the user is cached",
      ["POL-024"], .set(\.accounts.primaryUserNeedsNoToken, false)),
    Defect(
      "policy-lost-without-token",
      "restricts nobody while no token of the enrolled user is cached",
      ["POL-006"], .set(\.policy.needsNoToken, false)),
    Defect(
      "registration-by-the-leavers-token",
      "enrolls who is registered next with the tokens of the user who has left",
      ["ENR-007"], .set(\.tokens.leaversTokensServeNoRegistration, false)),
    Defect(
      "managed-user-registered-for-another",
      "enrolls the managed user of the device when another one is registered",
      ["STA-029", "ENR-044"], .set(\.enrollment.registrationIsForTheNamedUser, false)),
    Defect(
      "switch-lost-in-new-windows",
      "never ends a switch in a window that was not named before",
      ["IDN-027", "IDN-042"], .set(\.identity.newWindowsTakeSwitches, false)),
    Defect(
      "update-ends-unenrollments",
      "forgets an unenrollment that was under way when the app is updated",
      ["DRG-004"], .set(\.leaving.unenrollmentsSurviveUpdates, false)),
    Defect(
      "update-drops-configuration",
      "loses configuration when the app is updated",
      ["CFG-004"], .set(\.configuration.survivesUpdates, false)),
    Defect(
      "update-drops-colors",
      "forgets colours when the app is updated",
      ["UIX-013"], .set(\.colors.surviveUpdates, false)),
    Defect(
      "check-ins-end-with-a-timeout",
      "makes no check-in any more after one that took too long",
      ["POL-001"], .set(\.checkIn.goOnAfterTimeouts, false)),
    Defect(
      "check-ins-end-with-a-lost-location",
      "makes no check-in any more after one that has found no hosts",
      ["POL-001"], .set(\.checkIn.goOnAfterLostLocations, false)),
    Defect(
      "retries-soon-without-location",
      "tries an account again an hour after its hosts could not be found",
      ["ENR-009"], .set(\.enrollment.waitAfterLostLocation, .hours(1))),
    Defect(
      "retries-soon-after-unreadable-answers",
      "tries an account again five minutes after an answer that could not be read",
      ["ENR-009"], .set(\.enrollment.waitAfterUnreadableAnswer, .minutes(5))),
    Defect(
      "unenrolls-by-an-expired-token",
      "makes unenrollments with an access token that has expired",
      ["DRG-023", "DRG-004"], .set(\.tokens.unenrollmentsRenewTokens, false)),
    Defect(
      "wipe-by-exact-name",
      "deletes only the files that name their owner in the letter case of the account",
      ["WIP-007", "IDN-010"], .set(\.files.wipeKnowsEveryLetterCase, false)),
    Defect(
      "urls-of-strangers-restricted",
      "judges URLs for an unmanaged user by the managed user's policy",
      ["POL-014", "IDN-021"], .set(\.identity.urlsAreFreeForOthers, false)),
    Defect(
      "places-of-strangers-restricted",
      "judges places to save for an unmanaged user by the managed user's policy",
      ["LOC-002", "IDN-021"], .set(\.identity.placesAreFreeForOthers, false)),
    Defect(
      "allowed-accounts-notified-twice",
      "posts the notification of allowed accounts two times",
      ["ACC-005"], .set(\.allowedAccounts.notificationCount, 2)),
    Defect(
      "protection-notified-twice",
      "posts the notification of the level of protection two times",
      ["DAT-011"], .set(\.protection.notificationCount, 2)),
    Defect(
      "allowed-accounts-quiet-in-background",
      "does not notify of allowed accounts that change in the background",
      ["ACC-005"], .set(\.allowedAccounts.notifyInBackground, false)),
    Defect(
      "protection-quiet-in-background",
      "does not notify of a level of protection that changes in the background",
      ["DAT-011"], .set(\.protection.notifiesInBackground, false)),
  ]
}
