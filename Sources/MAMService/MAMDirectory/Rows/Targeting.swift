internal import ExactText
import JSONText
import MAMWire

/// Whom and which apps a policy or configuration is for.
package struct Targeting: Sendable, Equatable {
  /// One assignment of Graph's `targetedManagedAppPolicyAssignment`.
  package struct Assignment: Sendable, Equatable {
    /// The targets that Graph knows; the raw value is the type's name.
    package enum Kind: String, Sendable {
      case group = "groupAssignmentTarget"
      case exclusionGroup = "exclusionGroupAssignmentTarget"
      case allLicensedUsers = "allLicensedUsersAssignmentTarget"
      /// Only what MDM tells apps can be assigned so.
      case allDevices = "allDevicesAssignmentTarget"

      /// What stands for those meant where there is no group.
      var everybody: String { self == .allDevices ? "allDevices" : "allLicensedUsers" }
    }
    package var kind: Kind
    /// The group's ID; nil for a kind that has none.
    package var group: String?
    /// The ID of the filter on devices, which is kept and shown but decides nothing here: the service
    /// knows too little of devices.
    package var filter: String?
    /// A member of Graph's `deviceAndAppManagementAssignmentFilterType`.
    package var filterType = "none"
    /// A member of Graph's `deviceAndAppManagementAssignmentSource`.
    package var source = "direct"
    package var sourceId: String?

    package init(kind: Kind, group: String? = nil) {
      self.kind = kind
      self.group = group
    }

    /// The ID in Graph: one for each target.
    package var id: String { "\(group ?? kind.everybody)_\(kind.rawValue)" }
  }

  /// The values of Graph's `targetedManagedAppGroupType`.
  package static let appGroupTypes = [
    "selectedPublicApps", "allCoreMicrosoftApps", "allMicrosoftApps", "allApps",
  ]

  /// The bundle IDs of the apps, in the order in which they were given.
  package var apps: [String] = []
  package var appGroupType = "selectedPublicApps"
  package var assignments: [Assignment] = []

  package init() {}

  init?(json: JSON) {
    guard let apps = json["apps"]?.array, let type = json["appGroupType"]?.string,
      let assignments = json["assignments"]?.array
    else { return nil }
    self.apps = apps.compactMap(\.string)
    appGroupType = type
    for item in assignments {
      guard let assignment = Assignment(json: item) else { return nil }
      self.assignments.append(assignment)
    }
  }

  var json: JSON {
    [
      "apps": .array(apps.map(JSON.string)), "appGroupType": .string(appGroupType),
      "assignments": .array(assignments.map(\.json)),
    ]
  }

  /// True if anyone is meant at all, by a group or as a licensed user (Graph's `isAssigned`).
  package var isAssigned: Bool { assignments.contains { $0.kind != .exclusionGroup } }

  /// True if every device is meant, also one that nobody enrolled.
  var isForAllDevices: Bool { assignments.contains { $0.kind == .allDevices } }

  /// True if the app is one of the targets.
  func includes(bundleId: String) -> Bool {
    switch appGroupType {
    case "allApps": true
    case "allMicrosoftApps", "allCoreMicrosoftApps": bundleId.hasPrefix("com.microsoft.")
    default: apps.contains(bundleId)
    }
  }

  /// True if the user is assigned: by a group, as a licensed user or with every device, and not by an
  /// excluded group.
  ///
  /// - Parameter tenant: the one whose licensed users are meant; empty for any.
  package func includes(user: User, key: String, tenant: String, groups: Table<Group>) -> Bool {
    var isIncluded = false
    for assignment in assignments {
      switch assignment.kind {
      case .allDevices: isIncluded = true
      case .allLicensedUsers:
        isIncluded =
          isIncluded || (user.isLicensed && (tenant.isEmpty || tenant == user.tenant))
      case .group:
        isIncluded = isIncluded || isMember(key, of: assignment.group, groups)
      case .exclusionGroup:
        if isMember(key, of: assignment.group, groups) { return false }
      }
    }
    return isIncluded
  }

  /// True if a user is assigned by a group, and not just as one of all.
  package func names(_ key: String, groups: Table<Group>) -> Bool {
    assignments.contains { $0.kind == .group && isMember(key, of: $0.group, groups) }
  }

  private func isMember(_ key: String, of group: String?, _ groups: Table<Group>) -> Bool {
    guard let group else { return false }
    return groups[group]?.members.contains(key) ?? false
  }
}

extension Targeting.Assignment {
  fileprivate init?(json: JSON) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)) else { return nil }
    self.init(kind: kind, group: json["group"]?.string)
    filter = json["filter"]?.string
    filterType = json["filterType"]?.string ?? filterType
    source = json["source"]?.string ?? source
    sourceId = json["sourceId"]?.string
  }

  fileprivate var json: JSON {
    [
      "kind": .string(kind.rawValue), "group": JSON(group), "filter": JSON(filter),
      "filterType": .string(filterType), "source": .string(source), "sourceId": JSON(sourceId),
    ]
  }
}
