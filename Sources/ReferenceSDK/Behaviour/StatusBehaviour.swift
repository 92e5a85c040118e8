package import Contract
internal import ExactText

/// What is reported of an operation, and by which code (area STA).
package struct StatusBehaviour: BehaviourArea {
  /// A silent remediation that finds no token is reported like any attempt without one (STA-022).
  package var silentRemediationsNeedASignIn = true
  /// An internal error ends one operation, and leaves the later ones alone (STA-020).
  package var internalErrorsAreOfOneOperation = true
  /// An unenrollment that cannot find its host is reported as such (STA-023).
  package var unenrollmentsTellOfLostLocations = true
  /// An enrollment that the service has asked for again is reported as 222 if the tenant is being moved (STA-041).
  package var reEnrollmentsTellOfMigrations = true
  /// It is reported as 225 if no policy targets the user (STA-044).
  package var reEnrollmentsTellOfTargeting = true
  // MARK: Callbacks

  /// How often the end of an enrollment is reported (STA-001, STA-002).
  package var enrollmentReports = Reports.once
  /// An enrollment is reported when it is over, and not when it begins (STA-002).
  package var reportsOnlyTheEnd = true
  /// How often the end of a check-in is reported (STA-001, STA-003).
  package var checkInReports = Reports.once
  /// How often the end of an unenrollment is reported (STA-001, STA-004).
  package var unenrollmentReports = Reports.once
  /// An app without a status callback is enrolled like every other one (STA-005).
  package var enrollsSilentApps = true
  /// A refusal for want of policy is reported like every other one (STA-002, STA-044).
  package var reportsUntargetedUsers = true
  /// What becomes of a status while no delegate is set (OQ-23).
  package var withoutDelegate = LostStatus.isDropped
  /// Whether the status of a check-in comes before the notification of its new policy, or after it (OQ-24).
  package var order = NotificationOrder.notificationFirst
  /// What the SDK writes to its log (DBG-022, DBG-024).
  package var log = LogExtent.warnings

  // MARK: The status object

  /// Whom a status names (STA-006).
  package var namedUser = NamedUser.whomItConcerns
  /// The status of a failure has a code (STA-007).
  package var failuresHaveCodes = true
  /// The `errorString` of a status (STA-008).
  package var errorString = ErrorString.text
  /// `errorString` may be nil: from the editions of 2020 on (STA-008).
  package var errorStringMayBeNil = true
  /// The status of an internal error has an error object (STA-020).
  package var internalErrorsHaveObjects = true
  /// The status of every other failure has one, too (STA-009).
  package var otherFailuresHaveObjects = true
  /// The `didSucceed` of a status (STA-010).
  package var didSucceed = ReportedSuccess.asTheCodeSays

  // MARK: Codes

  /// The edition whose codes are reported: older ones have a neighbouring code for what they have no code for.
  package var codes = Edition.latest
  /// An enrollment that has succeeded: no source says which of the codes of success it has.
  package var enrollment = StatusCode.newPoliciesReceived
  /// The result of a remediation tells failures apart, and is not 2 for all of them: no source says which is which (AUTH-049).
  package var remediationFailuresAreToldApart = true
  /// New policy that a check-in has brought (STA-014).
  package var newPolicy = StatusCode.newPoliciesReceived
  /// Policy that has not changed (STA-015).
  package var unchangedPolicy = StatusCode.policiesHaveNotChanged
  /// The command to wipe (STA-016, WIP-009).
  package var wipeCommand = StatusCode.wipeReceived
  /// No policy targets the user (STA-017).
  package var noPolicy = StatusCode.noPolicyReceived
  /// An unenrollment that the service has carried out (STA-018, DRG-018, DRG-019).
  package var unenrollment = StatusCode.unenrollmentSuccess
  /// A user without licence (STA-019).
  package var missingLicence = StatusCode.accountNotLicensed
  /// An internal error (STA-020).
  package var internalError = StatusCode.internalError
  /// The user has to sign in (STA-022).
  package var neededSignIn = StatusCode.authRequired
  /// The location service is out of reach (STA-023, ENR-041).
  package var unreachableLocationService = StatusCode.locationServiceFailure
  /// The enrollment host is out of reach (STA-024, ENR-041).
  package var unreachableEnrollmentHost = StatusCode.enrollmentEndPointNetworkFailure
  /// An answer that cannot be read (STA-025).
  package var unreadableAnswer = StatusCode.parsingFailure
  /// No identity was given (STA-026, ENR-036).
  package var missingIdentity = StatusCode.nilAccount
  /// Another account is enrolled, or this one is already (STA-027).
  package var existingEnrollment = StatusCode.alreadyEnrolled
  /// The enrolled account has to be removed first (STA-037, ENR-037).
  package var accountToRemove = StatusCode.switchExistingAccount
  /// Device management of another vendor dictates another account (STA-028, ENR-044).
  package var dictatedAccount = StatusCode.notEmmAccount
  /// The device is managed for another user (STA-029, ENR-044).
  package var managedAccount = StatusCode.mdmEnrolledDifferentUser
  /// The device belongs to another account (STA-030, ENR-044).
  package var deviceAccount = StatusCode.notDeviceAccount
  /// The policy host is out of reach (STA-031, ENR-041).
  package var unreachablePolicyHost = StatusCode.policyEndPointNetworkFailure
  /// Nobody is enrolled (STA-032).
  package var nobodyEnrolled = StatusCode.appNotEnrolled
  /// Somebody else is enrolled (STA-033, DRG-021).
  package var otherEnrolled = StatusCode.notEnrolledAccount
  /// Data of the user could not be cleared (STA-034, DRG-021).
  package var uncleared = StatusCode.failedToClearMamData
  /// An operation has taken too long (STA-035).
  package var timeout = StatusCode.timeout
  /// An error of the authentication library (STA-036).
  package var libraryError = StatusCode.adalInternalError
  /// The user has cancelled the sign-in (STA-038, ENR-032).
  package var cancelledSignIn = StatusCode.loginCanceled
  /// The service has no record of the enrollment any more (STA-039).
  package var goneEnrollment = StatusCode.policyRecordGone
  /// A user who has left was to be enrolled again (STA-040, ENR-038).
  package var leaverToEnroll = StatusCode.reEnrollForUnenrolledUser
  /// The tenant is being moved (STA-041).
  package var movedTenant = StatusCode.tenantMigration
  /// A call from an app extension (STA-042, ENR-034, ENR-035, DRG-020).
  package var callFromExtension = StatusCode.unsupportedAPI
  /// The authentication library is too old (STA-043, AUTH-044).
  package var oldLibrary = StatusCode.adalMethodUnsupported
  /// A user with a licence whom no policy targets (STA-044).
  package var untargetedUser = StatusCode.licensedNotTargeted
  /// Every command to wipe of an installation is reported by its code (STA-016).
  package var everyWipeIsTold = true
  /// Every registration of nil of a process is reported (ENR-036).
  package var reportsEveryNil = true
  /// Every call of a process from an extension is reported (ENR-034, ENR-035).
  package var reportsEveryExtensionCall = true
  /// Every lost record of a process is reported by its code (STA-039).
  package var everyLostRecordIsTold = true
  /// A status names its user whole, however long the name is (STA-006).
  package var namesAreWhole = true
  /// An enrollment that has taken long is reported like every other one (STA-002).
  package var slowEnrollmentsAreTold = true
  /// What ends in the background is reported at once (STA-002, STA-003, STA-004).
  package var isToldInBackground = true
  /// The enrollment of a sign-in is reported at once (STA-002).
  package var signInsAreToldAtOnce = true
  /// A failure is reported also if the account has failed in the same way before it left (STA-002).
  package var repeatedFailuresAreTold = true
  /// A failure of a sign-in is reported also if the last one has failed in the same way (STA-002).
  package var repeatedSignInsAreTold = true
  /// A check-in that has taken long is reported like every other one (STA-003).
  package var slowCheckInsAreTold = true
  /// An unenrollment that has taken long is reported like every other one (STA-004).
  package var slowUnenrollmentsAreTold = true
  /// Every unenrollment of a process is reported (STA-004).
  package var everyUnenrollmentIsTold = true
  /// A location service out of reach is told as such also once a user has left (STA-023).
  package var lostLocationsAreToldAfterLeavers = true
  /// Unenrollments are reported also to an app that waits for its policy (STA-004).
  package var blockedAppsAreTold = true
  /// A user who was renamed is reported by the new name (STA-006); if false, by the first one of the object ID.
  package var renamedUsersAreToldByTheirNewName = true
  /// A silent remediation of a user whose tokens are not good any more tells that interaction is required (AUTH-052).
  package var revokedUsersNeedInteraction = true
  /// A missing licence is told as such also under an authority that was set at run time (STA-019).
  package var licencesAreToldUnderEveryAuthority = true
  /// When a registration of nil is refused (ENR-036).
  package var refusesNil = RefusalsOfNil.always
  /// When a deregistration of nil is refused (STA-026).
  package var refusesLeavingNil = RefusalsOfNil.always

  /// The contract of the latest edition.
  package init() {}
}
