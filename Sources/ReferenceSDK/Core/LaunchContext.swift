package import Contract
internal import ExactText
package import JSONText
package import StepProtocol

/// What the app and its device are, as far as the SDK has to know.
package struct LaunchContext: Sendable, Hashable {
  /// The device's name: its tag at the service.
  package var device = ""
  package var bundleId = ""
  package var appVersion = ""
  /// The edition of the contract to follow.
  package var edition = Edition.latest
  /// URL of the location service.
  package var location = ""
  /// URL of the sign-in service, behind which every authority is found.
  package var authority = ""
  /// The prefix of the app's keychain groups, which the SDK adds at run time (AUTH-021).
  package var appIdentifierPrefix = ""
  /// The dictionary `IntuneMAMSettings`.
  package var settings: JSONObject = [:]
  package var management = DeviceManagement()
  package var delegates = Delegates()
  /// True in a process that is an app extension.
  package var isExtension = false
  package var lifecycle = LifecycleState.foreground
  /// The authentication libraries that the app links, with their versions; none says nothing of them.
  package var libraries: JSONObject = [:]
  /// True if the case looks at telemetry; else none is sent, for the sake of other cases.
  package var isJudgedByTelemetry = false

  /// An app with defaults in every place.
  package init() {}

  /// A boolean of the settings; anything but `true` is NO (OQ-78).
  func flag(_ key: String) -> Bool { settings[key]?.bool ?? false }
}

/// Who manages the device.
package struct DeviceManagement: Sendable, Hashable {
  /// The user for whom the device is enrolled in device management.
  package var mdmUser: String?
  /// Who does: `intune` or `other`.
  package var mdmVendor: String?
  /// The account that a third-party device management dictates.
  package var emmUser: String?
  /// The account of the device.
  package var deviceUser: String?
  /// `IntuneMAMUPN` in the managed app configuration.
  package var configuredUPN: String?
  /// True if only that user may use the app (ACC-001).
  package var allowsConfiguredUserOnly = false
  /// The other settings of the managed app configuration (CFG-020); nil if there are none.
  package var configuration: JSONObject?

  /// The accounts that an administrator allows; nil if all are.
  var allowedAccounts: [String]? {
    allowsConfiguredUserOnly ? configuredUPN.map { [$0] } : nil
  }

  /// A device that nobody manages.
  package init() {}
}

/// Which delegates the app has set, and which of their methods it implements.
package struct Delegates: Sendable, Hashable {
  /// The methods one delegate implements.
  package enum Methods: Sendable, Hashable {
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
  package var enrollment = Methods.none
  /// The policy manager's, which it holds strongly (POL-026).
  package var policy = Methods.none
  /// The compliance manager's.
  package var compliance = Methods.all

  /// An app without delegates.
  package init() {}
}
