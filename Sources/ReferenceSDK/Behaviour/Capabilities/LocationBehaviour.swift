internal import ExactText

/// Where data may be saved and opened from (LOC-002 to LOC-032).
package struct LocationBehaviour: BehaviourArea {
  /// A transfer level of every app allows every place (LOC-002, LOC-017).
  package var freeLevelAllows = true
  /// A transfer level of no app forbids every place (LOC-002, LOC-017).
  package var closedLevelForbids = true
  /// Where nothing is limited, documents of every account are allowed (LOC-002, LOC-017).
  package var unlimitedMeansEveryAccount = true
  /// What is listed for saving opens nothing (LOC-017).
  package var listsAreApart = true
  /// The switch that limits places is looked at; without it every place is allowed (LOC-002, LOC-017).
  package var limit = Limit.bySwitch
  /// The list of places counts (LOC-002, LOC-017).
  package var list = List.named
  /// Managed places are those of the user of now, whoever was the first in the process (LOC-002, LOC-017).
  package var placesFollowTheNextUser = true
  /// Managed places are allowed for the enrolled account alone (LOC-002, LOC-017, OQ-59).
  package var account = Account.enrolled
  /// Other places are forbidden where places are limited (LOC-002, LOC-017).
  package var forbidsOthers = true
  /// Places on the device are asked for without regard to an account (OQ-58).
  package var devicePlacesNeedNoAccount = true
  /// Local storage is opened from without regard to an account (OQ-58).
  package var localStorageNeedsNoAccount = true
  /// Opening goes by what may come in, and not by what may go out (LOC-017).
  package var openingFollowsInbound = true
  /// Saving goes by what may go out, and not by what may come in (LOC-002).
  package var savingFollowsOutbound = true
  /// What is returned of all places at once (LOC-031, LOC-032).
  package var all = All.asOneByOne
  /// Of all places at once a missing account is what it is of each one (LOC-031, LOC-032).
  package var mapsTakeNilAsOneByOne = true
  /// Of all places at once the account is the enrolled one in any letter case, too (LOC-031, LOC-032, IDN-010).
  package var mapsKnowAccountsInAnyCase = true
  /// Every place of the edition is known (LOC-008).
  package var known = Known.all
  /// The account of a place is the enrolled one in any letter case (LOC-002, IDN-010).
  package var accountsHaveAnyCase = true
  /// An extension without policy limits no place (LOC-002, INT-019).
  package var extensionsMayLackPolicy = true
  /// Local storage is open if data may come from every app (LOC-017).
  package var freeLevelOpensLocalStorage = true
  /// SharePoint needs the name of its account in an app of several identities (LOC-002).
  package var sharePointNeedsItsAccount = true
  /// Places that are asked about for a window go by the user in it (LOC-002, LOC-017, IDN-042).
  package var placesFollowTheWindow = true
  /// A document of the account needs no place to be listed (LOC-002, LOC-017, OQ-60).
  package var accountDocumentsNeedNoList = true
  /// A test policy that limits places limits the camera roll, too (LOC-034).
  package var testPoliciesLimitTheCameraRoll = true

  /// The contract of the latest edition.
  package init() {}
}

extension LocationBehaviour {
  /// Whether places are limited.
  package enum Limit: Sendable {
    case bySwitch, always, never
  }

  /// Which places of those that can be listed are allowed.
  package enum List: Sendable {
    case named, all, none
  }

  /// Whose managed places are allowed.
  package enum Account: Sendable {
    case enrolled
    /// Also places without an account, in apps with one identity (OQ-59).
    case enrolledOrNone
    /// Or the user who was enrolled before, in this process.
    case enrolledOrFormer
    case anybody
    /// Anybody of the same organisation.
    case sameOrganisation
  }

  /// What is returned of all places at once.
  package enum All: Sendable {
    case asOneByOne
    /// All are allowed.
    case allowed
    /// The last place is left out.
    case withoutTheLast
  }

  /// Which places are known; another is never allowed.
  package enum Known: Sendable {
    case all
    case withoutSharePoint, withoutLocalDrive, withoutOther, withoutConsumerPlaces
  }
}
