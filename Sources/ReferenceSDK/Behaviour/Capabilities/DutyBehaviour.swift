internal import ExactText

/// What the simulated app does by itself when a person uses it: the duties that the contract gives to apps.
package struct DutyBehaviour: BehaviourArea {
  /// Only accounts that the administrator allows can sign in (ACC-003).
  package var signsInAllowedAccountsOnly = true
  /// Who signs in is registered (ENR-001, ENR-003).
  package var registersSignIns = true
  /// By what an account is registered (ENR-043).
  package var accountName = AccountName.principalName
  /// Which of the accounts that the app has already are registered (ENR-019, ENR-020).
  package var registersEarlierAccounts = EarlierAccounts.missingOnes
  /// In which order a person is signed out (DRG-001, DRG-012).
  package var signOut = SignOut.deregistrationFirst
  /// Whoever signs out is the one who is deregistered (DRG-001).
  package var deregistersWhoSignsOut = true
  /// The SDK is told to delete what the app does not (DRG-014).
  package var leavesDataToSDK = true
  /// For whom the identity is switched before content is shown (IDN-006, IDN-007, IDN-023, IDN-024, IDN-025).
  package var switchesFor = SwitchedUsers.everybody
  /// Content is shown when the switch has succeeded, not before (IDN-029).
  package var waitsForSwitch = true
  /// Content is not shown if the switch fails (IDN-030).
  package var heedsFailedSwitch = true
  /// The policy is asked before data is saved (LOC-003, LOC-009, LOC-010).
  package var asksBeforeSaving = true
  /// For whom it is asked: for the owner of the data (LOC-003, LOC-018).
  package var asksAboutPlacesFor = PlaceAskedFor.theOwner
  /// Before a notification or an answer to a Siri intent the policy of the account is asked (NOT-001, SIR-002).
  package var asksForTheAccount = true
  /// The policy is asked before data is opened (LOC-018, LOC-025).
  package var asksBeforeOpening = true
  /// Data is not saved where the policy forbids it (LOC-033).
  package var heedsForbiddenPlaces = true
  /// The account of a place is named if it is known (LOC-004, LOC-019).
  package var namesAccounts = true
  /// The account of a place is nil if it is unknown (LOC-005, LOC-019).
  package var unknownAccountIsNil = true
  /// Places on the device have no account (LOC-014, LOC-015, LOC-024).
  package var deviceHasNoAccount = true
  /// The device's own storage has a name of its own for saving (LOC-012) and opening (LOC-022).
  package var knowsLocalStorage = true
  /// The photo library and the camera have names of their own (LOC-013, LOC-021).
  package var knowsPhotos = true
  /// Places for private data are other places (LOC-011).
  package var privatePlacesAreOther = true
  /// A place that has no name is the managed account's document if it is reached with that (LOC-023, LOC-026).
  package var unnamedPlacesAreDocuments = true
  /// A place that has no name is another place if it is not reached with the managed account (LOC-027).
  package var foreignPlacesAreOther = true
  /// An account at another service is another account, whatever it is called (LOC-028).
  package var comparesServices = true
  /// What the app shows of a notification follows the policy (NOT-001, NOT-004, NOT-005).
  package var notifications = Notifications.byPolicy
  /// Nobody works in the app while it shows web pages (WEB-001, WEB-002, WEB-004).
  package var browsesAsNobody = true
  /// Whoever worked in the app before works in it again after them (WEB-003, WEB-005).
  package var comesBackFromBrowsing = true
  /// A wipe removes the account and all of its data (WIP-002).
  package var wipe = Wipe.complete
  /// The app heeds the policy for notifications in whatever letters an account is written (NOT-004, NOT-005).
  package var notificationsHeedEveryLetterCase = true

  /// The contract of the latest edition.
  package init() {}
}

extension DutyBehaviour {
  /// For whose data the policy is asked about a place.
  package enum PlaceAskedFor: Sendable {
    case theOwner
    /// For the account by which the place is reached.
    case theAccountOfThePlace
  }

  /// By what an account is registered.
  package enum AccountName: Sendable {
    case principalName
    /// What stands before the at sign.
    case localPart
  }

  /// Which of the accounts that the app has already are registered.
  package enum EarlierAccounts: Sendable {
    case missingOnes, none
    /// The first that is missing.
    case one
    /// All of them, whatever the SDK says.
    case unasked
  }

  /// In which order a person is signed out.
  package enum SignOut: Sendable {
    case deregistrationFirst, tokensFirst, signOutFirst, withoutDeregistration
    /// Deregistration first, but the tokens go although its call has not returned.
    case withoutWaiting
  }

  /// For whom the identity is switched.
  package enum SwitchedUsers: Sendable {
    case everybody, managedUsers, nobody
    /// For everybody, but only once the content is in front.
    case afterwards
  }

  /// What the app shows of a notification.
  package enum Notifications: Sendable {
    case byPolicy
    /// Everything, whatever the policy says.
    case everything
    /// No details where they are forbidden, and those where notifications are.
    case neverNone
    /// Everything unless notifications are forbidden altogether.
    case neverBare
  }

  /// What a wipe removes.
  package enum Wipe: Sendable {
    case complete
    /// The account stays.
    case dataOnly
    /// The files stay.
    case accountOnly
    /// All of it, but after the SDK was told that it is done.
    case afterwards
  }
}
