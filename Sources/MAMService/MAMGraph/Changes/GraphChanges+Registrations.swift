internal import ExactText
import JSONText
import MAMDirectory
import MAMModel
import VirtualTime

extension GraphChanges {
  private func registrationSet(_ call: GraphCall) -> ResourceSet {
    resources.registrationSet("deviceAppManagement/managedAppRegistrations", call)
  }

  /// The function getUserIdsWithFlaggedAppRegistration.
  func readFlaggedUsers(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    try visit.call.values(
      resources.flaggedUsers(visit.call), of: "Edm.String", visit.rest(behind: 3))
  }

  /// The operations of a registration; of one that has ended, the wipes.
  func readOperations(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (set, key) = (registrationSet(visit.call), visit.segments[2])
    let wipes = set.find(key) == nil ? resources.wipes(ofEnded: key, visit.call) : []
    guard !wipes.isEmpty else { return try visit.call.read(set, visit.rest(behind: 2)) }
    return try visit.call.read(
      ResourceSet(.managedAppOperation, "\(set.context)('\(key)')/operations") { wipes },
      visit.rest(behind: 4))
  }

  /// Notes an operation of a registration.
  func noteOperation(_ visit: GraphVisit) throws(GraphError) -> GraphResponse {
    let (set, key, call) = (registrationSet(visit.call), visit.segments[2], visit.call)
    // It says why there is none.
    guard set.find(key) != nil else { return try readOperations(visit) }
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
