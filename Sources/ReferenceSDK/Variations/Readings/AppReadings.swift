internal import ExactText

enum AppReadings {
  /// App configuration, allowed accounts, places, colours.
  static let all: [Reading] = [
    Reading(
      "configuration-of-nobody-is-the-users", "gives the enrolled user's configuration for nil",
      ["CFG-021"], .set(\.configuration.ofNobody, .enrolledUsers)),
    Reading(
      "last-configuration-first", "looks at the values of a key from the last to the first",
      ["OQ-63", "OQ-64"], .set(\.configuration.keepsOrder, false)),
    Reading(
      "no-allowed-accounts-as-empty-list", "returns an empty list if all accounts are allowed",
      ["ACC-002"], .set(\.allowedAccounts.noneAreEmpty, true)),
    Reading(
      "place-without-account-is-the-users",
      "takes a managed place without an account for the enrolled user's", ["OQ-59"],
      .set(\.locations.account, .enrolledOrNone)),
    Reading(
      "default-color-as-empty-text", "returns the empty text for a colour that is not set",
      [Reading.stepProtocol], .set(\.colors.defaultReads, .asEmptyText)),
  ]
}
