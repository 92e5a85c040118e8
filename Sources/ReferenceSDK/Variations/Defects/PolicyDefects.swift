internal import ExactText
internal import VirtualTime

enum PolicyDefects {
  /// Check-ins, policy and what the app is notified of it.
  static let all: [Defect] = [
    Defect(
      "refresh-at-12h", "checks in every 12 hours", ["POL-001", "POL-028"],
      .set(\.checkIn.interval, .hours(12))),
    Defect(
      "refresh-kept-by-wall-clock",
      "keeps the time of the check-in by the device's own clock while the app is dead", ["POL-001"],
      .set(\.checkIn.clock, .deviceWhileDead)),
    Defect(
      "refresh-millisecond-early", "checks in a millisecond early", ["POL-001"],
      .set(\.checkIn.interval, VirtualDuration(milliseconds: 28_799_999))),
    Defect(
      "refresh-millisecond-late", "checks in a millisecond late", ["POL-001"],
      .set(\.checkIn.interval, VirtualDuration(milliseconds: 28_800_001))),
    Defect(
      "refresh-at-every-launch", "checks in at every launch", ["POL-001"],
      .set(\.checkIn.atLaunch, .fallsDue)),
    Defect(
      "refresh-put-off-by-launch", "restarts the 8 hours at every launch", ["POL-001"],
      .set(\.checkIn.atLaunch, .startsAnew)),
    Defect(
      "refresh-on-foreground", "checks in whenever the app comes to the foreground", ["POL-001"],
      .set(\.checkIn.onForeground, .fallsDue)),
    Defect(
      "refresh-only-in-foreground", "does not check in while the app is in the background",
      ["POL-003", "POL-001"], .set(\.checkIn.runInBackground, false)),
    Defect(
      "refresh-made-up-for", "counts the next check-in from when the last one was due", ["POL-001"],
      .set(\.checkIn.intervalStart, .due)),
    Defect(
      "refresh-lost-while-suspended",
      "forgets a check-in that fell due while the app was suspended", ["POL-001"],
      .set(\.checkIn.madeAfterSuspension, false)),
    Defect(
      "refresh-early-after-failure", "repeats a failed check-in after one hour", ["POL-001"],
      .set(\.checkIn.afterFailure, .afterAnHour)),
    Defect(
      "refresh-ends-with-failure", "makes no check-in any more after one has failed", ["POL-001"],
      .set(\.checkIn.afterFailure, .never)),
    Defect(
      "refresh-before-enrollment", "checks in for an account that has not enrolled yet",
      ["POL-002"], .set(\.checkIn.needEnrollment, false)
    ),
    Defect(
      "refresh-after-deregistration", "goes on checking in for a deregistered user",
      ["DRG-015", "POL-002"], .set(\.checkIn.endWithEnrollment, false)),
    Defect(
      "gone-keeps-policy", "keeps policy although the service has no enrollment any more",
      ["POL-002"], .set(\.checkIn.missingRecordEndsEnrollment, false)),
    Defect(
      "policy-lost-on-restart", "forgets the policy when the process ends",
      ["POL-010", "INT-018"],
      .set(\.policy.survivesRelaunch, false)),
    Defect(
      "policy-only-after-restart", "has no policy in force until the app has restarted",
      ["POL-010"], .set(\.policy.isInForceAtOnce, false)
    ),
    Defect(
      "policy-change-ignored", "keeps the first policy for good", ["POL-028"],
      .set(\.policy.adoptsChanges, false)),
    Defect(
      "withdrawn-policy-stays", "keeps a policy in force that targets the user no more",
      ["POL-028"], .set(\.policy.endsWithTargeting, false)
    ),
    Defect(
      "failed-check-in-drops-policy", "drops the policy when a check-in fails", ["POL-028"],
      .set(\.policy.survivesFailedCheckIn, false)),
    Defect(
      "no-policy-notification", "does not post the notification of a policy change", ["POL-004"],
      .set(\.policy.notificationCount, 0)),
    Defect(
      "policy-notification-twice", "posts the notification of a policy change twice", ["POL-004"],
      .set(\.policy.notificationCount, 2)),
    Defect(
      "policy-notification-without-change",
      "posts the notification of a policy change also without a change", ["POL-004"],
      .set(\.policy.unchangedPolicyIsQuiet, false)),
    Defect(
      "policy-notification-after-failure",
      "posts the notification of a policy change when a check-in fails", ["POL-004"],
      .set(\.policy.failedCheckInIsQuiet, false)),
    Defect(
      "policy-notification-without-object",
      "posts the notification of a policy change without its object", ["POL-004"],
      .set(\.policy.notificationHasObject, false)),
    Defect(
      "policy-notification-with-user-info",
      "posts the notification of a policy change with a user info", ["POL-004"],
      .set(\.policy.notificationOmitsUserInfo, false)),
    Defect(
      "policy-of-the-main-thread", "policy is that of the main thread whichever thread asks",
      ["POL-005"], .set(\.policy.isThatOfTheThread, false)),
    Defect(
      "named-policy-is-the-threads",
      "policyForIdentity is that of the thread whomever it is asked for", ["POL-006"],
      .set(\.policy.isThatOfTheNamedUser, false)),
    Defect(
      "restricted-before-enrollment", "restricts everybody while nobody is enrolled",
      ["POL-006", "INT-019"],
      .set(\.identity.restrictedUsers, .allBeforeEnrollment)),
    Defect(
      "policy-source-is-mdm", "says that policy from the MAM service came from device management",
      ["POL-008"], .set(\.policy.sourceOfAppPolicy, .mdm)),
    Defect(
      "management-only-if-required", "isManagementEnabled is false although policy is applied",
      ["POL-023"], .set(\.policy.managedApps, .requiringPolicy)),
    Defect(
      "management-always",
      "isManagementEnabled is true although policy is neither applied nor required", ["POL-023"],
      .set(\.policy.managedApps, .all)),
    Defect(
      "primary-user-missing", "primaryUser is nil although a user has enrolled the app",
      ["POL-024", "IDN-020"], .set(\.accounts.primaryUser, .nobody)),
    Defect(
      "primary-user-is-whoever-signed-in",
      "primaryUser is a signed-in user while nobody is enrolled", ["POL-024"],
      .set(\.accounts.primaryUser, .enrolledOrSignedInUser)),
    Defect(
      "policy-delegate-held-weakly", "loses a policy delegate that the app has released",
      ["POL-026"], .set(\.policy.holdsDelegate, .weakly)),
    Defect(
      "pin-never-required", "isPINRequired is always false", ["POL-013"],
      .set(\.policy.isPINRequired, .never)),
    Defect(
      "managed-browser-never-required", "isManagedBrowserRequired is always false", ["POL-017"],
      .set(\.policy.isManagedBrowserRequired, .never)),
    Defect(
      "contact-sync-always-allowed", "isContactSyncAllowed is always true", ["POL-018"],
      .set(\.policy.isContactSyncAllowed, .always)),
    Defect(
      "spotlight-always-allowed", "isSpotlightIndexingAllowed is always true", ["POL-020"],
      .set(\.policy.isSpotlightIndexingAllowed, .always)),
    Defect(
      "sharing-always-allowed", "isAppSharingAllowed is always true", ["POL-022"],
      .set(\.policy.isAppSharingAllowed, .always)),
    Defect(
      "file-provider-never-encrypts", "shouldFileProviderEncryptFiles is always false", ["FIL-015"],
      .set(\.policy.shouldFileProviderEncryptFiles, .never)),
    Defect(
      "encryption-never-required", "isFileEncryptionRequired is always false", ["FIL-019"],
      .set(\.policy.isFileEncryptionRequired, .never)),
    Defect(
      "urls-always-allowed", "isURLAllowed is true although policy blocks the URL", ["POL-014"],
      .set(\.policy.isURLAllowed, .always)),
    Defect(
      "urls-always-blocked", "isURLAllowed is false although policy lets data go to every app",
      ["POL-014"], .set(\.policy.isURLAllowed, .never)),
    Defect(
      "universal-links-always-allowed",
      "isUniversalLinkAllowed is true although policy blocks the link", ["POL-015"],
      .set(\.policy.isUniversalLinkAllowed, .always)),
    Defect(
      "universal-links-always-blocked",
      "isUniversalLinkAllowed is false although policy lets data go to every app", ["POL-015"],
      .set(\.policy.isUniversalLinkAllowed, .never)),
    Defect(
      "pickers-always-allowed", "isDocumentPickerAllowed is true although policy blocks the picker",
      ["POL-016"], .set(\.policy.isDocumentPickerAllowed, .always)),
    Defect(
      "pickers-follow-inbound", "isDocumentPickerAllowed looks at incoming data only", ["POL-016"],
      .set(\.policy.exportsFollowOutbound, false)),
    Defect(
      "pickers-always-blocked",
      "isDocumentPickerAllowed is false although policy allows the picker", ["POL-016"],
      .set(\.policy.isDocumentPickerAllowed, .never)),
    Defect(
      "thread-policy-without-links",
      "the policy object of a thread never requires the managed browser", ["POL-017"],
      .set(\.policy.shownOfTheThread, .allButLinks)),
    Defect(
      "sixth-exemption-blocked",
      "exempts the first five apps of the list, and the first five schemes of each", ["POL-014"],
      .set(\.policy.exemptionsMayBeMany, false)),
    Defect(
      "sixth-handled-scheme-ignored",
      "leaves the first five schemes of WebViewHandledURLSchemes to the app only", ["WEB-006"],
      .set(\.policy.leavesLongListsToApp, false)),
  ]
}
