internal import ExactText

/// Requests to the service: where to, and how long the SDK waits.
public struct RequestBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
