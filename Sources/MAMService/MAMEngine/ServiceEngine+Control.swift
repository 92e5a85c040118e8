internal import ExactText
package import JSONText
package import MAMDirectory
package import MAMRules
import MAMWire
package import ServiceProtocol
import Storage
package import VirtualTime

extension ServiceEngine {
  /// The answer to one command of the control channel.
  package struct ControlAnswer: Sendable, Equatable {
    /// `{"id":n,"ok":...}` or `{"id":n,"error":"text"}`.
    package var line: JSONObject
    /// True if the service is to end once the line is written.
    package var isLast = false
  }

  /// Carries out one command of the control channel.
  package func control(
    _ command: JSON, on transport: any ServiceTransport, now: VirtualInstant
  ) -> ControlAnswer {
    let id = command.object?[.id] ?? .null
    do throws(CommandError) {
      guard let members = command.object, let verb = members[.verb]?.string else {
        throw CommandError("a command must be an object with \"id\" and \"do\"")
      }
      guard let name = ControlCommand.Name(rawValue: verb) else {
        throw CommandError("there is no command \"\(verb)\"")
      }
      let result = try perform(name, members, on: transport, now: now)
      return ControlAnswer(line: ["id": id, "ok": result], isLast: name == .stop)
    } catch {
      return ControlAnswer(line: ["id": id, "error": .string(error.description)])
    }
  }

  /// Carries out a command and returns the `ok` of its answer.
  package func perform(
    _ command: ControlCommand.Name, _ members: JSONObject, on transport: any ServiceTransport,
    now: VirtualInstant
  ) throws(CommandError) -> JSON {
    func text(_ name: ControlCommand.Member) throws(CommandError) -> String {
      guard let text = members[name]?.string, !text.isEmpty else {
        throw CommandError("\"\(command.rawValue)\" needs \"\(name.rawValue)\"")
      }
      return text
    }
    switch command {
    case .attach: return try attach(text(.instance), members, to: transport)
    case .detach:
      let instance = try text(.instance)
      dropHeld(on: transport) { $0.record.instance == instance }
      try transport.close(instance)
      offline.remove(instance)
    case .seed:
      var world = members
      world[.id] = nil
      world[.verb] = nil
      try seed(world, now: now)
    case .admin: return try administer(members, text(.method), text(.path), now)
    case .tenant:
      let (name, changes) = (try text(.name), changes(in: members))
      try change { directory throws(CommandError) in try directory.changeTenant(name, changes) }
    case .user:
      let (name, changes) = (try text(.name), changes(in: members))
      try change { directory throws(CommandError) in try directory.changeUser(name, changes, now) }
    case .registration:
      return try changeRegistrations(
        of: text(.identity), bundleId: text(.bundleIdentifier), to: text(.set), now)
    case .fault:
      _ = try addFault(members[.rule] ?? .null)
      if faults.last?.fault == .refused { try transport.reachabilityChanged() }
      return .int(faults.count)
    case .clearFaults:
      faults = []
      try transport.reachabilityChanged()
    case .offline:
      try setOffline(text(.instance), members[.isOffline], on: transport)
    case .hold: holds.append(try HoldRule(json: members))
    case .release: return try release(members[.request]?.int, now)
    case .drop:
      guard let request = members[.request]?.int, drop(request, on: transport) else {
        throw CommandError("no request with that number is held")
      }
    case .idle: transport.drain()
    case .rows:
      return ["rows": .array(allRows)]
    case .bodies:
      if members[.fromNow]?.bool == true { bodies = BodyLog() }
      return bodies?.json(after: members[.after]?.int ?? 0) ?? ["change": 0, "bodies": []]
    case .reset: try reset(transport)
    case .stop: dropHeld(on: transport) { _ in true }
    }
    return .object(JSONObject())
  }

  /// Puts in the world of a seed, all or nothing of it.
  ///
  /// Most cases begin in one of a few worlds. A new service that stores nothing takes over what the same seed has led to before.
  package func seed(_ world: JSONObject, now: VirtualInstant) throws(CommandError) {
    let isRepeatable = store == nil && core.state.isNew
    if isRepeatable, let state = seeds.state(of: world, at: now) { return core.remember(state) }
    try change { directory throws(CommandError) in try directory.seed(world, now) }
    if isRepeatable { seeds.keep(core.state, of: world, at: now) }
  }

  /// Keeps in the state file that it needs no seed any more, whatever a reset removes.
  package func rememberSeeding() throws(CommandError) {
    do throws(StorageError) {
      try store?.keep(.init(name: "seeded", value: "true"))
    } catch {
      throw CommandError(storage: error)
    }
  }

