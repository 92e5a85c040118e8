import MAMDirectory
internal import ExactText
import JSONText
import MAMEngine
import MAMWire
import VirtualTime

/// The control API of a service that runs alone: everything below `/_mam/`, as <doc:ControlAPI> describes it.
///
/// Its requests meet no fault and are not in the journal. An answer may come later: a question that
/// waits for a request or for the clock holds its own connection and nobody else's.
final class ControlAPI {
  typealias Respond = (ServiceResponse) -> Void

  let engine: ServiceEngine
  let clock: StandaloneClock
  let journal: Journal
  /// Real time, for how long a question may wait.
  let wallClock: StandaloneClock
  /// Where the clock goes back to at a reset, if it is virtual.
  let start: VirtualInstant
  /// What the service knew at its start.
  let seed: JSONObject?
  /// Who may ask.
  let access: ControlAccess
  /// Reads the seed of a body that is not JSON; nil if only JSON is read.
  var readSeed: SeedFile.TextReader?
  var waiters: [JournalWaiter] = []
  /// Closes the secrets of snapshots.
  let sealer: Sealer

  init(
    _ engine: ServiceEngine, clock: StandaloneClock, wallClock: StandaloneClock, journal: Journal,
    start: VirtualInstant, seed: JSONObject?, access: ControlAccess
  ) {
    self.engine = engine
    self.clock = clock
    self.wallClock = wallClock
    self.journal = journal
    self.start = start
    self.seed = seed
    self.access = access
    let store = engine.store
    sealer = Sealer(
      load: { try? store?.kept(Sealer.keyName) },
      // A key that cannot be kept still opens what it has sealed, until the service ends.
      save: { try? store?.keep(.init(name: Sealer.keyName, value: $0)) })
    journal.changed = { [unowned self] in journalChanged($0) }
    // Not the parameter: the engine has the clock, which would keep it for ever.
    clock.moved = { [unowned self] in
      try? self.engine.transport?.reachabilityChanged()
      self.engine.watchWindows()
      clockMoved()
    }
  }

  /// Answers a request, now or later.
  ///
  /// - Returns: what is to be called if nobody is there any more for an answer that is still to come.
  @discardableResult
  func answer(_ request: HTTPRequest, _ respond: @escaping Respond) -> (() -> Void)? {
    do throws(ControlError) {
      let admission = try access.admit(request)
      let (operation, names) = try find(request, admission)
      if operation.method != "OPTIONS" {
        try ControlAccess.checkMediaType(request, takesText: operation.takesText)
      }
      var asked = try ControlRequest(request, names, takesText: operation.takesText)
      asked.isByHeader = admission.isByHeader
      try asked.check(members: operation.members, query: operation.query)
      let waiter = try operation.carryOut(self, asked) { respond(ControlAPI.protected($0)) }
      return waiter.map { waiter in { self.remove(waiter) } }
    } catch {
      respond(ControlAPI.protected(error.response))
      return nil
    }
  }

  /// An answer that a browser takes for nothing else and keeps nowhere.
  private static func protected(_ response: ServiceResponse) -> ServiceResponse {
    var response = response
    response.headers += ForeignPage.protection
    return response
  }

  /// True if a target, as it was sent, or a path is one of the control API.
  static func serves(_ target: String) -> Bool {
    guard target.utf8.starts(with: "/_mam".utf8) else { return false }
    let next = target.utf8.dropFirst(5).first
    return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
  }

  private func find(
    _ request: HTTPRequest, _ admission: ControlAccess.Admission
  ) throws(ControlError) -> (ControlOperation, [String]) {
    let path = admission.path
    var allowed: [String] = []
    let method = request.method == "HEAD" ? "GET" : request.method
    for operation in ControlOperation.all {
      guard let names = operation.names(in: admission.segments) else {
        continue
      }
      if operation.method == method { return (operation, names) }
      allowed.append(operation.method)
      if operation.method == "GET" { allowed.append("HEAD") }
    }
    guard !allowed.isEmpty else {
      throw .notFound("there is no \(path); GET /_mam/ lists what there is")
    }
    allowed.append("OPTIONS")
    if method == "OPTIONS" { return (.options(allowed), []) }
    throw ControlError(
      status: 405, code: "MethodNotAllowed",
      message: "\(path) takes \(allowed.joined(separator: ", "))", allow: allowed)
  }

  /// What there is.
  var index: ServiceResponse {
    ServiceResponse([
      "service": "mamconform", "clock": .object(clockJSON),
      "operations": .array(
        ControlOperation.all.map {
          .string("\($0.method) /_mam/\($0.pathForPeople): \($0.summary)")
        }),
    ])
  }

  /// Shows entries of the journal without secrets, as they are now; it takes a look at every token.
  var redaction: Redaction {
    Redaction(
      secrets: [access.secret, access.administratorToken].compactMap(\.self),
      state: engine.core.state)
  }
}

extension ControlAPI {
  /// Runs what throws errors of commands.
  static func attempt<Result>(
    _ body: () throws(CommandError) -> Result
  ) throws(ControlError) -> Result {
    do throws(CommandError) { return try body() } catch { throw ControlError(error) }
  }
}
