internal import ExactText
import MAMDirectory
import MAMRules

/// How the administrator API shows the rows of the state.
struct GraphResources {
  /// Everything the service remembers.
  let state: ServiceState

  /// Which policies an app gets.
  var management: ManagementRules { ManagementRules(state: state) }
}
