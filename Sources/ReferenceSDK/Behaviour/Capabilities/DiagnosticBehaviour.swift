internal import ExactText

/// Diagnostic information and the log (DBG-019 to DBG-025).
package struct DiagnosticBehaviour: BehaviourArea {
  /// A test policy ends with its user (DBG-001, DRG-006).
  package var testPoliciesEndWithUsers = true
  /// A test policy wins over one that the service sends later, too (DBG-001, OQ-77).
  package var testPoliciesOutlastLaterOnes = true
  /// There is diagnostic information (DBG-019).
  package var hasInformation = true
  /// The paths of the log files are known: from the edition of 2017-11 on (DBG-020).
  package var hasLogPaths = true
  /// The SDK tells its version (DBG-025).
  package var hasVersion = true
  /// Messages have their level (DBG-022).
  package var messagesHaveLevels = true
  /// Messages above verbose are free of personal data (DBG-023).
  package var hidesUsers = true
  /// Whom a message about a failure names (DBG-023).
  package var failuresName = FailuresName.nobody
  /// With `VerboseLoggingEnabled` calls are logged: from the edition of 2020-06 on (DBG-024).
  package var logsVerbosely = true

  // MARK: Uploads

  /// The logs are sent (DBG-021).
  package var uploads = true
  /// What the handler of an upload is told (DBG-021).
  package var uploadIsTold = Told.asItIs

  // MARK: Test policies

  /// A test policy is in force with `DebugSettingsEnabled` (DBG-001, DBG-008, OQ-77).
  package var testPoliciesApply = true
  /// A test policy needs `DebugSettingsEnabled` (DBG-001).
  package var testPoliciesNeedTheSetting = true
  /// A test policy is in force without a connection (DBG-008).
  package var testPoliciesNeedNoService = true
  /// A test policy limits places as every other one does (LOC-034).
  package var testPoliciesLimitPlaces = true
  /// One that was copied to the documents is in force, too: in the edition of 2016-09 (DBG-004).
  package var appliesCopiedPolicies = true
  /// A test wipe that dies with its process goes on at the next launch (DBG-011, OQ-35).
  package var testWipesSurviveDeath = true
  /// `DebugWipeOnLaunchResume` wipes: from the edition of 2017-11 on (DBG-011).
  package var testWipes = true
  /// The standard log and the diagnostic one have paths of their own (DBG-020).
  package var logsAreApart = true
  /// The version has nothing but numbers and points (DBG-025).
  package var versionIsNumeric = true
  /// A test policy that was in force ends when `DebugSettingsEnabled` is switched off (DBG-001).
  package var testPoliciesEndWithTheSetting = true
  /// A test policy that is taken away ends with the next launch (DBG-001).
  package var testPoliciesCanBeRemoved = true
  /// A warning has no part of the name of a user (DBG-023).
  package var warningsNameNobody = true
  /// There are verbose messages also once somebody is enrolled (DBG-024).
  package var logsVerboselyOnceEnrolled = true
  /// A test policy is in force where the service has sent none (DBG-001).
  package var testPoliciesNeedNoOther = true
  /// A launch in the background makes the test wipe (DBG-011).
  package var backgroundLaunchesMakeTestWipes = true
  /// `DebugWipeOnLaunchResume` can be switched off again before it has wiped (DBG-011).
  package var testWipesCanBeTakenBack = true
  /// Diagnostic information is an object also after a failure (DBG-019); if false, it is a string.
  package var informationIsAnObject = true
  /// A test policy that lists no place allows none (LOC-034); if false, it allows all of them.
  package var testPoliciesNeedNoList = true
  /// A test policy that was set before its user has enrolled outlasts the enrollment (DBG-001, DBG-004).
  package var testPoliciesOutlastEnrollments = true
  /// A test policy outlasts the departure of a user (DBG-001, DBG-004).
  package var testPoliciesOutlastDepartures = true
  /// A test policy outlasts the wipe of a user (DBG-001).
  package var testPoliciesOutlastWipes = true
  /// A test policy outlasts an attempt to enroll that fails (DBG-001, DBG-004).
  package var testPoliciesOutlastFailures = true
  /// A test policy without members restricts nothing, and wins over that of the service (DBG-001).
  package var emptyTestPoliciesApply = true
  /// Whom a message about a link names (DBG-023).
  package var linksName = LinksName.nobody
  /// A message about somebody else's sign-in names nobody (DBG-023).
  package var signInsOfOthersNameNobody = true
  /// The handler of an upload that the host has refused is called once (DBG-021).
  package var refusedUploadsEndOnce = true
  /// The handler of an upload is called whoever leaves before it has ended (DBG-021).
  package var uploadsOutlastDepartures = true

  /// The contract of the latest edition.
  package init() {}
}

extension DiagnosticBehaviour {
  /// Whom a message about a failure names.
  package enum FailuresName: Sendable {
    case nobody
    /// The user.
    case user
    /// The user, by what stands before the at sign.
    case localPart
  }

  /// Whom a message about a link names.
  package enum LinksName: Sendable {
    case nobody
    /// The sender, with the at sign as it stands in a URL.
    case encodedSender
    /// The sender in capitals, without the domain.
    case senderInCapitals
    /// The sender without the domain.
    case localPart
  }

  /// What the handler of an upload is told.
  package enum Told: Sendable {
    case asItIs
    /// That it has succeeded.
    case success
    case nothing
  }
}
