internal import ExactText

enum LaunchReadings {
  /// Restart and launch.
  static let all: [Reading] = [
    Reading(
      "restart-by-exit", "restarts by an exit, without a dialog", ["CNF-38"],
      .set(\.restart.way, .exit)),
    Reading(
      "restart-by-dialog-and-exit", "shows the restart's dialog and exits at once", ["CNF-38"],
      .set(\.restart.way, .dialogAndExit)),
    Reading(
      "restart-before-status", "asks for the restart before it reports the enrollment",
      ["OQ-24", "OQ-18"], .set(\.restart.order, .restartFirst),
      .set(\.enrollment.policyIsFetched, .withinEnrollment)),
    Reading(
      "no-prompt-at-launch", "does not ask for credentials at launch, even if policy is required",
      ["LCH-005"], .set(\.launch.asksForSignIn, false)),
    Reading(
      "silent-launch-failure", "reports no failure of the attempt at launch", ["OQ-74"],
      .set(\.launch.reportsFailure, false)),
    Reading(
      "blocked-by-exit", "exits instead of showing that policy is missing", ["OQ-73"],
      .set(\.launch.blocking, .exit)),
    Reading(
      "second-try-checks-in",
      "checks in for the enrolled user when a person tries a blocked launch again", ["OQ-73"],
      .set(\.launch.secondTriesCheckIn, true)),
  ]
}
