internal import ExactText

/// What an SDK loses when one thing takes the place of another: a delegate, a token, a group, a process.
enum ChangeoverDefects {
  static let all: [Defect] = [
    Defect(
      "wipe-passes-later-delegates-by",
      "wipes without asking a policy delegate that was set after the launch",
      ["WIP-001"],
      .set(\.leaving.asksLaterDelegates, false)),
    Defect(
      "renewed-refresh-tokens-lost",
      "keeps a refresh token that was renewed for the running process only",
      ["AUTH-002"], .set(\.tokens.renewedTokensAreSaved, false)),
    Defect(
      "stale-token-after-a-sign-in",
      "keeps the access token that it had before a person has signed in again",
      ["AUTH-002"], .set(\.tokens.signInsReplaceTokens, false)),
    Defect(
      "pin-screen-of-who-has-left",
      "shows the PIN screen of a user who has left when the app comes back to the screen",
      ["IDN-018", "IDN-026"], .set(\.identity.leaversSeeNoScreens, false)),
    Defect(
      "cache-group-of-the-first-launch",
      "keeps the tokens in the first group that the settings have named, whatever they name now",
      ["AUTH-021"], .set(\.tokens.cacheFollowsUpdates, false)),
    Defect(
      "policy-lost-in-the-restart",
      "has no policy at the launch after the app has died while it was asked for the restart",
      ["POL-028", "RST-007"], .set(\.restart.policyOutlastsOpenQuestions, false)),
    Defect(
      "check-in-ends-with-the-screen",
      "gives up a check-in that is under way when the app leaves the screen",
      ["STA-003", "POL-028"], .set(\.checkIn.outlastsTheScreen, false)),
    Defect(
      "restart-for-device-management",
      "asks for a restart when the device comes under device management",
      ["RST-001", "RST-007"], .set(\.restart.deviceManagementNeedsNone, false)),
    Defect(
      "extension-enrolls-at-its-launch",
      "enrolls the managed user when an extension with AutoEnrollOnLaunch is launched",
      ["ENR-034", "ENR-035"], .set(\.launch.extensionsEnrollNobody, false)),
    Defect(
      "waiting-link-asks-for-who-has-left",
      "asks for a switch to a user who has left while a link waited for the answer to another one",
      ["IDN-051"], .set(\.identity.waitingLinksFollowTheirUsers, false)),
    Defect(
      "empty-test-policy-ignored",
      "goes by the policy of the service if the test policy names no setting", ["DBG-001"],
      .set(\.diagnostics.emptyTestPoliciesApply, false)),
    Defect(
      "level-untold-beside-configuration",
      "does not notify of a new level of protection that comes with a new configuration",
      ["DAT-011"], .set(\.protection.levelsAreToldBesideConfiguration, false)),
  ]
}
