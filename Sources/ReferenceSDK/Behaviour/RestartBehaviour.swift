internal import ExactText

/// The restart that a first policy needs.
public struct RestartBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
