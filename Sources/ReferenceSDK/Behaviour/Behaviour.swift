package import Contract
internal import ExactText

/// What the reference SDK decides, as one value: each field of an area is one decision of the contract.
///
/// The defaults are the contract of an edition. A ``Reading`` and a ``Defect`` are lists of fields that they
/// change, so the state machine asks what it does (`behaviour.enrollment.retryInterval`) and knows neither.
/// Fields are read through ``TracedBehaviour``, after all the conditions that they are joined with.
@usableFromInline package struct Behaviour: Sendable, Equatable {
  /// Attempts to enroll: when, for whom, and how they end.
  package var enrollment = EnrollmentBehaviour()
  /// Registered accounts, and what the app is notified of accounts.
  package var accounts = AccountBehaviour()
  /// Tokens, credentials and the overrides of the sign-in settings.
  package var tokens = TokenBehaviour()
  /// Requests to the service: where to, and how long the SDK waits.
  package var requests = RequestBehaviour()
  /// Check-ins: when, and what they bring.
  package var checkIn = CheckInBehaviour()
  /// Policy, and what the app is notified of it.
  package var policy = PolicyBehaviour()
  /// Who works in the app.
  package var identity = IdentityBehaviour()
  /// Files and whose they are.
  package var files = FileBehaviour()
  /// Deregistration and wipe.
  package var leaving = LeavingBehaviour()
  /// The restart that a first policy needs.
  package var restart = RestartBehaviour()
  /// The launch of the app.
  package var launch = LaunchBehaviour()
  /// What is reported of an operation, and by which code.
  package var status = StatusBehaviour()
  /// App configuration by key.
  package var configuration = ConfigurationBehaviour()
  /// The accounts that an administrator allows.
  package var allowedAccounts = AllowedAccountsBehaviour()
  /// Where data may be saved and opened from.
  package var locations = LocationBehaviour()
  /// The identities under which tasks of queues run.
  package var tasks = TaskBehaviour()
  /// What is reported of the SDK's use.
  package var telemetry = TelemetryBehaviour()
  /// Protection of data and of files.
  package var protection = ProtectionBehaviour()
  /// Colours that the app sets at run time.
  package var colors = ColorBehaviour()
  /// Diagnostic information and the log.
  package var diagnostics = DiagnosticBehaviour()
  /// What is done on occasions that give no reason for it.
  package var strays = StrayBehaviour()
  /// In which situations a duty is forgotten.
  package var lapses = LapseBehaviour()
  /// What the simulated app owes to the SDK.
  package var duties = DutyBehaviour()
  /// What the simulated app judges for itself.
  package var decisions = DecisionBehaviour()
  /// How the simulated app shows what it has seen.
  package var app = AppBehaviour()

  /// The contract of the latest edition.
  package init() {}

  /// The contract of an edition.
  package init(edition: Edition) { follow(edition) }
}

/// Decisions that belong together: a structure of stored fields of simple types.
@usableFromInline package protocol BehaviourArea: Sendable, Equatable {
  /// The contract of the latest edition.
  init()
}
