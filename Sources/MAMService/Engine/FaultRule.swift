import JSONText

/// What goes wrong with a request: `fault` of a rule in the control channel.
enum Fault: Sendable, Equatable {
  /// An error answer; the request takes no effect.
  case answer(Refusal, retryAfterSeconds: Int?)
  /// Connections to the host are refused; requests never arrive.
  case refused
  /// The connection is reset; no effect.
  case reset
  /// Effect at once, the response later.
  case delay(milliseconds: Int)
  /// No effect, never a response.
  case lost
  /// Effect at once, never a response.
  case unanswered
  /// Effect, then half the body and the end of the connection.
  case truncated
  /// Effect, then a body that is not JSON.
  case malformed

  /// Reads the `fault` member of a rule.
  init(json: JSON) throws(CommandError) {
    guard let kind = json["kind"]?.string else { throw CommandError("a fault needs a \"kind\"") }
    func number(_ name: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int? {
      guard let value = json[name], !value.isNull else { return nil }
      guard let number = value.int, range.contains(number) else {
        throw CommandError(
          "\"\(name)\" must be an integer from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
    switch kind {
    case "status":
      guard let status = try number("status", 200...599) else {
        throw CommandError("the fault \"status\" needs a \"status\"")
      }
      let code = Refusal.Code.allCases.first { $0.status == status && !$0.isOfToken }
      self = .answer(
        Refusal(
          status: status, code: code?.rawValue ?? "Status\(status)", message: "ordered by a fault"),
        retryAfterSeconds: try number("retryAfter", 0...31_536_000))
    case "error":
      guard let code = json["code"]?.string.flatMap(Refusal.Code.init(rawValue:)) else {
        let codes = Refusal.Code.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError("the fault \"error\" needs a \"code\" of \(codes)")
      }
      self = .answer(
        Refusal(code, "ordered by a fault"),
        retryAfterSeconds: try number("retryAfter", 0...31_536_000))
    case "refused": self = .refused
    case "reset": self = .reset
    case "delay":
      guard let milliseconds = try number("milliseconds", 0...3_153_600_000_000) else {
        throw CommandError("the fault \"delay\" needs \"milliseconds\"")
      }
      self = .delay(milliseconds: milliseconds)
    case "lost": self = .lost
    case "unanswered": self = .unanswered
    case "truncated": self = .truncated
    case "malformed": self = .malformed
    default: throw CommandError("there is no fault \"\(kind)\"")
    }
  }
}

extension Refusal.Code {
  /// True for the codes of RFC 6749, which only the token endpoint uses.
  var isOfToken: Bool {
    switch self {
    case .invalidRequest, .invalidGrant, .interactionRequired, .unsupportedGrantType: true
    default: false
    }
  }
}

/// A fault and the requests that meet it.
struct FaultRule: Sendable, Equatable {
  /// Nil: every endpoint.
  let endpoint: Endpoint?
  /// Nil: every app.
  let instance: String?
  /// Nil: every user; else the key of one.
  let user: String?
  /// How many matching requests pass before the fault.
  let after: Int
  /// How many then meet it; nil for all.
  let times: Int?
  let fault: Fault
  /// How many matching requests there were.
  private var seen = 0

  /// Reads a rule of the control channel.
  init(json: JSON) throws(CommandError) {
    guard let rule = json.object else { throw CommandError("a rule must be an object") }
    let names = ["endpoint", "instance", "identity", "after", "times", "fault"]
    for member in rule.members where !names.contains(member.name) {
      throw CommandError("a rule has no member \"\(member.name)\"")
    }
    func text(_ name: String) throws(CommandError) -> String? {
      guard let value = rule[name], !value.isNull else { return nil }
      guard let text = value.string else { throw CommandError("\"\(name)\" must be a text") }
      return text
    }
    func count(_ name: String) throws(CommandError) -> Int? {
      guard let value = rule[name], !value.isNull else { return nil }
      guard let count = value.int, count >= 0 else {
        throw CommandError("\"\(name)\" must be an integer from 0 up")
      }
      return count
    }
    endpoint = try Endpoint(named: try text("endpoint"))
    instance = try text("instance")
    user = try text("identity").map(userKey)
    after = try count("after") ?? 0
    times = try count("times")
    fault = try Fault(json: rule["fault"] ?? .null)
    // A request that is refused never arrives, so nobody can count it or see whose it is.
    if fault == .refused, user != nil || after > 0 || times != nil {
      throw CommandError("\"refused\" lasts until clearFaults: no identity, after or times")
    }
  }

  /// Counts a request if it matches; true if it meets the fault.
  mutating func meets(_ endpoint: Endpoint, instance: String, user: String?) -> Bool {
    guard fault != .refused, self.endpoint ?? endpoint == endpoint,
      self.instance ?? instance == instance, self.user == nil || self.user == user
    else { return false }
    seen += 1
    return seen > after && seen - after <= times ?? .max
  }

  /// True if it makes a host refuse connections.
  func refuses(_ host: ServiceHost, instance: String) -> Bool {
    fault == .refused && self.instance ?? instance == instance
      && (endpoint == nil || endpoint?.host == host)
  }
}

extension Endpoint {
  /// Reads the name of an endpoint; nil or `any` stand for every one.
  init?(named name: String?) throws(CommandError) {
    guard let name, name != "any" else { return nil }
    guard let endpoint = Endpoint(rawValue: name) else {
      let names = Endpoint.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError("there is no endpoint \"\(name)\": one of \(names)")
    }
    self = endpoint
  }
}
