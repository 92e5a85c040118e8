internal import ExactText

/// Apps that do not what they may do and need not.
enum DecisionReadings {
  static let all: [Reading] = [
    Reading(
      "app-needs-no-scheme", "the app signs in with a redirect URI that is not made of its scheme",
      ["AUTH-008"], .set(\.decisions.usesScheme, false)),
    Reading(
      "app-registers-itself", "the app gives the SDK a registration although it needs none",
      ["AUTH-011"], .set(\.decisions.skipsRegistration, false)),
    Reading(
      "app-lets-the-sdk-wipe", "the app has the SDK wipe what it has deleted itself", ["DRG-013"],
      .set(\.decisions.wipesAlone, false)),
    Reading(
      "app-observes-no-accounts", "the app does not observe changes of the allowed accounts",
      ["ACC-006"], .set(\.decisions.observesAllowedAccounts, false)),
    Reading(
      "app-encrypts-by-itself", "the app encrypts managed data without the SDK", ["DAT-002"],
      .set(\.decisions.usesDataProtection, false)),
    Reading(
      "app-observes-no-encryption", "the app does not protect files again when the need changes",
      ["FIL-021"], .set(\.decisions.followsEncryption, false)),
    Reading(
      "app-remembers-owners", "the app knows by itself whose its files are", ["FIL-007"],
      .set(\.decisions.readsOwners, false)),
    Reading(
      "app-owns-by-its-thread", "the app gives a file its owner by the thread that writes it",
      ["FIL-006"], .set(\.decisions.setsOwners, false)),
    Reading(
      "app-shows-no-notifications", "the app shows no notifications although it may", ["NOT-003"],
      .set(\.decisions.showsAllowedNotifications, false)),
    Reading(
      "app-answers-on-the-main-thread", "the app calls its handlers on the main thread",
      ["IDN-049"], .set(\.decisions.answersInBackground, false)),
  ]
}
