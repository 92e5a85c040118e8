internal import ExactText
import JSONText
import VirtualTime

/// The clock of the device: timers go by elapsed time, so that setting it changes nothing (OQ-86).
///
/// An SDK whose timers go by that clock sees them move when it is set, or when it was set while the app was dead.
extension TimerRules {
  /// The device's clock was set.
  func setWallClock(_ clock: VirtualInstant) {
    let jump = (clock - now).milliseconds - state.wallClockOffset.milliseconds
    followCorrection(of: state.wallClockOffset, by: jump, isRight: clock == now)
    state.wallClockOffset = clock - now
    memory.requestsBeforeClockChange = underWay.compactMap(\.request)
    if underWay.contains(where: { $0.sentAt != nil }), !behaviour.requests.limitIsElapsedTime {
      for index in underWay.indices { underWay[index].sentAt?.milliseconds -= jump }
      operations.giveUpLateRequests()
    }
    if state.isLaunched { strays.follow(behaviour.strays.onClockChange, of: nil) }
    if jump > VirtualDuration.days(30).milliseconds, behaviour.leaving.wipesAt.contains(.clockJump)
    {
      leaving.leave(reason: .deregister, wipe: true)
    }
    if saved.checkInDue != nil, behaviour.checkIn.clock == .device {
      saved.checkInDue?.milliseconds -= jump
    }
    for index in saved.accounts.indices
    where saved.accounts[index].attemptDue != nil && behaviour.enrollment.retryClock == .device {
      saved.accounts[index].attemptDue?.milliseconds -= jump
    }
  }

  /// A value as it is saved: with the times of the device's clock where timers go by it while the app is dead.
  func withDeviceTimes(_ value: SavedValue) -> SavedValue {
    guard state.wallClockOffset != .zero, value.value != nil else { return value }
    switch SavedState.Part(rawValue: value.name) {
    case .accounts where behaviour.enrollment.retryClock == .deviceWhileDead:
      let accounts = saved.accounts.map { account in
        var kept = account
        kept.attemptDue?.milliseconds += state.wallClockOffset.milliseconds
        return kept
      }
      return SavedValue(name: value.name, value: .array(accounts.map(\.json)))
    case .checkInDue where behaviour.checkIn.clock == .deviceWhileDead:
      let due = saved.checkInDue.map {
        JSON.int($0.milliseconds + state.wallClockOffset.milliseconds)
      }
      return SavedValue(name: value.name, value: due)
    default: return value
    }
  }

  /// Takes such times for those of the device's clock as it is now.
  func readDeviceTimes() {
    guard state.wallClockOffset != .zero else { return }
    if behaviour.enrollment.retryClock == .deviceWhileDead {
      for index in saved.accounts.indices {
        saved.accounts[index].attemptDue?.milliseconds -= state.wallClockOffset.milliseconds
      }
    }
    if behaviour.checkIn.clock == .deviceWhileDead {
      saved.checkInDue?.milliseconds -= state.wallClockOffset.milliseconds
    }
  }
}
