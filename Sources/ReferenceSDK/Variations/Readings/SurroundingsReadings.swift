internal import ExactText
import VirtualTime

enum SurroundingsReadings {
  /// What the open questions of protection, configuration, telemetry and screens allow.
  static let all: [Reading] = [
    Reading(
      "keys-end-with-the-enrollment", "returns nil for data of a user who has left",
      ["OQ-54", "OQ-93"], .set(\.protection.keysOutliveEnrollment, false)),
    Reading(
      "nil-is-not-protected", "returns nil if data is to be protected for nil", ["OQ-55"],
      .set(\.protection.protectsForNil, false)),
    Reading(
      "strings-compared-without-case", "compares strings of the configuration in any letter case",
      ["OQ-61"], .set(\.configuration.comparesLetterCase, false)),
    Reading(
      "telemetry-stopped-at-sending", "notes events of telemetry that it may not send yet",
      ["OQ-67"], .set(\.telemetry.stops, .atSending)),
    Reading(
      "settings-coerced", "takes texts and numbers of the settings for booleans",
      ["OQ-79"], .set(\.launch.settingsKeepTheirTypes, false)),
    Reading(
      "colors-in-small-letters", "takes colours with digits in small letters", ["OQ-80"],
      .set(\.colors.needCapitals, false)),
    Reading(
      "splash-stays-longer", "shows the splash for ten seconds more", ["UIX-002", "OQ-82"],
      .set(\.launch.splashOvertime, .seconds(10))),
    Reading(
      "compliance-on-the-main-thread", "reports the end of a remediation on the main thread",
      ["OQ-22", "AUTH-048"], .set(\.enrollment.complianceThread, .main)),
  ]
}
