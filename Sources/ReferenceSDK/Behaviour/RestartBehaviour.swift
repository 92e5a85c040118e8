internal import ExactText

/// The restart that a first policy needs (area RST).
package struct RestartBehaviour: BehaviourArea {
  /// Which policies need a restart (RST-001, RST-007, ENR-018).
  package var neededFor = RestartingPolicies.first
  /// A device that is enrolled in device management makes no difference (RST-001).
  package var managedDevicesNeedOne = true
  /// Which launches ask for a restart, whatever they find: none (RST-001, RST-007).
  package var neededAtLaunch = RestartingLaunches.none
  /// Policy that is withdrawn needs no restart (RST-007).
  package var withdrawalNeedsNone = true
  /// A launch that has enrolled the user before the app's own code runs needs no restart (RST-008).
  package var launchSettingsNeedNone = true
  /// A remediation that removes a user needs a restart (RST-009).
  package var remediationNeedsOne = true
  /// So does one that removes a user whose policy was withdrawn before (RST-009).
  package var removalsWithoutPolicyNeedOne = true
  /// A remediation of the enrolled user needs no restart (RST-007, RST-009).
  package var remediationInPlaceNeedsNone = true
  /// Whether the app is asked for the restart after the status of the enrollment, or before it (OQ-24, OQ-18).
  package var order = RestartOrder.statusFirst
  /// The thread on which it is asked (RST-003).
  package var questionThread = CallbackThread.background
  /// The SDK shows no dialog of its own before the app has answered (RST-005).
  package var waitsForTheAnswer = true
  /// What the SDK does if the app says that it restarts itself (RST-004).
  package var ifTheAppRestarts = AcceptedRestart.nothing
  /// The SDK restarts an app that says that it does not (RST-005).
  package var restartsIfDeclined = true
  /// The SDK restarts an app that has no method for it (RST-010).
  package var restartsWithoutMethod = true
  /// Whoever's first policy needs a restart is told so, not only the first user of an installation (RST-005, RST-006).
  package var everyUserIsTold = true
  /// Only a delegate with the method is asked (RST-010).
  package var asksOnlyWhoCanAnswer = true
  /// How the SDK restarts an app (ENR-018, CNF-38).
  package var way = RestartWay.dialog
  /// The process ends once the person has confirmed the dialog (RST-005, CNF-38).
  package var endsOnceConfirmed = true
  /// Every first policy of an installation needs a restart that comes to a process without hooks (RST-001, OQ-25).
  package var neededEachTime = true
  /// What another installation of the app has left behind needs no restart (RST-001, RST-007).
  package var oldInstallationsNeedNone = true
  /// The dialog of the restart that is open is not shown again (ENR-018).
  package var dialogIsShownOnce = true
  /// An update of the app needs no restart (RST-007).
  package var updatesNeedNone = true
  /// A first policy that comes in the background needs a restart, too (RST-001, RST-002).
  package var neededInBackground = true
  /// A later policy does not show the dialog again that is open (RST-007).
  package var laterPolicyShowsNothing = true
  /// Policy that has changed with a re-enrollment needs no restart (RST-007).
  package var reEnrollmentsNeedNone = true
  /// A first policy that a re-enrollment brings needs a restart like any other (RST-001).
  package var neededAfterReEnrollments = true
  /// The policy is in force at the next launch though the app has died while it was asked for the restart (RST-001).
  package var policyOutlastsOpenQuestions = true
  /// A device that comes under device management needs no restart, as long as no policy comes with it (RST-001, RST-007).
  package var deviceManagementNeedsNone = true
  /// The policy delegate is asked also if the app has no enrollment delegate (RST-002, STA-005).
  package var needsNoEnrollmentDelegate = true
  /// The first policy of another installation needs a restart, too, whatever the keychain has kept (RST-001, RST-002).
  package var neededByEachInstallation = true

  /// The contract of the latest edition.
  package init() {}
}

extension RestartBehaviour {
  /// Which policies need a restart.
  package enum RestartingPolicies: Sendable {
    /// The first one, for which the hooks of the SDK are not active yet.
    case first
    /// That of the first attempt of a registration, and not of a retry or sign-in.
    case firstOfRegistrations
    case all, none
  }

  /// Which launches ask for a restart.
  package enum RestartingLaunches: Sendable {
    case none, withPolicy, withoutPolicy
  }

  /// Which comes first, the restart or the status of the enrollment that needs it.
  package enum RestartOrder: Sendable {
    case statusFirst, restartFirst
  }

  /// What the SDK does if the app says that it restarts itself.
  package enum AcceptedRestart: Sendable {
    case nothing
    case exits, showsDialog
    /// It shows its dialog and exits a day later.
    case restartsNextDay
  }

  /// How the SDK restarts an app.
  package enum RestartWay: Sendable {
    /// The person is told, and confirms.
    case dialog
    /// The person is told, and the app exits at once.
    case dialogAndExit
    case exit
    /// The person is told three times.
    case threeDialogs
  }
}
