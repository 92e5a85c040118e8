internal import ExactText
internal import JSONText
internal import StepProtocol
internal import VirtualTime

/// What other SDKs than the contract's do not save, or save too late.
extension SDKState {
  /// Nil: policy ends with its enrollment.
  var enrollmentLeftBehind: Enrollment? { memory.enrollmentLeftBehind }

  /// True: whatever changes is saved at once (LCH-013).
  func isSaved(_ value: SavedValue) -> Bool {
    if isForgotten(value) { return false }
    guard let part = memory.postponed?.part, value.name == part.rawValue else { return true }
    memory.postponed?.value = value
    return false
  }

  private func isForgotten(_ value: SavedValue) -> Bool {
    switch SavedState.Part(rawValue: value.name) {
    case .enrollment: value.value == nil && !behaviour.leaving.savesEndOfEnrollment
    case .overrides: !behaviour.tokens.overridesSurviveRelaunch
    case .remediations:
      value.value == nil
        ? !behaviour.enrollment.savesEndOfRemediation
        : !behaviour.enrollment.remediationSurvivesRestart
    case .colors: !behaviour.colors.surviveRelaunch
    case .telemetryIsOff: !behaviour.telemetry.choiceSurvivesRelaunch
    case .accounts: memory.hasRemovedAccounts && !behaviour.leaving.savesRemoval
    case .identityToAdd: value.value != nil && !behaviour.identity.waitingAdditionsAreSaved
    default: false
    }
  }

  /// Nothing: whatever has changed is saved.
  func savePostponed() {
    if memory.postponed == nil { return }
    flush()
    if let value = memory.postponed?.value { save([value]) }
    memory.postponed = nil
  }

  /// False: by the contract there is no such situation.
  func isIn(_ situation: Situation) -> Bool {
    switch situation {
    case .never: false
    case .inBackground: context.lifecycle == .background
    case .afterBackground: memory.hasLeftForeground
    case .inLaterProcess: hooksAreActive
    case .withOverrides: saved.overrides != Overrides()
    case .withAnotherClock: wallClockOffset != .zero
    case .afterDeparture: memory.lastLeaver != nil
    case .besideScreen: !openPrompts.isEmpty
    case .withoutPolicy: saved.enrollment != nil && saved.enrollment?.policy == nil
    case .withSecondAccount: saved.accounts.count > 1
    case .whileEnrolled: saved.enrollment != nil
    case .whileNobodyIsEnrolled: saved.enrollment == nil
    case .beforeStart: !isStarted
    case .duringDeparture: !saved.unenrollments.isEmpty
    case .besideOperation: underWay.count > 1
    case .inExtension: context.isExtension
    case .withOneIdentity: !identityManager.isMultiIdentity
    case .asAnotherIdentity:
      identityManager.process != nil && identityManager.process != identityManager.primary
    case .besideSwitch: identityManager.running != nil || !identityManager.asked.isEmpty
    case .withCapitals:
      saved.accounts.contains { $0.identity.utf8.contains { (65...90).contains($0) } }
    case .withConfiguration: saved.enrollment?.configuration.isEmpty == false
    case .onManagedDevice: context.management != DeviceManagement()
    case .withTestPolicy: saved.testPolicy != nil
    case .afterDay: now.milliseconds - launchedAt.milliseconds >= 86_400_000
    case .besideRetry: saved.accounts.contains { $0.attemptDue != nil }
    case .besideOverdueRetry:
      saved.accounts.contains { account in account.attemptDue.map { $0 <= now } ?? false }
    case .withReturnedUser:
      leavers.contains { IdentityName($0) == saved.enrollment.map { IdentityName($0.identity) } }
    case .besideThreadIdentity: !identityManager.threads.isEmpty
    case .withAppGroups: context.settings["AppGroupIdentifiers"] != nil
    default: isAfter(situation)
    }
  }

  /// Whether what the situation follows has happened in this process.
  private func isAfter(_ situation: Situation) -> Bool {
    switch situation {
    case .afterSeveralOperations: operationCount > 3
    case .afterFailure: memory.failureCount > 0
    case .afterOutage: memory.lastOutage != nil
    case .afterFailedCheckIn: memory.hasFailedCheckIn
    case .afterReEnrollment: memory.reEnrollmentCount > 0
    case .afterWipe: memory.wipeCount > 0
    case .afterRemediation: memory.remediationCount > 0
    case .afterPolicyChange: memory.hasChangedPolicy
    case .afterPolicyEnd: memory.endedPolicy != nil
    case .afterRefusedToken: memory.hasRefusedToken
    case .launchedInBackground: memory.isLaunchedInBackground
    default: false
    }
  }
}
