internal import ExactText

/// Registered accounts, and what the app is notified of accounts.
package struct AccountBehaviour: BehaviourArea {
  /// An account is a duplicate, too, whose record the service has lost (ENR-016, OQ-04).
  package var lostUsersAreDuplicates = true
  /// An account is tried at once although another one still leaves (ENR-006).
  package var departuresDelayNobody = true
  /// Whom a device rules out changes with the device (ENR-044).
  package var devicesMayChangeHands = true
  /// Who was in no group that policy targets is asked about again when registered again (ENR-006).
  package var untargetedUsersAreAskedAgain = true
  /// Accounts are registered by a call of the app and by nothing else (ENR-006, LCH-001).
  package var registersOnlyOnCall = true
  /// Registered accounts survive a relaunch (ENR-005, ENR-021).
  package var surviveRelaunch = true
  /// An account that is refused beside an enrolled one is registered all the same (ENR-005, ENR-021).
  package var registersRefusedAccounts = true
  /// How many accounts can be registered; nil is any number (ENR-005).
  package var mostAccounts: Int?
  /// An app can take its enrollment delegate away (STA-005).
  package var delegateCanBeTakenAway = true
  /// A sign-in registers its account only if the enrollment succeeds (ENR-021, OQ-12).
  package var signInRegistersOnSuccessOnly = true
  /// A sign-in that ends with its process registers nobody (ENR-021, OQ-12).
  package var abandonedSignInsRegisterNobody = true
  /// A sign-in that succeeds leaves the other accounts on the list (ENR-021).
  package var signInKeepsOthers = true
  /// Whom `enrolledAccount` names (ENR-022).
  package var enrolledAccount = EnrolledAccount.enrolled
  /// Whom `mdmEnrolledAccount` names (ENR-023).
  package var mdmEnrolledAccount = MDMAccount.managed

  /// Accounts are listed whether their enrollment has failed or not (ENR-021, ENR-005).
  package var listsFailedAccounts = true
  /// What is listed of the registered accounts (ENR-021).
  package var listed = Listing.everyAccount
  /// Which enrollment manager the app reaches (ENR-039).
  package var manager = Manager.shared
  /// Secrets are kept in the keychain group of the SDK (INT-029).
  package var keepsSecretsInTheGroup = true
  /// What the extensions of the app are told does not end when another app loses its enrollment of the user (ENR-022, OQ-89).
  package var sharesWhateverOthersLose = true
  /// How the enrollment manager holds its delegate (ENR-040).
  package var holdsDelegate = DelegateHold.weakly
  /// Whom `primaryUser` names (POL-024, IDN-020).
  package var primaryUser = PrimaryUser.enrolledUser
  /// What `primaryUser` is if it names nobody (POL-024).
  package var noPrimaryUserReadsAs = MissingText.null
  /// Every extension process of an installation knows the enrolled user (ENR-022).
  package var everyExtensionKnowsTheUser = true
  /// Names are reported whole, however long they are (IDN-009, ENR-021, ENR-022).
  package var namesAreWhole = true
  /// An extension leaves the registered accounts as they are (ENR-021).
  package var extensionsLeaveAccounts = true
  /// The managed user of the device is whom its management names now (ENR-029, LCH-002).
  package var managedUserIsCurrent = true
  /// `IntuneMAMUPN` decides whether `mdmEnrolledAccount` names anybody, and not whom (ENR-023).
  package var mdmAccountIsThatOfTheDevice = true
  /// `mdmEnrolledAccount` is whom the management of the device names now (ENR-023).
  package var mdmAccountIsCurrent = true
  /// `enrolledAccount` names a user of whom no token is cached, too (ENR-022).
  package var enrolledNeedsNoToken = true
  /// `registeredAccounts` lists the accounts of this app only (ENR-021).
  package var listsOwnAccountsOnly = true
  /// `registeredAccounts` lists the app's user in an extension that has registered nobody (OQ-89).
  package var extensionsListTheUser = false
  /// A running extension follows the enrollment of its app (OQ-89, ENR-022).
  package var extensionsFollowTheApp = true
  /// Extensions are notified of every later policy of their app (OQ-89, POL-028).
  package var extensionsGetLaterPolicies = true
  /// Registered accounts outlive an update of the app (ENR-021, ENR-005).
  package var surviveUpdates = true
  /// The enrollment of another app enrolls nobody in this one (DRG-003, LCH-001).
  package var followsNobodyIn = true
  /// Extensions are notified of every later configuration of their app (OQ-89, CFG-004).
  package var extensionsGetLaterConfiguration = true
  /// Extensions have the configuration of their app by now also while no policy targets its user (CFG-003, CFG-004).
  package var extensionsGetConfigurationWithoutPolicy = true
  /// The MDM user is managed before a user who has enrolled another app (CNF-09, ENR-029).
  package var deviceUserPrecedesShared = true
  /// The enrollment of another app hastens no retry (ENR-009).
  package var othersDoNotHastenRetries = true
  /// `primaryUser` names a user of whom no token is cached, too (POL-024).
  package var primaryUserNeedsNoToken = true
  /// Extensions learn that policy targets the user no more (OQ-89, POL-028).
  package var extensionsLearnOfWithdrawal = true
  /// The enrollment of another app ends no retries (ENR-008).
  package var othersEndNoRetries = true
  /// `enrolledAccount` names the user also in the background (ENR-022).
  package var enrolledInBackground = true
  /// Secrets of the SDK stay in its group wherever the token cache is (INT-029).
  package var secretsStayBesideOwnCaches = true
  /// No app takes a user for managed whom the service has no record of (ENR-029, ENR-030).
  package var lostUsersAreManagedNoMore = true
  /// No app takes a user for managed who was wiped (ENR-029, ENR-030).
  package var wipedUsersAreManagedNoMore = true
  /// Later policies are kept in the SDK's keychain group (INT-029); if false, in one of the app, too.
  package var laterPoliciesStayInTheGroup = true
  /// `enrolledAccount` names a user who was renamed by the new name (ENR-022); if false, by the first one of the object ID.
  package var renamedUsersHaveTheirNewName = true
  /// Of several apps that fit, an extension belongs to that with the longest identifier (ENR-022, INT-019).
  package var extensionsBelongToTheLongest = true
  /// An extension stays with its app while that is not enrolled (ENR-022, IDN-021).
  package var extensionsStayWithTheirApp = true
  /// An account that is registered is known in any letters (ENR-016, IDN-010).
  package var knownInAnyCase = true
  /// A sign-in finds the account of its user in any letters (ENR-021, IDN-010).
  package var signInsFindAnyCase = true
  /// A user whom a launch unenrolls because the process before could not is not enrolled any more (ENR-022).
  package var resumedLeaversAreNotEnrolled = true
  /// Nor is such a user registered (ENR-021, DRG-002).
  package var resumedLeaversAreNotListed = true

  /// The contract of the latest edition.
  package init() {}
}

