internal import ExactText
import JSONText
import VirtualTime

/// The defects that keep an instant by the device's own clock over the death of the process (OQ-86).
extension ManagementSDK {
  /// A value as such a defect saves it: its instants are those of the device's clock.
  func keptByWallClock(_ value: SavedValue) -> SavedValue {
    guard astray.wallClockOffset != .zero else { return value }
    switch SavedState.Part(rawValue: value.name) {
    case .accounts where value.value != nil && has(.retryKeptByWallClock):
      let accounts = saved.accounts.map { account in
        var kept = account
        kept.attemptDue?.milliseconds += astray.wallClockOffset.milliseconds
        return kept
      }
      return SavedValue(name: value.name, value: .array(accounts.map(\.json)))
    case .checkInDue where value.value != nil && has(.refreshKeptByWallClock):
      let due = saved.checkInDue.map {
        JSON.int($0.milliseconds + astray.wallClockOffset.milliseconds)
      }
      return SavedValue(name: value.name, value: due)
    default: return value
    }
  }

  /// Takes what an earlier process saved for instants of the device's clock as it is now.
  mutating func readByWallClock() {
    guard astray.wallClockOffset != .zero else { return }
    if has(.retryKeptByWallClock) {
      for index in saved.accounts.indices {
        saved.accounts[index].attemptDue?.milliseconds -= astray.wallClockOffset.milliseconds
      }
    }
    if has(.refreshKeptByWallClock) {
      saved.checkInDue?.milliseconds -= astray.wallClockOffset.milliseconds
    }
  }
}
