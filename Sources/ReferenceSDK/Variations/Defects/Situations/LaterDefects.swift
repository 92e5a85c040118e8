internal import ExactText

/// Deviations in what changes after an enrollment: the user of the device, files that are worked on.
enum LaterDefects {
  static let all: [Defect] = [
    Defect(
      "remediation-asks-no-enrolled-user",
      "asks an enrolled user for nothing in a remediation that is not silent", ["AUTH-052"],
      .set(\.enrollment.remediationsAskEnrolledUsers, false)),
    Defect(
      "remediation-asks-once",
      "asks an enrolled user for credentials in the first remediation of a process only",
      ["AUTH-052"], .set(\.enrollment.remediationsAskAgain, false)),
    Defect(
      "remediation-not-in-progress-meanwhile",
      "says that a remediation is not in progress while the service is asked", ["AUTH-056"],
      .set(\.enrollment.remediationIsInProgressMeanwhile, false)),
    Defect(
      "check-in-during-a-clock-change",
      "reports the answer of a check-in during which the clock was set as a timeout", ["STA-035"],
      .set(\.requests.checkInsOutlastClockChanges, false)),
    Defect(
      "nil-enrolls-the-managed-user",
      "refuses the registration of nil and enrolls the user of the device all the same",
      ["ENR-036"], .set(\.enrollment.nilStandsForNobody, false)),
    Defect(
      "shared-user-despite-the-device",
      "enrolls a user of another app where the device is enrolled for somebody else",
      ["ENR-029", "ENR-044"], .set(\.accounts.deviceUserPrecedesShared, false),
      .set(\.enrollment.obeysDevice, false)),
    Defect(
      "object-ids-make-all-one", "takes any two users with object IDs for one", ["IDN-012"],
      .set(\.identity.objectIDsTellApart, false)),
    Defect(
      "link-needs-an-enrollment", "loses links in an app that nobody has enrolled",
      ["IDN-048", "IDN-043"], .set(\.identity.linksNeedNoEnrollment, false)),
    Defect(
      "strings-left-as-they-are", "returns a string as it is instead of protecting it",
      ["DAT-010", "DAT-003"], .set(\.protection.stringsAreProtected, false)),
    Defect(
      "redirect-override-ignored",
      "prefers the redirect URI of the settings to the one set at run time",
      ["AUTH-023", "AUTH-024"], .set(\.tokens.prefersRuntimeRedirect, false)),
    Defect(
      "redirect-made-of-the-bundle",
      "makes a redirect URI of the bundle ID instead of taking that of the settings", ["AUTH-003"],
      .set(\.tokens.takesRedirectOfSettings, false)),
    Defect(
      "device-settings-of-the-enrolled-user",
      "gives the enrolled user the settings of a device that another user has enrolled",
      ["CFG-020", "CFG-012"], .set(\.configuration.deviceSettings, .ofEnrolledUserToo)),
    Defect(
      "emptied-file-becomes-plain", "leaves a file plain that was encrypted and is cut to nothing",
      ["FIL-026", "FIL-027"], .set(\.protection.emptiedFilesStayEncrypted, false)),
    Defect(
      "lengthened-file-becomes-plain",
      "writes an encrypted file plain if it becomes longer", ["FIL-026", "FIL-027"],
      .set(\.protection.lengthenedFilesStayEncrypted, false)),
    Defect(
      "unsent-check-in-of-a-leaver",
      "sends the check-in of a user who has left while it waited for a token or a location",
      ["DRG-015", "POL-002"], .set(\.leaving.unsentCheckInsEnd, false)),
    Defect(
      "later-cancel-as-interaction",
      "reports that interaction is needed if the person cancels a later remediation of a process",
      ["AUTH-049"], .set(\.enrollment.everyCancelledRemediationIsReported, false)),
    Defect(
      "refusal-reported-as-success",
      "reports an attempt that is refused because somebody is enrolled as a success", ["TEL-003"],
      .set(\.telemetry.refusalsAreNoSuccesses, false)),
    Defect(
      "settings-before-the-override-once-enrolled",
      "prefers the authority of the settings to the one set at run time once a user is enrolled",
      ["AUTH-024", "AUTH-026"], .set(\.tokens.overridesBeatSettingsOnceEnrolled, false)),
    Defect(
      "shared-user-before-the-device-user",
      "takes a user who has enrolled another app for the managed one before the MDM user",
      ["ENR-029"], .set(\.accounts.deviceUserPrecedesShared, false)),
    Defect(
      "no-object-ids-without-a-user",
      "compares no object IDs while nobody is enrolled", ["IDN-012"],
      .set(\.identity.objectIDsNeedNoUser, false)),
  ]
}
