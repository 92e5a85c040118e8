internal import ExactText
import JSONText
import MAMDirectory
import MAMModel

extension GraphChanges {
  /// The body of an action assign.
  ///
  /// - Parameter parameters: what the action takes.
  func assignments(
    _ call: GraphCall, _ parameters: GraphType
  ) throws(GraphError) -> [Targeting.Assignment] {
    let body = try call.members(of: parameters, isNew: true)
    var assignments: [Targeting.Assignment] = []
    for item in body["assignments"]?.array ?? [] {
      let assignment = try assignment(item.object ?? JSONObject(), call)
      if let earlier = assignments.first(where: { $0.id == assignment.id }) {
        guard earlier == assignment else {
          throw .badRequest("the target \(assignment.id) is given twice, with different filters")
        }
      } else {
        assignments.append(assignment)
      }
    }
    return assignments
  }

  /// The assignment that the body of a POST to a set of them describes.
  func newAssignment(
    _ call: GraphCall, _ type: GraphType
  ) throws(GraphError) -> Targeting.Assignment {
    try call.checkOptions(of: type)
    return try assignment(try call.members(of: type, isNew: true), call)
  }

  /// Reads one assignment.
  private func assignment(
    _ item: JSONObject, _ call: GraphCall
  ) throws(GraphError) -> Targeting.Assignment {
    let target = item["target"]?.object ?? JSONObject()
    guard let type = GraphType.assignmentTarget.type(of: target),
      let kind = Targeting.Assignment.Kind(rawValue: type.name)
    else { throw .badRequest("a target needs an @odata.type") }
    var assignment = Targeting.Assignment(kind: kind)
    if let name = target["groupId"]?.string {
      guard let id = state.groupID(named: name), let group = state.groups[id],
        call.sees(group.tenant)
      else { throw .badRequest("there is no group \(name)") }
      assignment.group = id
    }
    assignment.filter = target["deviceAndAppManagementAssignmentFilterId"]?.string
    assignment.filterType =
      target["deviceAndAppManagementAssignmentFilterType"]?.string ?? assignment.filterType
    assignment.source = item["source"]?.string ?? assignment.source
    assignment.sourceId = item["sourceId"]?.string
    return assignment
  }
}

extension Targeting {
  /// Adds an assignment, instead of an earlier one to the same target.
  ///
  /// - Returns: its place.
  mutating func assign(_ assignment: Assignment) -> Int {
    if let place = assignments.firstIndex(where: { $0.id == assignment.id }) {
      assignments[place] = assignment
      return place
    }
    assignments.append(assignment)
    return assignments.count - 1
  }

  /// The place of the assignment with that ID.
  func place(ofAssignment id: String) throws(GraphError) -> Int {
    guard let place = assignments.firstIndex(where: { $0.id == id }) else {
      throw .notFound("there is no assignment \(id)")
    }
    return place
  }
}
