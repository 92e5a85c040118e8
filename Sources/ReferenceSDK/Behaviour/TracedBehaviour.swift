internal import ExactText

/// The behaviour of one SDK, and who wants to know what it looks at.
///
///     if behaviour.leaving.asksBeforeWiping { ... }
@dynamicMemberLookup
public final class TracedBehaviour: Sendable {
  /// The decisions in force.
  @usableFromInline let values: Behaviour
  /// Told of every field that is read; nil for nobody.
  @usableFromInline let trace: BehaviourTrace?
  /// What no field decides yet.
  let defectNames: Set<DefectName>
  let readingNames: Set<ReadingName>

  /// A behaviour that is read, with or without a trace.
  public init(
    _ values: Behaviour, trace: BehaviourTrace? = nil, variations: Variations = Variations()
  ) {
    self.values = values
    self.trace = trace
    defectNames = Set(variations.defects.compactMap { DefectName(rawValue: $0.name) })
    readingNames = Set(variations.readings.compactMap { ReadingName(rawValue: $0.name) })
  }

  /// The decisions of an area.
  @inlinable @inline(__always)
  public subscript<Area: BehaviourArea>(
    dynamicMember area: KeyPath<Behaviour, Area>
  ) -> Traced<Area> {
    Traced(
      values: values[keyPath: area], start: MemoryLayout<Behaviour>.offset(of: area)!, trace: trace)
  }

  /// True if that defect is in force.
  public func has(_ defect: DefectName) -> Bool {
    trace?.note(defect)
    return !defectNames.isEmpty && defectNames.contains(defect)
  }

  /// True if that reading is followed.
  public func reads(_ reading: ReadingName) -> Bool {
    !readingNames.isEmpty && readingNames.contains(reading)
  }
}

extension TracedBehaviour: Equatable {
  public static func == (left: TracedBehaviour, right: TracedBehaviour) -> Bool {
    left.values == right.values && left.defectNames == right.defectNames
      && left.readingNames == right.readingNames
  }
}

/// The fields of an area, each of which is noted when it is read.
///
/// Nothing of it is left in an optimized program but the field itself and a look at the trace: neither a key path
/// nor a copy of the area. That is why a field is known to the trace by its place in ``Behaviour``.
@dynamicMemberLookup
public struct Traced<Area: BehaviourArea>: Sendable {
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
  public subscript<Value>(dynamicMember field: KeyPath<Area, Value>) -> Value {
    if let trace { trace.note(start + MemoryLayout<Area>.offset(of: field)!) }
    return values[keyPath: field]
  }
}
