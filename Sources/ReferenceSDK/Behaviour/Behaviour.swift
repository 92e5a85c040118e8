public import Contract
internal import ExactText

/// What the reference SDK decides, as one value: each field of an area is one decision of the contract.
///
/// The defaults are the contract of an edition. A ``Reading`` and a ``Defect`` are lists of fields that they
/// change, so the state machine asks what it does (`behaviour.enrollment.retryInterval`) and knows neither.
/// Fields are read through ``TracedBehaviour``, after all the conditions that they are joined with.
public struct Behaviour: Sendable, Equatable {
  /// Attempts to enroll: when, for whom, and how they end.
  public var enrollment = EnrollmentBehaviour()
  /// Registered accounts, and what the app is notified of accounts.
  public var accounts = AccountBehaviour()
  /// Tokens, credentials and the overrides of the sign-in settings.
  public var tokens = TokenBehaviour()
  /// Requests to the service: where to, and how long the SDK waits.
  public var requests = RequestBehaviour()
  /// Check-ins: when, and what they bring.
  public var checkIn = CheckInBehaviour()
  /// Policy, and what the app is notified of it.
  public var policy = PolicyBehaviour()
  /// Who works in the app.
  public var identity = IdentityBehaviour()
  /// Files and whose they are.
  public var files = FileBehaviour()
  /// Deregistration and wipe.
  public var leaving = LeavingBehaviour()
  /// The restart that a first policy needs.
  public var restart = RestartBehaviour()
  /// The launch of the app.
  public var launch = LaunchBehaviour()
  /// What is reported of an operation, and by which code.
  public var status = StatusBehaviour()
  /// App configuration by key.
  public var configuration = ConfigurationBehaviour()
  /// The accounts that an administrator allows.
  public var allowedAccounts = AllowedAccountsBehaviour()
  /// Where data may be saved and opened from.
  public var locations = LocationBehaviour()
  /// The identities under which tasks of queues run.
  public var tasks = TaskBehaviour()
  /// What is reported of the SDK's use.
  public var telemetry = TelemetryBehaviour()
  /// Protection of data and of files.
  public var protection = ProtectionBehaviour()
  /// Colours that the app sets at run time.
  public var colors = ColorBehaviour()
  /// Diagnostic information and the log.
  public var diagnostics = DiagnosticBehaviour()
  /// How the simulated app shows what it has seen.
  public var app = AppBehaviour()

  /// The contract of the latest edition.
  public init() {}

  /// The contract of an edition.
  public init(edition: Edition) { follow(edition) }
}

/// Decisions that belong together: a structure of stored fields of simple types.
public protocol BehaviourArea: Sendable, Equatable {
  /// The contract of the latest edition.
  init()
}
