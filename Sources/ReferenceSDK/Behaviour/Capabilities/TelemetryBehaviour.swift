internal import ExactText

/// What is reported of the SDK's use, where a case looks at it (TEL-001 to TEL-007).
package struct TelemetryBehaviour: BehaviourArea {
  /// An attempt that began before telemetry was switched off is not told, either (TEL-005, OQ-67).
  package var attemptsObeyLaterSwitches = true
  /// Telemetry that is off stays off after retries (TEL-005).
  package var retriesObeyTheSwitch = true
  /// Each of several attempts that overlap is reported (TEL-003).
  package var tellsOverlappingAttempts = true
  /// What an enrollment took is elapsed time, whatever the clock of the device says (TEL-003).
  package var durationsAreElapsedTime = true
  /// An attempt of a remediation is told like any other (TEL-003).
  package var tellsRemediations = true
  /// `telemetryEnabled` is the choice of one app and no other of the device (TEL-007).
  package var switchIsOfOneApp = true
  /// Telemetry is on unless something switches it off (TEL-001).
  package var isOnByDefault = true
  /// Where telemetry stops that is switched off (OQ-67).
  package var stops = Stop.atCapture
  /// Launches are told (TEL-002).
  package var tellsLaunches = true
  /// An app that comes back to the foreground has not been launched (TEL-002).
  package var onlyLaunchesAreLaunches = true
  /// The management that a launch is told with (TEL-002).
  package var management = Management.asItIs
  /// Which enrollments are told (TEL-003).
  package var enrollments = Enrollments.all
  /// How long an enrollment has taken is told (TEL-003).
  package var tellsDuration = true
  /// Whether an enrollment has succeeded is told as it is (TEL-003).
  package var tellsOutcome = true
  /// An attempt that is refused because somebody is enrolled is not reported as a success (TEL-003).
  package var refusalsAreNoSuccesses = true
  /// What the SDK does by itself is told: from the edition of 2020-01 on (TEL-004).
  package var tellsActions = true
  /// `MAMTelemetryDisabled` switches telemetry off (TEL-005).
  package var settingSwitchesOff = true
  /// `telemetryEnabled` switches telemetry off (TEL-007).
  package var propertySwitchesOff = true
  /// `telemetryEnabled` reads as it was set (TEL-007).
  package var propertyIsReadable = true
  /// `telemetryEnabled` reads as off also where the settings switch telemetry off (TEL-007, TEL-005).
  package var propertyShowsSetting = true
  /// `telemetryEnabled` switches telemetry on again (TEL-007).
  package var propertySwitchesOn = true
  /// Setting `telemetryEnabled` returns (TEL-007).
  package var propertySetterReturns = true
  /// What an enrollment took is measured (TEL-003).
  package var measuresDuration = true
  /// What the app has chosen of telemetry outlives its users (TEL-007).
  package var choiceOutlivesUsers = true
  /// What the app has chosen of telemetry survives a relaunch (TEL-007).
  package var choiceSurvivesRelaunch = true
  /// Telemetry that the app has switched off stays off after an update (TEL-007).
  package var staysOffAfterUpdates = true
  /// An extension reads telemetry as off once its app has switched it off (TEL-007).
  package var extensionsKnowTheSwitch = true
  /// The attempt of a second user is told like that of the first (TEL-003).
  package var tellsEveryUser = true
  /// A host of telemetry that has failed is sent the next events all the same (TEL-001).
  package var outlastsFailures = true
  /// Where events go with `MAMTelemetryUsePPE` (TEL-006).
  package var preProduction = PreProduction.insteadOfProduction

  /// The contract of the latest edition.
  package init() {}
}

extension TelemetryBehaviour {
  /// Where telemetry stops that is switched off.
  package enum Stop: Sendable {
    case atCapture, atSending
  }

  /// Where the events of an app go that uses the pre-production backend.
  package enum PreProduction: Sendable {
    case insteadOfProduction
    /// To both backends.
    case besideProduction
    case nowhere
  }

  /// The management that a launch is told with.
  package enum Management: Sendable {
    case asItIs
    /// Always without device management.
    case withoutDevice
    case none
  }

  /// Which enrollments are told.
  package enum Enrollments: Sendable {
    case all, successes, none
  }
}
