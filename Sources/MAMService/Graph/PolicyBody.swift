import JSONText

/// Reads what an administrator sends for a policy or configuration.
enum PolicyBody {
  /// What the service sets itself: accepted from a client that sends back what it has read.
  private static let readOnly: Set<String> = [
    "id", "createdDateTime", "lastModifiedDateTime", "version", "isAssigned", "deployedAppCount",
    "roleScopeTagIds", "deploymentSummary",
  ]

  /// Applies the body of a POST or PATCH.
  ///
  /// - Parameter isNew: true for a POST, which may bring apps but no assignments.
  static func apply(
    _ body: JSONObject, to policy: inout ManagedAppPolicy, isNew: Bool, now: Int
  ) throws(GraphError) {
    var settings = policy.settings
    var targeting = policy.targeting
    var name: String?
    var description: String??
    for member in body.members where !member.name.contains("@") {
      switch member.name {
      case "displayName":
        guard let text = member.value.string, !text.isEmpty else {
          throw .validation("displayName must be a text")
        }
        name = text
      case "description":
        guard member.value.isNull || member.value.string != nil else {
          throw .badRequest("description must be a text or null")
        }
        description = .some(member.value.string)
      case "assignments": throw .badRequest("assignments are set by the action assign")
      case "apps":
        guard isNew else { throw .validation("apps are set by the action targetApps") }
        targeting.apps = try apps(member.value)
      case "appGroupType": targeting.appGroupType = try appGroupType(member.value)
      case "customSettings" where policy.kind == .configuration:
        settings = try customSettings(member.value)
      case let other where readOnly.contains(other): break
      default:
        guard policy.kind == .protection, let property = ProtectionProperty.named(member.name)
        else { throw .badRequest("there is no property \(member.name)") }
        if let fault = property.fault(of: member.value) { throw .badRequest(fault) }
        settings[member.name] = member.value
      }
    }
    guard !isNew || name != nil else { throw .validation("displayName is required") }
    policy.change(
      settings: settings, targeting: targeting, displayName: name, description: description,
      now: now)
  }

  /// The `assignments` of the action assign.
  static func assignments(
    _ body: JSONObject, _ groupID: (String) -> String?
  ) throws(GraphError) -> [Targeting.Assignment] {
    guard let items = body["assignments"]?.array else {
      throw .badRequest("assignments must be a list")
    }
    var assignments: [Targeting.Assignment] = []
    for item in items {
      let type = item["target"]?["@odata.type"]?.string ?? ""
      let prefix = "#microsoft.graph."
      guard type.hasPrefix(prefix),
        let kind = Targeting.Assignment.Kind(rawValue: String(type.dropFirst(prefix.count)))
      else { throw .badRequest("an assignment needs a target with an @odata.type") }
      var group: String?
      if kind != .allLicensedUsers {
        let name = item["target"]?["groupId"]?.string ?? ""
        group = groupID(name)
        guard group != nil else { throw .badRequest("there is no group \(name)") }
      }
      assignments.append(.init(kind: kind, group: group))
    }
    return assignments
  }

  /// A list of `managedMobileApp`, as bundle IDs.
  static func apps(_ value: JSON?) throws(GraphError) -> [String] {
    guard let items = value?.array else { throw .badRequest("apps must be a list") }
    var apps: [String] = []
    for item in items {
      let bundleId = try bundleId(item)
      if !apps.contains(bundleId) { apps.append(bundleId) }
    }
    return apps
  }

  /// The bundle ID of a `managedMobileApp`.
  static func bundleId(_ item: JSON) throws(GraphError) -> String {
    guard let bundleId = item["mobileAppIdentifier"]?["bundleId"]?.string, !bundleId.isEmpty else {
      throw .badRequest("an app needs a mobileAppIdentifier with a bundleId")
    }
    return bundleId
  }

  /// A `targetedManagedAppGroupType`.
  static func appGroupType(_ value: JSON) throws(GraphError) -> String {
    guard let type = value.string, Targeting.appGroupTypes.contains(type) else {
      throw .badRequest(
        "appGroupType must be one of \(Targeting.appGroupTypes.joined(separator: ", "))")
    }
    return type
  }

  private static func customSettings(_ value: JSON) throws(GraphError) -> JSONObject {
    guard let items = value.array else { throw .badRequest("customSettings must be a list") }
    var settings = JSONObject()
    for item in items {
      guard let name = item["name"]?.string, !name.isEmpty else {
        throw .badRequest("a custom setting needs a name")
      }
      let value = item["value"] ?? .null
      guard value.string != nil || value.isNull else {
        throw .badRequest("the value of the custom setting \(name) must be a text or null")
      }
      settings[name] = value
    }
    return settings
  }
}
