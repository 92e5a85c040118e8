internal import ExactText

/// What a deadline is for, in the order in which deadlines of the same instant are taken.
///
/// The order is the written tie rule of the coordinator: a response that arrives at the very instant
/// at which the client gives up is delivered, not discarded.
package enum DeadlineClass: Int, Sendable, Comparable, CaseIterable {
  /// The service releases a response that it held back.
  case response
  /// A participant asked to run again at this instant.
  case wake

  package static func < (left: DeadlineClass, right: DeadlineClass) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One entry of the coordinator's heap, ordered by instant, class, participant and sequence.
package struct Deadline: Sendable, Hashable, Comparable {
  /// When it falls due.
  package var instant: VirtualInstant
  /// What it is for.
  package var kind: DeadlineClass
  /// The index of the participant it belongs to, in order of first launch.
  package var participant: Int
  /// The order of scheduling, which makes every deadline different from every other.
  package var sequence: Int

  /// A deadline with all four parts of its order.
  package init(instant: VirtualInstant, kind: DeadlineClass, participant: Int, sequence: Int) {
    self.instant = instant
    self.kind = kind
    self.participant = participant
    self.sequence = sequence
  }

  package static func < (left: Deadline, right: Deadline) -> Bool {
    if left.instant != right.instant { return left.instant < right.instant }
    if left.kind != right.kind { return left.kind < right.kind }
    if left.participant != right.participant { return left.participant < right.participant }
    return left.sequence < right.sequence
  }
}

/// A binary heap of deadlines: the earliest is at hand in constant time, the rest in logarithmic.
///
/// Deadlines are not removed when their owner changes its mind; the owner remembers the sequence of
/// its valid deadline and ``next(where:)`` drops the stale ones. That keeps every operation at
/// O(log n) for thousands of participants.
package struct TimerHeap: Sendable {
  private var heap: [Deadline] = []

  /// An empty heap.
  package init() {}

  /// The number of entries, stale ones included.
  package var count: Int { heap.count }

  /// Adds a deadline.
  package mutating func insert(_ deadline: Deadline) {
    heap.append(deadline)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// The earliest deadline that is still valid; stale ones before it are dropped.
  package mutating func next(where isValid: (Deadline) -> Bool) -> Deadline? {
    while let first = heap.first {
      if isValid(first) { return first }
      removeFirst()
    }
    return nil
  }

  /// Removes the earliest deadline; no effect on an empty heap.
  package mutating func removeFirst() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && heap[right] < heap[left] ? right : left
      guard heap[child] < heap[parent] else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
