internal import ExactText

/// How the simulated app shows what it has seen.
package struct AppBehaviour: BehaviourArea {
  /// In which letter case the app is shown identities (IDN-011, OQ-41).
  package var identitiesShown = ShownIdentities.asGiven
  /// An event says after how many requests it came.
  package var numbersEvents = true
  /// Lists that may be in any order are returned as the SDK has them, and not the other way round (step protocol).
  package var listsAreAsKept = true
  /// Members that are null stand in events (step protocol).
  package var namesNullMembers = true

  /// The contract of the latest edition.
  package init() {}
}

extension AppBehaviour {
  /// In which letter case the app is shown identities.
  package enum ShownIdentities: Sendable {
    case asGiven, inUpperCase
  }
}
