internal import ExactText

/// App configuration by key (CFG-004 to CFG-021).
package struct ConfigurationBehaviour: BehaviourArea {
  /// A key that was not sent has no value (CFG-016).
  package var absentKeysHaveNoValue = true
  /// The end of an enrollment that has brought no configuration is no change of it (CFG-019).
  package var endsOfNothingAreQuiet = true
  /// A boolean of device management is no number (CFG-014, CFG-018, OQ-62).
  package var booleansAreNoNumbers = true
  /// A number of device management is no boolean (CFG-013, CFG-018, OQ-62).
  package var numbersAreNoBooleans = true
  /// A device that has brought no settings before and brings none now changes no configuration (CFG-019).
  package var bareDevicesAreQuiet = true
  /// What all the data is (CFG-007).
  package var fullData = FullData.everything
  /// What marks the tenant-wide default (CFG-008).
  package var mark = Mark.ofDefault
  /// Which values count where some were targeted and some are the default's (CFG-009, CFG-010).
  package var precedence = Precedence.targeted
  /// Values are looked at in the order in which they came (OQ-63, OQ-64).
  package var keepsOrder = true
  /// When there is a conflict (CFG-011, CFG-012).
  package var conflict = Conflict.betweenTargetedValues
  /// Which of several booleans is returned (CFG-013).
  package var booleans = Selection.byType
  /// Which of several numbers is returned (CFG-014).
  package var numbers = Selection.byType
  /// Numbers are compared as numbers, and not as texts (CFG-014).
  package var comparesNumbers = true
  /// Which of several strings is returned (CFG-015).
  package var strings = Selection.byType
  /// Strings are compared by their code points, and so by letter case (CFG-015, OQ-61).
  package var comparesLetterCase = true
  /// A single value of an absent key is nil (CFG-016).
  package var absentValueIsNil = true
  /// All values of an absent key are an empty list (CFG-017).
  package var absentValuesAreEmpty = true
  /// What the selectors of all values return (CFG-018).
  package var lists = Lists.everyValue
  /// A number is one in decimal digits, and not all that a programming language reads as one (CFG-016, OQ-62).
  package var numbersAreDecimal = true
  /// The object of an identity holds all sets that are its own (CFG-004).
  package var objectsHoldTheirSets = true
  /// Zeros before a number change nothing (CFG-014).
  package var zerosBeforeNumbersChangeNothing = true
  /// A text with spaces is no number (CFG-014, OQ-62).
  package var spacesAreNoPartOfNumbers = true
  /// A number may have a fraction (CFG-014, CFG-018).
  package var readsFractions = true
  /// A value of another type counts as absent (CFG-016, OQ-62).
  package var ignoresOtherTypes = true
  /// Whose configuration is returned (CFG-004).
  package var isThatOfTheNamedUser = true
  /// What nobody is given (CFG-021).
  package var ofNobody = OfNobody.nothing
  /// To whom the settings of device management go (CFG-020).
  package var deviceSettings = DeviceSettings.ofManagedUser
  /// The settings of device management count: from the edition of 2020-01 on (CFG-020, CNF-27).
  package var knowsDeviceSettings = true
  /// A change of the settings of device management is notified (CFG-019).
  package var notifiesOfDeviceSettings = true
  /// A change of the device's management that leaves its settings is not notified (CFG-019).
  package var sameDeviceSettingsAreQuiet = true
  /// Configuration survives a relaunch (CFG-004).
  package var survivesRelaunch = true
  /// Strings are returned with their spaces (CFG-015, CFG-018).
  package var stringsAreWhole = true
  /// Who registers again has no configuration until the new enrollment has brought one (ENR-024, OQ-94).
  package var returnersHaveNone = true
  /// A default that is sent first conflicts with a targeted value no more than one that is sent last (CFG-012).
  package var firstDefaultsAreNoRivals = true
  /// A key is found letter by letter (CFG-016).
  package var keysAreExact = true
  /// Numbers may be negative (CFG-014, CFG-018).
  package var readsNegativeNumbers = true
  /// Configuration ends with the enrollment of its user (CFG-004, ENR-024, OQ-94).
  package var endsWithTheEnrollment = true
  /// The settings of the service count beside those of device management (CFG-004, CFG-018).
  package var bothChannelsCount = true
  /// `fullData` is complete as soon as the settings are there (CFG-007).
  package var fullDataComesAtOnce = true
  /// How often a change of configuration is notified (CFG-019).
  package var notificationCount = 1
  /// A change of configuration is notified also in the background (CFG-019).
  package var notifiesInBackground = true
  /// The settings of device management are those of now (CFG-004, CFG-020).
  package var deviceSettingsAreCurrent = true
  /// They are also those of now in an app with app groups (CFG-020).
  package var deviceSettingsFollowBesideAppGroups = true
  /// Configuration is found by a name in any letter case (CFG-004, IDN-010).
  package var namesHaveAnyCase = true
  /// Configuration outlives an update of the app (CFG-004).
  package var survivesUpdates = true
  /// A change of nothing but the tenant-wide default is notified, too (CFG-019).
  package var notifiesOfDefaults = true
  /// A re-enrollment announces no configuration that has not changed (CFG-019).
  package var reEnrollmentsAnnounceNone = true
  /// A targeted value that the service does not send any more gives way to the default (CFG-010).
  package var withdrawnTargetsGiveWay = true
  /// A user who comes back has what the service sends now (CFG-004).
  package var returnersHaveWhatIsSentNow = true
  /// Configuration stays in force while the user is enrolled again (CFG-004).
  package var staysDuringReEnrollments = true
  /// The settings that device management has for its user are given to that user alone, and not for nil (CFG-020).
  package var deviceSettingsNeedAName = true
  /// The user of the device has its settings also once that user has left the app (CFG-020).
  package var deviceSettingsOutlastDepartures = true
  /// Sets with the same content are returned as often as they were sent (CFG-007).
  package var equalSetsAreAllReturned = true
  /// That configuration is again what it was before is notified like any other change (CFG-019).
  package var notifiesOfReturns = true
  /// A text that means "nothing" in other formats is a value (CFG-015).
  package var wordsForNothingAreValues = true
  /// An extension knows its user in any letter case (CFG-004, IDN-010); if false, as enrolled only.
  package var extensionsKnowAnyCase = true
  /// The user of the device alone has its settings (CFG-020); if false, whom `IntuneMAMUPN` names has them, too.
  package var namedUsersHaveNoDeviceSettings = true
  /// Configuration outlasts a re-enrollment until a check-in brings another (CFG-004).
  package var outlastsReEnrollments = true
  /// The user of the device has its settings in any letters (CFG-020, IDN-010).
  package var deviceUsersHaveAnyCase = true
  /// What the service has sent is there in a process that was launched in the background (CFG-004, CFG-007).
  package var isThereInTheBackground = true
  /// What device management sends is, too (CFG-004, CFG-020).
  package var deviceSettingsAreThereInTheBackground = true

  /// The contract of the latest edition.
  package init() {}
}

