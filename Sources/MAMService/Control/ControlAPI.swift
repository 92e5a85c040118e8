import JSONText
import VirtualTime

/// The control API of a service that runs alone: everything below `/_mam/`.
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
    journal.added = { [unowned self] in requestCame($0) }
    clock.moved = { [unowned self] in
      try? engine.transport?.reachabilityChanged()
      clockMoved()
    }
  }

  /// One operation: a method at a path, in which `{}` stands for a name.
  struct Operation: Sendable {
    let method: String
    let path: String
    let summary: String
    let carryOut:
      @Sendable (ControlAPI, ControlRequest, @escaping Respond) throws(ControlError) -> Void
  }

  /// Answers a request, now or later.
  func answer(_ request: HTTPRequest, _ respond: @escaping Respond) {
    do throws(ControlError) {
      if let administratorToken {
        guard let bearer = request.bearer, isSame(bearer, administratorToken) else {
          throw ControlError(
            status: 401, code: "Unauthorized",
            message: "the control API asks for the administrator token: Authorization: Bearer ...")
        }
      }
      let (operation, names) = try find(request)
      try operation.carryOut(self, try ControlRequest(request, names), respond)
    } catch {
      respond(error.response)
    }
  }

  private func find(_ request: HTTPRequest) throws(ControlError) -> (Operation, [String]) {
    let segments = request.path.split(separator: "/").dropFirst().map {
      PercentEncoding.decoded($0)
    }
    var allowed: [String] = []
    let method = request.method == "HEAD" ? "GET" : request.method
    for operation in ControlAPI.operations {
      guard let names = ControlAPI.names(in: segments, operation.path) else { continue }
      if operation.method == method { return (operation, names) }
      allowed.append(operation.method)
    }
    guard !allowed.isEmpty else {
      throw .notFound("there is no \(request.path); GET /_mam/ lists what there is")
    }
    throw ControlError(
      status: 405, code: "MethodNotAllowed",
      message: "\(request.path) takes \(allowed.joined(separator: ", "))", allow: allowed)
  }

  /// The segments that stand at `{}`, if the path fits; else nil.
  private static func names(in segments: [String], _ pattern: String) -> [String]? {
    let wanted = pattern.split(separator: "/")
    guard wanted.count == segments.count else { return nil }
    var names: [String] = []
    for (segment, part) in zip(segments, wanted) {
      if part == "{}" { names.append(segment) } else if segment != part { return nil }
    }
    return names
  }

  /// Compares in a time that does not tell how much of the token is right.
  private func isSame(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// A request to the control API, read.
struct ControlRequest {
  /// What stands at `{}` in the path.
  let names: [String]
  /// The parameters of the query.
  let query: JSONObject
  /// The body; an empty object without one.
  let body: JSONObject

  init(_ request: HTTPRequest, _ names: [String]) throws(ControlError) {
    self.names = names
    query = RequestReader.form(Array(request.query.utf8))
    guard !request.body.isEmpty else {
      body = JSONObject()
      return
    }
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: request.body[...])
    } catch {
      throw .badRequest("the body is not JSON: \(error.description)")
    }
    guard let object = value.object else {
      throw .badRequest("the body must be a JSON object")
    }
    body = object
  }

  /// Refuses members that the operation does not know.
  func allow(_ names: String...) throws(ControlError) {
    for member in body.members where !names.contains(member.name) {
      throw .badRequest(
        "there is no member \"\(member.name)\""
          + (names.isEmpty ? "" : ": one of \(names.joined(separator: ", "))"))
    }
  }

  /// An integer of the query or body.
  func number(_ name: String, _ range: ClosedRange<Int>) throws(ControlError) -> Int? {
    let value = body[name] ?? query[name]
    guard let value, !value.isNull else { return nil }
    guard let number = value.int ?? value.string.flatMap({ Int($0) }), range.contains(number) else {
      throw .badRequest(
        "\"\(name)\" must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A text of the body.
  func text(_ name: String) throws(ControlError) -> String {
    guard let text = body[name]?.string, !text.isEmpty else {
      throw .badRequest("\"\(name)\" must be a text")
    }
    return text
  }
}

extension ControlAPI {
  /// Runs what throws errors of commands.
  static func attempt<Result>(
    _ body: () throws(CommandError) -> Result
  ) throws(ControlError) -> Result {
    do throws(CommandError) { return try body() } catch { throw .badRequest(error.description) }
  }
}
