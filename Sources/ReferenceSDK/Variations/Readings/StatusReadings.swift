import Contract
internal import ExactText

enum StatusReadings {
  /// Codes and strings.
  static let all: [Reading] = [
    Reading(
      "unnamed-codes-as-200", "reports 200 where no requirement names a code",
      ["STA-007", "OQ-87"], .set(\.requests.unnamedCode, .accountNotLicensed)),
    Reading(
      "unnamed-codes-as-201", "reports 201 where no requirement names a code",
      ["STA-007", "OQ-87"], .set(\.requests.unnamedCode, .internalError)),
    Reading(
      "unnamed-codes-as-205", "reports 205 where no requirement names a code",
      ["STA-007", "OQ-87"], .set(\.requests.unnamedCode, .enrollmentEndPointNetworkFailure)),
    Reading(
      "unnamed-codes-as-225", "reports 225 where no requirement names a code",
      ["STA-007", "OQ-87"], .set(\.requests.unnamedCode, .licensedNotTargeted)),
    Reading(
      "nil-error-string", "leaves errorString nil where the edition allows it", ["STA-008"],
      .set(\.status.errorString, .missingWhereAllowed)),
    Reading(
      "nil-error-object", "leaves the error object nil except for 201", ["STA-009", "STA-020"],
      .set(\.status.otherFailuresHaveObjects, false)),
    Reading(
      "null-policy", "returns null for the policy of a user to whom none applies",
      ["IDN-018", "IDN-021"],
      .set(\.identity.policyOfUnrestrictedUsers, .null)),
    Reading(
      "empty-text-for-none", "returns the empty text or null for nothing", ["AUTH-028", "POL-024"],
      .set(\.policy.configurationOfStrangers, .null),
      .set(\.tokens.unsetOverrideReadsAs, .emptyString),
      .set(\.accounts.noPrimaryUserReadsAs, .emptyString)),
    Reading(
      "names-in-upper-case", "returns identities in upper case", ["IDN-011", "OQ-41"],
      .set(\.app.identitiesShown, .inUpperCase)),
    Reading(
      "events-without-sent", "does not number its events among the requests",
      [Reading.stepProtocol], .set(\.app.numbersEvents, false)
    ),
    Reading(
      "logs-everything", "writes to its log whatever happens to it", ["DBG-022", "DBG-024"],
      .set(\.status.log, .everything)),
  ]
}