extension ConfigurationBehaviour {
  /// What all the data is.
  package enum FullData: Sendable {
    case everything
    /// Only what comes first.
    case first
    /// What is targeted; the tenant-wide default is left out.
    case targeted
  }

  /// What marks the tenant-wide default.
  package enum Mark: Sendable {
    case ofDefault
    /// Every set is marked.
    case ofAll
    /// None is.
    case none
  }

  /// Which values count where some were targeted and some are the default's.
  package enum Precedence: Sendable {
    case targeted, defaults
    /// Both.
    case none
  }

  /// When there is a conflict.
  package enum Conflict: Sendable {
    case betweenTargetedValues
    /// Also between a targeted value and the default.
    case alsoWithDefault
    /// Also if all the targeted values are the same.
    case alsoOfEqualValues
    /// Also of a key that is absent.
    case alsoOfAbsentKeys
    /// Also if there is one value alone.
    case alsoOfSingleValues
    case never
  }

  /// Which of several values is returned.
  package enum Selection: Sendable {
    case byType
    /// The first, whatever is asked for.
    case first
    /// The smallest for the largest, `or` for `and`, and the other way around.
    case opposite
  }

  /// What the selectors of all values return.
  package enum Lists: Sendable {
    case everyValue
    /// Each value once.
    case distinctValues
    /// One value.
    case firstValue
  }

  /// What nobody is given.
  package enum OfNobody: Sendable {
    case nothing
    /// The enrolled user's.
    case enrolledUsers
    /// No object at all.
    case null
  }

  /// To whom the settings of device management go.
  package enum DeviceSettings: Sendable {
    case ofManagedUser, ofEverybody, ofNobody
    /// The user of the app has them, too, whoever has enrolled the device.
    case ofEnrolledUserToo
  }
}
