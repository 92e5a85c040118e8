internal import ExactText

/// Policy, and what the app is notified of it.
package struct PolicyBehaviour: BehaviourArea {
  /// An app that requires policy is managed, too, once its user has left (POL-023).
  package var requirementOutlastsUsers = true
  /// The departure of a user without policy is no change of policy (POL-004).
  package var departuresWithoutPolicyAreQuiet = true
  /// A lost record of a user without policy is no change of policy (POL-004).
  package var lostRecordsWithoutPolicyAreQuiet = true
  /// Notifications without details stay so where data may go to no app (NOT-002).
  package var bareNotificationsStayBare = true
  /// An app is not notified of the first policy of another app of the device (POL-004).
  package var firstPoliciesOfOthersAreQuiet = true
  /// What the policy object of a thread shows of the policy (POL-005, POL-017).
  package var shownOfTheThread = ShownMembers.all

  // MARK: Policy in force

  /// Policy survives a relaunch (POL-010).
  package var survivesRelaunch = true
  /// A changed policy takes the place of the one before (POL-028).
  package var adoptsChanges = true
  /// Policy ends when it targets the user no more (POL-028).
  package var endsWithTargeting = true
  /// Policy stays in force when a check-in fails (POL-028, OQ-17).
  package var survivesFailedCheckIn = true

  // MARK: Notifications

  /// How often a change of policy is posted (POL-004).
  package var notificationCount = 1
  /// A change is posted also if only the elements of a list have changed (POL-004).
  package var elementsOfListsCount = true
  /// A check-in that brings no change posts nothing (POL-004).
  package var unchangedPolicyIsQuiet = true
  /// A check-in that fails posts nothing (POL-004).
  package var failedCheckInIsQuiet = true
  /// A notification names the object that posts it (POL-004).
  package var notificationHasObject = true
  /// A notification has no user info (POL-004).
  package var notificationOmitsUserInfo = true

  /// A launch with policy posts nothing (POL-004).
  package var launchIsQuiet = true
  /// The end of policy is posted that goes with its user (POL-004, OQ-21).
  package var postsDeparture = true
  /// The end of policy is posted that goes with the service's record (POL-004, OQ-21).
  package var postsLostRecord = true
  /// That is posted in the background, too (POL-004).
  package var postsLostRecordInBackground = true
  /// The end of policy is posted that targets the user no more (POL-004, OQ-21).
  package var postsWithdrawal = true

  // MARK: Queries

  /// A PIN is required also where the credentials of the organisation are (POL-013).
  package var pinsStandBesideCredentials = true
  /// How `isPINRequired` is answered (POL-013).
  package var isPINRequired = Answer.byPolicy
  /// How `isManagedBrowserRequired` is answered (POL-017).
  package var isManagedBrowserRequired = Answer.byPolicy
  /// How `isContactSyncAllowed` is answered (POL-018).
  package var isContactSyncAllowed = Answer.byPolicy
  /// How `isSpotlightIndexingAllowed` is answered (POL-020).
  package var isSpotlightIndexingAllowed = Answer.byPolicy
  /// How `isAppSharingAllowed` is answered (POL-022).
  package var isAppSharingAllowed = Answer.byPolicy
  /// How much may leave before `isSpotlightIndexingAllowed` is true (POL-020).
  var spotlightNeeds = PolicyObject.TransferLevel.allApps
  /// How much may leave before `isAppSharingAllowed` is true (POL-022).
  var sharingNeeds = PolicyObject.TransferLevel.managedApps
  /// How `areSiriIntentsAllowed` is answered (SIR-001).
  package var areSiriIntentsAllowed = Answer.byPolicy
  /// What `notificationPolicy` is (NOT-002).
  package var notifications = Notifications.byPolicy
  /// How `shouldFileProviderEncryptFiles` is answered (FIL-015).
  package var shouldFileProviderEncryptFiles = Answer.byPolicy
  /// How `isFileEncryptionRequired` is answered (FIL-019).
  package var isFileEncryptionRequired = Answer.byPolicy
  /// How `isURLAllowed` is answered where policy restricts nothing, or blocks the URL (POL-014).
  package var isURLAllowed = Answer.byPolicy
  /// True if the suffix of managed apps' schemes counts in any letter case (POL-014).
  package var managedSchemesHaveAnyCase = true
  /// Which of the exempted apps' schemes are open whatever may go out (POL-014).
  package var openExemptions = Exemptions.all
  /// The schemes of exempted apps count in any letter case (POL-014).
  package var exemptionsHaveAnyCase = true
  /// Links to the web are allowed also where the managed browser has to open them (POL-014, POL-017).
  package var webLinksAreFree = true
  /// How `isUniversalLinkAllowed` is answered while policy is in force (POL-015).
  package var isUniversalLinkAllowed = Answer.byPolicy
  /// How `isDocumentPickerAllowed` is answered while policy is in force (POL-016).
  package var isDocumentPickerAllowed = Answer.byPolicy
  /// A policy that is a list cannot be parsed (STA-025).
  package var listsAreNoPolicies = true
  /// A document picker that exports goes by what may go out, not by what may come in (POL-016).
  package var exportsFollowOutbound = true
  /// A document picker that is asked about for a window goes by the user in it (POL-016, IDN-042).
  package var pickersFollowTheWindow = true

  // MARK: Editions

  /// A policy has `areSiriIntentsAllowed`, `shouldFileProviderEncryptFiles` and `notificationPolicy`; the
  /// edition of 2020-01 brought them.
  package var hasSiriAndNotifications = true
  /// A policy has `isFileEncryptionRequired` (FIL-019); the edition of 2020-06 brought it.
  package var hasFileEncryption = true
  /// Data can be saved to the location `AccountDocument` (CNF-28); the edition of 2020-01 brought it.
  package var savesToAccountDocument = true
  /// Data can be saved to the location `CameraRoll` (CNF-30); the edition of 2020-06 brought it.
  package var savesToCameraRoll = true
  /// There are locations that data is opened from (LOC-017); the edition of 2020-01 brought them.
  package var opensFromLocations = true

  /// Policy is in force at once, without a restart of the app (POL-010).
  package var isInForceAtOnce = true
  /// Of which apps `isManagementEnabled` is true (POL-023).
  package var managedApps = ManagedApps.withPolicyOrRequiringIt
  /// The source of policy that has come from the MAM service (POL-008).
  package var sourceOfAppPolicy = ManagementState.Source.mam
  /// The source that is named while no policy is in force (POL-008).
  package var sourceWithoutPolicy = ManagementState.Source.other
  /// A new enrollment has no policy until its own comes (POL-006, DRG-006).
  package var startsWithoutPolicy = true
  /// Policy is adopted however many users have signed in (POL-010).
  package var appliesBesideOtherUsers = true
  /// Changed app configuration takes the place of the one before (ENR-024).
  package var adoptsConfiguration = true
  /// `policy` is that of the thread that asks (POL-005).
  package var isThatOfTheThread = true
  /// Schemes of `WebViewHandledURLSchemes` are left to the app (WEB-006).
  package var leavesSchemesToApp = true
  /// Queries are answered on every thread, with an identity of its own or without (IDN-017).
  package var answersEveryThread = true
  /// `policyForIdentity` is that of the user who is named (POL-006).
  package var isThatOfTheNamedUser = true
  /// `policyForIdentity` is the same while a check-in is under way, and once one has failed (POL-006).
  package var isKnownWithoutAnswers = true
  /// How the policy manager holds its delegate (POL-026).
  package var holdsDelegate = DelegateHold.strongly
  /// The app configuration of a user who has not enrolled (ENR-024).
  package var configurationOfStrangers = StrangersConfiguration.empty
  /// New app configuration is notified: from the edition of 2017 on (CFG-019, CNF-26).
  package var notifiesOfConfiguration = true
  /// Configuration is taken over also for a user whom no policy targets (CFG-004, CFG-018).
  package var configurationNeedsNoPolicy = true
  /// A change of configuration alone is no change of policy (POL-004).
  package var configurationIsNoPolicy = true
  /// A change of policy is notified while the app is in the background, too (POL-004).
  package var notifiesInBackground = true
  /// A change of configuration is notified also while there is no policy (CFG-019).
  package var notifiesWithoutPolicy = true
  /// Every change of policy of a process is notified, not only the first (POL-004).
  package var notifiesOfEveryChange = true
  /// Every change of app configuration of a process is notified (CFG-019).
  package var notifiesOfEveryConfiguration = true
  /// A change of app configuration is notified with the manager of the configuration (CFG-019).
  package var configurationHasItsObject = true
  /// An extension without policy restricts nothing (INT-019, POL-014).
  package var extensionsMayLackPolicy = true
  /// Extensions tell how notifications may be shown (NOT-002).
  package var extensionsKnowNotifications = true
  /// The schemes that the settings name are left to an extension, too (WEB-006).
  package var leavesSchemesToExtensions = true
  /// Every scheme that the settings name is left to the app, not only the first (WEB-006).
  package var leavesEverySchemeToApp = true
  /// A list of schemes that are left to the app may be of any length (WEB-006).
  package var leavesLongListsToApp = true
  /// A list of exemptions, and of the schemes of one, may be of any length (POL-014).
  package var exemptionsMayBeMany = true
  /// Whether Siri may take part is answered for the identity that is asked about (SIR-001).
  package var siriIsOfTheIdentity = true
  /// The scheme of a managed app may have dots (POL-014).
  package var managedSchemesMayHaveDots = true
  /// One exemption may name several schemes (POL-014).
  package var exemptionsHaveSeveralSchemes = true
  /// The managed browser has nothing to do with universal links (POL-015).
  package var universalLinksNeedNoBrowser = true
  /// Every type of encryption that policy names is one (FIL-019, DAT-015).
  package var everyEncryptionCounts = true
  /// The managed browser is required whatever the transfer level is (POL-017).
  package var browserRuleStandsAlone = true
  /// The managed browser is required also where an exemption names the web (POL-017).
  package var exemptionsLeaveTheBrowserRule = true
  /// The scheme of an exempted app may have dots (POL-014).
  package var exemptedSchemesMayHaveDots = true
  /// Policy is in force also while no token of its user is cached (POL-006).
  package var needsNoToken = true
  /// Policy is in force also in the background (POL-006).
  package var isInForceInBackground = true
  /// The policy of a window ends with the enrollment (DRG-006, POL-007).
  package var windowsForgetLeavers = true
  /// A scheme that every device knows is one of an app that nobody manages (POL-014).
  package var systemSchemesAreOthers = true
  /// A later policy brings its own exempted schemes (POL-028).
  package var exemptionsAreRenewed = true
  /// Notifications follow their own setting alone (NOT-002).
  package var notificationsHaveTheirSetting = true
  /// A scheme of a web view is left to the app if it is whole (WEB-006).
  package var webSchemesAreWhole = true
  /// A change of policy that comes with a re-enrollment is posted (POL-004).
  package var postsWhatReEnrollmentsBring = true
  /// The end of policy after which places, links and documents stay restricted (INT-019).
  package var queriesOutlast = PolicyEnd.none
  /// The end of policy after which it still has its source (POL-008).
  package var sourceOutlasts = PolicyEnd.none
  /// A thread asks about places for its own identity (LOC-002, IDN-016).
  package var placesAreThoseOfTheThread = true
  /// The policy of another thread than the main one has its notifications (NOT-002).
  package var threadsKnowNotifications = true
  /// The scheme of a managed app has its mark at the end, and nowhere else (POL-014).
  package var managedSchemesEndInTheirMark = true
  /// Schemes of the web are left to the app like others if the setting names them (WEB-006).
  package var leavesWebSchemesToApp = true
  /// The last of several policy delegates counts (WIP-001, RST-002).
  package var everyNewDelegateCounts = true
  /// Policy of a later check-in is in force without a policy delegate, too (INT-018).
  package var laterPolicyNeedsNoDelegate = true
  /// Policy of a later check-in is in force without an enrollment delegate, too (INT-018).
  package var laterPolicyNeedsNoStatus = true
  /// A link is left to the app for its scheme, and not for what follows (WEB-006).
  package var webSchemesComeFirst = true
  /// That files have to be encrypted does not depend on `MaxFileProtectionLevel` (FIL-019).
  package var capsLeaveEncryptionAlone = true
  /// An extension answers about Siri as its policy says (SIR-001).
  package var extensionsKnowSiri = true
  /// Later policy is notified though the delegate has no method for it (STA-005, POL-004).
  package var changesNeedNoMethod = true
  /// The policy object of a window follows policy that changes after its switch (POL-007, POL-028).
  package var windowsFollowLaterPolicies = true
  /// So does what it says of encryption (FIL-019, POL-028).
  package var windowsFollowLaterEncryption = true
  /// An app is managed although its last check-in has failed (POL-023).
  package var managementOutlastsFailures = true

  /// The contract of the latest edition.
  package init() {}
}

