import Contract
internal import ExactText
import JSONText
import VirtualTime

/// What an SDK with other decisions than the contract's has to remember to make them; it ends with the process.
///
/// By the contract nobody looks at it: the rules keep it up to date, and only the files that are named after the variations
/// (`CheckInRules+Variations.swift` and the like) read it.
struct VariationMemory {
  /// True once the app has removed the client ID that was set at run time, in this process.
  var hasRemovedClient = false
  /// Refresh tokens that were saved before they were replaced in this process.
  var savedRefreshTokens: [(item: KeychainItem, token: String)] = []
  /// The policies that held for windows when their identities were set.
  var windowPolicies: [ExactString: JSONObject] = [:]
  /// True if the last check-in of this process has had no token.
  var lacksToken = false
  /// True once a person has tried again to get past a launch that is blocked.
  var hasTriedAgain = false
  /// True once the host of telemetry has failed in this process.
  var telemetryHasFailed = false
  /// The last user of the device's management, in this process.
  var lastManagedUser: String?
  /// Calls of `registerAndEnrollAccount` that have not returned.
  var heldRegistrations: [(identity: String, call: Int)] = []
  /// Accounts that were deregistered and are tried all the same.
  var deregisteredAccounts: [Account] = []
  /// A check-in for a user who is not enrolled.
  var strayCheckIn: (due: VirtualInstant, identity: String, locations: Locations?)?
  /// True while an operation goes without the runtime overrides.
  var leavesOverridesOut = false
  /// True once overrides count no more in this process.
  var ignoresOverrides = false
  /// The enrollment of a user who has left, if its policy has not ended.
  var enrollmentLeftBehind: Enrollment?
  /// The user who left last, in this process.
  var lastLeaver: String?
  /// Whom no policy targeted, in this process.
  var untargeted: [String] = []
  /// What a device management has demanded first, in this process.
  var firstManagement: DeviceManagement?
  /// True once an account was tried again by itself, in this process.
  var hasRetried = false
  /// True if MSAL was preferred at the launch.
  var preferredMSALAtLaunch = false
  /// True in an app that has come from its suspension into the background.
  var isBehindSuspension = false
  /// Who was registered while the app was in the background, in this process.
  var registeredInBackground: [String] = []
  /// True from a deregistration until an account is registered.
  var hasRemovedAccounts = false
  /// An account that had not enrolled the app has left with a wipe.
  var hasWantedWipe = false
  /// Who has left last while a sign-in was open for the remediation of that user.
  var leaverAtSignIn: String?
  /// True once an account that was not enrolled was deregistered, in this process.
  var hasLetOthersLeave = false
  /// How late the last attempt to enroll came, in milliseconds.
  var lateness = 0
  /// Who has left while a sign-in was open, for an SDK that such an attempt keeps from later ones.
  var abandonedSignIns: [String] = []
  /// True once a runtime override was set in this process.
  var hasSetOverrides = false
  /// True once a user was refused for want of a licence, in this process.
  var hasRefusedSomebody = false
  /// The policy of the user who left last, in this process.
  var policyLeftBehind: JSONObject?
  /// True if the last check-in has failed, in this process.
  var hasFailedCheckIn = false
  /// The authorities of tokens that the app has deleted, in this process.
  var authoritiesLeftBehind: [String] = []
  /// The accounts that were allowed at the launch.
  var allowedAccountsAtLaunch: [String]?
  /// The accounts that were allowed before all were, in this process.
  var lastAllowedAccounts: [String]?
  /// What made the last enrollment start, in this process.
  var enrolledBy: Operation.Trigger?
  /// The answer to the first wipe, in this process.
  var firstWipeAnswer: DelegateAnswer?
  /// True once this process has gone on with a wipe that was broken off.
  var hasResumedWipe = false
  /// True once a check-in has brought another policy than the first, in this process.
  var hasChangedPolicy = false
  /// A sign-in was refused after the person had answered, in this process.
  var hasRefusedSignIn = false
  /// True once an account was refused whose tenant was being moved, in this process.
  var hasMovingUser = false
  /// True in a process that was launched in the background.
  var isLaunchedInBackground = false
  /// True once the app has come to the foreground, in this process.
  var hasComeToTheFront = false
  /// The users whom the service has throttled, and when, in this process.
  var throttled: [(identity: String, at: VirtualInstant)] = []
  /// How many attempts to enroll have failed, in this process.
  var failureCount = 0
  /// How many re-enrollments have failed, in this process.
  var failedReenrollments = 0
  /// The users whose unenrollment has failed, in this process.
  var failedLeavers: [String] = []
  /// True once an unenrollment has succeeded, in this process.
  var hasUnenrolled = false
  /// True once the service has refused an access token, in this process.
  var hasRefusedToken = false
  /// The user whom a person has typed last, in this process.
  var typedUser: String?
  /// The unenrollments with which this process has gone on.
  var resumedUnenrollments: [Int] = []
  /// How many remediations have ended, in this process.
  var remediationCount = 0
  /// Whom the last attempt to enroll was for, in this process.
  var lastTried: String?
  /// Whose attempt to enroll was noted first for telemetry, in this process.
  var firstToldUser: String?
  /// The managed user whom this process has seen first.
  var firstManagedUser: String?
  /// How far the clock of the device was ahead at the launch.
  var clockOffsetAtLaunch = VirtualDuration.zero
  /// True once a link has come before the app has started.
  var hasEarlyLink = false
  /// The users whose tokens the app has removed, in this process.
  var removedUsers: [String] = []
  /// How many check-ins have fallen due in the last suspension beside the one that is made.
  var missedCheckIns = 0
  /// The management of the device at the launch.
  var managementAtLaunch = DeviceManagement()
  /// The enrollment of the user who left last, in this process.
  var formerEnrollment: Enrollment?
  /// The user whose record the service has lost last, in this process.
  var lostUser: String?
  /// Whom the app was asked to add, until it has answered.
  var unansweredAddition: String?
  /// Whom a remediation has enrolled once the person had signed in, in this process.
  var promptedRemediation: String?
  /// The accounts that have failed, each with its last code, in this process.
  var failures: [(identity: String, code: StatusCode)] = []
  /// How long the last enrollment has taken.
  var lastEnrollmentTook = VirtualDuration.zero
  /// The users whose remediation has ended, in this process.
  var remediated: [String] = []
  /// How often the app was asked to wipe, in this process.
  var wipeCount = 0
  /// How many unenrollments were reported, in this process.
  var unenrollmentCount = 0
  /// How long the last check-in has taken.
  var lastCheckInTook = VirtualDuration.zero
  /// When the check-in was planned that a person has asked for earlier, until it has ended.
  var planBeforeSecondTry: VirtualInstant?
  /// Whether such a check-in has still to be reported.
  var isSecondTryToTell = false
  /// How long the last unenrollment has taken.
  var lastUnenrollmentTook = VirtualDuration.zero
  /// What is reported once the app comes to the foreground.
  var heldEvents: [SDKEvent] = []
  /// What is done later without a reason.
  var laterImpulses: [StrayRules.Later] = []
  /// The authority that has given the last token to a silent acquisition, in this process.
  var authorityOfLastToken: String?
  /// The authorities that have given no token, in this process.
  var failedAuthorities: Set<ExactString> = []
  /// What has happened in this process.
  var occasions: Set<Occasion> = []
  /// True in an extension that is not the first of its installation.
  var isLaterExtension = false
  /// What the first deregistration of this process has said of its wipe.
  var firstWipeChoice: Bool?
  /// The status that was reported last, in words.
  var lastWords = ""
  /// The enrollment of a user who has left, with its configuration; from an earlier process.
  var configurationLeftBehind: Enrollment?
  /// True once the app has left the foreground, in this process.
  var hasLeftForeground = false
  /// The requests that were under way when the clock of the device was set.
  var requestsBeforeClockChange: [String] = []
  /// A part that is saved once its callback has returned, and its value by then.
  var postponed: (part: SavedState.Part, value: SavedValue?)?
  /// Events that come later than what they report.
  var laterEvents: [(at: VirtualInstant, event: SDKEvent)] = []

