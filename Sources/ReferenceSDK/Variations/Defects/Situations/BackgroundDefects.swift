internal import ExactText

/// Violations in the background, beside policy that has gone, and of users whom the app knows and who have not enrolled it.
enum BackgroundDefects {
  static let all: [Defect] = [
    Defect(
      "background-registrations-rest",
      "does not try an account again that was registered in the background",
      ["ENR-008", "ENR-010", "ENR-011"],
      .set(\.enrollment.retriesWhatCameInBackground, false)),
    Defect(
      "device-user-is-managed",
      "takes the user for whom the device is enrolled for managed while nobody has enrolled the app",
      ["IDN-022"],
      .set(\.identity.usersOfTheDeviceAreUnmanaged, false)),
    Defect(
      "failed-switch-leaves-nobody",
      "sets the UI identity to nobody if a switch fails while none is set", ["IDN-034"],
      .set(\.identity.failuresLeaveNothingBehind, false)),
    Defect(
      "documents-name-no-window",
      "does not name the window in identitySwitchRequired for a document", ["IDN-054"],
      .set(\.identity.documentsNameTheirWindow, false)),
    Defect(
      "waiting-links-name-no-window",
      "does not name the window in identitySwitchRequired for a link that has waited for another",
      ["IDN-054"],
      .set(\.identity.waitingLinksNameTheirWindow, false)),
    Defect(
      "background-answers-for-the-app",
      "opens a link that waits for the app's answer when the app goes to the background",
      ["IDN-048"],
      .set(\.identity.questionsOutlastTheBackground, false)),
    Defect(
      "later-policy-ends-test-policy",
      "drops a test policy once a check-in brings another policy", ["DBG-001"],
      .set(\.diagnostics.testPoliciesOutlastLaterOnes, false)),
    Defect(
      "policyless-leavers-are-wiped",
      "wipes a user who leaves without a policy, though no wipe is asked for", ["DRG-008"],
      .set(\.leaving.wipesWithoutPolicyAreAskedFor, false)),
    Defect(
      "extension-deletes-files",
      "deletes a user's files in an extension that deregisters the user with a wipe",
      ["DRG-020", "WIP-008"],
      .set(\.leaving.extensionsDeleteNothing, false)),
    Defect(
      "shared-folders-are-not-protected",
      "does not protect a folder in a shared container", ["FIL-013", "FIL-010"],
      .set(\.protection.takesSharedFolders, false)),
    Defect(
      "data-of-waiting-accounts-is-encrypted",
      "encrypts data of an account that is registered and has not enrolled the app", ["DAT-004"],
      .set(\.protection.waitingAccountsAreUnmanaged, false)),
    Defect(
      "warned-in-background-stays-closed",
      "does not start an app in the background whose warning was dismissed",
      ["LCH-011", "LCH-007"],
      .set(\.launch.warnedAppsStartInBackground, false)),
    Defect(
      "requirement-ends-with-its-user",
      "takes management for disabled in an app that requires policy once its user has left",
      ["POL-023"],
      .set(\.policy.requirementOutlastsUsers, false)),
    Defect(
      "untargeted-users-are-remembered",
      "fails with 225 without a request for who is registered again", ["ENR-006"],
      .set(\.accounts.untargetedUsersAreAskedAgain, false)),
    Defect(
      "devices-keep-their-user",
      "stays with the user whom the device has demanded first in a process",
      ["ENR-044", "STA-028", "STA-029", "STA-030"],
      .set(\.accounts.devicesMayChangeHands, false)),
    Defect(
      "departures-delay-others",
      "tries an account a minute later while another one leaves", ["ENR-006"],
      .set(\.accounts.departuresDelayNobody, false)),
    Defect(
      "level-outlasts-its-user",
      "does not notify in 2017-11 that the level of protection ends with the user", ["DAT-011"],
      .set(\.protection.levelsEndWithUsers, false)),
    Defect(
      "retries-switch-telemetry-on",
      "sends telemetry that was switched off once an account was tried again",
      ["TEL-005", "TEL-007"],
      .set(\.telemetry.retriesObeyTheSwitch, false)),
    Defect(
      "launch-recorded-at-each-return",
      "records a launch whenever the app comes back to the foreground", ["TEL-002"],
      .set(\.telemetry.onlyLaunchesAreLaunches, false)),
    Defect(
      "overrides-outlive-wipes-in-background",
      "keeps the overrides of a user who is wiped while the app is in the background",
      ["AUTH-027"],
      .set(\.tokens.overridesEndInTheBackground, false)),
    Defect(
      "wipe-needs-policy-delegate",
      "ignores an administrator's wipe in an app without a policy delegate",
      ["WIP-011", "WIP-009", "STA-016"],
      .set(\.leaving.wipesNeedNoDelegate, false)),
    Defect(
      "late-departure-removes-who-returned",
      "removes who has come back while a launch makes up for the departure",
      ["DRG-022", "ENR-022"],
      .set(\.leaving.lateDeparturesSpareWhoReturned, false)),
    Defect(
      "test-policy-outlasts-its-user",
      "leaves a test policy in force for a user who has left", ["DRG-006", "INT-019"],
      .set(\.diagnostics.testPoliciesEndWithUsers, false)),
    Defect(
      "background-launch-overlooks-group",
      "looks for tokens in the default group once the app was launched in the background",
      ["AUTH-021"], .set(\.tokens.backgroundLaunchesUseTheGroup, false)),
    Defect(
      "background-launch-overlooks-client",
      "asks for tokens with its own client ID once the app was launched in the background",
      ["AUTH-003"], .set(\.tokens.backgroundLaunchesUseTheClient, false)),
  ]
}
