internal import ExactText

/// Registered accounts, and what the app is told of accounts.
public struct AccountBehaviour: BehaviourArea {
  /// The contract of the latest edition.
  public init() {}
}
