internal import ExactText

/// How the simulated app shows what it has seen.
public struct AppBehaviour: BehaviourArea {
  /// In which letter case the app is shown identities (IDN-011, OQ-41).
  public var identitiesShown = ShownIdentities.asGiven
  /// An event says after how many requests it came.
  public var numbersEvents = true

  /// The contract of the latest edition.
  public init() {}
}

extension AppBehaviour {
  /// In which letter case the app is shown identities.
  public enum ShownIdentities: Sendable {
    case asGiven, inUpperCase
  }
}
