package import Contract
internal import ExactText
package import VirtualTime

/// Deregistration, unenrollment and wipe (areas DRG and WIP).
package struct LeavingBehaviour: BehaviourArea {
  /// A departure that a launch makes up for spares whoever has come back meanwhile (DRG-022).
  package var lateDeparturesSpareWhoReturned = true
  /// An administrator's wipe needs no policy delegate (WIP-011).
  package var wipesNeedNoDelegate = true
  /// What an extension asks for deletes no file (DRG-020).
  package var extensionsDeleteNothing = true
  /// Whoever has no policy is wiped only if the app asks for it (DRG-008).
  package var wipesWithoutPolicyAreAskedFor = true
  /// Every attempt of an account that is deregistered is broken off, not only the first (DRG-003).
  package var endsEveryAttempt = true
  /// The sign-in of another account stays open when an account is deregistered during its attempt (DRG-005).
  package var leavesScreensOfOthers = true
  /// Questions about the enrolled user stay open when another account is deregistered (DRG-005, IDN-048).
  package var leavesHandlersOfOthers = true
  /// The checks of the enrolled user go on when another account is deregistered (DRG-005, IDN-026).
  package var leavesChecksOfOthers = true
  /// A re-enrollment is broken off, too, when its user is deregistered (DRG-003).
  package var endsReEnrollments = true
  /// A retry is broken off, too, when its account is deregistered (DRG-003).
  package var endsRetries = true
  /// A user who comes back and leaves again before the service has answered is unenrolled again (DRG-004).
  package var secondDeparturesAreMade = true
  /// That such a user has left again is reported like the first time (STA-004).
  package var secondDeparturesAreTold = true
  /// A departure that the app is not told of has ended all the same, once the service has answered (STA-005).
  package var untoldDeparturesEnd = true
  // MARK: Deregistration

  /// The service is told whether a user leaves by a deregistration or by a wipe (DRG-004).
  package var reasonsAreTold = true
  /// The unenrollment after a deregistration names no wipe (DRG-004).
  package var deregistrationsAreNoWipes = true
  /// Whose deregistration makes the SDK unenroll a user (DRG-005).
  package var unenrollsAt = UnenrollingDeregistration.ofTheEnrolledUser
  /// A deregistration may name the account in any letter case (DRG-002, IDN-010).
  package var namesHaveAnyCase = true
  /// A wipe that was broken off is over once the files of its user are gone (WIP-010, OQ-35).
  package var brokenOffWipesEnd = true
  /// A deregistered account is taken off the list (DRG-002, DRG-016).
  package var removesAccount = true
  /// That an account is off the list is saved, so that it stays off (DRG-002, DRG-003).
  package var savesRemoval = true
  /// The policy of a user who is deregistered ends at once (DRG-006).
  package var endsPolicy = true
  /// That an enrollment is over is saved, so that its policy does not come back (DRG-006).
  package var savesEndOfEnrollment = true
  /// The extensions of the app learn that its user has left (DRG-006, IDN-002).
  package var extensionsLearnOfIt = true
  /// When `deRegisterAndUnenrollAccount:withWipe:` returns (DRG-011).
  package var callReturns = DeregistrationReturn.onceTheTokenIsDecided
  /// The service is notified of every unenrollment (DRG-004, DRG-023).
  package var tellsTheService = true
  /// An unenrollment goes on at the next launch if the process dies on the way (DRG-017).
  package var survivesDeath = true
  /// One that was broken off and fails then is reported like every other one (STA-004, OQ-31).
  package var reportsResumedFailures = true
  /// The service is notified also of a user whose unenrollment has failed before (DRG-004).
  package var tellsTheServiceAgain = true
  /// The other accounts are tried again also after a wipe that a death has broken off (ENR-015).
  package var othersResumeAfterBrokenOffWipe = true
  /// How long after a failed unenrollment it is tried again; nil is never (OQ-31).
  package var repeatsFailuresAfter: VirtualDuration?
  /// The deregistration of an account that has never enrolled is reported like every other one (OQ-30).
  package var reportsAccountsWithoutEnrollment = true
  /// The deregistration of a user who was unenrolled already is reported as a failure (STA-032, STA-033, DRG-021).
  package var reportsFormerUsers = true
  /// The code that says that nobody is enrolled (OQ-29, DRG-021).
  package var codeWithoutEnrollment = StatusCode.appNotEnrolled
  /// What becomes of a check-in whose user leaves meanwhile (DRG-006, STA-003, STA-032, ENR-038).
  package var lateCheckIn = LateCheckIn.fails
  /// A check-in whose user leaves before its request is sent is not sent (DRG-015, POL-002).
  package var unsentCheckInsEnd = true
  /// The code with which accounts are refused after a deregistration, until the app restarts; nil is none (DRG-022).
  package var codeForReturn: StatusCode?
  /// Attempts to enroll a user end when the user is deregistered (DRG-003).
  package var endsRunningAttempts = true
  /// A deregistration is carried out whatever screen of the SDK is open (DRG-002, DRG-007).
  package var screensDoNotMatter = true
  /// A deregistration is carried out wherever the app is (DRG-002, DRG-004).
  package var worksInBackground = true
  /// A deregistration in one app leaves the tokens that its device shares (DRG-023, POL-001).
  package var keepsTokens = true

  // MARK: Wipe

  /// Which deregistrations wipe (DRG-007, DRG-008, DRG-009).
  package var wipingDeregistrations = WipingDeregistrations.asAskedFor
  /// The deregistration of an account that is not enrolled wipes nothing (DRG-009).
  package var wipesOnlyTheEnrolledUser = true
  /// Whether a deregistration wipes is asked for by its own call, not by an earlier one of another account (DRG-008).
  package var wipeIsOfItsCall = true
  /// What else makes the SDK wipe: nothing but an administrator's command (DRG-017, WIP-008, WIP-009).
  package var wipesAt: WipeOccasions = [.administratorsCommand]
  /// The app is asked before anything is wiped (WIP-001, DRG-010).
  package var asksBeforeWiping = true
  /// A delegate that the app has let go of is asked as well (POL-026, WIP-001).
  package var asksDelegatesThatWereLetGo = true
  /// A wipe is made whoever else is registered (WIP-001, DRG-017).
  package var wipesBesideOthers = true
  /// An administrator's wipe is made also in an app that may not start yet (DRG-017, WIP-009).
  package var wipesBlockedApps = true
  /// The answer to one wipe counts for that one (WIP-003, WIP-004).
  package var everyAnswerCounts = true
  /// The operation of a process that makes the SDK wipe, counted from the first; nil is none (WIP-008).
  package var wipesAtOperation: Int?
  /// About whom it is asked (WIP-001).
  package var asksAbout = WipeQuestions.leavingUser
  /// The thread on which it is asked (WIP-005).
  package var questionThread = CallbackThread.background
  /// When the SDK deletes the files itself (WIP-003, WIP-004, WIP-007, WIP-011).
  package var deletesFiles = FileDeletion.unlessTheAppHas
  /// Whose files it deletes (WIP-010).
  package var deletedFiles = DeletedFiles.ofTheLeavingUser
  /// A wipe goes on at the next launch if the process dies on the way (WIP-001, WIP-003, OQ-35).
  package var wipeSurvivesDeath = true
  /// A wipe that is done is not made again (WIP-008).
  package var wipesOnce = true
  /// A deregistration that wipes: the wipe comes before the status, or after it (OQ-24).
  package var deregistrationOrder = WipeOrder.wipeFirst
  /// What comes after files that the SDK has deleted itself (OQ-24).
  package var afterOwnWipe = AfterOwnWipe.goesOn

  // MARK: An administrator's wipe

  /// The account of a user whom an administrator wipes is taken off the list (DRG-016, DRG-017).
  package var administratorWipeRemovesAccount = true
  /// The service is told which command was carried out (DRG-017).
  package var acknowledgesAdministratorWipe = true
  /// The status of the check-in that brought the command comes before the wipe, or after it (OQ-24).
  package var administratorWipeOrder = WipeOrder.statusFirst
  /// Every administrator's wipe of a process is reported at its end, not only the first (DRG-018).
  package var reportsEveryWipe = true
  /// Every administrator's wipe of a process removes the account (DRG-016, DRG-017).
  package var everyWipeRemovesAccount = true
  /// Each deregistration says whether it wipes (DRG-007, DRG-008).
  package var everyCallChoosesItsWipe = true
  /// Every unenrollment of an installation lets the others be tried again (ENR-015).
  package var othersResumeEachTime = true
  /// A wipe with which a launch goes on names its user (WIP-001).
  package var resumedWipesNameTheUser = true
  /// The unenrollment of a user whom a remediation removes names that user (STA-006).
  package var removalsNameWhoIsRemoved = true
  /// A wipe is gone on with however often it is broken off (WIP-001, OQ-35).
  package var resumesWipesEachTime = true
  /// Whoever is not being remediated can be deregistered while a remediation is in progress (DRG-002).
  package var worksBesideRemediations = true
  /// The app is asked about a wipe by the whole name, however long it is (WIP-001).
  package var namesAreWhole = true
  /// A user whom a sign-in of this process has enrolled can be deregistered (DRG-002, DRG-004).
  package var signedInUsersLeave = true
  /// The refusal of another user does not bring the policy of a leaver back (DRG-006).
  package var refusalsBringNobodyBack = true
  /// An administrator's wipe is acknowledged also if the SDK has deleted the files (DRG-017, WIP-011).
  package var acknowledgesOwnWipes = true
  /// An update of the app wipes nobody (WIP-008).
  package var updatesWipeNobody = true
  /// An unenrollment goes on after an update of the app (DRG-004).
  package var unenrollmentsSurviveUpdates = true
  /// The app is asked to wipe also in the background (WIP-001).
  package var asksInBackground = true
  /// The app is asked for every wipe of a process (WIP-001).
  package var asksForEveryWipe = true
  /// A deregistration wipes also during a check-in (DRG-009, WIP-001).
  package var wipesBesideCheckIns = true
  /// The service is notified also of an unenrollment during a check-in (DRG-004).
  package var reportsToTheServiceBesideCheckIns = true
  /// An unenrollment whose answer cannot be read has failed (STA-025).
  package var unreadableAnswersAreFailures = true
  /// An administrator's wipe counts also before the enrollment has brought any policy (DRG-017, WIP-009).
  package var wipesBeforePolicy = true
  /// A wipe is over once it was carried out, though the service could not be told (WIP-008).
  package var untoldWipesAreOver = true
  /// An administrator's wipe needs no answer of the service (WIP-003, DRG-017).
  package var administratorsWipesNeedNoAnswer = true
  /// A registration leaves the unenrollments alone with which the process went on (DRG-004).
  package var resumedUnenrollmentsOutlastRegistrations = true
  /// A check-in that is refused wipes nobody beside runtime overrides (WIP-008).
  package var refusalsBesideOverridesWipeNobody = true
  /// An administrator's wipe needs no token of its user (WIP-011).
  package var wipesNeedNoTokens = true
  /// A policy delegate that was set after the launch is asked to wipe like one that was there before (WIP-001).
  package var asksLaterDelegates = true
  /// The call of a user without policy blocks like any other (DRG-011).
  package var blocksWithoutPolicy = true
  /// The call returns with its token although a check-in is under way (DRG-011).
  package var returnsBesideCheckIns = true
  /// A refused unenrollment leaves the tokens of the next user alone (DRG-005).
  package var refusalsSpareNextUsers = true
  /// The other accounts are tried again wherever the app is when the user leaves (ENR-015).
  package var othersResumeOutOfSight = true
  /// That the app has wiped is saved when it says so (WIP-004); if false, once the unenrollment has ended.
  package var answersToWipesAreSaved = true
  /// The wipe of a user who was renamed names the new name (WIP-001); if false, the first one of the object ID.
  package var renamedUsersAreWipedByTheirNewName = true
  /// An account is taken off the list in whatever letters it was registered (DRG-002, IDN-010).
  package var accountsLeaveInAnyCase = true
  /// An attempt that waits for another one ends with its user, too (DRG-003).
  package var endsWaitingAttempts = true
  /// A user who has left is known in any letters (DRG-021, IDN-010).
  package var formerUsersHaveAnyCase = true
  /// An unenrollment with which a launch goes on outlasts the attempt of that launch (DRG-004, STA-004).
  package var resumedUnenrollmentsOutlastLaunches = true
  /// A deregistration with a wipe wipes a user who is being unenrolled without one (OQ-100).
  package var laterCallsWipe = false
  /// An account whose sign-in was open when it left is not listed by later processes either (DRG-002).
  package var openSignInsLeaveNobody = true
  /// An account whose request was under way when it left is not listed by later processes either (DRG-002).
  package var openRequestsLeaveNobody = true
  /// A user whom the service has lost is taken off the list (DRG-002).
  package var lostUsersAreRemoved = true
  /// A wipe is carried out that comes with the first check-in after a re-enrollment (WIP-009, DRG-017).
  package var wipesAfterReEnrollments = true
  /// A user who is registered again before the service was asked is unenrolled all the same (DRG-004).
  package var unenrollsWhoHasReturned = true
  /// The end of an unenrollment leaves a registration alone that was made meanwhile (ENR-005, ENR-008).
  package var endsSpareRegistrations = true
  /// The end of an unenrollment leaves the identities alone that are set by then (IDN-002, IDN-009, IDN-016).
  package var endsSpareIdentities = true
  /// An unenrollment that ends after another user has left is reported, too (STA-004, DRG-019).
  package var earlierDeparturesAreTold = true
  /// The deregistration of a former user is reported also if that user was registered again (DRG-021, STA-032).
  package var reportsFormerUsersRegisteredAgain = true
  /// A deregistration blocks for the token of its own user, whoever else is leaving (DRG-011).
  package var blocksBesideOtherDepartures = true
  /// The end of an unenrollment ends no other one, so that a later process makes what is left (DRG-004, OQ-35).
  package var departuresEndAlone = true

  /// The contract of the latest edition.
  package init() {}
}
