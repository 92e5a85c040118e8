import Contract
internal import ExactText

enum EnrollmentReadings {
  /// Enrollment and check-ins.
  static let all: [Reading] = [
    Reading(
      "retry-from-start", "counts the 24 hours from the start of the failed attempt", ["OQ-01"],
      .set(\.enrollment.intervalBegins, .withTheAttempt)),
    Reading(
      "broken-attempt-at-launch",
      "repeats at launch the attempt that the process's death broke off", ["OQ-03"],
      .set(\.enrollment.brokenAttemptWaits, nil)),
    Reading(
      "latest-account-first", "tries the account registered last first", ["OQ-06"],
      .set(\.enrollment.triesFirst, .theLatestRegistered)),
    Reading(
      "others-refused-after-success",
      "reports 208 for the other accounts that were due when one enrolls", ["OQ-06"],
      .set(\.enrollment.othersThatWereDue, .areRefused)),
    Reading(
      "second-account-as-218", "reports 218 for a second account, 208 for a sign-in", ["OQ-07"],
      .set(\.enrollment.codeForSecondAccount, .switchExistingAccount),
      .set(\.enrollment.codeForMeantSecondAccount, .alreadyEnrolled)),
    Reading(
      "policy-within-enrollment", "fetches policy as a part of the enrollment", ["OQ-18"],
      .set(\.enrollment.policyIsFetched, .withinEnrollment)),
    Reading(
      "policy-failure-fails-enrollment",
      "fetches policy as a part of the enrollment, which fails with it", ["OQ-18"],
      .set(\.enrollment.policyIsFetched, .asItsCondition)),
    Reading(
      "status-before-notification", "posts the notification after the status", ["OQ-24"],
      .set(\.status.order, .statusFirst)),
    Reading(
      "queued-for-delegate", "keeps callbacks for a delegate that is set late", ["OQ-23"],
      .set(\.status.withoutDelegate, .isKept)),
    Reading(
      "check-in-dropped-with-user", "gives up a check-in whose user leaves, and says nothing of it",
      ["STA-003", "ENR-038"], .set(\.leaving.lateCheckIn, .isGivenUp)),
  ]
  /// Readings that stand at the end of the list, so that those before them stay in their groups (`ci/readings --together`).
  static let further: [Reading] = [
    Reading(
      "sign-ins-leave-retries", "leaves the retry of an account where it was if a sign-in fails",
      ["OQ-01"], .set(\.enrollment.signInsMoveRetries, false)),
    Reading(
      "remediation-before-restart",
      "removes the enrolled user and enrolls the other one before it asks for the restart",
      ["AUTH-051"], .set(\.enrollment.remediationWaitsForRestart, false)),
  ]
}
