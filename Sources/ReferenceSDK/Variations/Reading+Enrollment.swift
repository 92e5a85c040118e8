internal import ExactText

extension Reading {
  /// Enrollment and check-ins.
  static let ofEnrollment: [Reading] = [
    Reading(
      "retry-from-start", "counts the 24 hours from the start of the failed attempt", ["OQ-01"]),
    Reading(
      "broken-attempt-at-launch",
      "repeats at launch the attempt that the process's death broke off", ["OQ-03"]),
    Reading("latest-account-first", "tries the account registered last first", ["OQ-06"]),
    Reading(
      "others-refused-after-success",
      "reports 208 for the other accounts that were due when one enrolls", ["OQ-06"]),
    Reading(
      "second-account-as-218", "reports 218 for a second account, 208 for a sign-in", ["OQ-07"]),
    Reading("policy-within-enrollment", "fetches policy as a part of the enrollment", ["OQ-18"]),
    Reading(
      "policy-failure-fails-enrollment",
      "fetches policy as a part of the enrollment, which fails with it", ["OQ-18"]),
    Reading("status-before-notification", "posts the notification after the status", ["OQ-24"]),
    Reading("queued-for-delegate", "keeps callbacks for a delegate that is set late", ["OQ-23"]),
    Reading(
      "check-in-dropped-with-user", "gives up a check-in whose user leaves, and says nothing of it",
      ["STA-003", "ENR-038"]),
  ]
}
