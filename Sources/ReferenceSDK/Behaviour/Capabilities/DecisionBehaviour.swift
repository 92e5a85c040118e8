internal import ExactText

/// What the simulated app judges for itself: of answers, of accounts, of files and items, and of its delegates.
package struct DecisionBehaviour: BehaviourArea {
  // Signing in.
  /// The app signs in with the registration that the SDK has been given (AUTH-004).
  package var sharesRegistration = true
  /// The redirect URI is made from the scheme where that alone is configured (AUTH-008).
  package var usesScheme = true
  /// An app that needs no registration has none (AUTH-011).
  package var skipsRegistration = true
  /// For whom the authority override is set (AUTH-029, AUTH-030).
  package var authority = Authority.ofEachUser
  /// When the app tells that an account is protected (ENR-025).
  package var outcome = Outcome.asReported
  /// An account whose enrollment the device rules out is removed (ENR-045).
  package var removesRefusedAccounts = true
  /// Only work and school accounts are registered (ENR-004).
  package var registersWorkAccountsOnly = true
  /// An app that signs nobody in has the SDK do it (ENR-026).
  package var letsSDKSignIn = true
  /// A sign-in by the SDK that has failed is tried again (ENR-031).
  package var triesAgain = true
  /// An app that deletes the data itself tells the SDK not to (DRG-013).
  package var wipesAlone = true
  /// An app that tells the SDK not to wipe has deleted the data (DRG-014).
  package var deletesData = true
  /// Users who are signed in and not allowed are signed out (ACC-004).
  package var signsOthersOut = true
  /// A change of the allowed accounts is noticed when it comes (ACC-006).
  package var observesAllowedAccounts = true
  /// A token that is refused for want of compliance is remediated (AUTH-045).
  package var remediates = true
  /// The token is asked for again when the remediation is over (AUTH-046).
  package var waitsForCompliance = true
  /// Whoever signs in for the first time is shown what goes on (AUTH-053).
  package var showsFirstRemediation = true
  /// The keychain group of shared tokens is the library's own (AUTH-020).
  package var namesSharedGroup = true
  /// The library's messages are taken only where the settings leave them to the app (SET-005).
  package var leavesLogToSDK = true
  // App configuration.
  /// The user is enrolled before configuration is used (CFG-003).
  package var enrollsBeforeConfiguring = true
  /// A setting is read for the account that needs it (CFG-005).
  package var readsForTheAccount = true
  /// A setting is read with the selector of its type (CFG-005).
  package var readsByType = true
  // Files and items.
  /// Files are encrypted where the policy requires it (FIL-020).
  package var encryptsFiles = true
  /// Files that another app has shared are encrypted where the policy of their owner requires it (FIL-020).
  package var encryptsReceivedFiles = true
  /// Files are protected again when the need of encryption changes (FIL-021).
  package var followsEncryption = true
  /// Managed data in a file of several users is encrypted (DAT-001).
  package var encryptsMixedData = true
  /// It is encrypted by the data-protection manager (DAT-002).
  package var usesDataProtection = true
  /// It is protected again when the need of encryption changes (DAT-012).
  package var protectsAgain = true
  /// A file is shown under the identity of its owner (FIL-008).
  package var showsFilesAsOwner = true
  /// The owner is read through the file-protection manager (FIL-007).
  package var readsOwners = true
  /// An item is loaded before it is asked whose it is (SHR-020).
  package var loadsFirst = true
  /// What is received has its sender as owner (SHR-023).
  package var ownsReceivedData = true
  /// An item of nobody is kept without an owner (SHR-023).
  package var leavesItemsOfNobody = true
  /// It gets that owner by the file-protection manager (FIL-006).
  package var setsOwners = true
  /// What is received is shown under the identity of its sender (SHR-024).
  package var switchesForReceivedData = true
  /// Which files of a file provider are encrypted (FIL-016).
  package var encryptsProvided = ProvidedFiles.each
  /// The enumerator of a file provider is told the user (FIL-018).
  package var namesEnumerator = true
  // Siri and notifications.
  /// Siri is answered only where the policy allows it (SIR-002).
  package var heedsSiri = true
  /// Notifications are shown where nothing restricts them (NOT-003).
  package var showsAllowedNotifications = true
  /// The service extension is handed the policy of notifications (NOT-007).
  package var handsOver = true
  /// It is handed a policy that has changed (NOT-006).
  package var followsNotificationPolicy = true
  // Delegates.
  /// When the policy delegate is set (POL-025).
  package var setsDelegateInTime = true
  /// The policy delegate of an app of several identities implements `identitySwitchRequired` (IDN-044).
  package var implementsSwitch = true
  /// How `identitySwitchRequired` is answered (IDN-045, IDN-046, IDN-047).
  package var switchAnswer = SwitchAnswer.byAbility
  /// How `addIdentity` is answered (IDN-056).
  package var addAnswer = AddAnswer.success
  /// Handlers are called on another thread than the main one (IDN-049).
  package var answersInBackground = true

  /// The contract of the latest edition.
  package init() {}
}

extension DecisionBehaviour {
  /// For whom the authority override is set.
  package enum Authority: Sendable {
    case ofEachUser
    /// It stays when its user signs out.
    case kept
    /// It goes with the first user, and is not set for the next one.
    case ofFirstUser
    case never
  }

  /// When the app tells that an account is protected.
  package enum Outcome: Sendable {
    case asReported
    /// Before the SDK has said so.
    case atOnce
    /// Whatever the SDK says.
    case alwaysProtected
  }

  /// Which files of a file provider are encrypted.
  package enum ProvidedFiles: Sendable {
    case each, first, none
  }

  /// How `identitySwitchRequired` is answered.
  package enum SwitchAnswer: Sendable {
    case byAbility, alwaysSuccess, alwaysFailed, never
  }

  /// How `addIdentity` is answered.
  package enum AddAnswer: Sendable {
    case success, never
    /// With a value that is no result.
    case unknown
  }
}
