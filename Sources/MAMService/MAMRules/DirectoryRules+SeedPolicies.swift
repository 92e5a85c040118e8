internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

extension DirectoryRules {
  /// Puts in a policy or configuration of a seed.
  func seedPolicy(
    _ kind: PolicyKind, _ name: String, _ value: JSON, _ now: VirtualInstant
  ) throws(CommandError) {
    let reader = try MemberReader(
      "\(kind == .protection ? "policy" : "configuration") \"\(name)\"", value,
      known: [
        "assign", "exclude", "apps", "appGroupType", "settings", "tenant", "displayName",
        "description",
      ] + (kind == .configuration ? ["default"] : ["allLicensedUsers"]))
    let targeting = try targeting(reader, kind)
    let (settings, kept) = try settings(reader, kind)
    let tenant = try tenantName(reader)
    let displayName = try reader.text("displayName")
    let description = try reader.text("description")
    if var policy = state.policies.first(where: { $0.kind == kind && $0.name == name }) {
      policy.change(now: now.milliseconds) {
        $0.tenant = tenant
        $0.settings = settings
        $0.kept = kept
        $0.targeting = targeting
        $0.displayName = displayName ?? $0.displayName
        $0.description = description ?? $0.description
      }
      state.policies[policy.id] = policy
    } else {
      var policy = ManagedAppPolicy(
        kind: kind, number: state.next(kind.rawValue), displayName: displayName ?? name,
        settings: settings, now: now.milliseconds)
      policy.name = name
      policy.description = description
      policy.tenant = tenant
      policy.kept = kept
      policy.targeting = targeting
      state.policies[policy.id] = policy
    }
  }

  private func targeting(
    _ reader: MemberReader, _ kind: PolicyKind
  ) throws(CommandError) -> Targeting {
    var targeting = Targeting()
    let assignments: [(String, Targeting.Assignment.Kind)] = [
      ("assign", .group), ("exclude", .exclusionGroup),
    ]
    for (member, kind) in assignments {
      for (index, name) in (try reader.texts(member) ?? []).enumerated() {
        guard let id = state.groupID(named: name) else {
          throw reader.unknown(
            "group", name, at: member, index, among: state.groups.rows.map(\.name))
        }
        targeting.assignments.append(.init(kind: kind, group: id))
      }
    }
    for (index, app) in (try reader.texts("apps") ?? []).enumerated() {
      targeting.apps.append(try bundleId(of: app, reader, at: "apps", index))
    }
    // A configuration for all is the tenant's default.
    let everybody = kind == .configuration ? "default" : "allLicensedUsers"
    if try reader.flag(everybody) ?? false {
      targeting.assignments.append(.init(kind: .allLicensedUsers))
      // The default is every app's, unless it names some.
      if kind == .configuration, reader["apps"] == nil { targeting.appGroupType = "allApps" }
    }
    if let type = try reader.text("appGroupType") {
      guard Targeting.appGroupTypes.contains(type) else {
        throw reader.wrong(
          "appGroupType", "one of \(Targeting.appGroupTypes.joined(separator: ", "))")
      }
      targeting.appGroupType = type
    }
    return targeting
  }

  /// The settings of a policy over those of its kind, each checked against what the kind knows; apart
  /// from them those that no app sees.
  private func settings(
    _ reader: MemberReader, _ kind: PolicyKind
  ) throws(CommandError) -> (settings: JSONObject, kept: JSONObject) {
    let members = try reader.object("settings")?.members ?? []
    var settings = kind == .protection ? ProtectionProperty.unrestricted : JSONObject()
    var kept = JSONObject()
    for member in members {
      switch kind {
      case .protection:
        let isDelivered = ProtectionProperty.named(member.name) != nil
        let property =
          ProtectionProperty.named(member.name)
          ?? ProtectionProperty.kept.first { $0.name == member.name }
        guard let property else {
          let known = ProtectionProperty.all + ProtectionProperty.kept
          let hint = CommandError.hint(member.name, known.map(\.name))
          throw reader.failure("has no property \"\(member.name)\"\(hint)", at: "settings")
            .inside(member.name)
        }
        if let fault = property.fault(of: member.value) {
          throw reader.failure("has an invalid setting: \(fault)", at: "settings")
            .inside(member.name)
        }
        if isDelivered {
          settings[member.name] = member.value
        } else {
          kept[member.name] = member.value
        }
      case .configuration:
        guard member.name != ManagedAppPolicy.defaultMark else {
          throw reader.failure(
            "has the setting \(member.name), which is reserved: write default: true",
            at: "settings"
          ).inside(member.name)
        }
        // Graph's keyValuePair has a string as its value, whatever a seed writes.
        settings[member.name] = .string(member.value.string ?? member.value.text)
      }
    }
    return (settings, kept)
  }
}
