internal import ExactText
import JSONText
import MAMModel

extension GraphRoute {
  /// Every route. Of those that lead to a place the first of the request's method answers; if there is none, the first
  /// that reads says that the place is not there, or which methods it takes.
  static let table: [GraphRoute] = general + apps + devices + users + groups + directory

  private static let general: [GraphRoute] = [
    GraphRoute(
      "GET", "$metadata", .everybody, isAction: true,
      .answer { visit in
        GraphResponse(200, .string(MetadataDocument.text(isBeta: visit.call.path.isBeta)))
      }),
    GraphRoute("POST", "$batch", .anyToken, isAction: true, .batch),
  ]

  // MARK: MAM and MDM

  private static let apps: [GraphRoute] =
    [at("GET", "deviceAppManagement", .apps, GraphChanges.readAppManagement)]
    + policies("iosManagedAppProtections") + policies("targetedManagedAppConfigurations")
    + policies("managedAppPolicies") + mobileAppConfigurations + registrations
    + [set("deviceAppManagement/managedAppStatuses", .apps) { $0.resources.statusSet($0.call) }]

  private static func policies(_ collection: String) -> [GraphRoute] {
    let place = "deviceAppManagement/\(collection)"
    return [
      at("POST", place, .apps, GraphChanges.createPolicy),
      at("PATCH", "\(place)/*", .apps, GraphChanges.changePolicy),
      at("DELETE", "\(place)/*", .apps, GraphChanges.deletePolicy),
      action("\(place)/*/assign", .apps, GraphChanges.assignPolicy),
      action("\(place)/*/targetApps", .apps, GraphChanges.targetApps),
      at("POST", "\(place)/*/apps", .apps, GraphChanges.addApp),
      at("DELETE", "\(place)/*/apps/*", .apps, GraphChanges.removeApp),
      at("POST", "\(place)/*/assignments", .apps, GraphChanges.addAssignment),
      at("DELETE", "\(place)/*/assignments/*", .apps, GraphChanges.removeAssignment),
      set(place, .apps) { $0.resources.policySet($0.segments[1], $0.policyKind, $0.call) },
    ].map(\.acrossTypes)
  }

  private static let mobileAppConfigurations: [GraphRoute] = {
    let place = "deviceAppManagement/mobileAppConfigurations"
    return [
      at("POST", place, .apps, GraphChanges.createMobileAppConfiguration),
      at("PATCH", "\(place)/*", .apps, GraphChanges.changeMobileAppConfiguration),
      at("DELETE", "\(place)/*", .apps, GraphChanges.deleteMobileAppConfiguration),
      action("\(place)/*/assign", .apps, GraphChanges.assignMobileAppConfiguration),
      at("POST", "\(place)/*/assignments", .apps, GraphChanges.addMobileAppAssignment),
      at("DELETE", "\(place)/*/assignments/*", .apps, GraphChanges.removeMobileAppAssignment),
      set(place, .apps) { $0.resources.mobileAppConfigurationSet($0.call) },
    ].map(\.acrossTypes)
  }()

  private static let registrations: [GraphRoute] = {
    let place = "deviceAppManagement/managedAppRegistrations"
    return [
      at(
        "GET", "\(place)/getUserIdsWithFlaggedAppRegistration/**", .apps,
        GraphChanges.readFlaggedUsers),
      at("POST", "\(place)/*/operations", .apps, GraphChanges.noteOperation),
      at("GET", "\(place)/*/operations/**", .apps, GraphChanges.readOperations),
      set(place, .apps) { $0.resources.registrationSet(place, $0.call) },
    ]
  }()

  private static let devices: [GraphRoute] = [
    at("GET", "deviceManagement", .devices, GraphChanges.readDeviceManagement),
    set("deviceManagement/managedDevices", .devices) { $0.resources.deviceSet($0.call) },
  ]

  // MARK: The directory

  private static let users: [GraphRoute] = [
    at("POST", "users", .users, GraphChanges.createUser),
    at("PATCH", "users/*", .users, GraphChanges.changeUser),
    at("DELETE", "users/*", .users, GraphChanges.deleteUser),
    action("users/*/assignLicense", .licences, GraphChanges.assignLicense),
    action("users/*/revokeSignInSessions", .sessions, GraphChanges.revokeSignInSessions),
    action("users/*/wipeManagedAppRegistrationsByDeviceTag", .apps, GraphChanges.wipe),
    at("GET", "users/*/getManagedAppDiagnosticStatuses/**", .apps, GraphChanges.readDiagnostics),
    at("GET", "users/*/getManagedAppPolicies/**", .apps, GraphChanges.readPoliciesOfUser),
    at("GET", "users/*/managedAppRegistrations/**", .apps, GraphChanges.readAnyUser),
    at("GET", "users/*/managedDevices/**", .devices, GraphChanges.readUsers),
    at("GET", "users/*/licenseDetails/**", .licences, GraphChanges.readUsers),
    at("GET", "users/*/memberOf/**", .memberships, GraphChanges.readUsers),
    at("GET", "users/*/transitiveMemberOf/**", .memberships, GraphChanges.readUsers),
    at("GET", "users/**", .users, GraphChanges.readUsers),
  ]

  private static let groups: [GraphRoute] = [
    at("POST", "groups", .groups, GraphChanges.createGroup),
    at("PATCH", "groups/*", .groups, GraphChanges.changeGroup),
    at("DELETE", "groups/*", .groups, GraphChanges.deleteGroup),
    action("groups/*/members/$ref", .members, GraphChanges.addMember),
    action("groups/*/members/*/$ref", .members, method: "DELETE", GraphChanges.removeMember),
    at("GET", "groups/*/members/**", .members, GraphChanges.readGroups),
    at("GET", "groups/**", .groups, GraphChanges.readGroups),
  ]

  private static let directory: [GraphRoute] = [
    action("directoryObjects/getByIds", .directory, GraphChanges.getByIds),
    at("GET", "directoryObjects/**", .directory, GraphChanges.readDirectoryObject),
    set("subscribedSkus", .products) { $0.resources.skuSet($0.call) },
    set("organization", .organization) { $0.resources.organizationSet($0.call) },
  ]
}