  /// Opens the hosts of an app, and says where they are.
  private func attach(
    _ instance: String, _ members: JSONObject, to transport: any ServiceTransport
  ) throws(CommandError) -> JSON {
    let hosts = try transport.open(instance, ports: try ports(members[.ports]))
    try setGate(members, of: instance, on: transport)
    return [
      "location": .string(hosts.urls[.location]),
      "authority": .string(hosts.urls.authority(tenant: "common")),
      "ports": .array(hosts.ports.map(JSON.int)),
    ]
  }

  private func changeRegistrations(
    of identity: String, bundleId: String, to word: String, _ now: VirtualInstant
  ) throws(CommandError) -> JSON {
    guard let change = RegistrationChange(rawValue: word) else {
      throw CommandError("\"set\" must be \(listed(RegistrationChange.self)), not \"\(word)\"")
    }
    let count = try self.change { directory throws(CommandError) in
      try directory.changeRegistrations(of: identity, bundleId: bundleId, to: change, now)
    }
    return ["registrations": .int(count)]
  }

  /// Takes an app's network away, or gives it back.
  private func setOffline(
    _ instance: String, _ value: JSON?, on transport: any ServiceTransport
  ) throws(CommandError) {
    guard let isOffline = value?.bool else { throw CommandError("\"on\" must be a boolean") }
    if isOffline { offline.insert(instance) } else { offline.remove(instance) }
    try transport.reachabilityChanged()
  }

  /// Every row of every table, as `[kind, key, value]`.
  private var allRows: [JSON] {
    core.state.allRows.compactMap { row in
      row.value.map { JSON.array([.string(row.kind), .string(row.key), $0]) }
    }
  }

  /// Makes the service as new, whatever is under way; apps stay attached.
  private func reset(_ transport: any ServiceTransport) throws(CommandError) {
    transport.drain()
    transport.forgetForeigners()
    dropHeld(on: transport) { _ in true }
    do throws(StorageError) {
      try reset()
    } catch {
      throw CommandError(storage: error)
    }
    try transport.reachabilityChanged()
  }

  /// Sets who may ask what at the hosts of an app that is attached.
  private func setGate(
    _ members: JSONObject, of instance: String, on transport: any ServiceTransport
  ) throws(CommandError) {
    let gate = members[.gate].flatMap { $0.isNull ? nil : $0 }
    guard gate == nil || gate?.int.map({ $0 > 0 }) ?? false else {
      throw CommandError("\"gate\" must be a positive integer")
    }
    let word = members[.foreign]?.string ?? ControlCommand.ForeignRequests.accept.rawValue
    guard let foreign = ControlCommand.ForeignRequests(rawValue: word) else {
      throw CommandError(
        "\"foreign\" must be \(listed(ControlCommand.ForeignRequests.self))")
    }
    transport.setGate(gate?.int, refusesForeign: foreign == .refuse, of: instance)
  }

  private func ports(_ value: JSON?) throws(CommandError) -> [Int]? {
    guard let value, !value.isNull else { return nil }
    let ports = value.array?.compactMap(\.int) ?? []
    guard ports.count == ServiceHost.allCases.count, ports.allSatisfy({ 1...65_535 ~= $0 }) else {
      throw CommandError("\"ports\" must be \(ServiceHost.allCases.count) port numbers")
    }
    return ports
  }

  /// The members of a command that say what is to change.
  private func changes(in members: JSONObject) -> JSONObject {
    var changes = members
    for name in [ControlCommand.Member.id, .verb, .name] { changes[name] = nil }
    return changes
  }

  /// Changes the directory and stores that, or leaves everything as it was.
  @discardableResult
  package func change<Result>(
    _ body: (DirectoryRules) throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    let result: Result
    do throws(CommandError) {
      result = try body(core.directory)
    } catch {
      core.state.rollback()
      throw error
    }
    do throws(StorageError) {
      try storeChanges()
    } catch {
      throw CommandError(storage: error)
    }
    return result
  }

  private func release(
    _ request: Int?, _ now: VirtualInstant
  ) throws(CommandError) -> JSON {
    guard let request, let waiting = held[request] else {
      throw CommandError("no request with that number is held")
    }
    if case .lost = waiting.state {
      throw CommandError(
        "the response to request \(request) is lost: the request can only be dropped")
    }
    guard let reply = release(request, now) else {
      throw CommandError("request \(request) cannot be released")
    }
    return ["status": .int(reply.response.status)]
  }
}
