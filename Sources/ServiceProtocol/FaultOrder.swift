internal import ExactText
package import JSONText

/// A fault that a case orders, and the requests that meet it.
///
/// It is the part of a fault rule that a service under a coordinator takes; alone it takes more.
package struct FaultOrder: Sendable, Equatable {
  /// What goes wrong.
  package enum Fault: Sendable, Equatable {
    /// An answer of that status, from 200 to 599, with `Retry-After` in seconds and a body if they are given.
    case status(Int, retryAfterSeconds: Int?, text: String? = nil)
    /// The error answer of that code.
    case error(ErrorCode)
    /// Connections are refused until faults are cleared.
    case refused
    /// The connection is reset.
    case reset
    /// The response comes so many milliseconds later.
    case delay(milliseconds: Int)
    /// No effect and no response.
    case lost
    /// Effect and no response.
    case unanswered
    /// Half a response.
    case truncated
    /// A response that is not JSON.
    case malformed
    /// The request is delivered twice; the second answer comes.
    case duplicate

    /// Which kind of fault it is.
    package var kind: FaultKind {
      switch self {
      case .status: .status
      case .error: .error
      case .refused: .refused
      case .reset: .reset
      case .delay: .delay
      case .lost: .lost
      case .unanswered: .unanswered
      case .truncated: .truncated
      case .malformed: .malformed
      case .duplicate: .duplicate
      }
    }

    /// True if a request that meets it may wait for a response that comes later, or never.
    package var holdsResponses: Bool {
      switch self {
      case .delay, .lost, .unanswered: true
      default: false
      }
    }

    /// The fault as an object: `kind`, and what belongs to it.
    package var json: JSONObject {
      var object: JSONObject = ["kind": .string(kind.rawValue)]
      switch self {
      case .status(let status, let seconds, let text):
        object.append("status", .int(status))
        if let seconds { object.append("retryAfter", .int(seconds)) }
        if let text { object.append("text", .string(text)) }
      case .error(let code): object.append("code", .string(code.rawValue))
      case .delay(let milliseconds): object.append("milliseconds", .int(milliseconds))
      case .refused, .reset, .lost, .unanswered, .truncated, .malformed, .duplicate: break
      }
      return object
    }
  }

  /// The operation that fails.
  package var endpoint: Endpoint
  /// What goes wrong.
  package var fault: Fault
  /// The app whose requests are meant: in a case its name, on the control channel `device/app`; nil for every app.
  package var app: String?
  /// The UPN of the user whose requests are meant; nil for every user.
  package var user: String?
  /// How many requests pass before the fault; nil for none.
  package var after: Int?
  /// How many requests then meet it; nil for all.
  package var times: Int?

  /// A fault at an endpoint.
  package init(
    _ endpoint: Endpoint, _ fault: Fault, app: String? = nil, user: String? = nil,
    after: Int? = nil, times: Int? = nil
  ) {
    self.endpoint = endpoint
    self.fault = fault
    self.app = app
    self.user = user
    self.after = after
    self.times = times
  }

  /// The order as the case language writes it and a history keeps it.
  package var json: JSONObject {
    var object: JSONObject = ["endpoint": .string(endpoint.rawValue)]
    for member in fault.json.members { object.append(member.name, member.value) }
    object.append("app", string: app)
    object.append("user", string: user)
    if let after { object.append("after", .int(after)) }
    if let times { object.append("times", .int(times)) }
    return object
  }

  /// The order as the `rule` of the command `fault`.
  var rule: JSONObject {
    var object: JSONObject = ["endpoint": .string(endpoint.rawValue)]
    object.append("instance", string: app)
    object.append("identity", string: user)
    if let after { object.append("after", .int(after)) }
    if let times { object.append("times", .int(times)) }
    object.append("fault", .object(fault.json))
    return object
  }
}
