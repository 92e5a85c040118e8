internal import ExactText
import JSONText
import VirtualTime

/// The control API of a service that runs alone: everything below `/_mam/`, as <doc:ControlAPI> describes it.
///
/// Its requests meet no fault and are not in the journal. An answer may come later: a question that
/// waits for a request or for the clock holds its own connection and nobody else's.
final class ControlAPI {
  typealias Respond = (ServiceResponse) -> Void

  let engine: ServiceEngine
  let clock: OwnClock
  let journal: Journal
  /// Real time, for how long a question may wait.
  let wallClock: OwnClock
  /// Where the clock goes back to at a reset, if it is virtual.
  let start: VirtualInstant
  /// What the service knew at its start.
  let seed: JSONObject?
  private let administratorToken: String?
  /// Reads the seed of a body that is not JSON; nil if only JSON is read.
  var readSeed: SeedFile.TextReader?
  var waiters: [JournalWaiter] = []

  init(
    _ engine: ServiceEngine, clock: OwnClock, wallClock: OwnClock, journal: Journal,
    start: VirtualInstant, seed: JSONObject?, administratorToken: String?
  ) {
    self.engine = engine
    self.clock = clock
    self.wallClock = wallClock
    self.journal = journal
    self.start = start
    self.seed = seed
    self.administratorToken = administratorToken
    journal.changed = { [unowned self] in journalChanged($0) }
    clock.moved = { [unowned self] in
      try? engine.transport?.reachabilityChanged()
      engine.watchWindows()
      clockMoved()
    }
  }

  /// One operation: a method at a path, in which `{}` stands for a name.
  struct Operation: Sendable {
    let method: String
    let path: String
    let summary: String
    /// The names of the members that the body may have; nil if carrying it out tells.
    var members: [String]? = []
    /// The names of the parameters that the query may have.
    var query: [String] = []
    /// True if a body that is not JSON is read too.
    var takesText = false
    /// Answers, or returns what waits for the answer.
    let carryOut:
      @Sendable (ControlAPI, ControlRequest, @escaping Respond) throws(ControlError) ->
        JournalWaiter?
  }

  /// Answers a request, now or later.
  ///
  /// - Returns: what is to be called if nobody is there any more for an answer that is still to come.
  @discardableResult
  func answer(_ request: HTTPRequest, _ respond: @escaping Respond) -> (() -> Void)? {
    do throws(ControlError) {
      if let administratorToken {
        guard let bearer = request.bearer, ControlAPI.isSame(bearer, administratorToken) else {
          throw ControlError(
            status: 401, code: "Unauthorized",
            message: "the control API asks for the administrator token: Authorization: Bearer ...")
        }
      }
      let (operation, names) = try find(request)
      let request = try ControlRequest(request, names, takesText: operation.takesText)
      try request.check(members: operation.members, query: operation.query)
      let waiter = try operation.carryOut(self, request, respond)
      return waiter.map { waiter in { self.remove(waiter) } }
    } catch {
      respond(error.response)
      return nil
    }
  }

  private func find(_ request: HTTPRequest) throws(ControlError) -> (Operation, [String]) {
    let segments = request.path.split(separator: "/").map { PercentEncoding.decoded($0) }
    guard segments.first == "_mam" else { throw .notFound("there is no \(request.path)") }
    var allowed: [String] = []
    let method = request.method == "HEAD" ? "GET" : request.method
    for operation in ControlAPI.operations {
      guard let names = ControlAPI.names(in: segments.dropFirst(), operation.path) else { continue }
      if operation.method == method { return (operation, names) }
      allowed.append(operation.method)
      if operation.method == "GET" { allowed.append("HEAD") }
    }
    guard !allowed.isEmpty else {
      throw .notFound("there is no \(request.path); GET /_mam/ lists what there is")
    }
    allowed.append("OPTIONS")
    if method == "OPTIONS" { return (ControlAPI.options(allowed), []) }
    throw ControlError(
      status: 405, code: "MethodNotAllowed",
      message: "\(request.path) takes \(allowed.joined(separator: ", "))", allow: allowed)
  }

  /// The segments that stand at `{}`, if the path fits; else nil.
  private static func names(
    in segments: ArraySlice<String>, _ pattern: String
  ) -> [String]? {
    let wanted = pattern.split(separator: "/")
    guard wanted.count == segments.count else { return nil }
    var names: [String] = []
    for (segment, part) in zip(segments, wanted) {
      if part == "{}" { names.append(segment) } else if segment != part { return nil }
    }
    return names
  }

  /// Shows entries of the journal without secrets, as they are now; it takes a look at every token.
  var redaction: Redaction {
    Redaction(administratorToken: administratorToken, state: engine.core.state)
  }

  /// Compares in a time that does not tell how much of the token is right.
  static func isSame(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
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
