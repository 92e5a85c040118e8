internal import ExactText
import MAMDirectory
import MAMRules

/// What requests to the administrator API change, resource by resource.
struct GraphChanges {
  /// Everything the service remembers.
  let state: ServiceState
  /// How the API shows rows.
  let resources: GraphResources
  /// What changes accounts beside.
  let directory: DirectoryRules

  /// What ends enrollments and wipes apps.
  var management: ManagementRules { ManagementRules(state: state) }
}
