internal import ExactText

extension Defect {
  /// Policy.
  static let ofPolicy: [Defect: Description] = [
    .refreshKeptByWallClock: (
      "keeps the time of the check-in by the device's own clock while the app is dead",
      ["POL-001"]
    ),
    .refreshAt12h: ("checks in every 12 hours", ["POL-001", "POL-028"]),
    .refreshMillisecondEarly: ("checks in a millisecond early", ["POL-001"]),
    .refreshMillisecondLate: ("checks in a millisecond late", ["POL-001"]),
    .refreshAtEveryLaunch: ("checks in at every launch", ["POL-001"]),
    .refreshPutOffByLaunch: ("restarts the 8 hours at every launch", ["POL-001"]),
    .refreshOnForeground: ("checks in whenever the app comes to the foreground", ["POL-001"]),
    .refreshOnlyInForeground: (
      "does not check in while the app is in the background", ["POL-003", "POL-001"]
    ),
    .refreshMadeUpFor: ("counts the next check-in from when the last one was due", ["POL-001"]),
    .refreshLostWhileSuspended: (
      "forgets a check-in that fell due while the app was suspended", ["POL-001"]
    ),
    .refreshEarlyAfterFailure: ("repeats a failed check-in after one hour", ["POL-001"]),
    .refreshEndsWithFailure: ("makes no check-in any more after one has failed", ["POL-001"]),
    .refreshBeforeEnrollment: ("checks in for an account that has not enrolled yet", ["POL-002"]),
    .refreshAfterDeregistration: (
      "goes on checking in for a deregistered user", ["DRG-015", "POL-002"]
    ),
    .goneKeepsPolicy: ("keeps policy although the service has no enrollment any more", ["POL-002"]),
    .policyLostOnRestart: ("forgets the policy when the process ends", ["POL-010"]),
    .policyOnlyAfterRestart: ("has no policy in force until the app has restarted", ["POL-010"]),
    .policyChangeIgnored: ("keeps the first policy for good", ["POL-028"]),
    .withdrawnPolicyStays: ("keeps a policy in force that targets the user no more", ["POL-028"]),
    .failedCheckInDropsPolicy: ("drops the policy when a check-in fails", ["POL-028"]),
    .noPolicyNotification: ("does not post the notification of a policy change", ["POL-004"]),
    .policyNotificationTwice: ("posts the notification of a policy change twice", ["POL-004"]),
    .policyNotificationWithoutChange: (
      "posts the notification of a policy change also without a change", ["POL-004"]
    ),
    .policyNotificationAfterFailure: (
      "posts the notification of a policy change when a check-in fails", ["POL-004"]
    ),
    .policyNotificationWithoutObject: (
      "posts the notification of a policy change without its object", ["POL-004"]
    ),
    .policyNotificationWithUserInfo: (
      "posts the notification of a policy change with a user info", ["POL-004"]
    ),
    .policyOfTheMainThread: (
      "policy is that of the main thread whichever thread asks", ["POL-005"]
    ),
    .namedPolicyIsTheThreads: (
      "policyForIdentity is that of the thread whomever it is asked for", ["POL-006"]
    ),
    .restrictedBeforeEnrollment: ("restricts everybody while nobody is enrolled", ["POL-006"]),
    .policySourceIsMdm: (
      "says that policy from the MAM service came from device management", ["POL-008"]
    ),
    .managementOnlyIfRequired: (
      "isManagementEnabled is false although policy is applied", ["POL-023"]
    ),
    .managementAlways: (
      "isManagementEnabled is true although policy is neither applied nor required", ["POL-023"]
    ),
    .primaryUserMissing: (
      "primaryUser is nil although a user has enrolled the app", ["POL-024", "IDN-020"]
    ),
    .primaryUserIsWhoeverSignedIn: (
      "primaryUser is a signed-in user while nobody is enrolled", ["POL-024"]
    ),
    .policyDelegateHeldWeakly: ("loses a policy delegate that the app has released", ["POL-026"]),
    .pinNeverRequired: ("isPINRequired is always false", ["POL-013"]),
    .managedBrowserNeverRequired: ("isManagedBrowserRequired is always false", ["POL-017"]),
    .contactSyncAlwaysAllowed: ("isContactSyncAllowed is always true", ["POL-018"]),
    .spotlightAlwaysAllowed: ("isSpotlightIndexingAllowed is always true", ["POL-020"]),
    .sharingAlwaysAllowed: ("isAppSharingAllowed is always true", ["POL-022"]),
    .fileProviderNeverEncrypts: ("shouldFileProviderEncryptFiles is always false", ["FIL-015"]),
    .encryptionNeverRequired: ("isFileEncryptionRequired is always false", ["FIL-019"]),
    .urlsAlwaysAllowed: ("isURLAllowed is true although policy blocks the URL", ["POL-014"]),
    .urlsAlwaysBlocked: (
      "isURLAllowed is false although policy lets data go to every app", ["POL-014"]
    ),
    .universalLinksAlwaysAllowed: (
      "isUniversalLinkAllowed is true although policy blocks the link", ["POL-015"]
    ),
    .universalLinksAlwaysBlocked: (
      "isUniversalLinkAllowed is false although policy lets data go to every app", ["POL-015"]
    ),
    .pickersAlwaysAllowed: (
      "isDocumentPickerAllowed is true although policy blocks the picker", ["POL-016"]
    ),
    .pickersFollowInbound: ("isDocumentPickerAllowed looks at incoming data only", ["POL-016"]),
    .pickersAlwaysBlocked: (
      "isDocumentPickerAllowed is false although policy allows the picker", ["POL-016"]
    ),
  ]
}
