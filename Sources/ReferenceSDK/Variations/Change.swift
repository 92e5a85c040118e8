internal import ExactText

/// One field of ``Behaviour`` with another value than the contract's.
package struct Change: Sendable {
  /// Where the field is in ``Behaviour``, in bytes.
  let place: Int
  /// Makes the change.
  let apply: @Sendable (inout Behaviour) -> Void
  /// True if a behaviour has the field's value already.
  let isMade: @Sendable (Behaviour) -> Bool

  /// Sets a field of an area: `.set(\.enrollment.retryInterval, .hours(23))`.
  static func set<Value: Sendable & Equatable>(
    _ field: any WritableKeyPath<Behaviour, Value> & Sendable, _ value: Value
  ) -> Change {
    Change(
      place: MemoryLayout<Behaviour>.offset(of: field)!, apply: { $0[keyPath: field] = value },
      isMade: { $0[keyPath: field] == value })
  }
}
