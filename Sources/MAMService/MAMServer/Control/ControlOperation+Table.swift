internal import ExactText
import JSONText
import MAMEngine
import MAMWire
import ServiceProtocol
import VirtualTime

extension ControlOperation {
  /// Every operation, in the order in which they are documented.
  static let all: [ControlOperation] = [
    now("GET", "", "what there is") { api, _ throws(ControlError) in api.index },
    now("GET", "clock", "the service's time") { api, _ throws(ControlError) in api.clockState },
    now("PUT", "clock", members: ["now"], "{now}: sets the clock") {
      api, request throws(ControlError) in
      try api.setClock(request)
    },
    now(
      "POST", "clock/advance", members: ["by"],
      "{by}: moves the clock on by milliseconds or a duration like PT8H"
    ) {
      api, request throws(ControlError) in try api.advance(request)
    },
    now(
      "POST", "reset", members: ["tenant", "empty"],
      "{tenant, empty}: goes back to the start: everything, or one tenant"
    ) {
      api, request throws(ControlError) in try api.reset(request)
    },
    ControlOperation(
      method: "POST", path: "seed", summary: "adds tenants, users, groups, policies and so on",
      members: nil, takesText: true
    ) { api, request, respond throws(ControlError) in
      respond(try api.addSeed(request))
      return nil
    },
    now("PATCH", "tenants/{}", members: nil, "changes a tenant") {
      api, request throws(ControlError) in
      try api.change(.tenant, request)
    },
    now("PATCH", "users/{}", members: nil, "changes a user") { api, request throws(ControlError) in
      try api.change(.user, request)
    },
    now("GET", "registrations", "every enrollment of an app") { api, _ throws(ControlError) in
      api.registrations
    },
    now(
      "POST", "registrations", members: ["identity", "bundleId", "set"],
      "{identity, bundleId, set}: gone, reenroll, forgotten and so on"
    ) { api, request throws(ControlError) in
      try api.command(.registration, request.body)
    },
    now(
      "POST", "devicecodes/{}", members: ["user", "approve"],
      "{user, approve}: approves or declines the sign-in of a device"
    ) {
      api, request throws(ControlError) in try api.decideDeviceCode(request)
    },
    now("GET", "faults", "every fault rule with its counters") { api, _ throws(ControlError) in
      ServiceResponse(["faults": .array(api.engine.faults.map(\.json))])
    },
    now("POST", "faults", members: nil, "adds a rule, or a matrix of them") {
      api, request throws(ControlError) in try api.addFaults(request)
    },
    now("DELETE", "faults", "removes every rule") { api, _ throws(ControlError) in
      try api.removeFaults { _ in true }
      return ServiceResponse(status: 204, .none)
    },
    now("GET", "faults/{}", "one rule with its counters") { api, request throws(ControlError) in
      ServiceResponse(try api.fault(request.names[0]).json)
    },
    now("PUT", "faults/{}", members: nil, "replaces a rule") {
      api, request throws(ControlError) in try api.editFault(request, isWhole: true)
    },
    now(
      "PATCH", "faults/{}", members: nil,
      "changes members of a rule, such as enabled; null removes one"
    ) { api, request throws(ControlError) in try api.editFault(request, isWhole: false) },
    now("DELETE", "faults/{}", "removes a rule") { api, request throws(ControlError) in
      let id = try api.fault(request.names[0]).id
      try api.removeFaults { $0.id == id }
      return ServiceResponse(status: 204, .none)
    },
    now(
      "GET", "journal", query: JournalQuestion.namesInQuery + ["after", "limit"],
      "the latest requests, by any member of match, and after, limit"
    ) { api, request throws(ControlError) in try api.entries(request) },
    now(
      "DELETE", "journal", query: JournalQuestion.namesInQuery,
      "forgets every request, or those that fit the members of match"
    ) { api, request throws(ControlError) in try api.forgetEntries(request) },
    now(
      "GET", "journal.har", query: JournalQuestion.namesInQuery,
      "the journal as HTTP Archive 1.2, by any member of match"
    ) { api, request throws(ControlError) in try api.archive(request) },
    now("GET", "journal/{}", "one request by its number") { api, request throws(ControlError) in
      try api.entry(request)
    },
    now(
      "POST", "journal/order", members: ["matches", "from", "until"],
      "{matches, from, until}: judges whether requests came in this order"
    ) { api, request throws(ControlError) in try api.order(request) },
    now(
      "POST", "journal/expect",
      members: ["match", "exactly", "atLeast", "atMost", "from", "until"],
      "{match, exactly, atLeast, atMost, from, until}: judges which requests came"
    ) {
      api, request throws(ControlError) in try api.expect(request)
    },
    later(
      "POST", "journal/wait", members: ["match", "count", "from", "until", "timeoutMilliseconds"],
      "{match, count, from, until, timeoutMilliseconds}: waits for requests"
    ) {
      api, request, respond throws(ControlError) in try api.wait(request, respond)
    },
    later(
      "POST", "journal/never",
      members: ["match", "within", "from", "until", "timeoutMilliseconds"],
      "{match, within or until}: none may come while the clock runs there"
    ) { api, request, respond throws(ControlError) in try api.never(request, respond) },
    now("GET", "held", "requests that are waiting for their response") {
      api, _ throws(ControlError) in
      api.heldRequests
    },
    now("POST", "held/{}", members: ["do"], "{do}: release or drop") {
      api, request throws(ControlError) in
      try api.endHeld(request)
    },
    now(
      "POST", "holds", members: ["endpoint", "instance", "n", "point"],
      "{endpoint, instance, n, point}: holds a future request"
    ) { api, request throws(ControlError) in
      try api.command(.hold, request.body)
    },
    now(
      "GET", "snapshot", query: ["secrets"],
      "the whole state as one document; secrets=true: with keys, passwords and tokens"
    ) { api, request throws(ControlError) in try api.snapshot(request) },
    now(
      "PUT", "snapshot", members: ["format", "clock", "key", "faults", "rows"],
      "goes back to such a document"
    ) {
      api, request throws(ControlError) in try api.restore(request)
    },
  ]

  private static func now(
    _ method: String, _ path: String, members: [String]? = [], query: [String] = [],
    _ summary: String,
    _ answer:
      @escaping @Sendable (ControlAPI, ControlRequest) throws(ControlError) -> ServiceResponse
  ) -> ControlOperation {
    ControlOperation(method: method, path: path, summary: summary, members: members, query: query) {
      api, request, respond throws(ControlError) in
      respond(try answer(api, request))
      return nil
    }
  }

  private static func later(
    _ method: String, _ path: String, members: [String], _ summary: String,
    _ carryOut:
      @escaping @Sendable (ControlAPI, ControlRequest, @escaping ControlAPI.Respond)
      throws(ControlError) ->
      JournalWaiter?
  ) -> ControlOperation {
    ControlOperation(
      method: method, path: path, summary: summary, members: members, carryOut: carryOut)
  }

  /// Tells which methods a path has (RFC 9110, section 9.3.7).
  static func options(_ allowed: [String]) -> ControlOperation {
    now("OPTIONS", "", members: nil, "which methods there are") { _, _ in
      ServiceResponse(
        status: 204, .none,
        headers: [HeaderField("Allow", allowed.joined(separator: ", "))])
    }
  }
}
