internal import ExactText

/// Policy, and what the app is told of it.
public struct PolicyBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
