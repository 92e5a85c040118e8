internal import ExactText

enum TaskDefects {
  /// Tasks of queues, telemetry, and what spans apps and restarts.
  static let all: [Defect] = [
    Defect(
      "prefers-msal", "chooses MSAL if both libraries are linked", ["AUTH-040", "AUTH-042"],
      .set(\.tokens.preferredLibrary, .msal)),
    Defect(
      "library-switch-ignored", "chooses ADAL although the app prefers MSAL", ["AUTH-041"],
      .set(\.tokens.followsLibrarySwitch, false)),
    Defect(
      "library-switch-that-is-false", "chooses MSAL although the switch is false", ["AUTH-042"],
      .set(\.tokens.librarySwitchHasToBeTrue, false)),
    Defect(
      "library-changes-at-once", "changes the library in the running process", ["AUTH-043"],
      .set(\.tokens.libraryStaysForTheProcess, false)),
    Defect(
      "shared-items-without-owner", "does not tell whose a shared item is", ["SHR-019"],
      .set(\.files.itemsHaveOwners, false)),
    Defect(
      "plain-items-with-owner", "returns information about a shared item that it does not protect",
      ["SHR-021"], .set(\.files.plainItemsHaveNoOwner, false)),
    Defect(
      "cache-group-ignored", "keeps tokens in the default group, whatever the settings name",
      ["AUTH-021"], .set(\.tokens.cacheFollowsSetting, false)),
    Defect(
      "remediation-ends-with-the-process", "forgets a remediation that waits for a restart",
      ["AUTH-051"], .set(\.enrollment.remediationSurvivesRestart, false)),
    Defect(
      "task-identity-of-the-moment",
      "ties a task to the identity that its dispatcher has when it runs",
      ["THR-001", "THR-005"],
      .set(\.tasks.capture, .atRun)),
    Defect(
      "task-identity-of-the-process", "runs tasks under the identity of the process",
      ["THR-003", "THR-001"],
      .set(\.tasks.capture, .ofProcess)),
    Defect(
      "asynchronous-tasks-left-out", "does not tie asynchronous tasks to an identity",
      ["THR-002", "THR-008", "THR-001"],
      .set(\.tasks.coversAsynchronous, false)),
    Defect(
      "synchronous-tasks-left-out", "does not tie synchronous tasks to an identity",
      ["THR-002"],
      .set(\.tasks.coversSynchronous, false)),
    Defect(
      "operations-left-out", "does not tie operations to an identity",
      ["THR-005"],
      .set(\.tasks.coversOperations, false)),
    Defect(
      "task-identity-stays", "leaves the identity of a task on its thread",
      ["THR-004"],
      .set(\.tasks.restores, .captured)),
    Defect(
      "task-clears-identity", "takes the identity of a thread away with the first task",
      ["THR-004"],
      .set(\.tasks.restores, .nothing)),
    Defect(
      "task-cannot-change-identity",
      "runs a task under its inherited identity, whatever the task sets",
      ["THR-006"],
      .set(\.tasks.tasksMayChangeIdentity, false)),
    Defect(
      "task-change-leaks", "leaves the identity that a task has set on its thread",
      ["THR-007"],
      .set(\.tasks.undoesChanges, false)),
    Defect(
      "telemetry-off-by-default", "sends no telemetry",
      ["TEL-001", "TEL-002", "TEL-003"],
      .set(\.telemetry.isOnByDefault, false)),
    Defect(
      "launches-not-told", "sends no telemetry of launches",
      ["TEL-002"],
      .set(\.telemetry.tellsLaunches, false)),
    Defect(
      "launch-without-device-management", "tells every launch as one without device management",
      ["TEL-002"],
      .set(\.telemetry.management, .withoutDevice)),
    Defect(
      "launch-without-management", "does not tell how the app is managed",
      ["TEL-002"],
      .set(\.telemetry.management, .none)),
    Defect(
      "enrollments-not-told", "sends no telemetry of enrollments",
      ["TEL-003"],
      .set(\.telemetry.enrollments, .none)),
    Defect(
      "failed-enrollments-not-told", "sends telemetry of successful enrollments only",
      ["TEL-003"],
      .set(\.telemetry.enrollments, .successes)),
    Defect(
      "enrollment-without-duration", "does not tell how long an enrollment has taken",
      ["TEL-003"],
      .set(\.telemetry.tellsDuration, false)),
    Defect(
      "failed-enrollment-told-as-success", "tells every enrollment as successful",
      ["TEL-003"],
      .set(\.telemetry.tellsOutcome, false)),
    Defect(
      "actions-not-told", "sends no telemetry of what the SDK does by itself",
      ["TEL-004"],
      .set(\.telemetry.tellsActions, false)),
    Defect(
      "telemetry-setting-ignored", "sends telemetry although MAMTelemetryDisabled is YES",
      ["TEL-005"],
      .set(\.telemetry.settingSwitchesOff, false)),
    Defect(
      "telemetry-property-ignored", "sends telemetry although telemetryEnabled is false",
      ["TEL-007"],
      .set(\.telemetry.propertySwitchesOff, false)),
    Defect(
      "telemetry-property-unreadable", "telemetryEnabled is always true",
      ["TEL-007"],
      .set(\.telemetry.propertyIsReadable, false)),
    Defect(
      "telemetry-stays-off", "does not switch telemetry on again",
      ["TEL-007"],
      .set(\.telemetry.propertySwitchesOn, false)),
    Defect(
      "pre-production-events-twice",
      "sends every event to both backends with MAMTelemetryUsePPE", ["TEL-006"],
      .set(\.telemetry.preProduction, .besideProduction)),
    Defect(
      "pre-production-sends-nothing", "sends no event with MAMTelemetryUsePPE", ["TEL-006"],
      .set(\.telemetry.preProduction, .nowhere)),
    Defect(
      "telemetry-ends-with-failing-host",
      "sends no event any more in a process in which the host of telemetry has failed once",
      ["TEL-001"],
      .set(\.telemetry.outlastsFailures, false)),
  ]
}
