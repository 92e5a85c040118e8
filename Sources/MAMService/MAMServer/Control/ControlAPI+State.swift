internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMRules
import MAMSignIn
import MAMWire
import Storage
import VirtualTime

extension ControlAPI {
  /// Goes back to the start: with what the seed file said, or with nothing.
  func reset(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let isEmpty = try request.flag("empty") ?? false
    if let name = request.body["tenant"], !name.isNull {
      try reset(tenant: try request.text("tenant"), isEmpty: isEmpty)
      return ServiceResponse([:])
    }
    let instant = clock.beginning(start)
    let state = ServiceState()
    if let seed, !isEmpty {
      try ControlAPI.attempt { () throws(CommandError) in
        try DirectoryRules(state: state, isAlone: true).seed(seed, instant)
      }
    }
    let transport = try transport
    do throws(StorageError) {
      try engine.replaceState(with: state, keeping: [clock.kept(atBeginning: start)])
    } catch {
      throw ControlError(CommandError(storage: error))
    }
    engine.dropHeld(on: transport) { _ in true }
    engine.forgetRequests()
    for waiter in waiters { waiter.countAgain() }
    clock.putBack(to: start)
    try reachabilityChanged()
    return ServiceResponse([:])
  }

  private func reset(tenant name: String, isEmpty: Bool) throws(ControlError) {
    guard engine.core.state.tenants[name] != nil || seed?["tenants"]?[name] != nil else {
      throw .notFound("there is no tenant \"\(name)\"")
    }
    let part = isEmpty ? nil : seed.map { Seed(world: $0).part(of: name) }
    let users = engine.core.state.users.filter { $0.tenant == name }.map { userKey($0.upn) }
      .distinct
    try ControlAPI.attempt { () throws(CommandError) in
      try engine.change { directory throws(CommandError) in
        directory.forget(tenant: name, keepsPlace: part?["tenants"]?[name] != nil)
        if let part { try directory.seed(part, clock.now) }
      }
    }
    engine.faults.removeAll {
      $0.selector.tenant == name || $0.selector.user.map(users.contains) ?? false
    }
    try reachabilityChanged()
    engine.dropHeld(on: try transport) { $0.record.facts.tenant == name }
    journal.removeAll(of: name)
  }

  /// Puts in a seed, all or nothing of it.
  func addSeed(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    guard let text = request.text else {
      try put(request.body)
      return ServiceResponse([:])
    }
    guard let readSeed else { throw .badRequest("the seed is not JSON") }
    try ControlAPI.attempt { () throws(CommandError) in
      let file = try readSeed(text)
      do throws(CommandError) {
        try engine.seed(file.world, now: clock.now)
      } catch {
        throw CommandError(error.lines { "\(file.place($0.path)): \($0.description)" })
      }
    }
    return ServiceResponse([:])
  }

  private func put(_ world: JSONObject) throws(ControlError) {
    try ControlAPI.attempt { () throws(CommandError) in
      try engine.seed(world, now: clock.now)
    }
  }

  /// Every enrollment, oldest first, each with the wipe that it has not acknowledged yet.
  var registrations: ServiceResponse {
    let state = engine.core.state
    return ServiceResponse([
      "registrations": .array(
        state.enrollments.rows.map { enrollment in
          var line = enrollment.json.object ?? [:]
          line["tenant"] = JSON(state.users[enrollment.user]?.tenant)
          line["wipe"] = enrollment.wipe.flatMap { state.wipes[$0]?.json } ?? .null
          return .object(line)
        })
    ])
  }

  /// Lets a user approve or decline the sign-in of a device, as at the page.
  func decideDeviceCode(_ request: ControlRequest) throws(ControlError) -> ServiceResponse {
    let user = try request.text("user")
    guard engine.core.state.findUser(user) != nil else {
      throw .notFound("there is no user \"\(user)\"")
    }
    let approve = try request.flag("approve") ?? true
    let decided: PendingSignIn?
    do throws(Refusal) {
      decided = try engine.core.signIn.decideDeviceCode(
        request.names[0], user: user, approve: approve, clock.now)
    } catch {
      throw .conflict(error.message)
    }
    guard let decided else {
      throw .notFound("no device is waiting with the code \(request.names[0])")
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
      throw ControlError(CommandError(storage: error))
    }
  }
}
