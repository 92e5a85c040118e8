import Contract
internal import ExactText
import VirtualTime

enum LeavingReadings {
  /// Leaving.
  static let all: [Reading] = [
    Reading(
      "not-enrolled-as-214",
      "reports 214 for the deregistration of who is not enrolled, and for the check-in of who has left",
      ["OQ-29", "DRG-021"], .set(\.leaving.codeWithoutEnrollment, .notEnrolledAccount)),
    Reading(
      "no-status-without-enrollment", "reports no unenrollment of an account that never enrolled",
      ["OQ-30"], .set(\.leaving.reportsAccountsWithoutEnrollment, false)),
    Reading(
      "unenroll-repeated", "repeats a failed unenrollment every hour", ["OQ-31"],
      .set(\.leaving.repeatsFailuresAfter, .hours(1))),
    Reading(
      "wipe-before-its-status",
      "asks for an administrator's wipe before it reports the check-in that brought it", ["OQ-24"],
      .set(\.leaving.administratorWipeOrder, .wipeFirst)),
    Reading(
      "status-before-wipe", "reports the unenrollment before the wipe that was asked for with it",
      ["OQ-24"], .set(\.leaving.deregistrationOrder, .statusFirst)),
    Reading(
      "restart-after-wipe", "restarts the app after a wipe of its own", ["OQ-24"],
      .set(\.leaving.afterOwnWipe, .restarts)),
  ]

  /// Those who come while another user leaves.
  static let arrivals: [Reading] = [
    Reading(
      "waits-for-the-removal",
      "refuses a user with 218 who comes while another one is being unenrolled",
      ["OQ-07", "ENR-037", "STA-037"], .set(\.enrollment.whileAnotherLeaves, .waitsForTheRemoval))
  ]

  /// Those who are deregistered once more.
  static let repetitions: [Reading] = [
    Reading(
      "later-deregistration-wipes",
      "wipes a user who is deregistered with a wipe while being unenrolled without one",
      ["OQ-100"], .set(\.leaving.laterCallsWipe, true))
  ]

  /// Those who leave for another user.
  static let replacements: [Reading] = [
    Reading(
      "restart-before-removal",
      "asks for the restart of a remediation first, and removes the enrolled user in the next process",
      ["OQ-102", "RST-009"], .set(\.enrollment.remediationRestartsFirst, true))
  ]
}
