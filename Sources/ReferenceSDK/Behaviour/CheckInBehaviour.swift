internal import ExactText

/// Check-ins: when, and what they bring.
public struct CheckInBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
