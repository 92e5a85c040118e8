internal import ExactText

/// Deviations at what comes a second time: the second wipe, prompt, change, account or extension.
enum RepetitionDefects {
  static let all: [Defect] = [
    Defect(
      "second-wipe-quiet",
      "does not report the unenrollment of the second administrator's wipe of a process",
      ["DRG-018"],
      .set(\.leaving.reportsEveryWipe, false)),
    Defect(
      "second-wipe-told-as-policy",
      "reports the second command to wipe of an installation as new policy", ["STA-016"],
      .set(\.status.everyWipeIsTold, false)),
    Defect(
      "second-wipe-leaves-groups",
      "leaves the files of app groups in every wipe of a process but the first", ["WIP-003"],
      .set(\.files.everyWipeReachesGroups, false)),
    Defect(
      "second-wipe-keeps-account",
      "keeps the account registered after the second administrator's wipe", ["DRG-017"],
      .set(\.leaving.everyWipeRemovesAccount, false)),
    Defect(
      "second-policy-change-quiet",
      "notifies of one change of policy for each process", ["POL-004"],
      .set(\.policy.notifiesOfEveryChange, false)),
    Defect(
      "second-configuration-change-quiet",
      "notifies of one change of app configuration for each process", ["CFG-019"],
      .set(\.policy.notifiesOfEveryConfiguration, false)),
    Defect(
      "second-protection-change-quiet",
      "notifies of one change of the protection level for each process", ["DAT-011"],
      .set(\.protection.notifiesOfEveryLevel, false)),
    Defect(
      "second-allowed-change-quiet",
      "notifies of one change of allowed accounts for each process", ["ACC-005"],
      .set(\.allowedAccounts.notifiesOfEveryChange, false)),
    Defect(
      "second-cancelled-prompt-told-as-sign-in",
      "reports the second cancelled prompt of a process as a needed sign-in", ["ENR-032"],
      .set(\.enrollment.everyCancelIsTold, false)),
    Defect(
      "second-nil-not-told",
      "reports the first registration of nil of a process only", ["ENR-036"],
      .set(\.status.reportsEveryNil, false)),
    Defect(
      "second-user-not-added",
      "asks the app to add the first user whom the launch has enrolled, and no later one",
      ["IDN-055"],
      .set(\.identity.asksToAddEveryUser, false)),
    Defect(
      "second-enrollment-without-restart",
      "asks for one restart in an installation, although a later process has no policy at its start",
      ["RST-001"],
      .set(\.restart.neededEachTime, false)),
    Defect(
      "second-extension-call-quiet",
      "reports 223 for the first call of an extension process only", ["ENR-034"],
      .set(\.status.reportsEveryExtensionCall, false)),
    Defect(
      "second-extension-sees-nobody",
      "shows the enrolled user to the first extension process only", ["ENR-022"],
      .set(\.accounts.everyExtensionKnowsTheUser, false)),
    Defect(
      "wipe-choice-of-the-first",
      "uses the doWipe of the first deregistration of a process for the later ones", ["DRG-008"],
      .set(\.leaving.everyCallChoosesItsWipe, false)),
    Defect(
      "second-unenrollment-ends-retries",
      "does not resume retries after the second unenrollment of an installation", ["ENR-015"],
      .set(\.leaving.othersResumeEachTime, false)),
    Defect(
      "second-link-not-asked",
      "asks for the switch to a sender once, and opens later links of the same sender without",
      ["IDN-043"],
      .set(\.identity.asksForEveryLink, false)),
    Defect(
      "one-pin-for-each-process",
      "makes the conditional-launch checks at the first switch of a process to the managed user only",
      ["IDN-026"],
      .set(\.identity.checksAtEverySwitch, false)),
    Defect(
      "second-lost-record-told-as-error",
      "reports the second record that is gone as an internal error", ["STA-039"],
      .set(\.status.everyLostRecordIsTold, false)),
  ]
}