extension AccountBehaviour {
  /// Whom `enrolledAccount` names.
  package enum EnrolledAccount: Sendable {
    case enrolled
    /// The enrolled user once the app has restarted with policy.
    case enrolledOnceActive
    /// The enrolled user, else the account registered first.
    case enrolledOrRegistered
    /// The enrolled user, else the one who left last.
    case enrolledOrLeft
    /// The enrolled user, else whoever is signed in.
    case enrolledOrSignedIn
    /// The enrolled user, after a relaunch by the object ID in the directory.
    case objectIDOnceActive
    /// The enrolled user, else whom the last attempt was for.
    case enrolledOrTried
    /// The enrolled user, but nobody while a check-in is under way.
    case enrolledAtRest
  }

  /// What is listed of the registered accounts.
  package enum Listing: Sendable {
    case everyAccount
    /// All but the enrolled user.
    case withoutTheEnrolled
    /// Every account, two times.
    case twice
  }

  /// Which enrollment manager the app reaches.
  package enum Manager: Sendable {
    case shared, none
    /// Another one with each call.
    case newEachTime
  }

  /// Whom `mdmEnrolledAccount` names.
  package enum MDMAccount: Sendable {
    /// The user of the device's management in an app with `IntuneMAMUPN`.
    case managed
    /// The same in every app.
    case managedInEveryApp
    case nobody
    /// The managed user, or the last one after management has ended.
    case managedOrLast
    /// The managed user, else whoever is signed in.
    case managedOrSignedIn
    /// The managed user, else whoever has enrolled the app.
    case managedOrEnrolled
    /// Whom the configuration of the app names, managed or not.
    case configured
  }

  /// Whom `primaryUser` names.
  package enum PrimaryUser: Sendable {
    case enrolledUser
    /// Whoever has signed in, while nobody is enrolled.
    case enrolledOrSignedInUser
    /// The enrolled user, else the account registered first.
    case enrolledOrRegisteredUser
    /// The enrolled user, else the one who left last.
    case enrolledOrLeftUser
    /// The enrolled user, else the one who has enrolled the device (IDN-020).
    case enrolledOrDeviceUser
    /// The account registered last, once somebody is enrolled.
    case lastRegisteredUser
    case nobody
  }
}

/// How a manager holds its delegate.
package enum DelegateHold: Sendable {
  /// A delegate that the app has released is gone.
  case weakly
  case strongly
}

/// What an API returns for a string that is not there.
package enum MissingText: Sendable {
  case null, emptyString
}