  /// The configuration before the last one, in this process.
  var configurationBefore: [JSON] = []
  /// The configuration that the one in force has followed; nil before there was another.
  var formerConfiguration: [JSON]?
  /// How the last policy of this process has ended, and what it was; nil while one is in force.
  var endedPolicy: (end: PolicyEnd, settings: JSONObject)?
  /// The users whose remediation this process has taken over from an earlier one.
  var takenOver: [String] = []
  /// True from a re-enrollment until a check-in has brought policy.
  var hasReEnrolled = false
  /// When a host has failed last, and for whom, in this process.
  var lastOutage: (identity: String, isOfCheckIn: Bool, at: VirtualInstant)?
  /// Whose operation has failed last, and when, in this process.
  var lastFailure: (identity: String, at: VirtualInstant)?
  /// How many enrollments of this process the service has asked for.
  var reEnrollmentCount = 0
  /// True if the policy that is put in force is the first after a re-enrollment.
  var isReEnrolled = false
  /// The first authority that the app has set in this process; nil if it has set none.
  var firstAuthority: String?
  /// How many check-ins in a row have got an answer that says nothing about the user.
  var unnamedFailures = 0
  /// How many policy delegates the app has set in this process.
  var policyDelegates = 0
  /// Whose remediations have ended because their users left, in this process.
  var endedRemediations: [String] = []
  /// True from the removal of a user by a remediation until that ends, if the restart comes only then.
  var hasReplacedUser = false
  /// The overrides that have ended with the user who left last, in this process.
  var formerOverrides = Overrides()
  /// True if telemetry was on when the last attempt to enroll began.
  var hasBegunWithTelemetry = false
  /// The unenrollments whose wipe the app has made, if that is not saved; of this process.
  var unsavedAnswers: [Int] = []
  /// The unenrollments of this process for which no wipe was asked.
  var unenrollmentsWithoutWipe: [Int] = []
  /// The leaver about whose wipe the app is asked while the unenrollment is under way.
  var laterWipe: String?
  /// True from a sign-in of somebody else for a remediation to its end.
  var hasSignedInForAnother = false
  /// Whom a person has named last for a sign-in without a name, in this process.
  var namedUser: String?
  /// The names of users who have enrolled, with their object IDs, in this process.
  var names: [(objectID: String, name: String)] = []
  /// Who has signed in for an operation of another user.
  var signedInForOthers: [(operation: Int, identity: String)] = []
  /// When the app was told last that its configuration has changed, in this process.
  var configurationChangedAt: VirtualInstant?
  /// The operations whose access token the service has refused, in this process.
  var refusedOperations: [Int] = []
  /// Who was taken off the list by the deregistration of somebody who is not enrolled.
  var unlistedUser: String?
  /// True once a warning was closed while somebody was being enrolled, if the app then never starts.
  var staysClosed = false
  /// True while an operation goes without the client of the settings.
  var overlooksClient = false
}
