internal import ExactText
import MAMModel

extension GraphPath {
  /// What can follow a name.
  private enum Place {
    /// A key: the name is a collection's.
    case key
    /// Another name.
    case name
    /// The name stands where a key could stand.
    case insteadOfKey
  }

  /// Segments with every name as the metadata spells it; keys stay as they are.
  static func spelled(_ segments: [String]) -> [String] {
    var isKeyNext = false
    return segments.map { segment in
      let unqualified = GraphName.unqualified(segment)
      let name = unqualified ?? segment
      // A type changes nothing about what can follow.
      if unqualified != nil, let type = types[name.asciiLowercased()] {
        return GraphName.namespace + type
      }
      guard let known = names[name.asciiLowercased()],
        unqualified != nil || !isKeyNext || known.place == .insteadOfKey
      else {
        isKeyNext = false
        return name
      }
      isKeyNext = known.place == .key
      return known.name
    }
  }

  private static let names: [ExactString: (name: String, place: Place)] = {
    let collections = [
      "iosManagedAppProtections", "targetedManagedAppConfigurations", "managedAppPolicies",
      "managedAppRegistrations", "managedAppStatuses", "mobileAppConfigurations", "managedDevices",
      "users", "groups", "directoryObjects", "members", "transitiveMembers", "memberOf",
      "transitiveMemberOf", "licenseDetails", "subscribedSkus", "organization", "apps",
      "assignments", "settings", "operations", "appliedPolicies", "intendedPolicies",
      "getManagedAppPolicies",
    ]
    let others = [
      "deviceAppManagement", "deviceManagement", "me", "assign", "targetApps", "deploymentSummary",
      "assignLicense", "revokeSignInSessions", "wipeManagedAppRegistrationsByDeviceTag",
      "getManagedAppDiagnosticStatuses", "$metadata", "$batch",
    ]
    let insteadOfKeys = ["$count", "$ref", "getByIds", "getUserIdsWithFlaggedAppRegistration"]
    var names: [ExactString: (name: String, place: Place)] = [:]
    for name in collections { names[name.asciiLowercased()] = (name, .key) }
    for name in others { names[name.asciiLowercased()] = (name, .name) }
    for name in insteadOfKeys { names[name.asciiLowercased()] = (name, .insteadOfKey) }
    return names
  }()

  private static let types: [ExactString: String] = {
    var types: [ExactString: String] = [:]
    let roots: [GraphType] = [
      .managedAppPolicy, .managedAppRegistration, .managedAppStatus, .directoryObject,
      .managedDeviceMobileAppConfiguration, .managedDevice, .managedAppOperation,
      .managedMobileApp, .policyAssignment,
    ]
    for root in roots {
      let names = [root.name] + (root.derived + root.bases).map(\.name) + root.strangers
      for name in names { types[name.asciiLowercased()] = name }
    }
    return types
  }()
}
