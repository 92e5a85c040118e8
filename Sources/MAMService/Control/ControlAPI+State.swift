import JSONText
import Storage
import VirtualTime

extension ControlAPI {
  /// Goes back to the start: with what the seed file said, or with nothing.
  func reset(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    try request.allow("tenant", "empty")
    let isEmpty = request.body["empty"]?.bool ?? false
    if let name = request.body["tenant"], !name.isNull {
      try reset(tenant: try request.text("tenant"), isEmpty: isEmpty)
      return ServiceResponse([:])
    }
    guard let transport = engine.transport else { return ServiceResponse([:]) }
    let answer = engine.control(["do": "reset"], on: transport, now: clock.now).line
    if let error = answer["error"]?.string { throw ControlAPI.storage(error) }
    if clock.mode == .virtual { clock.set(to: start) }
    if let seed, !isEmpty { try put(seed) }
    return ServiceResponse([:])
  }

  private func reset(tenant name: String, isEmpty: Bool) throws(ControlError) {
    guard engine.core.state.tenants[name] != nil || seed?["tenants"]?[name] != nil else {
      throw .notFound("there is no tenant \"\(name)\"")
    }
    engine.faults.removeAll { $0.selector.tenant == name }
    try reachabilityChanged()
    journal.removeAll { $0.tenant == name }
    engine.core.forget(tenant: name)
    try store()
    if let seed, !isEmpty { try put(Seed.part(of: seed, tenant: name)) }
  }

  /// Puts in a seed, all or nothing of it.
  func addSeed(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    try put(request.body)
    return ServiceResponse([:])
  }

  private func put(_ world: JSONObject) throws(ControlError) {
    try ControlAPI.attempt { () throws(CommandError) in
      try engine.seed(world, now: clock.now)
    }
  }

  /// Lets a user approve or decline the sign-in of a device, as at the page.
  func decideDeviceCode(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    try request.allow("user", "approve")
    let user = try request.text("user")
    guard engine.core.findUser(user) != nil else { throw .notFound("there is no user \"\(user)\"") }
    let isApproved = request.body["approve"]?.bool ?? true
    let decided = engine.core.decideDeviceCode(
      request.names[0], user: user, approve: isApproved, clock.now)
    guard let decided else {
      throw .notFound("no device waits with the code \(request.names[0])")
    }
    try store()
    return ServiceResponse([
      "client": .string(decided.client), "scope": .string(decided.scope),
      "progress": .string(decided.progress.rawValue),
    ])
  }

  private func store() throws(ControlError) {
    do throws(StorageError) {
      try engine.storeChanges()
    } catch {
      throw ControlAPI.storage(error.description)
    }
  }

  private static func storage(_ message: String) -> ControlError {
    ControlError(
      status: 503, code: "ServiceUnavailable", message: "the change cannot be stored: \(message)")
  }

  /// Everything that the service knows, its clock and its fault rules: the same state, the same bytes.
  ///
  /// Held requests and the journal are not in it.
  var snapshot: JSON {
    let rows = engine.core.state.allRows.map { row -> JSON in
      [.string(row.kind), .string(row.key), .int(row.sequence), row.value ?? .null]
    }
    return [
      "format": .int(StateStore.formatVersion), "clock": .int(clock.now.milliseconds),
      "requests": .int(engine.lastRequest), "faults": .array(engine.faults.map(\.json)),
      "rows": .array(rows),
    ]
  }

  /// Goes back to a snapshot, or leaves everything as it is.
  func restore(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    try request.allow("format", "clock", "requests", "faults", "rows")
    guard request.body["format"] == .int(StateStore.formatVersion) else {
      throw .badRequest("this is no snapshot of format \(StateStore.formatVersion)")
    }
    guard let instant = request.body["clock"]?.int, let lines = request.body["rows"]?.array,
      let requests = request.body["requests"]?.int, let faults = request.body["faults"]?.array
    else { throw .badRequest("a snapshot has \"clock\", \"requests\", \"faults\" and \"rows\"") }
    var rows: [RowChange] = []
    for line in lines {
      guard let row = RowChange(snapshot: line) else {
        throw .badRequest("the row \(line.text.prefix(80)) is unreadable")
      }
      rows.append(row)
    }
    let rules = try faults.map { json throws(ControlError) -> FaultRule in
      try ControlAPI.attempt { () throws(CommandError) in try FaultRule(snapshot: json) }
    }
    do throws(CommandError) {
      try engine.restore(rows)
    } catch {
      throw .badRequest(error.description)
    }
    engine.faults = rules
    engine.lastRequest = max(engine.lastRequest, requests)
    if clock.mode == .virtual { clock.set(to: VirtualInstant(milliseconds: instant)) }
    try reachabilityChanged()
    return ServiceResponse([:])
  }
}

extension RowChange {
  /// Reads `[kind, key, sequence, value]`.
  fileprivate init?(snapshot line: JSON) {
    guard let parts = line.array, parts.count == 4, let kind = parts[0].string,
      let key = parts[1].string, let sequence = parts[2].int
    else { return nil }
    self.init(kind: kind, key: key, sequence: sequence, value: parts[3])
  }
}

extension FaultRule {
  /// Reads a rule with its counters.
  fileprivate init(snapshot json: JSON) throws(CommandError) {
    guard var rule = json.object, let matched = rule["matched"]?.int, let hits = rule["hits"]?.int
    else { throw CommandError("a rule of a snapshot has \"matched\" and \"hits\"") }
    let lastHit = try VirtualInstant(rule["lastHit"], "lastHit")
    for name in ["matched", "hits", "lastHit"] { rule[name] = nil }
    self = try FaultRule(json: .object(rule), id: "", isAlone: true)
    restore(matched: matched, hits: hits, lastHit: lastHit)
  }
}

/// What a seed says of one tenant.
enum Seed {
  /// The tenant, its users, and the groups, policies and so on that belong to it.
  static func part(of world: JSONObject, tenant: String) -> JSONObject {
    let first = world["tenants"]?.object?.members.first?.name
    var users: Set<String> = []
    var part = JSONObject()
    for member in world.members {
      guard let members = member.value.object else {
        part.append(member.name, member.value)
        continue
      }
      let kept = members.members.filter { entry in
        switch member.name {
        case "tenants": return entry.name == tenant
        case "users":
          guard entry.value["tenant"]?.string == tenant else { return false }
          users.insert(entry.name)
          return true
        case "apps": return true
        case "groups":
          if let named = entry.value["tenant"]?.string { return named == tenant }
          let names = entry.value.array ?? entry.value["members"]?.array ?? []
          return names.isEmpty
            ? tenant == first : names.allSatisfy { users.contains($0.string ?? "") }
        default: return (entry.value["tenant"]?.string ?? first) == tenant
        }
      }
      part.append(member.name, .object(JSONObject(kept.map { ($0.name, $0.value) })))
    }
    return part
  }
}
