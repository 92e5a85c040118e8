internal import ExactText

/// Deviations that depend on who asks, where, beside which setting, and on what an earlier process or user was.
enum CallerDefects {
  static let all: [Defect] = [
    Defect(
      "people-sign-in-with-any-library",
      "lets a person sign in although the authentication library is too old",
      ["AUTH-044", "STA-043"],
      .set(\.tokens.peopleNeedTheLibraryToo, false)),
    Defect(
      "left-unenrollments-by-the-built-in-client",
      "makes an unenrollment that an earlier process has left with its own client ID",
      ["AUTH-003"], .set(\.tokens.leftUnenrollmentsUseTheClient, false)),
    Defect(
      "taken-over-remediations-unknown",
      "does not know a remediation of an earlier process when the app asks for it again",
      ["AUTH-050"], .set(\.enrollment.takenOverRemediationsAreKnown, false)),
    Defect(
      "no-encryption-below-the-lowest-level",
      "says that files need no encryption if MaxFileProtectionLevel is the lowest", ["FIL-019"],
      .set(\.policy.capsLeaveEncryptionAlone, false)),
    Defect(
      "siri-allowed-in-extensions", "allows Siri intents in every extension", ["SIR-001"],
      .set(\.policy.extensionsKnowSiri, false)),
    Defect(
      "changes-quiet-without-the-method",
      "does not notify of later policy if the delegate has no method for policy requests",
      ["STA-005", "POL-004"], .set(\.policy.changesNeedNoMethod, false)),
    Defect(
      "registered-colleagues-allowed",
      "allows a switch to a colleague of the enrolled user who is registered, too", ["IDN-032"],
      .set(\.identity.registeredColleaguesAreForbidden, false)),
    Defect(
      "caller-decides-about-a-switch",
      "looks at the identity of the thread that asks for a switch instead of the main thread",
      ["IDN-033"], .set(\.identity.mainThreadDecidesForEveryCaller, false)),
    Defect(
      "screen-overlooked-in-the-background",
      "goes by the process identity while the app is in the background, whatever the screen shows",
      ["IDN-017", "IDN-014"], .set(\.identity.screensDecideInTheBackground, false)),
    Defect(
      "places-stay-with-the-first-user",
      "takes the managed places for those of the first user of the process", ["LOC-002"],
      .set(\.locations.placesFollowTheNextUser, false)),
  ]
}
