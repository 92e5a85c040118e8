internal import ExactText

/// The launch of the app.
public struct LaunchBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
