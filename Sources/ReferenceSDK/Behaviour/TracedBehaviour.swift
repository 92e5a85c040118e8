internal import ExactText

/// The behaviour of one SDK, and who wants to know what it looks at.
///
///     if behaviour.leaving.asksBeforeWiping { ... }
@dynamicMemberLookup
@usableFromInline package final class TracedBehaviour: Sendable {
  /// The decisions in force.
  @usableFromInline let values: Behaviour
  /// Notified of every field that is read; nil for nobody.
  @usableFromInline let trace: BehaviourTrace?

  /// A behaviour that is read, with or without a trace.
  @usableFromInline package init(_ values: Behaviour, trace: BehaviourTrace? = nil) {
    self.values = values
    self.trace = trace
  }

  /// The same decisions for somebody else, whose reading is traced apart.
  func traced(by trace: BehaviourTrace?) -> TracedBehaviour {
    trace === self.trace ? self : TracedBehaviour(values, trace: trace)
  }

  /// The decisions of an area.
  @inlinable @inline(__always)
  package subscript<Area: BehaviourArea>(
    dynamicMember area: KeyPath<Behaviour, Area>
  ) -> Traced<Area> {
    Traced(
      values: values[keyPath: area], start: MemoryLayout<Behaviour>.offset(of: area)!, trace: trace)
  }

}

extension TracedBehaviour: Equatable {
  @usableFromInline package static func == (left: TracedBehaviour, right: TracedBehaviour) -> Bool {
    left.values == right.values
  }
}

/// The fields of an area, each of which is noted when it is read.
///
/// Nothing of it is left in an optimized program but the field itself and a look at the trace: neither a key path
/// nor a copy of the area. That is why a field is known to the trace by its place in ``Behaviour``.
@dynamicMemberLookup
@usableFromInline package struct Traced<Area: BehaviourArea>: Sendable {
  @usableFromInline let values: Area
  /// Where the area begins in ``Behaviour``, in bytes.
  @usableFromInline let start: Int
  @usableFromInline let trace: BehaviourTrace?

  @inlinable @inline(__always)
  init(values: Area, start: Int, trace: BehaviourTrace?) {
    self.values = values
    self.start = start
    self.trace = trace
  }

  /// The value of a field.
  @inlinable @inline(__always)
  package subscript<Value>(dynamicMember field: KeyPath<Area, Value>) -> Value {
    if let trace { trace.note(start + MemoryLayout<Area>.offset(of: field)!) }
    return values[keyPath: field]
  }
}
