internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMRules

/// What the routes of the administrator API do, resource by resource: what changes, and what is read of single resources.
struct GraphChanges {
  /// Everything the service remembers.
  let state: ServiceState
  /// How the API shows rows.
  let resources: GraphResources
  /// What changes accounts beside.
  let directory: DirectoryRules

  /// What ends enrollments and wipes apps.
  var management: ManagementRules { ManagementRules(state: state) }

  /// The entity that the collections of MAM hang on.
  func readAppManagement(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let call = visit.call
    let root = Resource(
      .deviceAppManagement, key: "", sequence: 0,
      ["id": "", "isEnabledForMicrosoftStoreForBusiness": false]
    ) { navigation in
      switch navigation {
      case "iosManagedAppProtections": resources.policySet(navigation, .protection, call).items()
      case "targetedManagedAppConfigurations":
        resources.policySet(navigation, .configuration, call).items()
      case "managedAppPolicies": resources.policySet(navigation, nil, call).items()
      case "managedAppRegistrations":
        resources.registrationSet("deviceAppManagement/\(navigation)", call).items()
      case "managedAppStatuses": resources.statusSet(call).items()
      default: resources.mobileAppConfigurationSet(call).items()
      }
    }
    return try read(root, of: .deviceAppManagement, call)
  }

  /// The entity that the collection of MDM hangs on.
  func readDeviceManagement(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let root = Resource(.deviceManagement, key: "", sequence: 0, ["id": ""]) { _ in
      resources.deviceSet(visit.call).items()
    }
    return try read(root, of: .deviceManagement, visit.call)
  }

  private func read(
    _ root: Resource, of type: GraphType, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    guard call.method == "GET" else { throw call.methodNotAllowed }
    return try call.entity(root, of: type, type.name)
  }
}
