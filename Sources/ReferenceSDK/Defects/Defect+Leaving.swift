internal import ExactText

extension Defect {
  /// Wipe and deregistration.
  static let ofLeaving: [Defect: Description] = [
    .wipeOtherIdentityFiles: ("deletes the files of every identity", ["WIP-010"]),
    .wipeLostWhenKilled: (
      "does not go on with a wipe that the process's death broke off", ["WIP-001", "WIP-003"]
    ),
    .wipeTwice: ("asks the app to wipe twice", ["WIP-001", "DRG-010"]),
    .wipeForOtherUser: ("asks the app to wipe every registered account", ["WIP-001", "WIP-010"]),
    .wipeInAnotherName: ("asks the app to wipe by the user's object ID", ["WIP-001"]),
    .wipeWithoutAsking: ("wipes without asking the app", ["WIP-001", "DRG-010"]),
    .wipeIgnoresTrue: ("deletes the files although the app has done the wipe", ["WIP-004"]),
    .wipeKeepsFilesOnFalse: (
      "leaves the files although the app has not wiped them", ["WIP-003", "WIP-007"]
    ),
    .wipeNeedsTheDelegate: (
      "leaves the files if the app has no method to wipe them", ["WIP-011", "WIP-007"]
    ),
    .wipeOnMainThread: ("asks for the wipe on the main thread", ["WIP-005"]),
    .wipeRepeatedAtLaunch: ("wipes again at every launch", ["WIP-008"]),
    .wipeOnReturn: ("wipes when a user enrolls after another has left", ["WIP-008"]),
    .failedCheckInWipes: ("wipes when a check-in fails", ["WIP-008"]),
    .withdrawnPolicyWipes: ("wipes when policy targets the user no more", ["WIP-008"]),
    .administratorWipeIgnored: (
      "does not carry out an administrator's wipe", ["DRG-017", "WIP-009", "WIP-011"]
    ),
    .administratorWipeKeepsAccount: (
      "leaves the account registered after an administrator's wipe", ["DRG-016", "DRG-017"]
    ),
    .administratorWipeNotAcknowledged: (
      "does not say which administrator's wipe was carried out", ["DRG-017"]
    ),
    .followsOtherApps: (
      "unenrolls and wipes when another app of the device unenrolls the user", ["WIP-008"]
    ),
    .noUnenrollCallback: (
      "does not report the end of an unenrollment", ["STA-004", "DRG-018", "DRG-019"]
    ),
    .noUnenrollRequest: (
      "reports an unenrollment of which the service never hears", ["DRG-004", "DRG-023"]
    ),
    .leavingLostWhenKilled: (
      "forgets an unenrollment that was under way when the process died", ["DRG-017"]
    ),
    .deregisterWipesAlways: (
      "wipes at a deregistration that asked for no wipe", ["DRG-008", "WIP-008"]
    ),
    .deregisterNeverWipes: (
      "does not wipe at a deregistration that asked for it", ["DRG-007", "DRG-009"]
    ),
    .registeredAccountWiped: (
      "wipes at the deregistration of an account that was not enrolled", ["DRG-009"]
    ),
    .deregisterKeepsAccount: ("leaves a deregistered account on the list", ["DRG-002", "DRG-016"]),
    .deregisterNotSaved: (
      "registers a deregistered account again after a relaunch", ["DRG-002", "DRG-003"]
    ),
    .deregisterKeepsPolicy: ("leaves the policy of a deregistered user in force", ["DRG-006"]),
    .policySurvivesSignOutByRelaunch: (
      "has the policy of a deregistered user back after a relaunch", ["DRG-006"]
    ),
    .anyoneUnenrollsTheEnrolled: (
      "unenrolls the enrolled user whoever is deregistered", ["DRG-005"]
    ),
    .notEnrolledUnenrolledToo: (
      "sends an unenrollment for an account that is not enrolled", ["DRG-005"]
    ),
    .deregisterDoesNotBlock: (
      "lets a deregistration return before the token is there", ["DRG-011"]
    ),
    .deregisterBlocksTooLong: (
      "lets a deregistration return only when the service has answered", ["DRG-011"]
    ),
    .lateAnswerToldAsSuccess: (
      "reports the check-in of a user who has left as a success", ["DRG-006", "STA-032"]
    ),
    .noReturnBeforeRestart: (
      "refuses accounts after a deregistration until the app restarts", ["DRG-022"]
    ),
  ]
}
