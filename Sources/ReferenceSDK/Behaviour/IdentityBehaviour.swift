internal import ExactText
package import VirtualTime

/// What the contract decides about identities: who works in the app, and how that changes (area IDN).
package struct IdentityBehaviour: BehaviourArea {
  /// The screen stays with the user it was set to when that user leaves (IDN-014).
  package var screensOutliveUsers = true
  /// A link that the app has refused changes no identity (IDN-034).
  package var refusedLinksChangeNothing = true
  /// The checks are those of the policy of the moment (IDN-026, POL-028).
  package var checksFollowLaterPolicies = true
  /// A switch that waits for the app still waits in the background (IDN-048).
  package var questionsOutlastTheBackground = true
  /// A document for one of several windows is asked about with its window (IDN-054).
  package var documentsNameTheirWindow = true
  /// The app is asked about a link that waits for another one with the link's own window (IDN-054).
  package var waitingLinksNameTheirWindow = true
  /// A switch that fails leaves a window without an identity as it is (IDN-034).
  package var failuresLeaveNothingBehind = true
  /// The user for whom the device is enrolled is unmanaged as long as the app is not enrolled (IDN-022).
  package var usersOfTheDeviceAreUnmanaged = true
  /// An extension of a single-identity app works as its app's user (IDN-002, OQ-89).
  package var extensionsWorkAsTheirUser = true
  /// Names that differ in their last letter alone are those of two users (IDN-009).
  package var namesCountToTheEnd = true
  /// What a multi-identity app has set as its process identity outlives a lost record (IDN-041).
  package var lostRecordsLeaveProcesses = true
  /// A user whom the app has not answered about yet stays enrolled (IDN-055).
  package var unansweredAdditionsWait = true
  /// An app that has refused a user once may take the user later (IDN-055).
  package var refusalsAreForgotten = true
  // MARK: Names

  /// Which names are those of one user (IDN-010, IDN-012, ENR-016).
  package var names = SameNames.inAnyLetterCase
  /// An identity keeps every character that the app has given it (IDN-009).
  package var keepsEveryCharacter = true
  /// The empty string is nobody, which is more than no identity at all (IDN-036).
  package var distinguishesEmptyFromNil = true
  /// Which two identities `isIdentity:equalTo:` calls equal (IDN-012).
  package var equalIdentities = EqualIdentities.sameUser
  /// Of whom `isIdentityManaged:` is true (IDN-022, IDN-019, IDN-020).
  package var reportedAsManaged = ReportedAsManaged.enrolledUser

  // MARK: The identities of process, threads and windows

  /// An app with `MultiIdentity` YES has several identities (IDN-003, IDN-005, IDN-008).
  package var settingBringsSeveralIdentities = true
  /// Every other app has a single one (IDN-001, IDN-002, IDN-003).
  package var othersHaveOneIdentity = true
  /// Under whom an app with several identities starts (IDN-005, IDN-008).
  package var startIdentity = StartIdentity.nobody
  /// The process identity of an app with a single one is the enrolled user, and it counts (IDN-002).
  package var processFollowsEnrollment = true
  /// The process identity decides where neither thread nor window has one of its own (IDN-013).
  package var processIdentityDecides = true
  /// `getProcessIdentity` returns what was set (IDN-041).
  package var processIdentityIsReadable = true
  /// Setting the process identity to nil clears it (IDN-041).
  package var nilClearsProcessIdentity = true
  /// Each thread has an identity of its own (IDN-016).
  package var threadsHaveOwnIdentities = true
  /// The identity of a thread decides there, before that of the process (IDN-039).
  package var threadIdentityComesFirst = true
  /// `getCurrentThreadIdentity` returns what was set on the thread (IDN-016).
  package var threadIdentityIsReadable = true
  /// The identities of threads outlast the enrollment of a user (IDN-016, IDN-039).
  package var threadsOutlastEnrollments = true
  /// What `getCurrentThreadIdentity` returns while nothing is set (IDN-038, OQ-47).
  package var unsetThreadIdentityReadsAs = UnsetIdentity.nothing
  /// Setting the identity of a thread to nil clears it (IDN-038).
  package var nilClearsThreadIdentity = true
  /// What `getUIPolicyIdentity` returns while nothing is set (IDN-037).
  package var unsetUIIdentityReadsAs = UnsetIdentity.processIdentity
  /// Setting the UI identity to nil clears it (IDN-037).
  package var nilClearsUIIdentity = true
  /// The UI identity decides on the main thread and on no other one (IDN-014, IDN-017).
  package var uiIdentityStaysOnMainThread = true
  /// Nobody as the main thread's identity comes before those of the window and the process (IDN-036, OQ-40).
  package var nobodyComesFirstOnMainThread = true
  /// There are windows with identities of their own: from the editions of 2020 on (IDN-042).
  package var knowsWindows = true
  /// Editions before 2020-01 know windows too (IDN-014).
  package var windowsComeEarly = false
  /// Each window has an identity of its own (IDN-042, POL-007).
  package var windowsHaveOwnIdentities = true
  /// A switch that is refused in one window leaves every other one as it was (IDN-042, IDN-034).
  package var refusalsStayInTheirWindow = true
  /// Which window is meant by a call that names none (IDN-042).
  package var unnamedWindow = UnnamedWindow.keyWindow
  /// Who owns what a thread does with files (IDN-015, IDN-035, FIL-005).
  package var fileOwner = FileOwner.effectiveIdentity
  /// A user who is not managed owns files like every other one (OQ-51).
  package var unmanagedUsersOwnFiles = true

  // MARK: Policy

  /// Whom policy restricts (IDN-018, IDN-021, POL-006).
  package var restrictedUsers = RestrictedUsers.managed
  /// What the policy object of a user is to whom no policy applies (IDN-018, IDN-021).
  package var policyOfUnrestrictedUsers = UnrestrictedPolicy.object

  // MARK: Switches and their checks

  /// Which conditional-launch checks a switch to a managed identity makes (IDN-026, POL-011).
  package var checksMade = ChecksMade.askedForByPolicy
  /// Which of them are made again at later switches of the process (IDN-026, POL-011).
  package var checkedAgain = CheckedAgain.everything
  /// Every link that needs another identity asks the app for it, not only the first of the process (IDN-043).
  package var laterLinksAsk = true
  /// A switch to a user who is not managed needs no checks (IDN-026).
  package var checksOnlyManagedUsers = true
  /// The checks of a user end with the enrollment (IDN-021, IDN-026).
  package var checksEndWithTheEnrollment = true
  /// Setting the identity of a thread needs no checks (IDN-040).
  package var threadIdentityNeedsNoChecks = true
  /// A check that a person tries again is made again (IDN-026).
  package var retriedChecksAreMade = true
  /// A switch to the identity that is active already needs no checks (OQ-43).
  package var activeIdentityNeedsNoChecks = true
  /// When a switch ends (IDN-026, IDN-027, POL-011).
  package var switchEnds = SwitchEnd.afterItsChecks
  /// What becomes of a switch while another one waits for a person (IDN-027, OQ-42).
  package var secondSwitch = SecondSwitch.waits
  /// A switch to another user of the same organisation, or against the identity of the main thread, is refused
  /// (IDN-032, IDN-033).
  package var refusesForbiddenSwitches = true
  /// After a switch that succeeds the UI identity is the new one (IDN-031).
  package var successChangesIdentity = true
  /// After every other switch it is what it was (IDN-034).
  package var failureKeepsIdentity = true
  /// So it is after a switch that ends because its user leaves (IDN-034).
  package var switchesOfLeaversKeepIdentity = true
  /// The result of a switch that has failed (IDN-031).
  package var resultOfFailedSwitch = SwitchResult.failed
  /// The result of a switch that the person has cancelled (IDN-031).
  package var resultOfCancelledSwitch = SwitchResult.canceled
  /// The result of a switch that is not allowed (IDN-031, IDN-032, IDN-033).
  package var resultOfForbiddenSwitch = SwitchResult.notAllowed
  /// `setUIPolicyIdentity` returns nothing: its result goes to the completion handler (IDN-027).
  package var switchReturnsNothing = true
  /// How often the completion handler of a switch is called (IDN-027).
  package var completionCalls = CompletionCalls.once
  /// The thread of the completion handler (IDN-028).
  package var completionThread = CallbackThread.main

  // MARK: Switches that the SDK asks for

  /// How the identity changes for a link that needs another one (IDN-043, IDN-048, IDN-050).
  package var linkSwitch = LinkSwitch.bySDKOnceAccepted
  /// How long after the question a link is opened that the app has not answered; nil is never (IDN-048, OQ-44).
  package var opensUnansweredLinksAfter: VirtualDuration?
  /// How long after the answer a link is opened for which the app has refused to switch; nil is never (IDN-048).
  package var opensRefusedLinksAfter: VirtualDuration?
  /// Under whom a link of a user is to be opened who is not managed (IDN-051).
  package var identityForUnmanagedSenders = AskedIdentity.nobody
  /// The reason given for a link (IDN-052).
  package var reasonOfLinks = SwitchReason.openURL
  /// The reason given for an imported document; before 2020 that is a link (IDN-052).
  package var reasonOfImports = SwitchReason.documentImport
  /// An import into a named window has the reason of other imports (IDN-052, IDN-054).
  package var importsHaveOneReason = true
  /// A check that is cancelled after a resume makes the SDK ask for a switch; otherwise the app is blocked (IDN-053).
  package var asksToLeaveAfterCancelledCheck = true
  /// To whom the app is to switch then (IDN-051).
  package var identityAfterCancelledCheck = AskedIdentity.nobody
  /// The reason given then (IDN-052).
  package var reasonOfCancelledCheck = SwitchReason.cancelConditionalLaunch
  /// An app with several windows is told which one a switch is for (IDN-054).
  package var namesTheWindow = true
  /// It is also told so after a check that was cancelled (IDN-054).
  package var namesTheWindowOfCancelledChecks = true
  /// Whom the handler of a link is told as its sender (IDN-057).
  package var toldSender = ToldSender.sender
  /// `getIdentityForCurrentActivity` names nobody outside a handler (IDN-057).
  package var activityEndsWithItsHandler = true
  /// Outside a handler it does not name the enrolled user either (IDN-057).
  package var activityIsNotTheEnrolledUser = true
  /// A link that comes while the launch enrolls a user is opened like every other one (IDN-048).
  package var linksOutlastEnrollments = true
  /// A switch that comes while an attempt to enroll is under way ends like every other one (IDN-027).
  package var switchesOutlastEnrollments = true
  /// A link is opened once (IDN-048).
  package var linksAreOpenedOnce = true
  /// A switch that waits for a person goes on waiting while the app is in the background (IDN-027).
  package var switchSurvivesBackground = true
  /// A switch that waits for a person goes on waiting when a check-in ends (IDN-027).
  package var switchOutlastsCheckIns = true
  /// Switches that wait behind one that the person cancels go on (IDN-027, OQ-42).
  package var waitingSwitchesGoOn = true
  /// Switches that wait go on when the user of the one in front leaves (IDN-027).
  package var switchesOutlastLeavers = true
  /// When the app is asked to add the user whom the SDK has enrolled (IDN-055).
  package var asksToAddUser = AddQuestion.onceEnrolledByLaunch
  /// A user whom the app does not add is unenrolled (OQ-45).
  package var refusedUsersLeave = true
  /// Which users the app is asked to add whom it has enrolled itself (IDN-055).
  package var ownUsersToAdd = OwnUsers.none
  /// The app is asked to add every user of an installation whom the launch has enrolled (IDN-055).
  package var asksToAddEveryUser = true
  /// The app is asked to work under nobody's identity before a link of an unmanaged sender, if none is set (OQ-40).
  package var asksForNobodyWhereNoneIsSet = false
  /// The app is asked about every link that needs a switch, whoever has sent one before (IDN-043).
  package var asksForEveryLink = true
  /// Checks are made at every switch of a process (IDN-026).
  package var checksAtEverySwitch = true
  /// A switch may be made while a remediation is in progress (IDN-031, IDN-032).
  package var switchesGoOnBesideRemediations = true
  /// The object ID of a user is known as long as the process lives (IDN-012).
  package var objectIDsOutliveUsers = true
  /// Names are compared by their object IDs also while nobody is enrolled (IDN-012).
  package var objectIDsNeedNoUser = true
  /// Every name of an object ID is remembered, and not the last two alone (IDN-012).
  package var everyNameOfAnObjectIDCounts = true
  /// Names with different object IDs are different (IDN-012).
  package var objectIDsTellApart = true
  /// Settings that nobody knows change nothing (IDN-003, OQ-78).
  package var unknownSettingsDoNotMatter = true
  /// A link is handled while a remediation is in progress (IDN-043).
  package var linksGoOnBesideRemediations = true
  /// A document of an unmanaged sender needs a switch like a link (IDN-043, IDN-051).
  package var documentsNeedSwitches = true
  /// The document picker of another user is unrestricted (POL-016, IDN-021).
  package var pickersAreFreeForOthers = true
  /// An app in which nobody is enrolled takes every link (IDN-018, IDN-021).
  package var unmanagedAppsTakeLinks = true
  /// A document is not lost that comes while a check waits for a person (IDN-048).
  package var documentsOutlastChecks = true
  /// A link that opens a window is not lost (IDN-043).
  package var newWindowsTakeLinks = true
  /// `getProcessIdentity` is nil where none is set (IDN-005, IDN-041).
  package var unsetProcessIdentityIsNil = true
  /// A link is not lost that comes while a check waits for a person (IDN-048).
  package var linksOutlastChecks = true
  /// A link is not lost that comes while the app is asked for a switch (IDN-043, IDN-048).
  package var linksOutlastQuestions = true
  /// A link is not lost that comes while the app is asked to add a user (IDN-043, IDN-048).
  package var linksOutlastAdditions = true
  /// The identity of a window can be set that was not named before (IDN-027, IDN-042).
  package var newWindowsTakeSwitches = true
  /// The URLs of another user are unrestricted (POL-014, IDN-021).
  package var urlsAreFreeForOthers = true
  /// The places of another user are unrestricted (LOC-002, IDN-021).
  package var placesAreFreeForOthers = true
  /// A link is not lost that comes while a screen asks for credentials (IDN-043, IDN-048).
  package var linksOutlastSignIns = true
  /// A link is not lost in an app that nobody has enrolled (IDN-043, IDN-048).
  package var linksNeedNoEnrollment = true
  /// Windows after the second have identities of their own, too (IDN-042).
  package var thirdWindowsAreApart = true
  /// A switch of the UI identity leaves the process identity alone (IDN-002, IDN-041).
  package var processOutlastsSwitches = true
  /// Colleagues of a user who has left may be switched to (IDN-032).
  package var colleaguesOfLeaversAreFree = true
  /// A user whom a launch had to ask for credentials is to be added as well (IDN-055).
  package var asksToAddWhoWasAsked = true
  /// The process identity of an app of one identity ends with a lost record (IDN-002).
  package var processEndsWithLostRecords = true
  /// The process identity of an app of one identity ends with a departure (IDN-002).
  package var processEndsWithDepartures = true
  /// An app that leaves the foreground passes no check that waits for a person (IDN-026).
  package var backgroundPassesNoChecks = true
  /// A user who enrolls takes over no window or thread of a former user (IDN-042, IDN-005).
  package var nextUsersTakeNothingOver = true
  /// Whoever has left is asked for nothing when the app comes back to the screen (IDN-018, IDN-026).
  package var leaversSeeNoScreens = true
  /// A switch makes no check that only the policy of an earlier user asked for (IDN-026, DRG-006).
  package var checksAreOfOwnPolicy = true
  /// The UI identity is returned in its own letters (IDN-010, IDN-042); if false, in capitals, whatever they are.
  package var screensKeepTheirLetters = true
  /// Document pickers follow the identity that decides on the thread (IDN-014); if false, the owner of new files.
  package var pickersFollowTheThread = true
  /// The main thread keeps its identity when the process identity is set (IDN-039); if false, it loses it.
  package var mainThreadOutlastsTheProcess = true
  /// Whom the app has not been asked to add yet is saved (IDN-055); if false, that ends with the process.
  package var waitingAdditionsAreSaved = true
  /// Whom the app has not been asked to add yet is to be added after a re-enrollment, too (IDN-055).
  package var additionsOutlastReEnrollments = true
  /// Policy is that of its user in any letters (POL-006, IDN-010).
  package var policyKnowsAnyCase = true
  /// `isIdentityManaged:` knows the managed user in any letters (IDN-022, IDN-010).
  package var managedNamesHaveAnyCase = true
  /// The URLs of the managed user are restricted in any letters (POL-014, IDN-010).
  package var linksKnowAnyCase = true
  /// A switch to the user of the main thread is allowed in any letters (IDN-033, IDN-010).
  package var mainThreadKnowsAnyCase = true
  /// The managed user is checked in any letters (IDN-026, IDN-010).
  package var checksKnowAnyCase = true
  /// A link of the user who works in the app needs no switch, in whatever letters (IDN-043, IDN-010).
  package var sendersHaveAnyCase = true
  /// An app that is asked to add a user is not asked again, however late it answers (IDN-055).
  package var lateAnswersCount = true
  /// A link that waits for the answer to another one is nobody's once its user has left (IDN-051).
  package var waitingLinksFollowTheirUsers = true
  /// The UI identity decides on the main thread in the background, too (IDN-017, IDN-014).
  package var screensDecideInTheBackground = true
  /// A colleague whom the app has registered is one, too (IDN-032).
  package var registeredColleaguesAreForbidden = true
  /// The main thread decides about a switch, whichever thread asks (IDN-033).
  package var mainThreadDecidesForEveryCaller = true
  /// A link that has waited for others is handled as that of its own sender (IDN-057).
  package var waitingLinksHaveTheirSenders = true
  /// A switch that passes its checks succeeds, however a link before it has ended (IDN-031).
  package var linksLeaveNoResult = true
  /// A link that passes its checks is handled, however a switch before it has ended (IDN-048).
  package var switchesLeaveNoResult = true
  /// By which rules switches are judged that come while another one is running (IDN-032, IDN-033).
  package var switchesInLine = LineRules.asEver
  /// A link of the managed user needs a switch in a window of nobody, whoever is in the key window (IDN-043, IDN-042).
  package var linksOfTheUserKnowNewWindows = true
  /// A link of anybody else needs a switch there by the process identity alone (IDN-043, IDN-042).
  package var otherLinksKnowNewWindows = true
  /// The enrolled user is managed although the last check-in has had no token (IDN-022).
  package var managedUsersNeedNoToken = true
  /// A name that has passed to another user has that user's object ID (IDN-012).
  package var namesFollowTheirUsers = true
  /// What becomes of a link that comes before the app has started (IDN-048, IDN-057).
  package var linksBeforeTheStart = EarlyLinks.asLater
  /// A switch that has failed or was cancelled ends once (IDN-027, IDN-031).
  package var failedSwitchesEndOnce = true
  /// A link that was refused stays closed (IDN-048).
  package var refusedLinksStayClosed = true
  /// A switch to nil is judged by the process identity, whatever the window shows (IDN-033, IDN-037).
  package var nilIsJudgedByTheProcess = true

  /// The contract of the latest edition.
  package init() {}
}
