import Contract
internal import ExactText

enum DetailDefects {
  /// Single sentences of the contract that no other defect breaks.
  static let all: [Defect] = [
    Defect(
      "allowed-accounts-notified-at-launch",
      "notifies of the accounts that are allowed at the launch",
      ["ACC-005"],
      .set(\.allowedAccounts.notifiedOf, .changesAndLaunch)),
    Defect(
      "remediation-told-at-next-launch",
      "makes a remediation again at the next launch that is over",
      ["AUTH-047"],
      .set(\.enrollment.savesEndOfRemediation, false)),
    Defect(
      "conflict-of-single-values", "sees a conflict where there is one value alone",
      ["CFG-012"],
      .set(\.configuration.conflict, .alsoOfSingleValues)),
    Defect(
      "deregister-never-returns", "never lets a deregistration return",
      ["DRG-011"],
      .set(\.leaving.callReturns, .never)),
    Defect(
      "deregister-returns-twice", "lets a deregistration return at once, and again when it should",
      ["DRG-011"],
      .set(\.leaving.callReturns, .alsoAtOnce)),
    Defect(
      "deregister-returns-a-second-later",
      "lets a deregistration return after a second, and again when it should",
      ["DRG-011"],
      .set(\.leaving.callReturns, .alsoASecondLater)),
    Defect(
      "registration-returns-twice", "lets registerAndEnrollAccount return two times",
      ["ENR-017"],
      .set(\.enrollment.registrationReturns, .twice)),
    Defect(
      "files-unreadable-while-enrolling",
      "keeps the app from reading files while an enrollment is under way",
      ["ENR-017"],
      .set(\.files.areReadableMeanwhile, false)),
    Defect(
      "enrolled-account-not-listed", "leaves the enrolled user out of the registered accounts",
      ["ENR-021", "ENR-005"],
      .set(\.accounts.listed, .withoutTheEnrolled)),
    Defect(
      "accounts-listed-twice", "lists every registered account two times",
      ["ENR-021"],
      .set(\.accounts.listed, .twice)),
    Defect(
      "enrolled-account-is-whoever-was-tried",
      "enrolledAccount names whom the last attempt was for",
      ["ENR-022"],
      .set(\.accounts.enrolledAccount, .enrolledOrTried)),
    Defect(
      "enrolls-without-sign-in", "goes on with an enrollment for which there is no token",
      ["LCH-004", "LCH-006", "ENR-028", "ENR-032"],
      .set(\.tokens.areNeeded, false)),
    Defect(
      "strangers-unenrolled-without-token",
      "unenrolls at the service whoever is deregistered, without a token",
      ["DRG-005"],
      .set(\.leaving.unenrollsAt, .ofAnybody),
      .set(\.tokens.areNeeded, false)),
    Defect(
      "duplicate-registration-enrolls-again",
      "enrolls again when the enrolled account is registered again",
      ["ENR-016", "IDN-010"],
      .set(\.enrollment.duplicateRegistration, .enrollsAgain)),
    Defect(
      "enrolls-again-at-every-launch", "enrolls the enrolled user again at every launch",
      ["LCH-001", "LCH-003"],
      .set(\.launch.enrollsOnlyIfSet, false),
      .set(\.launch.enrolls, .enrolledUserAgain)),
    Defect(
      "app-never-starts", "never lets an app start",
      ["LCH-007", "LCH-004", "LCH-006", "LCH-013"],
      .set(\.launch.appsStart, false)),
    Defect(
      "three-restart-dialogs", "shows the dialog of the restart three times",
      ["ENR-018", "RST-005"],
      .set(\.restart.way, .threeDialogs)),
    Defect(
      "restart-asked-of-nobody", "asks for a restart although there is no method for it",
      ["RST-010"],
      .set(\.restart.asksOnlyWhoCanAnswer, false)),
    Defect(
      "exit-before-the-answer", "ends the app before it has answered whether it restarts itself",
      ["RST-005"],
      .set(\.restart.waitsForTheAnswer, false),
      .set(\.restart.way, .exit)),
    Defect(
      "first-attempt-told-as-nil",
      "ends the first attempt of every account as that of a missing identity",
      ["STA-026"],
      .set(\.enrollment.firstAttemptFails, .nilAccount)),
    Defect(
      "unchanged-told-as-not-licensed", "reports unchanged policy as a missing licence",
      ["STA-015", "STA-019"],
      .set(\.status.unchangedPolicy, .accountNotLicensed)),
    Defect(
      "protecting-sets-no-owner",
      "leaves the owner of a file as it is that is protected for another identity",
      ["FIL-011"],
      .set(\.protection.protectingSetsOwner, false)),
    Defect(
      "created-file-without-owner", "gives a new file no owner",
      ["FIL-023"],
      .set(\.protection.creatingSetsOwner, false)),
    Defect(
      "every-new-file-encrypted", "encrypts new files of unmanaged users too",
      ["FIL-023"],
      .set(\.protection.newFileEncryption, .ofEverybody)),
    Defect(
      "created-file-appended", "appends to a file that is to be replaced",
      ["FIL-023"],
      .set(\.protection.creatingReplaces, false),
      .set(\.protection.encryptsNewFiles, false)),
    Defect(
      "verified-file-loses-owner", "takes the owner of a file away that is verified again",
      ["FIL-014"],
      .set(\.protection.leavesWhatIsProtected, false)),
    Defect(
      "only-failed-switches-count",
      "changes the identity with a switch that fails, and with no other",
      ["IDN-034", "IDN-031"],
      .set(\.identity.failureKeepsIdentity, false),
      .set(\.identity.successChangesIdentity, false)),
    Defect(
      "completion-three-times", "calls a completion handler three times",
      ["IDN-027"],
      .set(\.identity.completionCalls, .threeTimes)),
    Defect(
      "refused-switch-told-twice", "refuses a switch while another one runs, two times",
      ["IDN-027"],
      .set(\.identity.secondSwitch, .isRefused),
      .set(\.identity.completionCalls, .twice)),
    Defect(
      "link-opened-twice", "opens a link two times",
      ["IDN-048"],
      .set(\.identity.linksAreOpenedOnce, false)),
    Defect(
      "activity-is-the-enrolled-user",
      "getIdentityForCurrentActivity names the enrolled user outside a handler",
      ["IDN-057"],
      .set(\.identity.activityIsNotTheEnrolledUser, false)),
    Defect(
      "user-before-told-as-sender",
      "tells the handler of a link who worked in the app before it as its sender",
      ["IDN-057"],
      .set(\.identity.toldSender, .activeBefore)),
    Defect(
      "management-unknown", "isManagementEnabled returns nothing",
      ["POL-023"],
      .set(\.policy.managedApps, .unknown)),
    Defect(
      "other-threads-unanswered", "answers queries of policy on the main thread alone",
      ["IDN-017"],
      .set(\.policy.answersEveryThread, false)),
    Defect(
      "tasks-run-at-once", "runs a task whose queue is suspended",
      ["THR-001", "THR-005"],
      .set(\.tasks.waitForTheirQueue, false)),
    Defect(
      "colors-outlive-the-installation", "keeps colours when the app is reinstalled",
      ["UIX-013"],
      .set(\.colors.endWithInstallation, false)),
    Defect(
      "verified-file-stays-without-owner", "takes the owner of a file away that is verified",
      ["FIL-014"], .set(\.protection.leavesWhatIsProtected, false),
      .set(\.protection.protectsWhatIsNot, false)),
  ]
}
