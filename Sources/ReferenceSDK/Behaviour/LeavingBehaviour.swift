internal import ExactText

/// Deregistration and wipe.
public struct LeavingBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
