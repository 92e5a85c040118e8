internal import ExactText

/// What is reported of an operation, and by which code.
public struct StatusBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
