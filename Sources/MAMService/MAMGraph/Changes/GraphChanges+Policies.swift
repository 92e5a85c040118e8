internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

/// A policy that a request is to change.
private struct FoundPolicy {
  let set: ResourceSet
  let type: GraphType
  let policy: ManagedAppPolicy
}

/// `iosManagedAppProtections`, `targetedManagedAppConfigurations`, `managedAppPolicies`.
extension GraphChanges {
  /// The policy that a path names; nil if it names none, or one that is not of the types among its segments, of which
  /// reading says what is wrong.
  private func found(_ visit: GraphVisit) -> FoundPolicy? {
    var rest = visit.rest(behind: 2)
    let set = resources.policySet(visit.segments[1], visit.policyKind, visit.call)
      .cast(along: &rest)
    guard let key = rest.first, let found = set.find(key),
      rest.dropFirst().allSatisfy({
        GraphName.unqualified($0) == nil || found.type.cast(segment: $0) != nil
      }), let policy = state.policies[found.key]
    else { return nil }
    return FoundPolicy(set: set, type: found.type, policy: policy)
  }

  /// Reads policies, or says why there is nothing to be changed.
  private func read(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    try visit.call.read(
      resources.policySet(visit.segments[1], visit.policyKind, visit.call), visit.rest(behind: 2))
  }

  /// Changes the policy itself.
  func changePolicy(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    var policy = found.policy
    try visit.call.checkOptions(of: found.type)
    try visit.call.checkVersion(policy.version)
    try change(&policy, visit.call)
    state.policies[policy.id] = policy
    return try visit.call.entity(
      resources.resource(policy), of: found.set.type, found.set.context)
  }

  /// Removes a policy.
  func deletePolicy(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let policy = found(visit)?.policy else { return try read(visit) }
    try visit.call.checkVersion(policy.version)
    state.policies[policy.id] = nil
    return GraphResponse(204)
  }

  /// The action assign.
  func assignPolicy(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    let assignments = try assignments(visit.call, PolicyAction.assign)
    for assignment in assignments { try checkGoesToUsers(assignment) }
    return try update(found.policy, visit.call) { $0.targeting.assignments = assignments }
  }

  private func checkGoesToUsers(_ assignment: Targeting.Assignment) throws(GraphError) {
    guard assignment.kind != .allDevices else {
      throw .badRequest(
        "allDevicesAssignmentTarget is for mobileAppConfigurations; a policy goes to users")
    }
  }

  /// Adds an assignment to those of a policy.
  func addAssignment(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    let assignment = try newAssignment(visit.call, .policyAssignment)
    try checkGoesToUsers(assignment)
    var place = 0
    _ = try update(found.policy, visit.call) { place = $0.targeting.assign(assignment) }
    let policy = state.policies[found.policy.id] ?? found.policy
    let set = ResourceSet(
      .policyAssignment, "\(found.set.context)('\(policy.id)')/assignments"
    ) { [] }
    return try visit.call.created(resources.resource(policy).related("assignments")[place], in: set)
  }

  /// Takes an assignment away from those of a policy.
  func removeAssignment(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let policy = found(visit)?.policy else { return try read(visit) }
    let place = try policy.targeting.place(ofAssignment: visit.segments.last ?? "")
    return try update(policy, visit.call) { $0.targeting.assignments.remove(at: place) }
  }

  /// The action targetApps.
  func targetApps(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    let targets = try PolicyAction.targetApps(visit.call)
    return try update(found.policy, visit.call) {
      $0.targeting.apps = targets.apps
      if let type = targets.groupType { $0.targeting.appGroupType = type }
    }
  }

  /// Adds an app to those of a policy.
  func addApp(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let found = found(visit) else { return try read(visit) }
    let call = visit.call
    let app = JSON.object(try call.members(of: .managedMobileApp, isNew: true))
    let bundleId = try PolicyAction.apps([app], call)[0]
    try call.checkOptions(of: .managedMobileApp)
    _ = try update(found.policy, call) {
      if !$0.targeting.apps.contains(bundleId) { $0.targeting.apps.append(bundleId) }
    }
    let policy = state.policies[found.policy.id] ?? found.policy
    let apps = ResourceSet(.managedMobileApp, "\(found.set.context)('\(policy.id)')/apps") { [] }
    let index = policy.targeting.apps.firstIndex(of: bundleId) ?? 0
    return try call.created(resources.resource(policy).related("apps")[index], in: apps)
  }

  /// Takes an app away from those of a policy.
  func removeApp(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    guard let policy = found(visit)?.policy else { return try read(visit) }
    let name = visit.segments.last ?? ""
    guard let index = policy.targeting.apps.firstIndex(where: { "\($0).ios" == name }) else {
      throw .notFound("the policy has no app \(name)")
    }
    return try update(policy, visit.call) { $0.targeting.apps.remove(at: index) }
  }

  /// Changes a policy that is still as the client knows it.
  private func update(
    _ policy: ManagedAppPolicy, _ call: GraphCall, _ body: (inout ManagedAppPolicy) -> Void
  ) throws(GraphError) -> GraphResponse {
    var policy = policy
    try call.checkVersion(policy.version)
    policy.change(now: call.now.milliseconds, body)
    state.policies[policy.id] = policy
    return GraphResponse(204)
  }

  /// Adds a policy.
  func createPolicy(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let call = visit.call
    var rest = visit.rest(behind: 2)
    let set = resources.policySet(visit.segments[1], visit.policyKind, call).cast(along: &rest)
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
