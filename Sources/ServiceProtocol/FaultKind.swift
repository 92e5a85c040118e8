internal import ExactText

/// What can go wrong with a request on purpose; the raw value is the `kind` of a fault.
package enum FaultKind: String, Sendable, CaseIterable {
  /// An answer of a status; the request takes no effect.
  case status
  /// An error answer by its code; no effect.
  case error
  /// Effect at once, the response later.
  case delay
  /// No effect, never a response.
  case lost
  /// Effect at once, never a response.
  case unanswered
  /// Connections to the host are refused.
  case refused
  /// The connection is reset; no effect.
  case reset
  /// Effect, then half the body and the end of the connection.
  case truncated
  /// Effect, then a body that is not JSON.
  case malformed
  /// Effect, then a response that says its body is something else.
  case contentType
  /// Effect, then a body that comes in pieces.
  case chunks
  /// The request takes effect twice.
  case duplicate
  /// The request takes effect only after the next one of the same app.
  case outOfOrder
  /// Effect, then a response whose `Date` is wrong.
  case dateSkew
  /// The TLS handshake fails.
  case tlsFailure
  /// The certificate has expired.
  case certificateExpired
  /// An answer to a request that no operation takes.
  case stub

  /// The members that a fault of the kind may have beside `kind`, in the order in which they are documented.
  package var members: [String] {
    switch self {
    case .status: ["status", "retryAfter", "code", "body", "text", "headers", "milliseconds"]
    case .error: ["code", "retryAfter", "headers", "milliseconds"]
    case .delay, .dateSkew: ["milliseconds"]
    case .contentType: ["mediaType"]
    case .chunks: ["bytes", "milliseconds"]
    case .stub: ["status", "headers", "body", "text", "milliseconds"]
    case .lost, .unanswered, .refused, .reset, .truncated, .malformed, .duplicate, .outOfOrder,
      .tlsFailure, .certificateExpired:
      []
    }
  }

  /// The kinds that a case can order; the others need a standalone service.
  package static let ofCases: [FaultKind] = [
    .status, .error, .refused, .reset, .delay, .lost, .unanswered, .truncated, .malformed,
    .duplicate,
  ]

  /// The members that a case can give a fault of the kind.
  package var caseMembers: [String] {
    switch self {
    case .status: ["status", "retryAfter", "text"]
    case .error: ["code"]
    case .delay: ["milliseconds"]
    default: []
    }
  }
}
