internal import ExactText

/// Duties that are kept, but for one situation, and others that are kept the first time.
enum LapseDefects {
  static let all: [Defect] = [
    Defect(
      "no-configuration-notice-after-background",
      "does not notify of new configuration once the app has been in the background", ["CFG-019"],
      .set(\.lapses.configurationNotices, .afterBackground)),
    Defect(
      "no-configuration-notice-without-policy",
      "does not notify of new configuration while the enrolled user has no policy", ["CFG-019"],
      .set(\.lapses.configurationNotices, .withoutPolicy)),
    Defect(
      "no-configuration-beside-overrides",
      "has no configuration for the enrolled user while overrides are set",
      ["CFG-004", "CFG-007"],
      .set(\.lapses.configuration, .withOverrides)),
    Defect(
      "no-configuration-with-another-clock",
      "has no configuration for the enrolled user while the clock of the device is not right",
      ["CFG-004", "CFG-007"],
      .set(\.lapses.configuration, .withAnotherClock)),
    Defect(
      "no-configuration-notice-with-app-groups",
      "does not notify of new configuration in an app with app groups", ["CFG-019"],
      .set(\.lapses.configurationNotices, .withAppGroups)),
    Defect(
      "no-configuration-with-app-groups",
      "has no configuration for the enrolled user in an app with app groups", ["CFG-004"],
      .set(\.lapses.configuration, .withAppGroups)),
    Defect(
      "absent-keys-have-values", "gives a key that was not sent the value of another key",
      ["CFG-016"],
      .set(\.configuration.absentKeysHaveNoValue, false)),
    Defect(
      "no-notice-of-accounts-without-policy",
      "does not notify of new allowed accounts while the enrolled user has no policy", ["ACC-005"],
      .set(\.lapses.accountNotices, .withoutPolicy)),
    Defect(
      "no-notice-of-levels-beside-overrides",
      "does not notify of a new level of protection while overrides are set", ["DAT-011"],
      .set(\.lapses.levelNotices, .withOverrides)),
    Defect(
      "waiting-tasks-forget-in-background",
      "runs a task under no identity in the background", ["THR-001", "THR-003"],
      .set(\.lapses.waitingTasks, .inBackground)),
    Defect(
      "waiting-tasks-forget-leavers",
      "runs a task under no identity once the enrolled user has left", ["THR-001", "THR-003"],
      .set(\.lapses.waitingTasks, .afterDeparture)),
    Defect(
      "overrides-lapse-with-another-clock",
      "leaves overrides out while the clock of the device is not right",
      ["AUTH-022", "AUTH-023", "AUTH-026"],
      .set(\.lapses.overrides, .withAnotherClock)),
    Defect(
      "overrides-lapse-in-later-processes",
      "leaves overrides out in a process that had policy from its launch on",
      ["AUTH-025", "AUTH-026"],
      .set(\.lapses.overrides, .inLaterProcess)),
    Defect(
      "overrides-are-the-users-alone",
      "leaves the authority that was set out for everybody but the enrolled user", ["AUTH-032"],
      .set(\.tokens.overridesAreEverybodys, false)),
    Defect(
      "cached-authorities-are-the-users-alone",
      "leaves cached authorities out for everybody but the enrolled user", ["AUTH-032"],
      .set(\.tokens.othersHaveCachedAuthorities, false)),
    Defect(
      "clients-outlive-their-user",
      "asks for tokens with the client that was set for a user who has left", ["AUTH-027"],
      .set(\.tokens.clientsEndWithUsers, false)),
    Defect(
      "redirects-outlive-their-user", "keeps the redirect that was set for a user who has left",
      ["AUTH-027"],
      .set(\.tokens.redirectsEndWithUsers, false)),
    Defect(
      "check-ins-drop-redirects", "drops the redirect that was set with a check-in",
      ["AUTH-025", "AUTH-026"],
      .set(\.tokens.redirectsOutlastCheckIns, false)),
    Defect(
      "untold-remediation-beside-overrides",
      "does not tell how a remediation has ended while overrides are set", ["AUTH-047"],
      .set(\.lapses.remediations, .withOverrides)),
    Defect(
      "no-restart-with-another-clock",
      "asks for no restart while the clock of the device is not right",
      ["RST-001", "RST-002", "ENR-018"],
      .set(\.lapses.restarts, .withAnotherClock)),
    Defect(
      "no-enrollment-at-launch-beside-overrides",
      "does not enroll the managed user at a launch while overrides are set", ["LCH-002"],
      .set(\.lapses.enrollingLaunches, .withOverrides)),
    Defect(
      "telemetry-comes-on-with-a-departure",
      "sends telemetry that was switched off once the enrolled user has left",
      ["TEL-005", "TEL-007"],
      .set(\.lapses.telemetrySwitch, .afterDeparture)),
    Defect(
      "screens-end-with-their-user",
      "takes the UI identity back when the user to whom it was set leaves", ["IDN-014"],
      .set(\.identity.screensOutliveUsers, false)),
    Defect(
      "refused-links-switch",
      "switches to the identity of a link that the app has refused", ["IDN-034"],
      .set(\.identity.refusedLinksChangeNothing, false)),
    Defect(
      "checks-stay-with-the-first-policy",
      "makes the checks of the policy that a process had first", ["IDN-026", "POL-028"],
      .set(\.identity.checksFollowLaterPolicies, false)),
    Defect(
      "no-restart-beside-a-screen",
      "asks for no restart while a prompt or a dialog of the SDK is open", ["RST-001", "RST-002"],
      .set(\.lapses.restarts, .besideScreen)),
    Defect(
      "configuration-quiet-beside-a-screen",
      "does not notify of configuration that changes while a prompt of the SDK is open",
      ["CFG-019"], .set(\.lapses.configurationNotices, .besideScreen)),
    Defect(
      "allowed-accounts-quiet-beside-a-screen",
      "does not notify of allowed accounts that change while a prompt of the SDK is open",
      ["ACC-005"], .set(\.lapses.accountNotices, .besideScreen)),
  ]
}
