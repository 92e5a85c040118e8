public import Contract
internal import ExactText
public import JSONText
public import StepProtocol

/// What the app and its device are, as far as the SDK has to know.
public struct LaunchContext: Sendable {
  /// The device's name: its tag at the service.
  public var device = ""
  public var bundleId = ""
  public var appVersion = ""
  /// The edition of the contract to follow.
  public var edition = Edition.latest
  /// URL of the location service.
  public var location = ""
  /// URL of the sign-in service, behind which every authority is found.
  public var authority = ""
  /// The prefix of the app's keychain groups, which the SDK adds at run time (AUTH-021).
  public var appIdentifierPrefix = ""
  /// The dictionary `IntuneMAMSettings`.
  public var settings: JSONObject = [:]
  public var management = DeviceManagement()
  public var delegates = Delegates()
  /// True in a process that is an app extension.
  public var isExtension = false
  public var lifecycle = LifecycleState.foreground
  /// The authentication libraries that the app links, with their versions; none says nothing of them.
  public var libraries: JSONObject = [:]
  /// True if the case looks at telemetry; else none is sent, for the sake of other cases.
  public var isJudgedByTelemetry = false

  /// An app with defaults in every place.
  public init() {}

  /// A boolean of the settings; anything but `true` is NO (OQ-78).
  func flag(_ key: String) -> Bool { settings[key]?.bool ?? false }
}

/// Who manages the device.
public struct DeviceManagement: Sendable, Equatable {
  /// The user for whom the device is enrolled in device management.
  public var mdmUser: String?
  /// Who does: `intune` or `other`.
  public var mdmVendor: String?
  /// The account that a third-party device management dictates.
  public var emmUser: String?
  /// The account of the device.
  public var deviceUser: String?
  /// `IntuneMAMUPN` in the managed app configuration.
  public var configuredUPN: String?
  /// True if only that user may use the app (ACC-001).
  public var allowsConfiguredUserOnly = false
  /// The other settings of the managed app configuration (CFG-020); nil if there are none.
  public var configuration: JSONObject?

  /// The accounts that an administrator allows; nil if all are.
  var allowedAccounts: [String]? {
    allowsConfiguredUserOnly ? configuredUPN.map { [$0] } : nil
  }

  /// A device that nobody manages.
  public init() {}
}

/// Which delegates the app has set, and which of their methods it implements.
public struct Delegates: Sendable, Equatable {
  /// The methods one delegate implements.
  public enum Methods: Sendable, Equatable {
    case none
    case all
    case only([String])

    /// True if the delegate implements the method, named with or without `WithStatus`.
    func contains(_ method: Callback) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .only(let names):
        names.contains(method.rawValue) || names.contains(method.rawValue + "WithStatus")
      }
    }
  }
  /// The enrollment manager's, which it holds weakly (ENR-040).
  public var enrollment = Methods.none
  /// The policy manager's, which it holds strongly (POL-026).
  public var policy = Methods.none
  /// The compliance manager's.
  public var compliance = Methods.all

  /// An app without delegates.
  public init() {}
}
