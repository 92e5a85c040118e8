internal import ExactText

/// What became of a request; the raw value is the `outcome` of its record.
package enum RequestOutcome: String, Sendable, CaseIterable {
  /// The response was sent.
  case answered
  /// The response is held back, or never comes.
  case held
  /// The connection was reset.
  case reset
  /// Half the response was sent.
  case truncated
  /// A response was sent that is not JSON.
  case malformed
  /// The request was refused, because its app was idle.
  case idle
}

/// Where a request is held so that its app can be killed; the raw value is the `point` of the command `hold`.
package enum HoldPoint: String, Sendable, CaseIterable {
  /// Before it takes effect.
  case received
  /// After its effect, before its response.
  case applied
}
