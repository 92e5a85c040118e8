internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

extension GraphChanges {
  /// `managedAppRegistrations` and what hangs on one registration.
  func registrations(
    _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    if rest.first == "getUserIdsWithFlaggedAppRegistration" {
      return try call.values(resources.flaggedUsers(call), of: "Edm.String", rest.dropFirst())
    }
    let set = resources.registrationSet("deviceAppManagement/managedAppRegistrations", call)
    if let key = rest.first, rest.dropFirst().first == "operations", set.find(key) == nil {
      let wipes = resources.wipes(ofEnded: key, call)
      if !wipes.isEmpty {
        let context = "\(set.context)('\(key)')/operations"
        return try call.read(
          ResourceSet(.managedAppOperation, context) { wipes }, rest.dropFirst(2))
      }
    }
    guard call.method == "POST", rest.count == 2, rest.last == "operations",
      let key = rest.first, set.find(key) != nil
    else { return try call.read(set, rest) }
    let members = try call.members(of: .managedAppOperation, isNew: true)
    try call.checkOptions(of: .managedAppOperation)
    let operation = AppOperation(
      id: "o\(state.next("operation"))", enrollment: key,
      displayName: members["displayName"]?.string, operationState: members["state"]?.string,
      modified: call.now.milliseconds)
    state.operations[operation.id] = operation
    let operations = ResourceSet(.managedAppOperation, "\(set.context)('\(key)')/operations") { [] }
    return try call.created(resources.resource(operation, sequence: 0), in: operations)
  }
}
