internal import ExactText
import JSONText
import VirtualTime

/// How defects change what an SDK remembers and what it does by the clock.
extension ManagementSDK {
  /// Somebody who has signed in on the device, enrolled or not.
  var signedInUser: String? {
    keychain.values(of: tokenGroup).lazy.compactMap { TokenEntry($0)?.identity }.first
  }

  /// With a defect: loses, moves or brings back what an earlier process has saved. Without one it changes nothing.
  mutating func spoilSavedState() {
    if !saved.accounts.isEmpty, has(.accountsLostOnRestart) { saved.accounts = [] }
    if saved.enrollment?.policy != nil, has(.policyLostOnRestart) {
      saved.enrollment?.policy = nil
    }
    if !saved.leavings.isEmpty, has(.leavingLostWhenKilled) { saved.leavings = [] }
    for index in saved.accounts.indices {
      guard let due = saved.accounts[index].attemptDue else { continue }
      if due > now, has(.retryAtLaunch) { saved.accounts[index].attemptDue = now }
      if has(.retryClockResetByRelaunch) { saved.accounts[index].attemptDue = now + retryInterval }
    }
    putOffOverdueRetries()
    guard let due = saved.checkInDue, enrolled != nil else { return }
    if due > now, has(.refreshAtEveryLaunch) { saved.checkInDue = now }
    if has(.refreshPutOffByLaunch) { saved.checkInDue = now + checkInInterval }
  }

  /// Puts retries off by a day that fell due while the app could not run.
  mutating func putOffOverdueRetries() {
    for index in saved.accounts.indices {
      if let due = saved.accounts[index].attemptDue, due <= now, has(.overdueRetryPutOff) {
        saved.accounts[index].attemptDue = now + retryInterval
      }
    }
  }

  /// The app has come to the foreground.
  mutating func hurryOnForeground() {
    for index in saved.accounts.indices {
      if let due = saved.accounts[index].attemptDue, due > now, has(.retryOnForeground) {
        saved.accounts[index].attemptDue = now
      }
    }
    if enrolled != nil, let due = saved.checkInDue, due > now, has(.refreshOnForeground) {
      saved.checkInDue = now
    }
  }

  /// Has an event come later that should not come at all.
  mutating func echo(_ event: SDKEvent, after delay: VirtualDuration) {
    astray.echoes.append((at: now + delay, event: event))
  }

  /// Does what is due and should not be done.
  mutating func doAstrayWork() {
    while let index = astray.echoes.firstIndex(where: { $0.at <= now }) {
      let event = astray.echoes.remove(at: index).event
      emit(event.name, event.fields)
    }
    if runsTimers, let due = astray.checkIn?.due, due <= now, let stale = astray.checkIn {
      let next = now + checkInInterval
      astray.checkIn?.due = next
      begin(
        .checkIn, identity: stale.identity, locations: stale.locations, enrollmentId: "none")
    }
  }

  /// Leaves when another app of the device has unenrolled this app's user.
  mutating func followOtherApps(_ old: Keychain) {
    guard let enrolled else { return }
    let own = "enrollment/" + context.bundleId
    for entry in old.entries
    where entry.item.group == managementGroup && entry.item.account.hasPrefix("enrollment/")
      && entry.item.account != own && keychain[entry.item] == nil
      && isSame(Enrollment(entry.value)?.identity, enrolled.identity) && has(.followsOtherApps)
    {
      return leave(reason: "deregister", wipe: true)
    }
  }
}
