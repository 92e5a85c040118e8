internal import ExactText
import JSONText
import VirtualTime

/// How defects change what an SDK remembers and what it does by the clock.
extension ManagementSDK {
  /// Has an event come later that should not come at all.
  mutating func echo(_ event: SDKEvent, after delay: VirtualDuration) {
    astray.echoes.append((at: now + delay, event: event))
  }

  mutating func tellEchoes() {
    while let index = astray.echoes.firstIndex(where: { $0.at <= now }) {
      let event = astray.echoes.remove(at: index).event
      emit(event.name, event.fields)
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
