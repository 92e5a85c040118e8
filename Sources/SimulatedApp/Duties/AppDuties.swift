internal import ExactText
import JSONText
import StepProtocol

/// What the app of this process remembers to do by itself.
struct AppDuties {
  /// True once a person has done something in the app: until then it does nothing by itself.
  var hasActed = false
  /// The accounts that are signed in, in the order in which they were.
  var accounts: [String] = []
  /// What waits for a call of the app to end, by the call's number.
  var waiting: [(call: Int, end: CallEnd, then: Continuation)] = []
  /// What calls of the app have returned, and how their completion handlers were called.
  var ended: [Ended] = []
  /// What the SDK has told since the app last looked.
  var noted: [StepEvent] = []
  /// What the app judges for itself.
  var decisions = AppDecisions()
  /// The number of the app's last call: those of the coordinator's messages are positive, these are negative.
  var lastCall = 0

  /// How a call of the app can end.
  enum CallEnd: Equatable {
    case returned, completed
  }

  /// A call that has ended.
  struct Ended {
    var call: Int
    var end: CallEnd
    var result: JSON
  }

  /// What the app goes on with.
  enum Continuation {
    /// The SDK has let the user go.
    case signOut(identity: String)
    /// The identity was switched, or was not.
    case show(identity: String?, path: String?)
    /// Nobody works in the app any more.
    case browse
    /// The page is closed, and somebody works in it again.
    case closeBrowser
  }

  /// True if an account is signed in.
  func has(_ identity: String) -> Bool {
    accounts.contains { $0.isSameIgnoringCase(as: identity) }
  }

  /// Forgets an account.
  mutating func remove(_ identity: String) {
    accounts.removeAll { $0.isSameIgnoringCase(as: identity) }
  }

  /// How a call has ended, once; nil if it has not.
  mutating func take(_ call: Int, _ end: CallEnd) -> JSON? {
    guard let index = ended.firstIndex(where: { $0.call == call && $0.end == end }) else {
      return nil
    }
    return ended.remove(at: index).result
  }
}
