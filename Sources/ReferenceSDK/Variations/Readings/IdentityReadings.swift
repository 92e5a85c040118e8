internal import ExactText

enum IdentityReadings {
  /// Identities.
  static let all: [Reading] = [
    Reading(
      "switch-refused-while-one-runs", "refuses a switch while another one runs", ["OQ-42"],
      .set(\.identity.secondSwitch, .isRefused)),
    Reading(
      "checks-run-again", "runs the checks again for the identity that is active already",
      ["OQ-43"], .set(\.identity.activeIdentityNeedsNoChecks, false)
    ),
    Reading(
      "no-switch-after-cancel", "asks for no switch when a check is cancelled after a resume",
      ["IDN-053"], .set(\.identity.asksToLeaveAfterCancelledCheck, false)),
    Reading(
      "ui-identity-reads-as-set",
      "reads a UI identity that is not set as null, not as the process identity", ["IDN-037"],
      .set(\.identity.unsetUIIdentityReadsAs, .nothing)),
    Reading(
      "thread-identity-reads-process",
      "reads a thread identity that is not set as the process identity", ["IDN-038"],
      .set(\.identity.unsetThreadIdentityReadsAs, .processIdentity)),
    Reading(
      "unmanaged-own-nothing", "gives files of unmanaged users no owner", ["OQ-51"],
      .set(\.identity.unmanagedUsersOwnFiles, false)),
  ]
  /// Readings that stand at the end of the list, so that those before them stay in their groups (`ci/readings --together`).
  static let further: [Reading] = [
    Reading(
      "nobody-asked-for-first",
      "asks the app for nobody's identity before a link of an unmanaged sender, if none is set",
      ["OQ-40"], .set(\.identity.asksForNobodyWhereNoneIsSet, true)),
    Reading(
      "extension-lists-the-user",
      "lists the app's user among the registered accounts of an extension that has none",
      ["OQ-89"], .set(\.accounts.extensionsListTheUser, true)),
    Reading(
      "level-of-the-platform", "gives a file without a level of its owner's policy the platform's",
      ["FIL-030"], .set(\.protection.withoutLevelIsNone, false)),
  ]
}
