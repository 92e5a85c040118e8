import JSONText

extension ServiceCore {
  /// `managedAppRegistrations` and what hangs on one registration.
  func registrations(
    _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let context = "deviceAppManagement/managedAppRegistrations"
    guard let key = rest.first, key != "$count" else {
      return try call.collection(
        context, state.enrollments.rows.map { .object(registration($0)) }, rest: rest)
    }
    if key == "getUserIdsWithFlaggedAppRegistration" {
      // No device of the simulated world is jailbroken.
      return try call.collection("Collection(Edm.String)", [], rest: rest.dropFirst())
    }
    guard let enrollment = state.enrollments[key] else {
      throw .notFound("there is no registration \(key)")
    }
    let rest = rest.dropFirst()
    guard let part = rest.first else {
      guard call.method == "GET" else { throw call.methodNotAllowed }
      return call.entity(context, registration(enrollment))
    }
    let items: [JSON]
    switch part {
    case "appliedPolicies": items = appliedPolicies(enrollment).map { resource($0, call) }
    case "intendedPolicies": items = intendedPolicies(enrollment).map { resource($0, call) }
    case "operations": items = operations(enrollment)
    default: throw .notFound("a registration has no \(part)")
    }
    return try call.collection("\(context)('\(key)')/\(part)", items, rest: rest.dropFirst())
  }

  /// What Graph has below a user for MAM.
  mutating func user(
    _ name: String, _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    guard let key = findUser(name) else { throw .notFound("there is no user \(name)") }
    switch rest.first {
    case "managedAppRegistrations":
      let rows = state.enrollments.rows.filter { $0.user == key }
      return try call.collection(
        "users('\(name)')/managedAppRegistrations", rows.map { .object(registration($0)) },
        rest: rest.dropFirst())
    case "wipeManagedAppRegistrationsByDeviceTag" where rest.count == 1:
      guard call.method == "POST" else { throw call.methodNotAllowed }
      guard let tag = try call.object()["deviceTag"]?.string, !tag.isEmpty else {
        throw .badRequest("deviceTag must be a text")
      }
      wipe(userKey: key, deviceTag: tag, call.now)
      return GraphResponse(204)
    default: throw .notFound("a user has no \(rest.joined(separator: "/"))")
    }
  }

  /// An enrollment as an `iosManagedAppRegistration`.
  private func registration(_ enrollment: Enrollment) -> JSONObject {
    [
      "@odata.type": "#microsoft.graph.iosManagedAppRegistration",
      "id": .string(enrollment.id),
      "createdDateTime": JSON(instant: enrollment.created),
      "lastSyncDateTime": JSON(instant: enrollment.lastSync),
      "applicationVersion": .string(enrollment.appVersion),
      "managementSdkVersion": .string(enrollment.sdkVersion),
      "platformVersion": JSON.null,
      "deviceType": "iPhone",
      "deviceTag": .string(enrollment.deviceTag),
      "deviceName": .string(enrollment.deviceTag),
      "flaggedReasons": JSON.array([]),
      "userId": JSON(state.users[enrollment.user]?.objectId),
      "appIdentifier": .iosApp(enrollment.bundleId),
      "version": JSON(enrollment.policyVersion),
    ]
  }

  /// The policies of the version that the app has, as far as they still exist.
  private func appliedPolicies(_ enrollment: Enrollment) -> [ManagedAppPolicy] {
    let applied = (enrollment.policyVersion ?? "").split(separator: "+").map { part in
      part.prefix { $0 != "." }
    }
    return state.policies.rows.filter { applied.contains("\($0.kind.versionPrefix)\($0.number)") }
  }

  /// The policies that the app gets at its next check-in.
  private func intendedPolicies(_ enrollment: Enrollment) -> [ManagedAppPolicy] {
    let (key, app) = (enrollment.user, enrollment.bundleId)
    guard let user = state.users[key],
      let policy = policy(.protection, for: user, key: key, bundleId: app)
    else { return [] }
    return [policy] + configurations(for: user, key: key, bundleId: app)
  }

  /// The wipe commands of an enrollment as `managedAppOperation` resources.
  private func operations(_ enrollment: Enrollment) -> [JSON] {
    state.wipes.rows.filter { $0.enrollment == enrollment.id }.map {
      [
        "id": .string($0.id), "displayName": "Wipe",
        "lastModifiedDateTime": JSON(instant: $0.modified), "state": .string($0.state.rawValue),
        "version": JSON.null,
      ]
    }
  }

  private func resource(_ policy: ManagedAppPolicy, _ call: GraphCall) -> JSON {
    .object(policy.resource(isBeta: call.path.isBeta, isPolymorphic: true))
  }
}
