internal import ExactText

/// How the simulated app shows what it has seen.
public struct AppBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
