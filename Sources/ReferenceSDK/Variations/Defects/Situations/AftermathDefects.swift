internal import ExactText

/// What is left behind by one thing and decides another one, of another kind.
enum AftermathDefects {
  static let all: [Defect] = [
    Defect(
      "leavers-refused-tokens-kept",
      "goes on with a token that the service has refused when its user left", ["AUTH-002"],
      .set(\.tokens.renewsTokensRefusedToLeavers, false)),
  ]
}
