internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

/// What the actions of a policy take, beside the policy itself.
enum PolicyAction {
  /// The parameters of the action assign.
  static let assign = GraphType(
    "assign",
    [.init("assignments", .list(.complex(.policyAssignment)), [.writable, .required])])

  /// The parameters of the action assign of what MDM tells apps.
  static let assignToDevices = GraphType(
    "assign",
    [
      .init(
        "assignments", .list(.complex(.mobileAppConfigurationAssignment)), [.writable, .required])
    ])

  /// The parameters of the action targetApps.
  static let targetApps = GraphType(
    "targetApps",
    [
      .init("apps", .list(.complex(.managedMobileApp)), [.writable, .required]),
      .init("appGroupType", .choice(.appGroupType), .writable),
    ])

  /// The body of the action targetApps: bundle IDs, and the type of the group if it is given.
  static func targetApps(
    _ call: GraphCall
  ) throws(GraphError) -> (apps: [String], groupType: String?) {
    let body = try call.members(of: targetApps, isNew: true)
    return (try apps(body["apps"] ?? [], call), body["appGroupType"]?.string)
  }

  /// A list of `managedMobileApp`, as bundle IDs, each once.
  static func apps(_ value: JSON, _ call: GraphCall) throws(GraphError) -> [String] {
    let form = PropertyForm.list(.complex(.managedMobileApp))
    if let fault = form.fault(of: value, named: "apps", isBeta: call.path.isBeta) {
      throw .badRequest(fault)
    }
    var apps: [String] = []
    for item in value.array ?? [] {
      let bundleId = bundleId(item)
      guard !bundleId.isEmpty else { throw .badRequest("bundleId must not be empty") }
      if !apps.contains(bundleId) { apps.append(bundleId) }
    }
    return apps
  }

  /// The bundle ID of a `managedMobileApp` that has been checked.
  static func bundleId(_ item: JSON) -> String {
    item["mobileAppIdentifier"]?["bundleId"]?.string ?? ""
  }

  /// A list of `deviceManagementConfigurationSetting`, which get IDs from 0 on.
  static func configurationSettings(_ value: JSON, _ call: GraphCall) throws(GraphError) -> JSON {
    let form = PropertyForm.list(.complex(.configurationSetting))
    if let fault = form.fault(of: value, named: "settings", isBeta: call.path.isBeta) {
      throw .badRequest(fault)
    }
    return .array(
      (value.array ?? []).enumerated().map { index, item in
        ["id": .string(String(index)), "settingInstance": item["settingInstance"] ?? .null]
      })
  }

  /// A list of `keyValuePair` that has been checked; of a name given twice the last value counts.
  static func customSettings(_ value: JSON) throws(GraphError) -> JSONObject {
    var settings = JSONObject()
    for item in value.array ?? [] {
      guard let name = item["name"]?.string, !name.isEmpty else {
        throw .badRequest("the name of a custom setting must not be empty")
      }
      guard name != ManagedAppPolicy.defaultMark else {
        throw .badRequest("\(name) is reserved for the tenant's default configuration")
      }
      settings[name] = item["value"] ?? .null
    }
    return settings
  }
}
