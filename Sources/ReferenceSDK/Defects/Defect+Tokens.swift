internal import ExactText

extension Defect {
  /// Tokens.
  static let ofTokens: [Defect: Description] = [
    .clientOverrideIgnored: (
      "prefers the client ID of the settings to the one set at run time", ["AUTH-023", "AUTH-024"]
    ),
    .authorityOverrideIgnored: (
      "does not use an authority set at run time", ["AUTH-022", "AUTH-024", "AUTH-032", "AUTH-034"]
    ),
    .authorityOverrideLast: (
      "puts an authority set at run time at the end of the list",
      ["AUTH-024", "AUTH-032", "AUTH-033", "AUTH-034"]
    ),
    .overrideNotCleared: (
      "keeps a runtime override that is set to nil or to the empty text", ["AUTH-028"]
    ),
    .overridesOutliveTheUser: (
      "keeps the runtime overrides of a user who was unenrolled", ["AUTH-027"]
    ),
    .overridesLostOnRestart: ("forgets the runtime overrides when the process ends", ["AUTH-025"]),
    .checkInIgnoresOverrides: ("makes check-ins without the runtime overrides", ["AUTH-026"]),
    .signsInWithoutClientId: (
      "has no client registration of its own to sign in with", ["AUTH-003", "AUTH-009"]
    ),
    .signInLeftToTheApp: (
      "does not ask for credentials if the app has set no client ID", ["AUTH-009"]
    ),
    .tokenOfAnyUser: (
      "makes requests with the token of whoever has one", ["ENR-007"]
    ),
    .libraryVersionIgnored: (
      "goes on with an authentication library that is too old", ["AUTH-044", "STA-043"]
    ),
    .libraryVersionOffByOne: (
      "takes the oldest good authentication library for too old", ["AUTH-044", "STA-043"]
    ),
  ]
}
