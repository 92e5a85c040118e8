import Contract
internal import ExactText

/// The last check-in, for an SDK that gives up after a failure.
extension CheckInRules {
  /// True if no check-in follows one that has failed in that way.
  func isLast(_ code: StatusCode, of operation: Operation) -> Bool {
    switch code {
    case .authRequired:
      operation.beganAt == state.launchedAt && !behaviour.checkIn.goOnAfterRefusedLaunches
        || !behaviour.checkIn.goOnAfterRefusedTokens
    case .timeout: !behaviour.checkIn.goOnAfterTimeouts
    case .locationServiceFailure: !behaviour.checkIn.goOnAfterLostLocations
    default: false
    }
  }
}
