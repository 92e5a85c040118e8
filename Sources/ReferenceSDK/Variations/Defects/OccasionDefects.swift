import Contract
internal import ExactText

enum OccasionDefects {
  /// What goes wrong on one occasion and right on all others.
  static let all: [Defect] = [
    Defect(
      "registration-waits-for-the-location",
      "lets registerAndEnrollAccount return only when the user's hosts are known", ["ENR-017"],
      .set(\.enrollment.registrationReturns, .onceLocated)),
    Defect(
      "registration-waits-for-the-token",
      "lets registerAndEnrollAccount return only when the user's token is there", ["ENR-017"],
      .set(\.enrollment.registrationReturns, .onceTheTokenIsThere)),
    Defect(
      "sign-in-waits-for-the-location",
      "lets loginAndEnrollAccount return only when the user's hosts are known", ["ENR-017"],
      .set(\.enrollment.signInReturns, .onceLocated)),
    Defect(
      "sign-in-blocks", "lets loginAndEnrollAccount return only when the enrollment is over",
      ["ENR-017"], .set(\.enrollment.signInReturns, .onceEnrolled)),
    Defect(
      "leaver-counts-as-enrolled",
      "refuses a user with 208 who comes while another one is being unenrolled",
      ["ENR-037", "STA-037"], .set(\.enrollment.whileAnotherLeaves, .isRefusedAsEnrolled)),
    Defect(
      "former-user-not-told", "reports nothing when a user is deregistered who was unenrolled",
      ["STA-032", "STA-033", "DRG-021"], .set(\.leaving.reportsFormerUsers, false)),
    Defect(
      "not-enrolled-told-as-error", "reports an app that is not enrolled as an internal error",
      ["STA-032", "DRG-021"], .set(\.status.nobodyEnrolled, .internalError)),
    Defect(
      "other-told-as-unenrolled",
      "reports the unenrollment of an account that is not enrolled as a success",
      ["STA-033", "DRG-021", "STA-010"], .set(\.status.otherEnrolled, .unenrollmentSuccess)),
    Defect(
      "signed-in-user-added", "asks the app to add a user who has signed in by its call",
      ["IDN-055"], .set(\.identity.ownUsersToAdd, .signedIn)),
    Defect(
      "retried-user-added", "asks the app to add a user of its own whom a retry has enrolled",
      ["IDN-055"], .set(\.identity.ownUsersToAdd, .retried)),
    Defect(
      "only-the-first-check", "makes the first conditional-launch check and no other",
      ["IDN-026", "POL-011"], .set(\.identity.checksMade, .first)),
    Defect(
      "sign-in-not-checked", "makes every conditional-launch check but the sign-in",
      ["IDN-026", "POL-011"], .set(\.identity.checksMade, .allButSignIn)),
    Defect(
      "compliance-not-checked", "makes every conditional-launch check but that of the device",
      ["IDN-026", "POL-011"], .set(\.identity.checksMade, .allButCompliance)),
    Defect(
      "hosts-of-the-user-before", "takes the hosts of one user for those of the next", ["ENR-041"],
      .set(\.requests.locationIsKept, .forEverybody)),
    Defect(
      "restart-after-registrations-only",
      "asks for no restart if a sign-in or a retry has brought the first policy",
      ["RST-001", "ENR-018"], .set(\.restart.neededFor, .firstOfRegistrations)),
    Defect(
      "restart-for-every-remediation", "asks for a restart although no user has to be removed",
      ["RST-007", "RST-009"], .set(\.restart.remediationInPlaceNeedsNone, false)),
    Defect(
      "managed-user-replaces-enrolled",
      "enrolls the managed user at launch although another one is enrolled", ["LCH-003"],
      .set(\.launch.enrolls, .managedUserInstead)),
    Defect(
      "policy-counts-on-unmanaged-devices",
      "counts policy as missing on a device that somebody manages", ["LCH-014", "LCH-006"],
      .set(\.launch.sufficientPolicy, .onUnmanagedDevices)),
    Defect(
      "configuration-change-ignored", "keeps the first app configuration for good", ["ENR-024"],
      .set(\.policy.adoptsConfiguration, false)),
  ]
}
