internal import ExactText
import JSONText

extension JSON {
  /// The largest number that the service counts to or remembers, 2^53: up to it a double has every integer,
  /// so that any client can read and write it, and nothing can overflow that is added to it.
  package static let largestCount = 1 << 53
}

extension RowChange {
  /// True if every number that the service itself counts with is one that nothing can overflow.
  ///
  /// What a row only keeps for somebody, such as the settings of a policy, lies deeper and may be anything.
  var hasSafeNumbers: Bool {
    func isSafe(_ value: JSON) -> Bool { (value.int?.magnitude ?? 0) <= JSON.largestCount }
    guard 0...JSON.largestCount ~= sequence else { return false }
    switch value {
    case .object(let object): return object.members.allSatisfy { isSafe($0.value) }
    case let value?: return isSafe(value)
    case nil: return true
    }
  }
}
