internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import MAMRules

/// A request at the place to which a route leads.
struct GraphVisit {
  let rules: GraphRules
  let call: GraphCall
  /// The segments of the path, with the user whom it means instead of `me`.
  let segments: [String]

  /// How the API shows rows.
  var resources: GraphResources { GraphResources(state: rules.state) }
  /// What requests change.
  var changes: GraphChanges {
    GraphChanges(state: rules.state, resources: resources, directory: rules.directory)
  }

  /// What stands behind the first segments.
  func rest(behind count: Int) -> ArraySlice<String> { segments.dropFirst(count) }

  /// The kind of policy that the collection of the path has; nil for one of every kind.
  var policyKind: PolicyKind? {
    switch segments[1] {
    case "iosManagedAppProtections": .protection
    case "targetedManagedAppConfigurations": .configuration
    default: nil
    }
  }

  /// True if the place is the caller's own user, or below.
  private var isOfOwnUser: Bool {
    guard let user = call.access.user, segments.first == "users", segments.count > 1 else {
      return false
    }
    return rules.state.findUser(segments[1]) == user
  }

  /// Refuses a caller without the permission of a part of the API.
  func require(_ area: GraphAccess.Area) throws(GraphError) {
    try call.access.require(area, call.method, isOwn: isOfOwnUser)
  }
}
