internal import ExactText

/// Deviations in what comes back: enrollments that are made anew, users after a failure, apps after an update.
enum ReturnDefects {
  static let all: [Defect] = [
    Defect(
      "wipe-before-policy-ignored",
      "does not carry out a wipe that comes before the enrollment has brought any policy",
      ["DRG-017", "WIP-009", "STA-016"], .set(\.leaving.wipesBeforePolicy, false)),
    Defect(
      "untold-wipe-made-again",
      "wipes the user who has enrolled by the next launch, if the service could not be told of an administrator's wipe",
      ["WIP-008"], .set(\.leaving.untoldWipesAreOver, false)),
    Defect(
      "period-begins-with-a-registration",
      "counts the 8 hours to the next check-in from a registration of the enrolled user",
      ["POL-001"], .set(\.checkIn.registrationsMoveNothing, false)),
    Defect(
      "policy-of-a-re-enrollment-unannounced",
      "does not announce policy that has changed when it comes with a re-enrollment", ["POL-004"],
      .set(\.policy.postsWhatReEnrollmentsBring, false)),
    Defect(
      "restart-for-policy-of-a-re-enrollment",
      "asks for a restart when a re-enrollment brings another policy", ["RST-007"],
      .set(\.restart.reEnrollmentsNeedNone, false)),
    Defect(
      "colleagues-of-leavers-refused",
      "refuses switches to colleagues of a user who has left as long as nobody is enrolled",
      ["IDN-032", "IDN-031"], .set(\.identity.colleaguesOfLeaversAreFree, false)),
    Defect(
      "asked-users-are-not-added",
      "does not ask the app to add a user whom a launch had to ask for credentials", ["IDN-055"],
      .set(\.identity.asksToAddWhoWasAsked, false)),
    Defect(
      "received-files-of-the-first-owner",
      "gives each file that the app receives to the owner of the first one", ["SHR-022"],
      .set(\.files.everyReceivedFileHasItsOwner, false)),
    Defect(
      "names-end-at-the-hash-sign", "sends the name of a guest only up to its first hash sign",
      ["IDN-009", "ENR-007"], .set(\.requests.namesKeepTheirMarks, false)),
    Defect(
      "launch-ends-retries-of-unsigned",
      "does not try an account again after a launch if its user had to sign in", ["ENR-008"],
      .set(\.enrollment.launchesKeepRetriesOfUnsigned, false)),
  ]
}
