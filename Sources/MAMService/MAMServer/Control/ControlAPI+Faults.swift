internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMWire

extension ControlAPI {
  /// Adds a rule, or every rule of a matrix, or nothing.
  func addFaults(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let body = request.body
    let isMatrix = body["matrix"] != nil
    let rules: [JSON] =
      isMatrix
      ? try ControlAPI.attempt { () throws(CommandError) in try FaultMatrix.rules(body) }
      : [.object(body)]
    let before = engine.faults
    var ids: [String] = []
    do throws(ControlError) {
      for rule in rules {
        if let id = rule["id"]?.string, engine.faults.contains(where: { $0.id == id }) {
          throw .conflict(
            "there is already a fault rule \"\(id)\": delete it, or give another \"id\"")
        }
        ids.append(
          try ControlAPI.attempt { () throws(CommandError) in try engine.addFault(rule) })
      }
    } catch {
      engine.faults = before
      throw error
    }
    try reachabilityChanged()
    var answer: JSONObject =
      isMatrix ? ["ids": .array(ids.map(JSON.string))] : try fault(ids[0]).json.object ?? [:]
    for id in ids {
      guard let note = try fault(id).note else { continue }
      answer.append("note", .string(isMatrix ? "\(id): \(note)" : note))
      break
    }
    return ServiceResponse(status: 201, .json(.object(answer)))
  }

  /// The rule of an ID.
  func fault(_ id: String) throws(ControlError) -> FaultRule {
    guard let rule = engine.faults.first(where: { $0.id == id }) else {
      throw .notFound("there is no fault rule \"\(id)\"")
    }
    return rule
  }

  /// Changes a rule, or puts another in its place.
  func editFault(
    _ request: ControlRequest, isWhole: Bool
  ) throws(ControlError) -> ServiceResponse {
    let old = try fault(request.names[0])
    if let id = request.body["id"], id != .string(old.id) {
      throw .badRequest("the \"id\" of a rule cannot be changed")
    }
    for name in ["matched", "hits", "lastHit"] where request.body[name] != nil {
      throw .badRequest("\"\(name)\" is counted by the service and cannot be set")
    }
    var members = isWhole ? JSONObject() : old.json.object ?? [:]
    for name in ["matched", "hits", "lastHit"] { members[name] = nil }
    for member in request.body.members {
      members[member.name] = member.value.isNull ? nil : member.value
    }
    members["id"] = .string(old.id)
    try ControlAPI.attempt { () throws(CommandError) in
      try engine.replaceFault(old, with: .object(members), keepsCounters: !isWhole)
    }
    try reachabilityChanged()
    return ServiceResponse(try fault(old.id).json)
  }

  func removeFaults(_ isMeant: (FaultRule) -> Bool) throws(ControlError) {
    engine.faults.removeAll(where: isMeant)
    try reachabilityChanged()
  }

  /// Lets the sockets refuse connections, or accept them again, as the rules are now.
  func reachabilityChanged() throws(ControlError) {
    try ControlAPI.attempt { () throws(CommandError) in
      try engine.transport?.reachabilityChanged()
    }
  }
}
