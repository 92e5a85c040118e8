internal import ExactText
import VirtualTime

/// What other SDKs than the contract's make of other apps of the device.
extension ManagementSDK {
  /// Nothing: another app's enrollment is that app's.
  func followOtherApps(before old: Keychain) {
    checkIns.followOtherApps(old)
    leaving.followOtherApps(old)
    leaving.followOtherAppsIn(old)
    leaving.hastenRetries(old)
    if saved.checkInDue != nil, !context.isExtension, !state.behaviour.checkIn.othersMoveNothing {
      saved.checkInDue = state.now + checkIns.interval
    }
  }
}
