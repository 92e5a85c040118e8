internal import ExactText

/// Deviations that only show if something else is under way, has failed before, or is done by another app.
enum BesideDefects {
  static let all: [Defect] = [
    Defect(
      "departures-unblock-each-other",
      "lets a deregistration return without its token while another user is leaving", ["DRG-011"],
      .set(\.leaving.blocksBesideOtherDepartures, false)),
    Defect(
      "ended-departure-ends-all",
      "forgets every unenrollment when one has ended, so that no later process makes the others",
      ["DRG-004", "STA-004"], .set(\.leaving.departuresEndAlone, false)),
    Defect(
      "nil-judged-by-the-window",
      "judges a switch to nil by what the window shows instead of the process identity",
      ["IDN-033"], .set(\.identity.nilIsJudgedByTheProcess, false)),
    Defect(
      "waiting-remediations-fall-silent",
      "asks nobody in the next process for a remediation that has waited behind another one",
      ["AUTH-051", "AUTH-052"], .set(\.enrollment.waitingRemediationsMayAsk, false)),
    Defect(
      "refused-re-enrollment-ends-check-ins",
      "checks in no more once the token of a re-enrollment was refused", ["POL-001"],
      .set(\.checkIn.goesOnAfterRefusedReenrollments, false)),
    Defect(
      "departure-drops-uploads",
      "never calls the handler of an upload during which the user has left", ["DBG-021"],
      .set(\.diagnostics.uploadsOutlastDepartures, false)),
    Defect(
      "configuration-alone-not-for-extensions",
      "gives extensions no configuration that comes while no policy targets the user",
      ["CFG-004"], .set(\.accounts.extensionsGetConfigurationWithoutPolicy, false)),
    Defect(
      "no-scheme-left-to-extensions", "leaves no link of a web view to an extension", ["WEB-006"],
      .set(\.policy.leavesSchemesToExtensions, false)),
    Defect(
      "leaver-at-sign-in-listed-again",
      "lists an account in the next process whose sign-in was open when it left",
      ["DRG-002", "ENR-021"],
      .set(\.leaving.openSignInsLeaveNobody, false)),
    Defect(
      "leaver-at-request-listed-again",
      "lists an account in the next process whose request was under way when it left",
      ["DRG-002", "ENR-021"],
      .set(\.leaving.openRequestsLeaveNobody, false)),
    Defect(
      "nil-not-refused-beside-attempts",
      "does not report a registration of nil while an attempt to enroll is under way",
      ["ENR-036", "STA-026"],
      .set(\.status.refusesNil, .exceptBesideAttempts)),
    Defect(
      "nil-not-refused-beside-check-ins",
      "does not report a registration of nil while a check-in is under way",
      ["ENR-036", "STA-026"],
      .set(\.status.refusesNil, .exceptBesideCheckIns)),
    Defect(
      "nil-not-refused-beside-departures",
      "does not report a registration of nil while an unenrollment is under way",
      ["ENR-036", "STA-026"],
      .set(\.status.refusesNil, .exceptBesideDepartures)),
    Defect(
      "nil-not-refused-in-background",
      "does not report a registration of nil in the background", ["ENR-036", "STA-026"],
      .set(\.status.refusesNil, .inTheForeground)),
    Defect(
      "nil-closes-sign-in",
      "takes the sign-in of a user off the screen when nil is registered",
      ["ENR-006"],
      .set(\.enrollment.nilClosesNoScreen, false)),
    Defect(
      "leaving-nil-not-refused-beside-attempts",
      "does not report a deregistration of nil while an attempt to enroll is under way",
      ["STA-026", "STA-004"],
      .set(\.status.refusesLeavingNil, .exceptBesideAttempts)),
    Defect(
      "leaving-nil-not-refused-beside-check-ins",
      "does not report a deregistration of nil while a check-in is under way",
      ["STA-026", "STA-004"],
      .set(\.status.refusesLeavingNil, .exceptBesideCheckIns)),
    Defect(
      "deleted-by-others-has-owner",
      "tells the owner of a file of an app group after another app has deleted it", ["FIL-009"],
      .set(\.files.filesThatOthersDeleteHaveNoOwner, false)),
    Defect(
      "owner-set-by-others-ignored",
      "tells the owner that a file of an app group had when it was first asked for",
      ["FIL-001", "FIL-010"],
      .set(\.files.ownersThatOthersSetCount, false)),
    Defect(
      "item-owner-set-by-others-ignored",
      "tells the owner that an item in an app group had when it was first asked for",
      ["SHR-019", "SHR-021"],
      .set(\.files.ownersOfItemsThatOthersSetCount, false)),
    Defect(
      "level-of-owner-before",
      "tells the level of the owner that a file of an app group had when it was first asked for",
      ["FIL-030"],
      .set(\.files.levelsFollowOwnersThatOthersSet, false)),
    Defect(
      "last-giver-first",
      "tries the authority first that has given the last token", ["AUTH-033", "AUTH-026"],
      .set(\.tokens.acquisitionsBegin, .lastThatGaveOne)),
    Defect(
      "failed-authority-last",
      "tries an authority later that has failed before", ["AUTH-033", "AUTH-026"],
      .set(\.tokens.acquisitionsBegin, .firstWithoutFailure)),
  ]
}
