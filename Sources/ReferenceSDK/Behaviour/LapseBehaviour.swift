internal import ExactText

/// Duties of which an SDK is careless in some situation; by the contract in none.
package struct LapseBehaviour: BehaviourArea {
  /// Where a change of the app configuration is not told (CFG-019).
  package var configurationNotices = Situation.never
  /// Where the enrolled user has no app configuration (CFG-004).
  package var configuration = Situation.never
  /// Where the allowed accounts change without a notice (ACC-005).
  package var accountNotices = Situation.never
  /// Where the level of protection changes without a notice (DAT-011).
  package var levelNotices = Situation.never
  /// Where a task that has waited runs under no identity (THR-001, THR-005).
  package var waitingTasks = Situation.never
  /// Where runtime overrides do not count (AUTH-022, AUTH-023, AUTH-026).
  package var overrides = Situation.never
  /// Where a remediation is not told (AUTH-047).
  package var remediations = Situation.never
  /// Where the first policy asks for no restart (RST-001).
  package var restarts = Situation.never
  /// Where a launch enrolls nobody (LCH-002).
  package var enrollingLaunches = Situation.never
  /// Where telemetry is on though it was switched off (TEL-005, TEL-007).
  package var telemetrySwitch = Situation.never

  /// No lapse.
  package init() {}
}
