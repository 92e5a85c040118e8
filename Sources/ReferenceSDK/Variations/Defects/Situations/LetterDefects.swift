internal import ExactText

/// One comparison of identities each that does not know every letter; all others do.
enum LetterDefects {
  static let all: [Defect] = [
    Defect(
      "sigmas-are-two-letters",
      "takes names that differ in a final sigma for those of two users",
      ["IDN-010", "ENR-016", "DRG-002"], .set(\.identity.names, .asLowercased)),
    Defect(
      "policy-by-exact-name",
      "restricts the managed user only under the name by which that user has enrolled",
      ["POL-006", "IDN-010"], .set(\.identity.policyKnowsAnyCase, false)),
    Defect(
      "managed-by-exact-name",
      "isIdentityManaged is true only of the name by which the user has enrolled",
      ["IDN-022", "IDN-010"], .set(\.identity.managedNamesHaveAnyCase, false)),
    Defect(
      "links-free-in-other-letters",
      "allows every URL if the managed user is named in other letters",
      ["POL-014", "IDN-010"], .set(\.identity.linksKnowAnyCase, false)),
    Defect(
      "main-thread-by-exact-name",
      "refuses a switch to the user of the main thread in other letters",
      ["IDN-033", "IDN-010", "IDN-031"], .set(\.identity.mainThreadKnowsAnyCase, false)),
    Defect(
      "checks-by-exact-name",
      "makes no checks of the managed user who is named in other letters",
      ["IDN-026", "IDN-010"], .set(\.identity.checksKnowAnyCase, false)),
    Defect(
      "equal-once-lowercased",
      "isIdentity:equalTo: tells names apart that differ in a final sigma",
      ["IDN-012", "IDN-010"], .set(\.identity.equalIdentities, .sameOnceLowercased)),
    Defect(
      "registered-again-in-other-letters",
      "registers an account a second time in other letters", ["ENR-016", "IDN-010"],
      .set(\.accounts.knownInAnyCase, false)),
    Defect(
      "sign-in-lists-other-letters",
      "lists a registered account a second time once its user has signed in in other letters",
      ["ENR-021", "ENR-016"], .set(\.accounts.signInsFindAnyCase, false)),
    Defect(
      "account-removed-by-exact-name",
      "leaves an account on the list that was registered in other letters than those of its leaver",
      ["DRG-002", "DRG-016"], .set(\.leaving.accountsLeaveInAnyCase, false)),
    Defect(
      "data-plain-in-other-letters",
      "does not encrypt data of the managed user who is named in other letters",
      ["DAT-003", "IDN-010"], .set(\.protection.ownersHaveAnyCase, false)),
    Defect(
      "leaver-told-by-exact-name",
      "reports nothing when a user who has left is deregistered in other letters",
      ["DRG-021"], .set(\.leaving.formerUsersHaveAnyCase, false)),
    Defect(
      "tokens-by-exact-name",
      "finds the tokens of a user only under the name under which they were saved",
      ["IDN-010", "ENR-006"], .set(\.tokens.usersHaveAnyCase, false)),
    Defect(
      "device-account-by-exact-name",
      "refuses the account of the device in other letters", ["ENR-044", "IDN-010"],
      .set(\.enrollment.deviceUsersHaveAnyCase, false)),
    Defect(
      "device-settings-by-exact-name",
      "gives the user of the device its settings only under the name of the device management",
      ["CFG-020", "IDN-010"], .set(\.configuration.deviceUsersHaveAnyCase, false)),
    Defect(
      "enrolled-user-remediated-by-exact-name",
      "removes the enrolled user for a remediation of the same user in other letters",
      ["RST-007", "AUTH-047", "IDN-010"], .set(\.enrollment.remediatedUsersHaveAnyCase, false)),
    Defect(
      "links-of-the-same-user-ask",
      "asks for a switch for a link of the user who works in the app, if named in other letters",
      ["IDN-043", "IDN-010"], .set(\.identity.sendersHaveAnyCase, false)),
    Defect(
      "groups-wiped-by-exact-name",
      "deletes in app groups only the files that name their owner as the account is named",
      ["WIP-007", "WIP-003", "IDN-010"], .set(\.files.groupsKnowEveryLetterCase, false)),
    Defect(
      "owners-in-capitals",
      "keeps the owner of a file in capitals, in which some letters become two", ["FIL-011"],
      .set(\.files.ownersKeepTheirLetters, false)),
  ]
}
