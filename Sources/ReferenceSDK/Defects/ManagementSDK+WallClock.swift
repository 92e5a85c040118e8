internal import ExactText
import JSONText
import VirtualTime

/// The defects that keep an instant by the device's own clock over the death of the process (OQ-86).
extension ManagementSDK {
  /// A value as such a defect saves it: its instants are those of the device's clock.
  func keptByWallClock(_ value: SavedValue) -> SavedValue {
    switch (value.name, defect) {
    case (SavedState.Part.accounts.rawValue, .retryKeptByWallClock):
      let accounts = saved.accounts.map { account in
        var kept = account
        kept.attemptDue?.milliseconds += wallClockOffset.milliseconds
        return kept
      }
      return SavedValue(name: value.name, value: .array(accounts.map(\.json)))
    case (SavedState.Part.checkInDue.rawValue, .refreshKeptByWallClock):
      let due = saved.checkInDue.map { JSON.int($0.milliseconds + wallClockOffset.milliseconds) }
      return SavedValue(name: value.name, value: due)
    default: return value
    }
  }

  /// Takes what an earlier process saved for instants of the device's clock as it is now.
  mutating func readByWallClock() {
    switch defect {
    case .retryKeptByWallClock:
      for index in saved.accounts.indices {
        saved.accounts[index].attemptDue?.milliseconds -= wallClockOffset.milliseconds
      }
    case .refreshKeptByWallClock: saved.checkInDue?.milliseconds -= wallClockOffset.milliseconds
    default: break
    }
  }
}
