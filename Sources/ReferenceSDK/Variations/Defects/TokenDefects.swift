internal import ExactText

enum TokenDefects {
  /// Tokens, and the overrides of the sign-in settings.
  static let all: [Defect] = [
    Defect(
      "client-override-ignored", "prefers the client ID of the settings to the one set at run time",
      ["AUTH-023", "AUTH-024"], .set(\.tokens.prefersRuntimeClientID, false)),
    Defect(
      "authority-override-ignored", "does not use an authority set at run time",
      ["AUTH-022", "AUTH-024", "AUTH-032", "AUTH-034"],
      .set(\.tokens.runtimeAuthorityPlace, .nowhere)),
    Defect(
      "authority-override-last", "puts an authority set at run time at the end of the list",
      ["AUTH-024", "AUTH-032", "AUTH-033", "AUTH-034"], .set(\.tokens.runtimeAuthorityPlace, .last)),
    Defect(
      "override-not-cleared", "keeps a runtime override that is set to nil or to the empty text",
      ["AUTH-028"], .set(\.tokens.emptyValueRemovesOverride, false)),
    Defect(
      "overrides-outlive-the-user", "keeps the runtime overrides of a user who was unenrolled",
      ["AUTH-027"], .set(\.tokens.overridesEndWithEnrollment, false)),
    Defect(
      "overrides-lost-on-restart", "forgets the runtime overrides when the process ends",
      ["AUTH-025"], .set(\.tokens.overridesSurviveRelaunch, false)),
    Defect(
      "check-in-ignores-overrides", "makes check-ins without the runtime overrides", ["AUTH-026"],
      .set(\.tokens.checkInsUseOverrides, false)),
    Defect(
      "signs-in-without-client-id", "has no client registration of its own to sign in with",
      ["AUTH-003", "AUTH-009"], .set(\.tokens.hasOwnClientRegistration, false)),
    Defect(
      "sign-in-left-to-the-app", "does not ask for credentials if the app has set no client ID",
      ["AUTH-009"], .set(\.tokens.asksWithoutClientID, false)),
    Defect(
      "token-of-any-user", "makes requests with the token of whoever has one",
      ["ENR-007", "ENR-028"],
      .set(\.tokens.usesOwnTokensOnly, false)),
    Defect(
      "library-version-ignored", "goes on with an authentication library that is too old",
      ["AUTH-044", "STA-043"], .set(\.tokens.oldestLibrary, LibraryVersion(0, 0, 0))),
    Defect(
      "library-version-off-by-one", "takes the oldest good authentication library for too old",
      ["AUTH-044", "STA-043"], .set(\.tokens.oldestLibrary, LibraryVersion(2, 6, 5))),
    Defect(
      "failed-authority-asked-again-at-once",
      "asks an authority again at once that could not be asked", ["ENR-009", "POL-001"],
      .set(\.tokens.asksAuthoritiesOnce, false)),
    Defect(
      "authority-at-its-last-place",
      "lists an authority that is a candidate twice at its last place", ["AUTH-032", "AUTH-033"],
      .set(\.tokens.authoritiesKeepTheirFirstPlace, false)),
    Defect(
      "typed-user-asked-at-the-default",
      "asks a user whose name was typed at another authority than that of the cached tokens",
      ["AUTH-034"], .set(\.tokens.typedUsersHaveTheirAuthorities, false)),
    Defect(
      "token-of-the-client-set-meanwhile",
      "takes a token for one of the client ID that was set while it was asked for",
      ["AUTH-023", "AUTH-026"], .set(\.tokens.tokensKeepTheirClient, false)),
    Defect(
      "library-choice-remembered",
      "goes on with the library that an app has chosen after its switch is gone", ["AUTH-042"],
      .set(\.tokens.choicesEndWithTheSwitch, false)),
  ]
}
