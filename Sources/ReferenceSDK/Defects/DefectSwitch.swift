internal import ExactText

/// The deliberate violation in force, if any, and who wants to know where it would show.
public struct DefectSwitch: Sendable, Equatable {
  /// The violation; nil for none.
  public let defect: Defect?
  /// Told of every place at which a defect would make a difference; nil for nobody.
  let trace: DefectTrace?

  /// A switch with a violation, or without one.
  public init(_ defect: Defect? = nil, trace: DefectTrace? = nil) {
    self.defect = defect
    self.trace = trace
  }

  /// True if that violation is in force.
  ///
  /// Everything that a defect changes hangs on a call of this function, and it is called after all the
  /// conditions that it is joined with: a case that never calls it for a defect is the same with and
  /// without that defect (``DefectTrace``).
  public func has(_ defect: Defect) -> Bool {
    trace?.note(defect)
    return self.defect == defect
  }

  public static func == (left: DefectSwitch, right: DefectSwitch) -> Bool {
    left.defect == right.defect
  }
}
