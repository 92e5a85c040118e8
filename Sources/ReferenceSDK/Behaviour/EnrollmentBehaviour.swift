internal import ExactText

/// Attempts to enroll: when, for whom, and how they end.
public struct EnrollmentBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