extension PolicyBehaviour {
  /// What a policy object shows.
  package enum ShownMembers: Sendable {
    case all
    /// All but where links open: those are never restricted.
    case allButLinks
  }

  /// How a query of the policy is answered.
  package enum Answer: Sendable {
    case byPolicy
    /// True, whatever policy says.
    case always
    /// False, whatever policy says.
    case never
  }

  /// Which apps of `exemptedAppProtocols` are open.
  package enum Exemptions: Sendable {
    case all
    /// The first one that is listed.
    case first
    case none
  }

  /// What `notificationPolicy` is.
  package enum Notifications: Sendable {
    case byPolicy
    /// Every notification may be shown.
    case free
    /// Whatever is restricted is blocked.
    case blockedIfRestricted
    /// What is restricted only hides data of the organisation.
    case hiddenIfRestricted
  }

  /// Of which apps `isManagementEnabled` is true.
  package enum ManagedApps: Sendable {
    case withPolicyOrRequiringIt
    /// Those, and every extension.
    case alsoExtensions
    /// Those, and extensions of an app that a user has enrolled.
    case alsoExtensionsOfEnrolledApps
    case requiringPolicy
    /// Extensions only if they have policy.
    case appsThatRequireIt
    case all
    /// Nothing is returned.
    case unknown
  }

  /// The app configuration of a user who has not enrolled.
  package enum StrangersConfiguration: Sendable {
    case empty, null
    /// One that says nothing.
    case oneObject
  }
}

/// How policy ends.
package enum PolicyEnd: Sendable {
  case none
  /// No policy targets the user any more.
  case withdrawal
  /// The service has no record of the enrollment.
  case lostRecord
  /// The user has left.
  case departure
}
