internal import ExactText
import VirtualTime

/// Events that come later than what they tell of; the contract has none.
extension ManagementSDK {
  /// Has the app notified of an event after a while.
  mutating func tellLater(_ event: SDKEvent, after delay: VirtualDuration) {
    laterEvents.append((at: now + delay, event: event))
  }

  /// Tells of the events that are due.
  mutating func tellDueEvents() {
    while let index = laterEvents.firstIndex(where: { $0.at <= now }) {
      let event = laterEvents.remove(at: index).event
      emit(event.name, event.fields)
    }
  }
}
