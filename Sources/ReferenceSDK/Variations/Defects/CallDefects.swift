internal import ExactText

enum CallDefects {
  /// Calls that do not return when they should, and results that are mixed up with those of others.
  static let all: [Defect] = [
    Defect(
      "setting-a-colour-hangs", "never lets the setter of a colour return", ["UIX-011", "UIX-014"],
      .set(\.colors.settersReturn, false)),
    Defect(
      "switching-telemetry-hangs", "never lets the setter of telemetryEnabled return", ["TEL-007"],
      .set(\.telemetry.propertySetterReturns, false)),
    Defect(
      "setting-an-override-hangs", "never lets the setter of a runtime override return",
      ["AUTH-022", "AUTH-024", "AUTH-028"], .set(\.tokens.overrideSettersReturn, false)),
    Defect(
      "one-override-at-a-time", "forgets the other runtime overrides when one is set or removed",
      ["AUTH-022", "AUTH-028"], .set(\.tokens.overridesAreApart, false)),
    Defect(
      "synchronous-dispatch-hangs", "never lets a call return that waits for its task",
      ["THR-002"], .set(\.tasks.synchronousCallsReturn, false)),
    Defect(
      "asynchronous-dispatch-waits", "lets an asynchronous dispatch return once its task has run",
      ["THR-002"], .set(\.tasks.asynchronousCallsReturnAtOnce, false)),
    Defect(
      "compliant-while-another-waits",
      "reports a remediation as compliant that fails while another user waits",
      ["AUTH-047", "AUTH-049", "AUTH-050"],
      .set(\.enrollment.waitingRemediationsDoNotMatter, false)),
    Defect(
      "compliant-without-check-in", "reports a remediation as compliant whose check-in fails",
      ["AUTH-049", "AUTH-047"], .set(\.enrollment.remediationFailsWithCheckIn, false)),
    Defect(
      "failed-check-in-ends-remediation-untold",
      "does not report the remediation of the enrolled user if its check-in fails",
      ["AUTH-047"], .set(\.enrollment.remediationIsToldOfFailedCheckIn, false)),
    Defect(
      "leaver-remediated",
      "goes on with the remediation of a user who leaves, and enrolls the user again",
      ["DRG-003", "DRG-002", "DRG-006", "DRG-015"],
      .set(\.enrollment.remediationEndsWithItsUser, false)),
  ]
}
