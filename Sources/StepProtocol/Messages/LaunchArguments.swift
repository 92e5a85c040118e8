internal import ExactText
package import JSONText

/// What a case adds to how an app is launched, for this launch and for those that follow.
package struct LaunchOptions: Sendable, Equatable {
  /// `foreground` or `background`, for this launch alone; nil for the foreground.
  package var state: LifecycleState?
  /// True if the process is an app extension, for this launch alone; nil if nothing is said of it.
  package var isExtension: Bool?
  /// Another version of the app.
  package var appVersion: String?
  /// Keys of the `IntuneMAMSettings` dictionary that get another value.
  package var settings: AppSettings
  /// Scripted answers.
  package var answers: [ScriptedAnswer]
  /// Which delegates the app sets.
  package var delegates: [DelegateSetting]

  /// A launch with nothing more than before.
  package static let none = LaunchOptions()

  /// Additions to a launch.
  package init(
    state: LifecycleState? = nil, isExtension: Bool? = nil, appVersion: String? = nil,
    settings: AppSettings = AppSettings(), answers: [ScriptedAnswer] = [],
    delegates: [DelegateSetting] = []
  ) {
    self.state = state
    self.isExtension = isExtension
    self.appVersion = appVersion
    self.settings = settings
    self.answers = answers
    self.delegates = delegates
  }

  /// The options as the case language writes them, for people.
  package var json: JSONObject {
    var object = JSONObject()
    object.append("state", string: state?.rawValue)
    if let isExtension { object.append("extension", .bool(isExtension)) }
    object.append("appVersion", string: appVersion)
    if !settings.members.isEmpty { object.append("settings", .object(settings.members)) }
    if !answers.isEmpty { object.append("answers", .object(JSONObject(answers))) }
    if !delegates.isEmpty { object.append("delegates", .object(JSONObject(delegates))) }
    return object
  }
}

/// Keys and values of the `IntuneMAMSettings` dictionary; the contract says what happens to unknown ones.
package struct AppSettings: Sendable, Equatable {
  /// The keys with their values, in the order in which they were written.
  package var members: JSONObject

  /// The given keys and values.
  package init(_ members: JSONObject = [:]) { self.members = members }
}

/// Which of its methods a delegate of the app implements.
package enum DelegateSetting: Sendable, Equatable {
  /// Sets the delegate with all of its methods, or sets none.
  case all(DelegateName, Bool)
  /// Sets a delegate that implements these methods.
  case methods(DelegateName, [Callback])
  /// Leaves it to the app whether, when and with which methods it sets the delegate.
  case own(DelegateName)

  /// The word that leaves it to the app.
  package static let ownWord = "own"

  /// The delegate.
  var name: DelegateName {
    switch self {
    case .all(let name, _), .methods(let name, _), .own(let name): name
    }
  }

  var json: JSON {
    switch self {
    case .all(_, let isSet): .bool(isSet)
    case .methods(_, let methods): .array(methods.map { .string($0.rawValue) })
    case .own: .string(DelegateSetting.ownWord)
    }
  }
}

/// What a device says of its management from now on; members that are absent mean none.
package struct DeviceManagementState: Sendable, Equatable {
  /// The user of device management.
  package var mdmUser: String?
  /// Who manages the device.
  package var vendor: ManagementVendor?
  /// The user of the enterprise management.
  package var emmUser: String?
  /// The device's own user.
  package var deviceUser: String?
  /// The user of the managed app configuration.
  package var configuredUser: String?
  /// `Enabled` if only that user may use the app.
  package var allowedAccountsOnly: String?
  /// The other settings of the managed app configuration.
  package var configuration: JSONObject?

  /// A device that nobody manages.
  package init() {}

  /// The object `managed` of the step protocol.
  package var json: JSONObject {
    var object = JSONObject()
    object.append(ManagementMember.mdmVendor.rawValue, string: vendor?.rawValue)
    object.append(ManagementMember.mdmUser.rawValue, string: mdmUser)
    object.append(ManagementMember.emmUser.rawValue, string: emmUser)
    object.append(ManagementMember.deviceUser.rawValue, string: deviceUser)
    object.append(ManagementMember.configuredUser.rawValue, string: configuredUser)
    object.append(ManagementMember.allowedAccountsOnly.rawValue, string: allowedAccountsOnly)
    if let configuration {
      object.append(ManagementMember.configuration.rawValue, .object(configuration))
    }
    return object
  }
}

extension JSONObject {
  /// The object `delegates` of the step protocol.
  package init(_ delegates: [DelegateSetting]) {
    self.init()
    for delegate in delegates { self[delegate.name.rawValue] = delegate.json }
  }
}
