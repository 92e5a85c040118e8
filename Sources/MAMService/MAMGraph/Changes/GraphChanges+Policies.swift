internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

extension GraphChanges {
  /// `iosManagedAppProtections`, `targetedManagedAppConfigurations`, `managedAppPolicies`.
  ///
  /// - Parameter kind: nil for the polymorphic collection.
  func policies(
    _ name: String, _ kind: PolicyKind?, _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    var rest = rest
    let set = resources.policySet(name, kind, call).cast(along: &rest)
    guard call.method != "GET", let key = rest.first else {
      guard call.method == "POST", rest.isEmpty else { return try call.read(set, rest) }
      return try createPolicy(in: set, kind, call)
    }
    guard let found = set.find(key), var policy = state.policies[found.key] else {
      return try call.read(set, rest)
    }
    let now = call.now.milliseconds
    // An action stands also behind a type that the policy is of.
    let isCast = { (segment: String) in found.type.cast(segment: segment) != nil }
    let parts = Array(rest.dropFirst().drop(while: isCast))
    switch (call.method, parts.first, parts.count) {
    case ("PATCH", nil, _):
      try call.checkOptions(of: found.type)
      try call.checkVersion(policy.version)
      try change(&policy, call)
      state.policies[policy.id] = policy
      return try call.entity(resources.resource(policy), of: set.type, set.context)
    case ("DELETE", nil, _):
      try call.checkVersion(policy.version)
      state.policies[policy.id] = nil
      return GraphResponse(204)
    case ("POST", "assign", 1):
      let assignments = try assignments(call, PolicyAction.assign)
      guard !assignments.contains(where: { $0.kind == .allDevices }) else {
        throw .badRequest(
          "allDevicesAssignmentTarget is for mobileAppConfigurations; a policy goes to users")
      }
      try call.checkVersion(policy.version)
      policy.change(now: now) { $0.targeting.assignments = assignments }
    case ("POST", "targetApps", 1):
      let targets = try PolicyAction.targetApps(call)
      try call.checkVersion(policy.version)
      policy.change(now: now) {
        $0.targeting.apps = targets.apps
        if let type = targets.groupType { $0.targeting.appGroupType = type }
      }
    case ("POST", "apps", 1):
      let app = JSON.object(try call.members(of: .managedMobileApp, isNew: true))
      let bundleId = try PolicyAction.apps([app], call)[0]
      try call.checkOptions(of: .managedMobileApp)
      try call.checkVersion(policy.version)
      policy.change(now: now) {
        if !$0.targeting.apps.contains(bundleId) { $0.targeting.apps.append(bundleId) }
      }
      state.policies[policy.id] = policy
      let apps = ResourceSet(.managedMobileApp, "\(set.context)('\(policy.id)')/apps") { [] }
      let index = policy.targeting.apps.firstIndex(of: bundleId) ?? 0
      return try call.created(resources.resource(policy).related("apps")[index], in: apps)
    case ("DELETE", "apps", 2):
      let apps = policy.targeting.apps
      guard let index = apps.firstIndex(where: { "\($0).ios" == parts[1] }) else {
        throw .notFound("the policy has no app \(parts[1])")
      }
      try call.checkVersion(policy.version)
      policy.change(now: now) { $0.targeting.apps.remove(at: index) }
    default: return try call.read(set, [policy.id] + rest.dropFirst())
    }
    state.policies[policy.id] = policy
    return GraphResponse(204)
  }

  private func createPolicy(
    in set: ResourceSet, _ kind: PolicyKind?, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let type = set.type.type(of: try call.object())
    guard let kind = type.flatMap({ PolicyKind(rawValue: $0.name) }) else {
      throw .badRequest("@odata.type does not name a policy of this collection")
    }
    if let type { try call.checkOptions(of: type) }
    let now = call.now.milliseconds
    var policy = ManagedAppPolicy(
      kind: kind, number: (state.counters[kind.rawValue]?.value ?? 0) + 1, displayName: "",
      settings: kind == .protection
        ? ProtectionProperty.portalDefaults(at: now) : JSONObject(), now: now)
    policy.tenant = call.access.tenant ?? state.firstTenant
    try change(&policy, call, isNew: true)
    // What the request itself brings is the first version, not a change.
    policy.revision = 1
    _ = state.next(kind.rawValue)
    state.policies[policy.id] = policy
    return try call.created(resources.resource(policy), in: set)
  }

  /// Applies the body of a POST or PATCH.
  private func change(
    _ policy: inout ManagedAppPolicy, _ call: GraphCall, isNew: Bool = false
  ) throws(GraphError) {
    let type: GraphType =
      policy.kind == .protection ? .iosManagedAppProtection : .targetedManagedAppConfiguration
    let body = try call.object()
    if body["assignments"] != nil {
      throw .badRequest("assignments are set by the action assign")
    }
    if !isNew, body["apps"] != nil { throw .validation("apps are set by the action targetApps") }
    let members = try call.members(of: type, isNew: isNew, navigations: ["apps", "settings"])
    var changed = policy
    for (name, value) in members.members.map({ ($0.name, $0.value) }) {
      switch name {
      case "displayName": changed.displayName = value.string ?? ""
      case "description": changed.description = value.string
      case "roleScopeTagIds": changed.roleScopeTagIds = value.array?.compactMap(\.string) ?? []
      case "appGroupType": changed.targeting.appGroupType = value.string ?? ""
      case "apps": changed.targeting.apps = try PolicyAction.apps(value, call)
      case "customSettings": changed.settings = try PolicyAction.customSettings(value)
      case "settings": changed.kept[name] = try PolicyAction.configurationSettings(value, call)
      default:
        if ProtectionProperty.named(name) != nil {
          changed.settings[name] = value
        } else {
          // What is as if it had never been said is not a change.
          let isDefault = value == ProtectionProperty.keptDefault(name)
          changed.kept[name] = isDefault ? JSON?.none : value
        }
      }
    }
    policy.change(now: call.now.milliseconds) { $0 = changed }
  }
}
