internal import ExactText

/// Who works in the app.
public struct IdentityBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
