import Contract
internal import ExactText
import VirtualTime

enum RequestReadings {
  /// Requests.
  static let all: [Reading] = [
    Reading(
      "token-for-each-request", "gets a token for each request", ["OQ-96"],
      .set(\.tokens.reusesAccessTokens, false)),
    Reading(
      "overrides-outlive-failures", "keeps runtime overrides if the unenrollment fails", ["OQ-98"],
      .set(\.tokens.overridesEndWithFailedUnenrollment, false)),
    Reading(
      "token-before-location", "gets its token before it asks for the location", ["ENR-041"],
      .set(\.requests.order, .tokenFirst)),
    Reading(
      "location-kept", "learns a user's location once and keeps it", ["ENR-041"],
      .set(\.requests.locationIsKept, .forTheUser)),
    Reading(
      "location-every-time", "asks for the location in every operation", ["ENR-041"],
      .set(\.requests.locationIsKept, .notAtAll)),
    Reading(
      "telemetry-sent", "sends telemetry of its launches and enrollments", ["TEL-001", "TEL-003"],
      .set(\.requests.telemetry, .launchesAndEnrollments)),
    Reading(
      "short-time-limit", "waits 6 seconds for a response", ["STA-035", "OQ-32"],
      .set(\.requests.timeLimit, .seconds(6))),
    Reading(
      "long-time-limit", "waits 9 minutes for a response", ["STA-035", "OQ-32"],
      .set(\.requests.timeLimit, .seconds(540))),
    Reading(
      "sign-in-timeout-as-217", "reports a sign-in that takes too long as the library's error",
      ["STA-036", "STA-035"], .set(\.requests.signInTimeout, .adalInternalError)),
  ]

  /// What was found to be left open later; at the end, so that the groups of readings stay as they were.
  static let further: [Reading] = [
    Reading(
      "outage-ends-the-candidates",
      "asks no further authority for a token once one could not be asked", ["AUTH-033"],
      .set(\.tokens.triesOthersAfterOutages, false)),
    Reading(
      "enrollments-end-with-101", "reports an enrollment that succeeds with 101 instead of 100",
      ["STA-002"], .set(\.status.enrollment, .policiesHaveNotChanged)),
    Reading(
      "colors-without-hash-sign", "returns every colour without a hash sign",
      [Reading.stepProtocol], .set(\.colors.readWithTheirSign, false)),
    Reading(
      "lists-in-reverse", "returns lists that may be in any order the other way round",
      [Reading.stepProtocol], .set(\.app.listsAreAsKept, false)),
    Reading(
      "null-members-left-out", "leaves members of events out that are null",
      [Reading.stepProtocol], .set(\.app.namesNullMembers, false)),
    Reading(
      "remediation-failures-as-2", "reports every failure of a remediation as one of the service",
      ["AUTH-049"], .set(\.status.remediationFailuresAreToldApart, false)),
    Reading(
      "starts-beside-the-warning", "lets the app start beside the warning that policy is absent",
      ["LCH-011"], .set(\.launch.waitsForTheWarning, false)),
    Reading(
      "primary-user-of-the-device",
      "returns the user of device management as primaryUser while nobody has enrolled",
      ["IDN-020"], .set(\.accounts.primaryUser, .enrolledOrDeviceUser)),
    Reading(
      "policy-sent-again",
      "names no version, and sees by itself whether the policy that is sent is new", ["STA-015"],
      .set(\.checkIn.namesPolicyVersion, false)),
  ]

  /// What a second SDK from outside does differently.
  static let strangers: [Reading] = [
    Reading(
      "refreshed-tokens-uncached",
      "caches what a sign-in brings, and nothing that a refresh at another authority brings",
      ["OQ-96"], .set(\.tokens.refreshesAreCached, false)),
    Reading(
      "refused-tokens-ask-nobody",
      "reports 203 where the service refuses a token that is there, and asks nobody for another",
      ["OQ-103"], .set(\.enrollment.asksAfterRefusals, false)),
    Reading(
      "asks-to-add-at-the-launch",
      "asks the app at the launch to add a user whom an earlier process has enrolled", ["OQ-104"],
      .set(\.launch.asksToAddOnceStarted, false)),
    Reading(
      "default-color-by-name", "returns a name for a colour that is not set",
      [Reading.stepProtocol], .set(\.colors.defaultReads, .asName)),
  ]
}
