internal import ExactText
package import JSONText
import MAMDirectory
package import MAMWire

/// The record of one request, which the coordinator has before the app has the response.
package struct RequestRecord: Sendable, Equatable {
  /// Why a request is held.
  package enum Hold: Sendable, Equatable {
    /// The response comes after that span of virtual time.
    case delay(milliseconds: Int)
    /// The response never comes.
    case never
    /// The app is to be killed now.
    case kill
  }

  /// Counts requests from 1 since the start of the service or the last `reset`.
  package var request: Int
  /// The app, as `device/app`.
  package var instance: String
  /// The `client-request-id`.
  package var client: String?
  /// The operation; nil for a path that none has.
  package var endpoint: Endpoint?
  /// What is known of the request and its answer.
  package var facts = RequestFacts()
  /// The status that was or would have been sent; nil if the request took no effect.
  package var status: Int?
  /// What became of the request.
  package var outcome = RequestOutcome.answered
  /// Why it is held; only with ``RequestOutcome/held``.
  package var hold: Hold?
  /// The error code of the response.
  package var code: String?
  /// True if the network has delivered the same request before, which the app has sent once.
  package var isRepeated = false

  /// The line of the control channel.
  package var json: JSONObject {
    func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
    var line = JSONObject()
    line.reserveCapacity(12)
    line.append("request", .int(request))
    line.append("instance", .string(instance))
    line.append("client", text(client))
    line.append("endpoint", text(endpoint?.rawValue))
    line.append("identity", text(facts.identity))
    line.append("subject", text(facts.subject))
    line.append("status", status.map(JSON.int) ?? .null)
    line.append("outcome", .string(outcome.rawValue))
    switch hold {
    case .delay(let milliseconds): line.append("hold", ["milliseconds": .int(milliseconds)])
    case .never: line.append("hold", .null)
    case .kill: line.append("hold", "kill")
    case nil: break
    }
    line.append("code", text(code))
    line.append("detail", .object(facts.detail))
    if facts.isDiskFull { line.append("diskFull", true) }
    if isRepeated { line.append("repeated", true) }
    return line
  }
}
