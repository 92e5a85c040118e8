import Contract
internal import ExactText

enum LeavingDefects {
  /// Deregistration and wipe.
  static let all: [Defect] = [
    Defect(
      "wipe-other-identity-files", "deletes the files of every identity", ["WIP-010"],
      .set(\.leaving.deletedFiles, .ofEverybody)),
    Defect(
      "wipe-lost-when-killed", "does not go on with a wipe that the process's death broke off",
      ["WIP-001", "WIP-003"], .set(\.leaving.wipeSurvivesDeath, false)),
    Defect(
      "wipe-twice", "asks the app to wipe twice", ["WIP-001", "DRG-010"],
      .set(\.leaving.asksAbout, .leavingUserTwice)),
    Defect(
      "wipe-for-other-user", "asks the app to wipe every registered account",
      ["WIP-001", "WIP-010"], .set(\.leaving.asksAbout, .everyAccount)),
    Defect(
      "wipe-in-another-name", "asks the app to wipe by the user's object ID", ["WIP-001"],
      .set(\.leaving.asksAbout, .objectID)),
    Defect(
      "wipe-without-asking", "wipes without asking the app", ["WIP-001", "DRG-010"],
      .set(\.leaving.asksBeforeWiping, false)),
    Defect(
      "wipe-ignores-true", "deletes the files although the app has done the wipe", ["WIP-004"],
      .set(\.leaving.deletesFiles, .always)),
    Defect(
      "wipe-keeps-files-on-false", "leaves the files although the app has not wiped them",
      ["WIP-003", "WIP-007"], .set(\.leaving.deletesFiles, .never)),
    Defect(
      "wipe-needs-the-delegate", "leaves the files if the app has no method to wipe them",
      ["WIP-011", "WIP-007"], .set(\.leaving.deletesFiles, .ifTheAppSaysNo)),
    Defect(
      "wipe-on-main-thread", "asks for the wipe on the main thread", ["WIP-005"],
      .set(\.leaving.questionThread, .main)),
    Defect(
      "wipe-repeated-at-launch", "wipes again at every launch", ["WIP-008"],
      .set(\.leaving.wipesOnce, false)),
    Defect(
      "wipe-on-return", "wipes when a user enrolls after another has left", ["WIP-008"],
      .set(\.leaving.wipesAt, [.administratorsCommand, .nextUser])),
    Defect(
      "failed-check-in-wipes", "wipes when a check-in fails", ["WIP-008"],
      .set(\.leaving.wipesAt, [.administratorsCommand, .failedCheckIn])),
    Defect(
      "withdrawn-policy-wipes", "wipes when policy targets the user no more", ["WIP-008"],
      .set(\.leaving.wipesAt, [.administratorsCommand, .withdrawnPolicy])),
    Defect(
      "administrator-wipe-ignored", "does not carry out an administrator's wipe",
      ["DRG-017", "WIP-009", "WIP-011"], .set(\.leaving.wipesAt, [])),
    Defect(
      "administrator-wipe-keeps-account",
      "leaves the account registered after an administrator's wipe", ["DRG-016", "DRG-017"],
      .set(\.leaving.administratorWipeRemovesAccount, false)),
    Defect(
      "administrator-wipe-not-acknowledged",
      "does not say which administrator's wipe was carried out", ["DRG-017"],
      .set(\.leaving.acknowledgesAdministratorWipe, false)),
    Defect(
      "follows-other-apps", "unenrolls and wipes when another app of the device unenrolls the user",
      ["WIP-008"], .set(\.leaving.wipesAt, [.administratorsCommand, .otherApp])),
    Defect(
      "no-unenroll-callback", "does not report the end of an unenrollment",
      ["STA-004", "DRG-018", "DRG-019"], .set(\.status.unenrollmentReports, .never)),
    Defect(
      "no-unenroll-request", "reports an unenrollment of which the service never hears",
      ["DRG-004", "DRG-023"], .set(\.leaving.tellsTheService, false)),
    Defect(
      "leaving-lost-when-killed",
      "forgets an unenrollment that was under way when the process died", ["DRG-017"],
      .set(\.leaving.survivesDeath, false)),
    Defect(
      "deregister-wipes-always", "wipes at a deregistration that asked for no wipe",
      ["DRG-008", "WIP-008"], .set(\.leaving.wipingDeregistrations, .all)),
    Defect(
      "deregister-never-wipes", "does not wipe at a deregistration that asked for it",
      ["DRG-007", "DRG-009"], .set(\.leaving.wipingDeregistrations, .none)),
    Defect(
      "registered-account-wiped", "wipes at the deregistration of an account that was not enrolled",
      ["DRG-009"], .set(\.leaving.wipesOnlyTheEnrolledUser, false)),
    Defect(
      "deregister-keeps-account", "leaves a deregistered account on the list",
      ["DRG-002", "DRG-016"], .set(\.leaving.removesAccount, false)),
    Defect(
      "deregister-not-saved", "registers a deregistered account again after a relaunch",
      ["DRG-002", "DRG-003"], .set(\.leaving.savesRemoval, false)),
    Defect(
      "deregister-keeps-policy", "leaves the policy of a deregistered user in force", ["DRG-006"],
      .set(\.leaving.endsPolicy, false)),
    Defect(
      "policy-survives-sign-out-by-relaunch",
      "has the policy of a deregistered user back after a relaunch", ["DRG-006"],
      .set(\.leaving.savesEndOfEnrollment, false)),
    Defect(
      "anyone-unenrolls-the-enrolled", "unenrolls the enrolled user whoever is deregistered",
      ["DRG-005"], .set(\.leaving.unenrollsAt, .ofAnybodyForTheEnrolledUser)),
    Defect(
      "not-enrolled-unenrolled-too", "sends an unenrollment for an account that is not enrolled",
      ["DRG-005"], .set(\.leaving.unenrollsAt, .ofAnybody)),
    Defect(
      "deregister-does-not-block", "lets a deregistration return before the token is there",
      ["DRG-011"], .set(\.leaving.callReturns, .atOnce)),
    Defect(
      "deregister-blocks-too-long",
      "lets a deregistration return only when the service has answered", ["DRG-011"],
      .set(\.leaving.callReturns, .onceTheServiceHasAnswered)),
    Defect(
      "late-answer-told-as-success", "reports the check-in of a user who has left as a success",
      ["DRG-006", "STA-032"], .set(\.leaving.lateCheckIn, .succeeds)),
    Defect(
      "no-return-before-restart", "refuses accounts after a deregistration until the app restarts",
      ["DRG-022"], .set(\.leaving.codeForReturn, .alreadyEnrolled)),
    Defect(
      "extensions-keep-who-has-left", "leaves extensions under a user who has been deregistered",
      ["DRG-006", "IDN-002"], .set(\.leaving.extensionsLearnOfIt, false)),
    Defect(
      "unnamed-reason", "does not say why a user is unenrolled", ["DRG-004"],
      .set(\.leaving.reasonsAreTold, false)),
    Defect(
      "deregistration-as-wipe", "unenrolls a user who was deregistered as one who was wiped",
      ["DRG-004"], .set(\.leaving.deregistrationsAreNoWipes, false)),
    Defect(
      "wipe-answer-not-saved",
      "asks again for a wipe that the app has made if the process dies before it is over",
      ["WIP-004"], .set(\.leaving.answersToWipesAreSaved, false)),
    Defect(
      "refused-as-enrolled-beside-a-wipe",
      "refuses others as if somebody were enrolled while a wiped user is unenrolled",
      ["ENR-037", "STA-037"], .set(\.enrollment.codeBesideWipes, .alreadyEnrolled)),
    Defect(
      "registration-ends-with-unenrollment",
      "takes a user off the list at the end of an unenrollment who was registered meanwhile",
      ["ENR-005", "ENR-008", "ENR-021"], .set(\.leaving.endsSpareRegistrations, false)),
    Defect(
      "identities-end-with-unenrollment",
      "forgets the identities of process, screens and threads when the service has answered an unenrollment",
      ["IDN-002", "IDN-009", "IDN-016"], .set(\.leaving.endsSpareIdentities, false)),
    Defect(
      "only-last-departure-told",
      "does not report an unenrollment that ends once another user has left",
      ["STA-004", "DRG-019", "STA-018"], .set(\.leaving.earlierDeparturesAreTold, false)),
    Defect(
      "untold-if-registered-again",
      "does not report the deregistration of a former user who was registered again",
      ["DRG-021", "STA-032"], .set(\.leaving.reportsFormerUsersRegisteredAgain, false)),
  ]
}
