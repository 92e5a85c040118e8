import JSONText
import VirtualTime

/// A collection of policies: of one kind, or of all kinds.
struct PolicyCollection {
  /// The segment of the path.
  let name: String
  /// Nil for the polymorphic collection.
  let kind: PolicyKind?

  var context: String { "deviceAppManagement/\(name)" }
}

extension ServiceCore {
  /// `iosManagedAppProtections`, `targetedManagedAppConfigurations`, `managedAppPolicies`.
  mutating func policies(
    _ collection: PolicyCollection, _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    guard let key = rest.first, key != "$count" else {
      if call.method == "POST", rest.isEmpty { return try create(in: collection, call) }
      let rows = state.policies.rows.filter { collection.kind ?? $0.kind == $0.kind }
      return try call.collection(
        collection.context, rows.map { .object(resource($0, collection, call)) }, rest: rest)
    }
    guard
      var policy = state.policies[key] ?? state.policies.first(where: { $0.name == key }),
      collection.kind ?? policy.kind == policy.kind
    else { throw .notFound("there is no policy \(key)") }
    let rest = rest.dropFirst()
    guard let part = rest.first else {
      switch call.method {
      case "GET": break
      case "PATCH":
        try PolicyBody.apply(
          try call.object(), to: &policy, isNew: false, now: call.now.milliseconds)
        state.policies[policy.id] = policy
      case "DELETE":
        state.policies[policy.id] = nil
        return GraphResponse(204)
      default: throw call.methodNotAllowed
      }
      return call.entity(collection.context, resource(policy, collection, call))
    }
    let context = "\(collection.context)('\(policy.id)')/\(part)"
    switch (call.method, part) {
    case ("POST", "assign"):
      policy.targeting.assignments = try PolicyBody.assignments(
        try call.object(), { groupID(named: $0) })
      return store(policy, call)
    case ("POST", "targetApps"):
      let body = try call.object()
      policy.targeting.apps = try PolicyBody.apps(body["apps"])
      if let type = body["appGroupType"] {
        policy.targeting.appGroupType = try PolicyBody.appGroupType(type)
      }
      return store(policy, call)
    case ("POST", "apps"):
      let bundleId = try PolicyBody.bundleId(call.body)
      if !policy.targeting.apps.contains(bundleId) { policy.targeting.apps.append(bundleId) }
      _ = store(policy, call)
      return call.entity(
        status: 201, context,
        ["id": .string("\(bundleId).ios"), "mobileAppIdentifier": .iosApp(bundleId)])
    case (_, "apps"):
      return try call.collection(context, policy.appResources, rest: rest.dropFirst())
    case (_, "assignments"):
      return try call.collection(context, policy.assignmentResources, rest: rest.dropFirst())
    case (_, "assign"), (_, "targetApps"): throw call.methodNotAllowed
    default: throw .notFound("a policy has no \(part)")
    }
  }

  private func resource(
    _ policy: ManagedAppPolicy, _ collection: PolicyCollection, _ call: GraphCall
  ) -> JSONObject {
    policy.resource(isBeta: call.path.isBeta, isPolymorphic: collection.kind == nil)
  }

  private mutating func create(
    in collection: PolicyCollection, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let body = try call.object()
    let type = body["@odata.type"]?.string.map { String($0.drop { $0 == "#" }) }
    let kind = collection.kind ?? type.flatMap { PolicyKind(rawValue: String($0.dropFirst(16))) }
    guard let kind, type == nil || type == "microsoft.graph.\(kind.rawValue)" else {
      throw .badRequest("@odata.type does not name a policy of this collection")
    }
    var policy = ManagedAppPolicy(
      kind: kind, number: (state.counters[kind.rawValue]?.value ?? 0) + 1, displayName: "",
      settings: kind == .protection ? ProtectionProperty.portalDefaults : JSONObject(),
      now: call.now.milliseconds)
    try PolicyBody.apply(body, to: &policy, isNew: true, now: call.now.milliseconds)
    // What the request itself brings is the first version, not a change.
    policy.revision = 1
    policy.contentRevision = 1
    _ = state.next(kind.rawValue)
    state.policies[policy.id] = policy
    return call.entity(status: 201, collection.context, resource(policy, collection, call))
  }

  /// Puts back a policy whose targets are other than before; the content stays.
  private mutating func store(_ policy: ManagedAppPolicy, _ call: GraphCall) -> GraphResponse {
    var changed = state.policies[policy.id]!
    changed.change(targeting: policy.targeting, now: call.now.milliseconds)
    state.policies[policy.id] = changed
    return GraphResponse(204)
  }
}
