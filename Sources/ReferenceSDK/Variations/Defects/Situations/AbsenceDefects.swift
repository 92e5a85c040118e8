internal import ExactText

/// Deviations that show where something is missing, was taken away, or is there twice.
enum AbsenceDefects {
  static let all: [Defect] = [
    Defect(
      "update-forgets-the-library", "forgets a choice of the library when the app is updated",
      ["AUTH-041"], .set(\.tokens.choicesSurviveUpdates, false)),
    Defect(
      "remediation-quiet-without-policy-delegate",
      "reports no remediation to an app that has set no policy delegate", ["AUTH-047"],
      .set(\.enrollment.remediationNeedsNoPolicyDelegate, false)),
    Defect(
      "equal-sets-returned-once",
      "leaves a set out of fullData that has the same content as another one", ["CFG-007"],
      .set(\.configuration.equalSetsAreAllReturned, false)),
    Defect(
      "configuration-comes-back-quietly",
      "does not notify of configuration that is again what it was before", ["CFG-019"],
      .set(\.configuration.notifiesOfReturns, false)),
    Defect(
      "test-policy-needs-another",
      "applies a test policy only where the service has sent a policy", ["DBG-001"],
      .set(\.diagnostics.testPoliciesNeedNoOther, false)),
    Defect(
      "background-launch-makes-no-test-wipe",
      "makes no test wipe when the app is launched in the background", ["DBG-011"],
      .set(\.diagnostics.backgroundLaunchesMakeTestWipes, false)),
    Defect(
      "deregister-blocks-with-policy-only",
      "lets the deregistration of a user without policy return before the token is there",
      ["DRG-011"], .set(\.leaving.blocksWithoutPolicy, false)),
    Defect(
      "check-in-holds-deregistration-up",
      "lets a deregistration during a check-in return only when the service has answered",
      ["DRG-011"], .set(\.leaving.returnsBesideCheckIns, false)),
    Defect(
      "share-point-needs-no-account",
      "allows SharePoint without an account in an app of several identities",
      ["LOC-002", "LOC-031"], .set(\.locations.sharePointNeedsItsAccount, false)),
    Defect(
      "managed-schemes-by-their-middle",
      "opens an app as a managed one whose scheme only contains the mark of managed apps",
      ["POL-014"], .set(\.policy.managedSchemesEndInTheirMark, false)),
    Defect(
      "web-schemes-never-left-to-app",
      "does not leave http and https to the app though WebViewHandledURLSchemes names them",
      ["WEB-006"], .set(\.policy.leavesWebSchemesToApp, false)),
    Defect(
      "checks-of-leavers-go-on",
      "also makes the checks that only the policy of an earlier user asked for", ["IDN-026"],
      .set(\.identity.checksAreOfOwnPolicy, false)),
    Defect(
      "unenrolls-with-others-tokens",
      "unenrolls a user without tokens with those of somebody else", ["DRG-023"],
      .set(\.tokens.unenrollmentsUseOwnTokens, false)),
    Defect(
      "refused-leaver-takes-tokens-along",
      "deletes the tokens of the next user when an unenrollment is refused",
      ["POL-001", "STA-003"], .set(\.leaving.refusalsSpareNextUsers, false)),
    Defect(
      "repeated-failure-unenrolls",
      "unenrolls the user at the second check-in in a row that has an answer without a meaning",
      ["DRG-016", "ENR-022", "POL-001"], .set(\.checkIn.repeatedFailuresEndNothing, false)),
    Defect(
      "second-policy-delegate-ignored",
      "asks no policy delegate any more once the app has replaced it a second time",
      ["WIP-001", "RST-002"], .set(\.policy.everyNewDelegateCounts, false)),
    Defect(
      "null-is-no-value", "takes the configured text null for no value", ["CFG-015", "CFG-018"],
      .set(\.configuration.wordsForNothingAreValues, false)),
    Defect(
      "allowed-accounts-missed-while-suspended",
      "does not notify of allowed accounts that change while the app is suspended", ["ACC-005"],
      .set(\.allowedAccounts.notifyWhileSuspended, false)),
    Defect(
      "others-rest-after-unseen-departures",
      "tries no other account again if the app is not on the screen when the user leaves",
      ["ENR-015", "ENR-011"], .set(\.leaving.othersResumeOutOfSight, false)),
    Defect(
      "failed-departure-stops-check-ins",
      "makes no check-in any more for the next user once an unenrollment has failed", ["POL-001"],
      .set(\.checkIn.outlastFailedDepartures, false)),
    Defect(
      "addition-needs-a-status-delegate",
      "asks no app to add a user that has set no enrollment delegate", ["IDN-055", "STA-005"],
      .set(\.launch.additionsNeedNoStatuses, false)),
    Defect(
      "nameless-account-allowed",
      "allows an account without a name where the device names no user", ["ACC-002"],
      .set(\.allowedAccounts.nobodyIsAllowedByName, false)),
    Defect(
      "reads-by-characters",
      "counts what it reads of an open file in characters", ["FIL-026"],
      .set(\.protection.readsByBytes, false)),
    Defect(
      "continued-remediation-asks-nobody",
      "asks nobody in the process that goes on with a remediation", ["AUTH-052", "AUTH-051"],
      .set(\.enrollment.continuedRemediationsMayAsk, false)),
    Defect(
      "no-splash-with-an-odd-duration",
      "shows no splash if the setting of its duration is no duration", ["UIX-002"],
      .set(\.launch.oddSplashDurationsCountForNothing, false)),
    Defect(
      "first-of-three-names-forgotten",
      "forgets the first name of a user who has enrolled under three", ["IDN-012"],
      .set(\.identity.everyNameOfAnObjectIDCounts, false)),
    Defect(
      "owners-cut-at-a-mark",
      "cuts the name of an owner at a bar, a hash sign or a character of four bytes",
      ["DAT-005", "DAT-010", "FIL-010", "FIL-001", "WIP-007", "WIP-003"],
      .set(\.protection.ownersHaveEveryCharacter, false)),
    Defect(
      "later-policy-needs-policy-delegate",
      "keeps the first policy until the next launch in an app without a policy delegate",
      ["INT-018"], .set(\.policy.laterPolicyNeedsNoDelegate, false)),
    Defect(
      "later-policy-needs-status-delegate",
      "keeps the first policy until the next launch in an app without an enrollment delegate",
      ["INT-018"], .set(\.policy.laterPolicyNeedsNoStatus, false)),
  ]
}
