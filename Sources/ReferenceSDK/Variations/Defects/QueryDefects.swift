internal import ExactText

enum QueryDefects {
  /// What the app is told when it asks: policy, names, users.
  static let all: [Defect] = [
    Defect(
      "pin-always-required", "isPINRequired is true although policy requires none", ["POL-013"],
      .set(\.policy.isPINRequired, .always)),
    Defect(
      "managed-browser-always-required",
      "isManagedBrowserRequired is true although policy requires none", ["POL-017"],
      .set(\.policy.isManagedBrowserRequired, .always)),
    Defect(
      "contact-sync-never-allowed", "isContactSyncAllowed is false although policy allows it",
      ["POL-018"], .set(\.policy.isContactSyncAllowed, .never)),
    Defect(
      "spotlight-never-allowed",
      "isSpotlightIndexingAllowed is false although data may go to every app", ["POL-020"],
      .set(\.policy.isSpotlightIndexingAllowed, .never)),
    Defect(
      "spotlight-allowed-for-managed-apps",
      "isSpotlightIndexingAllowed is true although data may only go to managed apps", ["POL-020"],
      .set(\.policy.spotlightNeeds, .managedApps)),
    Defect(
      "sharing-never-allowed", "isAppSharingAllowed is false although data may go to every app",
      ["POL-022"], .set(\.policy.isAppSharingAllowed, .never)),
    Defect(
      "sharing-blocked-for-managed-apps",
      "isAppSharingAllowed is false although data may go to managed apps", ["POL-022"],
      .set(\.policy.sharingNeeds, .allApps)),
    Defect(
      "file-provider-always-encrypts",
      "shouldFileProviderEncryptFiles is true although policy requires no encryption", ["FIL-015"],
      .set(\.policy.shouldFileProviderEncryptFiles, .always)),
    Defect(
      "encryption-always-required",
      "isFileEncryptionRequired is true although policy requires no encryption", ["FIL-019"],
      .set(\.policy.isFileEncryptionRequired, .always)),
    Defect(
      "source-is-mam-without-policy", "mamPolicySource is MAM although no policy is in force",
      ["POL-008"], .set(\.policy.sourceWithoutPolicy, .mam)),
    Defect(
      "source-is-mdm-without-policy", "mamPolicySource is MDM although no policy is in force",
      ["POL-008"], .set(\.policy.sourceWithoutPolicy, .mdm)),
    Defect(
      "primary-user-is-registered", "primaryUser is an account whose enrollment has failed",
      ["POL-024", "IDN-020"], .set(\.accounts.primaryUser, .enrolledOrRegisteredUser)),
    Defect(
      "primary-user-never-cleared", "primaryUser goes on naming a user who was unenrolled",
      ["POL-024", "IDN-020"], .set(\.accounts.primaryUser, .enrolledOrLeftUser)),
    Defect(
      "primary-user-is-the-latest", "primaryUser is the account that was registered last",
      ["POL-024", "IDN-020"], .set(\.accounts.primaryUser, .lastRegisteredUser)),
    Defect(
      "policy-notification-at-launch", "posts the notification of a policy change at every launch",
      ["POL-004"], .set(\.policy.launchIsQuiet, false)),
    Defect(
      "departure-not-posted", "does not post that policy has gone with its user", ["POL-004"],
      .set(\.policy.postsDeparture, false)),
    Defect(
      "lost-record-not-posted", "does not post that policy has gone with the service's record",
      ["POL-004"], .set(\.policy.postsLostRecord, false)),
    Defect(
      "withdrawal-not-posted", "does not post that policy targets the user no more", ["POL-004"],
      .set(\.policy.postsWithdrawal, false)),
    Defect(
      "mdm-account-is-the-enrolled-user",
      "mdmEnrolledAccount names the enrolled user on an unmanaged device", ["ENR-023"],
      .set(\.accounts.mdmEnrolledAccount, .managedOrEnrolled)),
    Defect(
      "mdm-account-is-the-configured-one",
      "mdmEnrolledAccount names whom the app's configuration names, managed or not", ["ENR-023"],
      .set(\.accounts.mdmEnrolledAccount, .configured)),
    Defect(
      "another-manager-each-time", "gives another enrollment manager with each call", ["ENR-039"],
      .set(\.accounts.manager, .newEachTime)),
    Defect(
      "letter-case-of-ascii-only", "knows letter case of the letters A to Z only",
      ["IDN-010", "IDN-012", "ENR-016"], .set(\.identity.names, .inAnyASCIILetterCase)),
    Defect(
      "domains-ignored", "takes two names for one that differ in their domain",
      ["IDN-012", "ENR-021", "IDN-022"], .set(\.identity.names, .ofAnyDomain)),
    Defect(
      "active-told-as-sender", "tells the handler of a link who works in the app as its sender",
      ["IDN-057"], .set(\.identity.toldSender, .active)),
    Defect(
      "activity-outlasts-its-handler",
      "getIdentityForCurrentActivity names somebody outside a handler", ["IDN-057"],
      .set(\.identity.activityEndsWithItsHandler, false)),
  ]
}
