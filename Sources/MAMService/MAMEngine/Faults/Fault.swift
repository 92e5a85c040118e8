internal import ExactText
import JSONText
import MAMDirectory
import MAMWire
import ServiceProtocol
import Wording

/// What goes wrong with a request: `fault` of a rule.
enum Fault: Sendable, Equatable {
  /// An error answer; the request takes no effect.
  case answer(FaultAnswer)
  /// Connections to the host are refused; requests never arrive.
  case refused
  /// The connection is reset; no effect.
  case reset
  /// Effect at once, the response later.
  case delay(Delay)
  /// An answer to a request that no operation takes.
  case stub(StubAnswer)
  /// No effect, never a response.
  case lost
  /// Effect at once, never a response.
  case unanswered
  /// Effect, then half the body and the end of the connection.
  case truncated
  /// Effect, then a body that is not JSON.
  case malformed
  /// Effect, then a response that says its body is something else.
  case contentType(mediaType: String?)
  /// Effect, then a body that comes in pieces, with time between them.
  case chunks(bytes: Int, milliseconds: Int)
  /// The request takes effect twice, as if the network had delivered it twice; the second answer goes out.
  case duplicate
  /// The request takes effect only after the next request of the same app has.
  case outOfOrder
  /// Effect, then a response whose `Date` is wrong.
  case dateSkew(milliseconds: Int)
  /// The TLS handshake fails.
  case tlsFailure
  /// The certificate has expired.
  case certificateExpired

  /// A fault as an object: one without members may be written as its kind alone.
  static func whole(_ json: JSON) -> JSON { json.string.map { ["kind": .string($0)] } ?? json }

  /// Reads the `fault` member of a rule, which ``whole(_:)`` has completed.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint of the rule; nil for every one.
  ///   - isAlone: true if the service has a clock of its own.
  init(json: JSON, at endpoint: Endpoint?, isAlone: Bool) throws(CommandError) {
    let kind = try Fault.kind(of: json)
    let members = FaultMembers(kind: kind, json: json)
    try members.check()
    let days365 = 31_536_000
    switch kind {
    case .status: self = .answer(try FaultAnswer(status: members))
    case .error:
      self = .answer(try FaultAnswer(error: members, at: endpoint, isAlone: isAlone))
    case .refused: self = .refused
    case .reset: self = .reset
    case .delay:
      guard let delay = try members.delay() else {
        throw CommandError("the fault \"delay\" needs \"milliseconds\"")
      }
      self = .delay(delay)
    case .lost: self = .lost
    case .unanswered: self = .unanswered
    case .truncated: self = .truncated
    case .malformed: self = .malformed
    case .contentType:
      self = .contentType(mediaType: try members.mediaType())
    case .chunks:
      self = .chunks(
        bytes: try members.number("bytes", 1...1 << 20) ?? 16,
        milliseconds: try members.number("milliseconds", 0...days365 * 1000) ?? 1000)
    case .duplicate: self = .duplicate
    case .outOfOrder: self = .outOfOrder
    case .dateSkew:
      let century = days365 * 100_000
      self = .dateSkew(milliseconds: try members.required("milliseconds", -century...century))
    case .tlsFailure: self = .tlsFailure
    case .certificateExpired: self = .certificateExpired
    case .stub: self = .stub(try StubAnswer(members))
    }
  }

  /// The kind that a fault names.
  static func kind(of json: JSON) throws(CommandError) -> FaultKind {
    guard let name = json["kind"]?.string else { throw CommandError("a fault needs a \"kind\"") }
    guard let kind = FaultKind(rawValue: name) else {
      let names = FaultKind.allCases.map(\.rawValue)
      throw CommandError("there is no fault \"\(name)\"\(CommandError.choice(name, names))")
    }
    return kind
  }

  /// The fault of one use, in which nothing is left to chance.
  func drawn(_ generator: SplitMix64) -> Fault {
    func fixed(_ delay: Delay) -> Delay { .fixed(milliseconds: delay.milliseconds(generator)) }
    switch self {
    case .delay(let delay): return .delay(fixed(delay))
    case .answer(var answer):
      answer.delay = answer.delay.map(fixed)
      return .answer(answer)
    case .stub(var stub):
      stub.delay = stub.delay.map(fixed)
      return .stub(stub)
    default: return self
    }
  }

  /// True if it befalls connections, before there is any request.
  var isOfConnection: Bool {
    switch self {
    case .refused, .tlsFailure, .certificateExpired: true
    default: false
    }
  }

  /// True if only a service that runs alone can do it: it has a clock of its own and TLS, and may answer
  /// a held request without having been told to.
  var needsOwnClock: Bool {
    switch self {
    case .chunks, .outOfOrder, .dateSkew, .tlsFailure, .certificateExpired, .stub: true
    case .answer(let answer): answer.delay != nil
    case .delay(.fixed): false
    case .delay: true
    default: false
    }
  }
}
