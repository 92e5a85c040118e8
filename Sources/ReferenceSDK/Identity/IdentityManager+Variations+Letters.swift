internal import ExactText

/// What other SDKs than the contract's make of names in other letters; by the contract each answers as its first line says.
extension IdentityManager {
  /// False: a name that has passed to another user has that user's object ID (IDN-012).
  func keepsObjectID(of name: IdentityName) -> Bool {
    objectIDs[name] != nil && !rules.namesFollowTheirUsers
  }

  /// True: policy is that of its user in any letters (POL-006, IDN-010).
  func isKnown(_ identity: String?) -> Bool {
    identity == primary || settings == nil || rules.policyKnowsAnyCase
  }

  /// False: the managed user is checked in any letters (IDN-026, IDN-010).
  func isUncheckedAsWritten(_ identity: String?) -> Bool {
    identity != primary && settings != nil && !rules.checksKnowAnyCase
  }

  /// False: a link of the user who works in the app needs no switch, in whatever letters (IDN-043, IDN-010).
  func isAsked(_ active: String?, as target: String) -> Bool {
    active != target && !rules.sendersHaveAnyCase
  }

  /// True: the user of the main thread is known in any letters (IDN-033, IDN-010).
  func isWritten(_ own: String, as target: String?) -> Bool {
    own == target || rules.mainThreadKnowsAnyCase
  }
}
