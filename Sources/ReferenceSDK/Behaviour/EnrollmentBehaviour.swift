package import Contract
internal import ExactText
package import VirtualTime

/// Attempts to enroll: when, for whom, and how they end.
package struct EnrollmentBehaviour: BehaviourArea {
  /// Who was refused while another user left waits for the retry (OQ-07, ENR-009).
  package var refusedBehindLeaversWait = true
  /// An account that was registered in the background is tried again like any other (ENR-008).
  package var retriesWhatCameInBackground = true
  /// An attempt of the launch that fails leaves its user to the retries, if the app has registered the user (ENR-008).
  package var launchesLeaveRetries = true
  /// Accounts are tried again in an app that comes from its suspension into the background (POL-003, ENR-008).
  package var retriesGoOnBehindSuspensions = true
  /// Who is wiped during a remediation is not told to be compliant (AUTH-049).
  package var wipedUsersAreNotCompliant = true
  /// A remediation ends, too, whose user is deregistered while a sign-in is open for it (AUTH-047).
  package var remediationsEndAtSignIns = true
  /// A sign-in without a name asks for none while a user has enrolled the app (ENR-029, STA-027).
  package var enrolledUsersNeedNoName = true
  /// A sign-in that fails leaves an enrolled user not compliant (AUTH-049).
  package var failedSignInsAreNotCompliant = true
  /// Who leaves during a check-in is not told to be compliant (AUTH-049).
  package var leaversAreNotCompliant = true
  /// An attempt that was given up at its sign-in stands in the way of no later retry of its user (ENR-008).
  package var abandonedSignInsBlockNobody = true
  /// Once the record of the enrolled user is lost everybody registered is tried again, not only that user (ENR-011).
  package var othersAreTriedAfterLostRecords = true
  /// A user of another company is not taken for the one who has the device (ENR-044).
  package var namesakesAreOthers = true
  /// A launch makes each attempt that has died with its process, not only the first (ENR-008, ENR-011).
  package var everyBrokenAttemptIsMade = true
  /// A remediation is in progress while the sign-in of its person is on its way, too (AUTH-056).
  package var remediationIsInProgressAtSignIns = true
  /// A remediation is in progress while the check-in that fetches policy is on its way, too (AUTH-056).
  package var remediationIsInProgressAtCheckIns = true
  /// A remediation enrolls nobody whom the device management rules out (STA-029, ENR-044).
  package var remediationsObeyManagement = true
  /// A remediation enrolls nobody whom the device itself, or another management, rules out (STA-028, STA-030, ENR-044).
  package var remediationsObeyTheDevice = true
  // MARK: Retries

  /// The time from the end of a failed attempt to the next (ENR-008, ENR-009, ENR-010, OQ-01).
  package var retryInterval = VirtualDuration.hours(24)
  /// By which clock the interval is measured (ENR-008, OQ-86).
  package var retryClock = TimerClock.elapsedTime
  /// What a launch does to a retry (ENR-009).
  package var retryAtLaunch = TimerRule.keeps
  /// What coming to the foreground does to a retry (ENR-009).
  package var retryOnForeground = TimerRule.keeps
  /// What a change of the device's management does to a retry (ENR-009).
  package var retryOnDeviceChange = TimerRule.keeps
  /// A retry that fell due while the app could not run is made as soon as it can (ENR-008).
  package var makesUpForMissedRetries = true
  /// What a launch in the background does to a retry (ENR-009).
  package var retryAtBackgroundLaunch = TimerRule.keeps
  /// The time to the next attempt after one that took too long; nil is the interval (ENR-009).
  package var waitAfterTimeout: VirtualDuration?
  /// The time to the next attempt while the tenant is being moved; nil is the interval (ENR-008).
  package var waitAfterMigration: VirtualDuration?
  /// The time after a sign-in that a person has cancelled; nil is the same as after others (ENR-009).
  package var waitAfterCancel: VirtualDuration?
  /// A user whose record the service has lost is tried again (ENR-008, OQ-88).
  package var lostUsersAreRetried = true
  /// An account is tried again after each retry that failed (ENR-010).
  package var retriesWithoutEnd = true
  /// After how many failures of a process an account is not tried again; nil is never (ENR-010).
  package var mostFailures: Int?
  /// An account is tried again although the service has refused its user (ENR-012).
  package var retriesRefusedUsers = true
  /// Whom the background action tries (ENR-011, DRG-003).
  package var retriedAccounts = RetriedAccounts.registered
  /// When the accounts that remain are tried after an unenrollment (ENR-015, OQ-08).
  package var retryAfterUnenrollment = RetryAfterUnenrollment.afterInterval
  /// Other accounts are not tried while one is enrolled (ENR-013, ENR-014).
  package var othersRestAfterSuccess = true
  /// The account that has enrolled is not tried again (ENR-013).
  package var enrolledRestsAfterSuccess = true

  // MARK: Registration

  /// The time from a registration to its first attempt (ENR-006).
  package var firstAttemptDelay = VirtualDuration.zero
  /// When `registerAndEnrollAccount` returns (ENR-017).
  package var registrationReturns = CallReturn.atOnce
  /// When `loginAndEnrollAccount` returns (ENR-017).
  package var signInReturns = CallReturn.atOnce
  /// The code with which the first attempt of an account fails although the service enrolls it; nil is none (ENR-007).
  package var firstAttemptFails: StatusCode?
  /// A user is refused for the user's own sake and not for another one's (STA-019).
  package var refusalsAreOfOneUser = true
  /// What becomes of a user who comes while another one is being unenrolled (ENR-037, STA-037).
  package var whileAnotherLeaves = WhileAnotherLeaves.enrolls
  /// What another installation of the app has left behind does not matter (ENR-022, ENR-044).
  package var ignoresOldInstallations = true
  /// The registration of nobody is refused (ENR-036, STA-026).
  package var refusesNilIdentity = true
  /// Nor does it stand for the user whom the device names (ENR-036).
  package var nilStandsForNobody = true
  /// What a registration does for an account that is registered already (ENR-016).
  package var duplicateRegistration = DuplicateRegistration.warns
  /// What becomes of a second account while one is enrolled (ENR-014, STA-027).
  package var secondAccount = SecondAccount.refused
  /// Accounts that the device does not allow are refused (ENR-044).
  package var obeysDevice = true
  /// Whoever has signed in instead of the user who was asked for must be allowed by the device (ENR-044).
  package var deviceRulesOutWhoSignsIn = true
  /// What calls that enroll accounts do in an app extension (ENR-034, ENR-035, OQ-89).
  package var extensionCalls = ExtensionCalls.refuse
  /// A user who has left is not enrolled again by a demand that came too late (ENR-038).
  package var leaversStayOut = true

  // MARK: Asking the user

  /// Whom a sign-in without a name is for (ENR-029, ENR-030).
  package var namelessSignIn = NamelessSignIn.managedUserOrAsked
  /// Registrations and retries ask nobody for credentials (ENR-008).
  package var backgroundAttemptsAreSilent = true
  /// A registration uses the token that is cached (ENR-006).
  package var registrationUsesCachedToken = true
  /// A sign-in uses the token that is cached (ENR-027, ENR-028).
  package var signInUsesCachedToken = true
  /// A person whose credentials were refused is not asked again (OQ-14, ENR-028).
  package var asksOnce = true
  /// A person is asked, too, where the service refuses a token that is there, and not only without one (OQ-103).
  package var asksAfterRefusals = true
  /// A sign-in asks also for the credentials of an account that is registered (ENR-028).
  package var asksRegisteredUsers = true
  /// An enrollment goes on once credentials are entered (ENR-028).
  package var credentialsContinueAttempt = true
  /// A failure that a person may still help is not reported before the person was asked (STA-002).
  package var reportsAfterPrompt = true
  /// A person who cancels the prompt ends the attempt (ENR-032, STA-038).
  package var cancelEndsAttempt = true

  // MARK: Choices

  /// The interval after an attempt that came late begins with the attempt, not when that was due (ENR-009).
  package var lateAttemptsMoveTheNext = true
  /// Each remediation that a person cancels is reported as cancelled (AUTH-049).
  package var everyCancelledRemediationIsReported = true
  /// When the interval to the next attempt begins (OQ-01).
  package var intervalBegins = RetryStart.withTheFailure
  /// A sign-in of a registered account that fails moves the account's retry, like any other attempt (OQ-01).
  package var signInsMoveRetries = true
  /// How long after its start an attempt is tried again that died with its process; nil is at launch (OQ-03).
  package var brokenAttemptWaits: VirtualDuration? = .hours(24)
  /// Which of the accounts that are due is tried first (OQ-06).
  package var triesFirst = FirstAccount.theFirstRegistered
  /// What becomes of other accounts that were due when one enrolls (OQ-06).
  package var othersThatWereDue = OthersThatWereDue.wait
  /// The code for a second account (OQ-07).
  package var codeForSecondAccount = StatusCode.alreadyEnrolled
  /// The code for one that signs in, or that the device dictates (OQ-07).
  package var codeForMeantSecondAccount = StatusCode.switchExistingAccount
  /// How policy is fetched for a new enrollment (OQ-18).
  package var policyIsFetched = FirstPolicy.afterEnrollment
  /// Compliance can be remediated: from the editions of 2020 on (AUTH-047, AUTH-050).
  package var knowsRemediation = true
  /// The remediation of a user who leaves ends, and enrolls nobody (DRG-003, AUTH-047).
  package var remediationEndsWithItsUser = true
  /// How a remediation ended is reported once, and not again a day later (AUTH-047, AUTH-050).
  package var remediationIsToldOnce = true
  /// The thread on which it is reported (AUTH-048, OQ-22).
  package var complianceThread = CallbackThread.background
  /// How a remediation ended is reported with words for the user (AUTH-049).
  package var remediationHasWords = true
  /// That a remediation is over is saved, so that it is not made again (AUTH-047).
  package var savesEndOfRemediation = true
  /// Each remediation has a result of its own (AUTH-047, AUTH-049).
  package var remediationsHaveOwnResults = true
  /// A remediation that ends while another one waits has its own result, too (AUTH-047, AUTH-050).
  package var waitingRemediationsDoNotMatter = true
  /// The remediation of the enrolled user fails with its check-in (AUTH-047, AUTH-049).
  package var remediationFailsWithCheckIn = true
  /// The remediation of the enrolled user is reported also if its check-in fails (AUTH-047).
  package var remediationIsToldOfFailedCheckIn = true
  /// A remediation ends with a result also if the service has no record of the enrollment (AUTH-047, AUTH-050).
  package var remediationOutlastsTheRecord = true
  /// How a remediation ended is reported to an app without an enrollment delegate, too (AUTH-047).
  package var remediationNeedsNoOtherDelegate = true
  /// A remediation that ends with the enrollment of the launch is reported like every other one (AUTH-047).
  package var remediationIsToldBesideLaunches = true
  /// A remediation goes on at the next launch also if the app was updated meanwhile (AUTH-051).
  package var remediationSurvivesUpdate = true
  /// A registered account is tried again also after a remediation of it has failed (ENR-008).
  package var retriesOutlastRemediations = true
  /// How long after a failed remediation its account is tried again; nil is the interval of retries (ENR-009).
  package var waitAfterRemediation: VirtualDuration?
  /// A sign-in is made also after one that was refused (ENR-027, ENR-028).
  package var signInsFollowRefusals = true
  /// The user whom a remediation removes for another one is not wiped (WIP-008).
  package var remediationRemovesWithoutWipe = true
  /// A silent remediation asks the user nothing (AUTH-052).
  package var silentRemediationAsksNobody = true
  /// A remediation that is not silent asks the enrolled user for credentials, too (AUTH-052).
  package var remediationsAskEnrolledUsers = true
  /// It does so in each remediation of a process (AUTH-052).
  package var remediationsAskAgain = true
  /// A remediation is in progress also while the service is asked (AUTH-056).
  package var remediationIsInProgressMeanwhile = true
  /// A remediation that goes on after a restart waits until the app has started (AUTH-048).
  package var remediationWaitsForStart = true
  /// Those that wait behind it outlive the restart, too (AUTH-051, AUTH-050).
  package var waitingRemediationsOutliveRestarts = true
  /// A remediation goes on after a restart (AUTH-051).
  package var remediationSurvivesRestart = true
  /// A remediation that is over is not in progress any more (AUTH-056).
  package var remediationIsOverAtItsEnd = true
  /// Every sign-in of a process that its person cancels is reported as such (ENR-032, STA-038).
  package var everyCancelIsTold = true
  /// An enrollment that the service asks for brings the record that it names (POL-001, ENR-022).
  package var newEnrollmentsBringTheirRecord = true
  /// Extensions leave retries to the app (ENR-034, OQ-89).
  package var onlyAppsRetry = true
  /// Extensions move no retry (ENR-009, OQ-89).
  package var extensionsMoveNothing = true
  /// Remediations wait in line, however many there are (AUTH-050).
  package var everyRemediationWaits = true
  /// A remediation is repeated also in other letter case (AUTH-050).
  package var repeatedRemediationsHaveAnyCase = true
  /// A remediation that was cancelled has a message and a title (AUTH-049).
  package var cancelledRemediationsHaveWords = true
  /// A remediation is in progress also while it waits for that of another user (AUTH-056).
  package var waitingRemediationsAreInProgress = true
  /// A remediation is in progress in any letter case of its user (AUTH-056).
  package var remediatedNamesHaveAnyCase = true
  /// The remediation of a user who is wiped is reported (AUTH-047).
  package var wipedRemediationsAreTold = true
  /// A remediation that has ended with its user is over, so that the next one counts (AUTH-050).
  package var endedRemediationsAreForgotten = true
  /// A user whose record is gone when a remediation checks in is not compliant (AUTH-049).
  package var lostUsersAreNotCompliant = true
  /// A remediation that has removed a user goes on after the restart, not before it (AUTH-051).
  package var remediationWaitsForRestart = true
  /// A remediation removes the enrolled user before it asks for the restart; if true, in the process after it (OQ-102).
  package var remediationRestartsFirst = false
  /// A remediation that removes a user leaves the other accounts registered (ENR-021, DRG-005).
  package var remediationLeavesOtherAccounts = true
  /// An enrollment is saved before it is reported (ENR-022).
  package var isSavedFirst = true
  /// A prompt ends with its process (ENR-028, LCH-001).
  package var promptsEndWithTheProcess = true
  /// A prompt that is open is not shown again (ENR-028, OQ-14).
  package var promptsAreShownOnce = true
  /// A user whose record the service has lost can sign in (ENR-027).
  package var lostUsersCanSignIn = true
  /// A user who has left can sign in again (ENR-027, DRG-022).
  package var leaversCanSignIn = true
  /// The time to the next attempt after one without a token; nil is the interval (ENR-009).
  package var waitAfterNeededSignIn: VirtualDuration?
  /// The time to the next attempt of a user without a licence; nil is the interval (ENR-009).
  package var waitAfterRefusal: VirtualDuration?
  /// A remediation for which the person has signed in is reported like every other one (AUTH-047).
  package var remediationIsToldAfterPrompts = true
  /// A user name may have every character (ENR-007, ENR-043).
  package var namesMayHaveEveryCharacter = true
  /// A sign-in asks also for the credentials of the managed user of the device (ENR-028).
  package var managedUsersAreAsked = true
  /// An account can be registered while the dialog of the restart is open (ENR-005, ENR-006).
  package var restartDialogsDoNotMatter = true
  /// A sign-in is for whom it names, whoever manages the device (ENR-027, STA-029).
  package var signInIsForTheNamedUser = true
  /// A user whose record the service has lost is asked for credentials in a sign-in (ENR-028).
  package var lostUsersAreAsked = true
  /// A prompt for the user name that is open is not shown again (ENR-030).
  package var namesAreAskedOnce = true
  /// A sign-in is made while the dialog of the restart is open, too (ENR-027).
  package var signInsBesideDialogsCount = true
  /// A remediation is made while the dialog of the restart is open, too (AUTH-047).
  package var remediationsBesideDialogsCount = true
  /// A registration is for whom it names, whoever manages the device (ENR-044, STA-029).
  package var registrationIsForTheNamedUser = true
  /// The time to the next attempt after one that has found no hosts; nil is the interval (ENR-009).
  package var waitAfterLostLocation: VirtualDuration?
  /// The time to the next attempt after an answer that could not be read; nil is the interval (ENR-009).
  package var waitAfterUnreadableAnswer: VirtualDuration?
  /// A user whose record the service has lost can be remediated (AUTH-047).
  package var lostUsersAreRemediated = true
  /// An update of the app moves no retry (ENR-009).
  package var updatesMoveNoRetry = true
  /// A remediation that has taken long is reported like every other one (AUTH-047).
  package var slowRemediationsAreTold = true
  /// A remediation that ends in the background is reported like every other one (AUTH-047).
  package var remediationsAreToldInBackground = true
  /// An account that is registered beside the enrolled one can be remediated, too (AUTH-050, AUTH-051).
  package var waitingAccountsAreRemediated = true
  /// A user can be remediated more than once in a process (AUTH-047).
  package var remediatesAgain = true
  /// An account can be registered while a screen asks for credentials (ENR-005, ENR-006).
  package var registersBesideSignIns = true
  /// An account that is registered in the background is tried at once (ENR-006).
  package var registersInBackground = true
  /// An account that fails while a screen asks somebody else is tried again (ENR-008).
  package var retriesBesideScreens = true
  /// Other accounts rest also while a user is enrolled whom the launch has enrolled (ENR-013).
  package var othersRestAfterLaunches = true
  /// Whom a person names is tried, whoever is registered (ENR-030).
  package var typedNamesCount = true
  /// A prompt that is dismissed is cancelled (ENR-032, STA-038).
  package var dismissedPromptsAreCancelled = true
  /// A sign-in knows the enrolled user in any letter case (STA-027, IDN-010).
  package var enrolledNamesHaveAnyCase = true
  /// A remediation is in progress while it waits for a person (AUTH-056).
  package var remediationIsInProgressWhileAsking = true
  /// A launch keeps the retry of an account whose user has to sign in (ENR-008).
  package var launchesKeepRetriesOfUnsigned = true
  /// Other accounts rest after a re-enrollment, too (ENR-013).
  package var othersRestAfterReEnrollments = true
  /// After a suspension each account is tried that is overdue (ENR-011).
  package var triesAllThatWereDue = true
  /// A sign-in with nil is for the managed user before those who are registered (ENR-029).
  package var nilIsTheManagedUserFirst = true
  /// A user is remediated again whose remediation a process has taken over (AUTH-050).
  package var remediatesAgainWhatWasTakenOver = true
  /// Nobody is remediated whom no call has named (AUTH-056).
  package var nobodyIsNotRemediated = true
  /// A remediation is in progress also while it waits for the restart (AUTH-056).
  package var remediationIsInProgressBeforeRestarts = true
  /// A device may be enrolled in MDM of any vendor (STA-029, ENR-044).
  package var devicesOfEveryVendorCount = true
  /// A sign-in host that is down moves nobody's retry but that of the account concerned (ENR-008, ENR-011).
  package var lostSignInsMoveNobodyElse = true
  /// An account is tried that fell due while another one was tried (ENR-008, ENR-011).
  package var triesWhoHadToWait = true
  /// An account is tried although another one of its tenant has just failed (ENR-011, ENR-012).
  package var triesEveryAccountOfATenant = true
  /// A sign-in counts whatever attempt is under way for its user (ENR-027, ENR-028).
  package var signInsCountBesideAttempts = true
  /// A retry that is overdue when an extension is launched is left to the app (ENR-008, OQ-89).
  package var extensionsLeaveOverdueRetries = true
  /// A remediation is told to an app without a policy delegate, too (AUTH-047).
  package var remediationNeedsNoPolicyDelegate = true
  /// A remediation may ask in the process that goes on with it as it might before (AUTH-051, AUTH-052).
  package var continuedRemediationsMayAsk = true
  /// A remediation that an earlier process has left is reported once the app has started (AUTH-048); if false, at once.
  package var leftRemediationsWaitForStart = true
  /// A re-enrollment that its user's departure ends is reported (ENR-038); if false, only once its request was sent.
  package var endedReEnrollmentsAreTold = true
  /// The second registration of an account is ignored beside an enrolled user, too (ENR-016); if false, it is refused.
  package var duplicatesBesideUsersAreIgnored = true
  /// A cancelled sign-in is reported as such after a refused token, too (STA-038); if false, as one that is needed.
  package var cancelsAfterRefusalsAreTold = true
  /// That interaction is required is told of silent remediations, and of no others (AUTH-052).
  package var interactionIsRequiredOfSilentOnes = true
  /// What becomes of a remediation for which another user signs in than the one asked for (AUTH-047, ENR-007).
  package var remediationSignedInForByAnother = SignInOfAnother.endsIt
  /// Other accounts rest, too, if the tenant of one of them was being moved (ENR-013).
  package var othersRestAfterMigrations = true
  /// The retry of a leaver ends also if that of another account is due earlier (DRG-003).
  package var leaversAmongOthersRest = true
  /// Nobody else is enrolled while the enrolled user is enrolled again (ENR-014).
  package var reEnrollmentsKeepOthersOut = true
  /// A registration during a re-enrollment is answered like any other (STA-002).
  package var registrationsBesideReEnrollmentsAreAnswered = true
  /// The code with which others are refused while a wiped user is unenrolled; nil is that of every leaver (ENR-037).
  package var codeBesideWipes: StatusCode?
  /// The next process remediates those who wait in the order of the calls (AUTH-050).
  package var linesOutliveTheProcess = true
  /// A remediation that waits for that of another user ends with its user, too (DRG-003, AUTH-047).
  package var waitingRemediationsEndWithTheirUsers = true
  /// The account of the device is known in any letters (ENR-044, IDN-010).
  package var deviceUsersHaveAnyCase = true
  /// The enrolled user is remediated in any letters, and not removed (RST-007, IDN-010).
  package var remediatedUsersHaveAnyCase = true
  /// A remediation for which somebody else has signed in is not told as compliant (AUTH-049).
  package var remediationsOfOthersAreNotCompliant = true
  /// A registration of nil leaves the sign-in of somebody else open (ENR-036).
  package var nilClosesNoScreen = true
  /// A remediation that the next process goes on with is known there (AUTH-050, AUTH-051).
  package var takenOverRemediationsAreKnown = true
  /// A user whom the service has lost is not tried again once deregistered (DRG-003, DRG-015).
  package var lostLeaversRest = true
  /// Throttling is of one account (ENR-008, ENR-011, OQ-87).
  package var throttlesAreOfOneAccount = true
  /// A user who was throttled can be registered again at once (ENR-006).
  package var throttledUsersMayReturn = true
  /// A clock that was wrong at the launch moves no retry when it is put right (ENR-008, OQ-86).
  package var correctedClocksMoveNothing = true
  /// A remediation that has failed is not told as compliant as well (AUTH-047).
  package var failedRemediationsAreToldOnce = true
  /// A sign-in goes on beside a link that comes meanwhile (ENR-028).
  package var signInsOutlastLinks = true
  /// A remediation that waits behind another one may ask the person in the next process, too (AUTH-051, AUTH-052).
  package var waitingRemediationsMayAsk = true

  /// The contract of the latest edition.
  package init() {}
}
