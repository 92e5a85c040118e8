internal import ExactText

/// How the simulated app shows what it has seen.
package struct AppBehaviour: BehaviourArea {
  /// In which letter case the app is shown identities (IDN-011, OQ-41).
  package var identitiesShown = ShownIdentities.asGiven
  /// An event says after how many requests it came.
  package var numbersEvents = true

  /// The contract of the latest edition.
  package init() {}
}

extension AppBehaviour {
  /// In which letter case the app is shown identities.
  package enum ShownIdentities: Sendable {
    case asGiven, inUpperCase
  }
}
