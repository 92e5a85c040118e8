import JSONText

/// Whom and which apps a policy or configuration is for.
struct Targeting: Sendable, Equatable {
  /// One assignment of Graph's `targetedManagedAppPolicyAssignment`.
  struct Assignment: Sendable, Equatable {
    /// The targets that Graph knows; the raw value is the type's name.
    enum Kind: String, Sendable {
      case group = "groupAssignmentTarget"
      case exclusionGroup = "exclusionGroupAssignmentTarget"
      case allLicensedUsers = "allLicensedUsersAssignmentTarget"
    }
    var kind: Kind
    /// The group's ID; nil for ``Kind/allLicensedUsers``.
    var group: String?
  }

  /// The values of Graph's `targetedManagedAppGroupType`.
  static let appGroupTypes = [
    "selectedPublicApps", "allCoreMicrosoftApps", "allMicrosoftApps", "allApps",
  ]

  /// The bundle IDs of the apps, in the order in which they were given.
  var apps: [String] = []
  var appGroupType = "selectedPublicApps"
  var assignments: [Assignment] = []

  init() {}

  init?(json: JSON) {
    guard let apps = json["apps"]?.array, let type = json["appGroupType"]?.string,
      let assignments = json["assignments"]?.array
    else { return nil }
    self.apps = apps.compactMap(\.string)
    appGroupType = type
    for assignment in assignments {
      guard let kind = assignment["kind"]?.string.flatMap(Assignment.Kind.init(rawValue:))
      else { return nil }
      self.assignments.append(Assignment(kind: kind, group: assignment["group"]?.string))
    }
  }

  var json: JSON {
    [
      "apps": .array(apps.map(JSON.string)), "appGroupType": .string(appGroupType),
      "assignments": .array(
        assignments.map {
          ["kind": .string($0.kind.rawValue), "group": $0.group.map(JSON.string) ?? .null]
        }),
    ]
  }

  /// True if the app is one of the targets.
  func includes(bundleId: String) -> Bool {
    switch appGroupType {
    case "allApps": true
    case "allMicrosoftApps", "allCoreMicrosoftApps": bundleId.hasPrefix("com.microsoft.")
    default: apps.contains(bundleId)
    }
  }

  /// True if the user is assigned: by a group or as a licensed user, and not by an excluded group.
  ///
  /// - Parameter tenant: the one whose licensed users are meant; empty for any.
  func includes(user: User, key: String, tenant: String, groups: Table<Group>) -> Bool {
    var isIncluded = false
    for assignment in assignments {
      switch assignment.kind {
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

  private func isMember(_ key: String, of group: String?, _ groups: Table<Group>) -> Bool {
    guard let group else { return false }
    return groups[group]?.members.contains(key) ?? false
  }
}
