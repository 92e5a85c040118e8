internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMWire

extension GraphResources {
  /// Policies of one kind, or of all kinds, that the caller sees.
  func policySet(_ name: String, _ kind: PolicyKind?, _ call: GraphCall) -> ResourceSet {
    let type: GraphType =
      switch kind {
      case .protection: .iosManagedAppProtection
      case .configuration: .targetedManagedAppConfiguration
      case nil: .managedAppPolicy
      }
    func isMember(_ policy: ManagedAppPolicy) -> Bool {
      (kind ?? policy.kind) == policy.kind && call.sees(policy.tenant)
    }
    return ResourceSet(type, "deviceAppManagement/\(name)") {
      state.policies.filter(isMember).map { resource($0) }
    } find: { key in
      let policy = state.policies[key] ?? state.policies.first { $0.name == key && isMember($0) }
      return policy.flatMap { isMember($0) ? resource($0) : nil }
    }
  }

  /// The policy as Graph shows it.
  ///
  /// - Parameter sequence: its place, if that is another than among all policies.
  func resource(_ policy: ManagedAppPolicy, sequence: Int? = nil) -> Resource {
    var fields: JSONObject = [
      "id": .string(policy.id), "displayName": .string(policy.displayName),
      "description": JSON(policy.description),
      "createdDateTime": JSON(instant: policy.created),
      "lastModifiedDateTime": JSON(instant: policy.modified),
      "roleScopeTagIds": .array(policy.roleScopeTagIds.map(JSON.string)),
      "version": .string(policy.version),
      "isAssigned": .bool(policy.targeting.isAssigned),
      "deployedAppCount": .int(policy.targeting.apps.count),
      "appGroupType": .string(policy.targeting.appGroupType),
    ]
    let type: GraphType
    switch policy.kind {
    case .protection:
      type = .iosManagedAppProtection
      for property in ProtectionProperty.all {
        fields.append(property.name, policy.settings[property.name] ?? property.unrestricted)
      }
      for property in ProtectionProperty.kept {
        fields.append(property.name, policy.kept[property.name] ?? property.unrestricted)
      }
    case .configuration:
      type = .targetedManagedAppConfiguration
      let settings = policy.settings.members.map { member -> JSON in
        ["name": .string(member.name), "value": member.value]
      }
      fields.append("customSettings", .array(settings))
      fields.append(
        "targetedAppManagementLevels",
        policy.kept["targetedAppManagementLevels"]
          ?? ProtectionProperty.keptDefault("targetedAppManagementLevels"))
    }
    return Resource(
      type, key: policy.id, sequence: sequence ?? state.policies.sequence(of: policy.id) ?? 0,
      fields,
      etag: policy.version
    ) { navigation in
      switch navigation {
      case "apps": policy.appResources
      case "assignments": policy.assignmentResources
      case "settings": policy.settingResources
      default: [deploymentSummary(policy)]
      }
    }
  }

  /// Who has got the policy, as the registrations tell.
  private func deploymentSummary(_ policy: ManagedAppPolicy) -> Resource {
    let registrations = state.enrollments.filter {
      appliedNumbers($0).contains(policy.mark[...])
    }
    var apps: [(bundleId: String, users: Set<ExactString>)] = []
    for registration in registrations {
      if let index = apps.firstIndex(where: { $0.bundleId == registration.bundleId }) {
        apps[index].users.insert(registration.user)
      } else {
        apps.append((registration.bundleId, [ExactString(registration.user)]))
      }
    }
    let refreshed = registrations.map(\.lastSync).max() ?? policy.created
    let users = registrations.map(\.user).distinct.count
    return Resource(
      .deploymentSummary, key: policy.id, sequence: 0,
      [
        "id": .string(policy.id), "displayName": .string(policy.displayName),
        "configurationDeployedUserCount": .int(users),
        "lastRefreshTime": JSON(instant: refreshed),
        "configurationDeploymentSummaryPerApp": .array(
          apps.map {
            [
              "mobileAppIdentifier": .iosApp($0.bundleId),
              "configurationAppliedUserCount": .int($0.users.count),
            ]
          }),
        "version": .string(policy.version),
      ])
  }

  /// The policies of the version that an app has, by their marks.
  func appliedNumbers(_ enrollment: Enrollment) -> [Substring] {
    (enrollment.policyVersion ?? "").split(separator: "+").map { part in part.prefix { $0 != "-" } }
  }
}

extension ManagedAppPolicy {
  /// The targeted apps as `managedMobileApp` resources.
  fileprivate var appResources: [Resource] {
    targeting.apps.enumerated().map { index, bundleId in
      let id = "\(bundleId).ios"
      return Resource(
        .managedMobileApp, key: id, sequence: index,
        [
          "id": .string(id), "version": .string(EntityTag.of(id)),
          "mobileAppIdentifier": .iosApp(bundleId),
        ])
    }
  }

  /// The settings of the settings catalogue as `deviceManagementConfigurationSetting` resources.
  fileprivate var settingResources: [Resource] {
    (kept["settings"]?.array ?? []).enumerated().map { index, setting in
      Resource(
        .configurationSetting, key: String(index), sequence: index, setting.object ?? JSONObject())
    }
  }

  /// The assignments as `targetedManagedAppPolicyAssignment` resources.
  fileprivate var assignmentResources: [Resource] {
    targeting.assignments.enumerated().map { index, assignment in
      Resource(
        .policyAssignment, key: assignment.id, sequence: index,
        [
          "id": .string(assignment.id), "source": .string(assignment.source),
          "sourceId": JSON(assignment.sourceId), "target": assignment.target,
        ])
    }
  }
}

extension Targeting.Assignment {
  /// The target as a `deviceAndAppManagementAssignmentTarget`.
  var target: JSON {
    var target: JSONObject = [
      "@odata.type": .string("#microsoft.graph.\(kind.rawValue)"),
      "deviceAndAppManagementAssignmentFilterId": JSON(filter),
      "deviceAndAppManagementAssignmentFilterType": .string(filterType),
    ]
    target.append("groupId", string: group)
    return .object(target)
  }
}

extension JSON {
  /// An `iosMobileAppIdentifier`.
  static func iosApp(_ bundleId: String) -> JSON {
    ["@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": .string(bundleId)]
  }

  /// An instant of virtual time as Graph writes it.
  package init(instant milliseconds: Int) {
    self = .string(ISO8601.instant(milliseconds: milliseconds))
  }
}
