internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMRules
import MAMWire

extension GraphResources {
  /// Registrations that the caller sees: all, or those of a user.
  func registrationSet(
    _ context: String, ofUser user: String? = nil, _ call: GraphCall
  ) -> ResourceSet {
    func isMember(_ enrollment: Enrollment) -> Bool {
      (user ?? enrollment.user) == enrollment.user
        && call.sees(state.users[enrollment.user]?.tenant ?? "")
    }
    return ResourceSet(.managedAppRegistration, context) {
      state.enrollments.filter(isMember).map { resource($0) }
    } find: { key in
      state.enrollments[key].flatMap { isMember($0) ? resource($0) : nil }
    }
  }

  /// An enrollment as an `iosManagedAppRegistration`.
  func resource(_ enrollment: Enrollment) -> Resource {
    let type = GraphType.managedAppRegistration.derived[0]
    let device = state.device(of: enrollment)
    var fields: JSONObject = [
      "id": .string(enrollment.id),
      "createdDateTime": JSON(instant: enrollment.created),
      "lastSyncDateTime": JSON(instant: enrollment.lastSync),
      "applicationVersion": .string(enrollment.appVersion),
      "managementSdkVersion": .string(enrollment.sdkVersion),
      "platformVersion": JSON(enrollment.platformVersion ?? device?.osVersion),
      "deviceType": "iPhone",
      "deviceTag": .string(enrollment.deviceTag),
      "deviceName": .string(enrollment.deviceName ?? enrollment.deviceTag),
      "managedDeviceId": JSON(device?.id), "deviceModel": JSON(device.map { _ in "iPhone" }),
      "deviceManufacturer": JSON(device.map { _ in "Apple" }),
      "flaggedReasons": isFlagged(enrollment) ? ["rootedDevice"] : [],
      "userId": JSON(state.users[enrollment.user]?.objectId),
      "appIdentifier": .iosApp(enrollment.bundleId),
    ]
    // It changes with what is shown, and with the policies that the app has.
    let version = EntityTag.of(
      enrollment.id, String(enrollment.lastSync), enrollment.policyVersion ?? "",
      enrollment.appVersion, enrollment.sdkVersion, fields["platformVersion"]?.string ?? "",
      fields["deviceName"]?.string ?? "",
      (isFlagged(enrollment) ? "flagged" : "") + (device?.id ?? ""))
    fields.append("version", .string(version))
    return Resource(
      type, key: enrollment.id, sequence: state.enrollments.sequence(of: enrollment.id) ?? 0,
      fields, etag: version
    ) { navigation in
      switch navigation {
      case "appliedPolicies":
        management.appliedPolicies(enrollment).enumerated().map { resource($1, sequence: $0) }
      case "intendedPolicies": intendedPolicies(enrollment).map { resource($0) }
      default: operations(enrollment)
      }
    }
  }

  /// The object IDs of the users with a registration on a jailbroken device, each once.
  func flaggedUsers(_ call: GraphCall) -> [JSON] {
    var users: [String] = []
    for enrollment in state.enrollments.rows where isFlagged(enrollment) {
      guard let user = state.users[enrollment.user], call.sees(user.tenant) else { continue }
      if !users.contains(user.objectId) { users.append(user.objectId) }
    }
    return users.map(JSON.string)
  }

  private func isFlagged(_ enrollment: Enrollment) -> Bool {
    enrollment.isRooted || state.device(of: enrollment)?.isJailBroken ?? false
  }

  /// The policies that the app gets at its next check-in.
  private func intendedPolicies(_ enrollment: Enrollment) -> [ManagedAppPolicy] {
    let (key, app) = (enrollment.user, enrollment.bundleId)
    guard let user = state.users[key], !user.isDeleted, !enrollment.isGone,
      (try? management.requireService(for: user)) != nil
    else { return [] }
    let policy = management.policy(.protection, for: user, key: key, bundleId: app)
    return (policy.map { [$0] } ?? [])
      + management.configurations(for: user, key: key, bundleId: app).map(\.policy)
  }

  /// The wipe commands of an enrollment that has ended: an administrator who has ordered one can see what
  /// became of it.
  func wipes(ofEnded enrollment: String, _ call: GraphCall) -> [Resource] {
    state.wipes.numbered.filter {
      $0.row.enrollment == enrollment && call.sees($0.row.tenant ?? "")
    }.map(wipe)
  }

  private func wipe(_ sequence: Int, _ row: WipeCommand) -> Resource {
    operation(row.id, sequence, "Wipe", row.state.rawValue, modified: row.modified)
  }

  /// The wipe commands of an enrollment, and what an administrator has noted there.
  private func operations(_ enrollment: Enrollment) -> [Resource] {
    let wipes = state.wipes.numbered.filter { $0.row.enrollment == enrollment.id }.map(wipe)
    // What was noted comes behind every wipe, also a later one.
    let noted = state.operations.numbered.filter { $0.row.enrollment == enrollment.id }.map {
      resource($0.row, sequence: $0.sequence)
    }
    return wipes + noted
  }

  /// A noted operation as Graph shows it.
  func resource(_ operation: AppOperation, sequence: Int) -> Resource {
    self.operation(
      operation.id, 1 << 32 + sequence, operation.displayName, operation.operationState,
      modified: operation.modified)
  }

  private func operation(
    _ id: String, _ sequence: Int, _ name: String?, _ state: String?, modified: Int
  ) -> Resource {
    var fields: JSONObject = [
      "id": .string(id), "displayName": JSON(name),
      "lastModifiedDateTime": JSON(instant: modified), "state": JSON(state),
    ]
    fields.append("version", .string(EntityTag.of(id, name ?? "", state ?? "", String(modified))))
    return Resource(.managedAppOperation, key: id, sequence: sequence, fields)
  }
}
