internal import ExactText

/// Deviations that show where two things stand beside each other: settings, users, apps, lists, sets.
enum RivalDefects {
  static let all: [Defect] = [
    Defect(
      "mdm-account-of-the-key",
      "names whom IntuneMAMUPN names as the MDM user, if the device has been enrolled by another one",
      ["ENR-023"], .set(\.accounts.mdmAccountIsThatOfTheDevice, false)),
    Defect(
      "configuration-back-at-registration",
      "gives a user who registers again the configuration of the enrollment before",
      ["ENR-024", "CFG-004"], .set(\.configuration.returnersHaveNone, false)),
    Defect(
      "restart-told-to-the-first-user",
      "shows no dialog of a restart to the second user of an installation",
      ["RST-005", "RST-006"], .set(\.restart.everyUserIsTold, false)),
    Defect(
      "credentials-replace-the-pin",
      "requires no PIN where the credentials of the organisation are required", ["POL-013"],
      .set(\.policy.pinsStandBesideCredentials, false)),
    Defect(
      "released-delegate-not-asked-to-wipe",
      "asks a policy delegate that the app has let go of for everything but a wipe", ["POL-026"],
      .set(\.leaving.asksDelegatesThatWereLetGo, false)),
    Defect(
      "encryption-outlasts-its-policy",
      "encrypts data that policy has required to be encrypted before", ["DAT-015"],
      .set(\.protection.encryptionEndsWithItsPolicy, false)),
    Defect(
      "first-default-as-rival",
      "reports a conflict between a targeted value and a default that was sent before it",
      ["CFG-012"], .set(\.configuration.firstDefaultsAreNoRivals, false)),
    Defect(
      "empty-redirect-hides-the-setting",
      "takes its own redirect URI instead of that of the settings once the empty text was set",
      ["AUTH-028"], .set(\.tokens.emptyRedirectsHideNothing, false)),
    Defect(
      "overrides-of-another-app",
      "uses the overrides that another app of the device has set at run time",
      ["AUTH-032", "AUTH-022", "AUTH-023"], .set(\.tokens.overridesAreOfOneApp, false)),
    Defect(
      "waiting-remediation-not-in-progress",
      "tells that no remediation is in progress while it waits for that of another user",
      ["AUTH-056"], .set(\.enrollment.waitingRemediationsAreInProgress, false)),
    Defect(
      "launch-asks-registered-users",
      "asks a registered user for credentials at launch although policy is not required",
      ["LCH-004"], .set(\.launch.asksNoRegisteredUser, false)),
    Defect(
      "saving-list-opens-the-camera",
      "lets the camera be opened from if photos may be saved", ["LOC-017"],
      .set(\.locations.listsAreApart, false)),
    Defect(
      "telemetry-switched-off-for-all",
      "sends no telemetry once another app of the device has switched its own off", ["TEL-007"],
      .set(\.telemetry.switchIsOfOneApp, false)),
    Defect(
      "remediations-without-telemetry", "leaves no event of an enrollment by a remediation",
      ["TEL-003"], .set(\.telemetry.tellsRemediations, false)),
    Defect(
      "policy-of-another-app-notified",
      "notifies an app of the first policy of another app of the device", ["POL-004"],
      .set(\.policy.firstPoliciesOfOthersAreQuiet, false)),
    Defect(
      "bare-notifications-blocked",
      "blocks notifications without details where data may go to no app", ["NOT-002"],
      .set(\.policy.bareNotificationsStayBare, false)),
    Defect(
      "others-lost-with-the-record",
      "tries only the lost user again once the record of an enrollment is gone",
      ["ENR-011", "ENR-012"], .set(\.enrollment.othersAreTriedAfterLostRecords, false)),
    Defect(
      "lost-location-of-an-unenrollment",
      "reports an unenrollment that cannot find its host with 205", ["STA-023"],
      .set(\.status.unenrollmentsTellOfLostLocations, false)),
    Defect(
      "overrides-set-meanwhile-ignored",
      "ignores overrides in a process once one was set while a request was under way",
      ["AUTH-023", "AUTH-026"], .set(\.tokens.overridesSetMeanwhileCount, false)),
  ]
}
