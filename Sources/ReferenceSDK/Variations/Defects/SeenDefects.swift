import Contract
internal import ExactText
internal import VirtualTime

enum SeenDefects {
  /// What users of real SDKs have seen, beyond ``FieldDefects`` and ``ReportedDefects``; the suites named `seen` say where.
  static let all: [Defect] = [
    Defect(
      "remediation-quiet-without-enrollment-delegate",
      "reports no remediation to an app that has set no enrollment delegate", ["AUTH-047"],
      .set(\.enrollment.remediationNeedsNoOtherDelegate, false)),
    Defect(
      "remediation-quiet-beside-a-launch",
      "reports no remediation of a user whom the launch has enrolled", ["AUTH-047"],
      .set(\.enrollment.remediationIsToldBesideLaunches, false)),
    Defect(
      "check-in-ends-a-waiting-switch",
      "forgets a switch that waits for a person when a check-in ends", ["IDN-027"],
      .set(\.identity.switchOutlastsCheckIns, false)),
    Defect(
      "checks-of-who-has-left",
      "asks for the PIN of a user who was enrolled, at a switch to that user",
      ["IDN-026", "IDN-021"],
      .set(\.identity.checksEndWithTheEnrollment, false)),
    Defect(
      "client-lost-beside-an-authority",
      "signs in with its own client ID as soon as the settings name an authority", ["AUTH-003"],
      .set(\.tokens.settingsStandBesideEachOther, false)),
    Defect(
      "update-ends-remediations",
      "forgets a remediation that waits for a restart if the app is updated meanwhile",
      ["AUTH-051", "AUTH-047"], .set(\.enrollment.remediationSurvivesUpdate, false)),
    Defect(
      "failed-remediation-ends-retries",
      "does not try a registered account again after a remediation of it has failed",
      ["ENR-008"], .set(\.enrollment.retriesOutlastRemediations, false)),
    Defect(
      "failed-remediation-hastens-retries",
      "tries a registered account again a minute after a remediation of it has failed",
      ["ENR-009"], .set(\.enrollment.waitAfterRemediation, .minutes(1))),
    Defect(
      "sign-in-lost-after-a-refusal", "does nothing at the sign-in that follows a refused one",
      ["ENR-028", "ENR-027"], .set(\.enrollment.signInsFollowRefusals, false)),
  ]
}
