internal import ExactText
package import VirtualTime

/// The launch of the app (area LCH).
package struct LaunchBehaviour: BehaviourArea {
  /// An app that was launched in the background starts once its warning is dismissed (LCH-011).
  package var warnedAppsStartInBackground = true
  /// A blocked launch that a person tries again enrolls nobody without `AutoEnrollOnLaunch` (LCH-001, OQ-72).
  package var secondTriesNeedTheSetting = true
  /// A blocked launch that a person tries again checks in for the enrolled user (OQ-73).
  package var secondTriesCheckIn = false
  /// A user whom the device and the app both name is tried once at a launch (ENR-009).
  package var triesEachUserOnce = true
  /// Credentials are not enough to start an app at a second try, either (LCH-013, LCH-006).
  package var laterCredentialsAreNotEnough = true
  // MARK: Enrollment

  /// There is the setting `AutoEnrollOnLaunch`: from the edition of 2017 on (LCH-002).
  package var knowsAutoEnrollment = true
  /// With both launch settings, enrollment is a part of the launch: from the editions of 2020 on (LCH-013).
  package var includesEnrollment = true
  /// Only `AutoEnrollOnLaunch` makes the SDK enroll at launch (LCH-001).
  package var enrollsOnlyIfSet = true
  /// Whom it tries to enroll (LCH-002, LCH-003, LCH-004).
  package var enrolls = LaunchEnrollment.managedUser
  /// It asks a registered user for credentials no more than anybody else (LCH-004).
  package var asksNoRegisteredUser = true
  /// Where policy is required and nobody is managed, it asks for a sign-in (LCH-005).
  package var asksForSignIn = true
  /// It tries at launch and at no other time (DRG-003, DRG-015).
  package var enrollsOnlyAtLaunch = true
  /// How long an app may be absent before its enrollment ends; nil is without end (ENR-022, POL-010).
  package var absenceEndsEnrollment: VirtualDuration?
  /// An attempt at launch that fails is reported like every other one (OQ-74).
  package var reportsFailure = true

  /// An attempt at launch that succeeds is reported like every other one (STA-002).
  package var reportsSuccess = true
  /// A setting of another type than its own is ignored (OQ-78, OQ-79).
  package var settingsKeepTheirTypes = true
  /// A key in other letters than the supported one is ignored (OQ-78, SET-033).
  package var keysKeepTheirLetters = true

  /// The app is asked to add a user of an earlier process once it has started, and not at the launch already (OQ-104).
  package var asksToAddOnceStarted = true

  // MARK: Missing policy

  /// Which apps cannot start without policy (LCH-006, LCH-007).
  package var requiringApps = RequiringApps.withTheSetting
  /// What an earlier installation has left in the keychain does not let an app start (LCH-006).
  package var earlierInstallationsOpenNothing = true
  /// Which policy is enough to start (LCH-014).
  package var sufficientPolicy = SufficientPolicy.any
  /// An app that needs policy waits until the launch has tried to enroll (LCH-006, LCH-013).
  package var waitsForEnrollment = true
  /// An app that waits for policy waits on in the background (LCH-006).
  package var staysClosedInBackground = true
  /// A person who cancels the sign-in does not make it start (LCH-006).
  package var staysBlockedIfCancelled = true
  /// How long after it was blocked an app starts all the same; nil is never (LCH-006).
  package var startsBlockedAppsAfter: VirtualDuration?
  /// How an app is kept from starting (OQ-73).
  package var blocking = LaunchBlocking.dialog
  /// An app that warns starts once the warning is closed, and not beside it (LCH-011).
  package var waitsForTheWarning = true
  /// Which apps warn that policy is missing (LCH-007, LCH-010).
  package var warningApps = WarningApps.withTheSetting
  /// How long the splash is shown at least, if the app says nothing of it (UIX-002).
  package var splashDuration = VirtualDuration(milliseconds: 1500)
  /// `SplashDuration` says how long (UIX-002).
  package var splashFollowsSetting = true
  /// How long the splash stays beyond that (UIX-002).
  package var splashOvertime = VirtualDuration.zero
  /// An app starts once nothing stands against it (LCH-007, LCH-013).
  package var appsStart = true
  /// An app starts after the warning (LCH-011).
  package var startsAfterWarning = true
  /// True if an app that must have policy is blocked also if it is to warn of missing policy (LCH-006).
  package var blocksAppsThatWarn = true
  /// The warning that policy is missing comes at every launch (LCH-010, OQ-75).
  package var warnsAtEveryLaunch = true
  /// The splash stays although the app was in the background (UIX-002).
  package var splashOutlastsBackground = true
  /// The splash stays although its user has left (UIX-002).
  package var splashOutlastsDepartures = true
  /// A text that is no duration leaves the default of the splash (UIX-002, OQ-81).
  package var oddSplashDurationsCountForNothing = true
  /// An app starts also soon after its last check-in (LCH-007, LCH-014).
  package var startsSoonAfterCheckIns = true
  /// Entered credentials are not enough to start an app that requires policy (LCH-006, LCH-013).
  package var credentialsAreNotEnough = true
  /// When a launch enrolls a user who has left (LCH-002, DRG-003).
  package var formerUsers = FormerUsers.stayOut
  /// An app without status callbacks is asked to add a user, too (IDN-055, STA-005).
  package var additionsNeedNoStatuses = true
  /// A launch that has an unenrollment to end makes its attempt all the same (LCH-002).
  package var departuresLeaveTheAttempt = true
  /// An extension enrolls nobody at its launch (ENR-034, OQ-89).
  package var extensionsEnrollNobody = true
  /// The setting that stays what it was at the first launch: none, because they are those of the app as it is now.
  package var keepsOfTheFirstLaunch: KeptSetting?
  /// What becomes of the management of the device before the app has started counts, too (CFG-020, ENR-023).
  package var earlyManagementCounts = true
  /// An app whose warning is closed while somebody is being enrolled starts all the same (LCH-011).
  package var warnedAppsStartBesideAttempts = true
  /// The tokens of the device stay when an extension is launched before its app was (AUTH-002).
  package var extensionsLeaveTokens = true

  /// The contract of the latest edition.
  package init() {}
}

extension LaunchBehaviour {
  /// Whom the SDK tries to enroll at launch.
  package enum LaunchEnrollment: Sendable {
    /// The managed user, while nobody is enrolled.
    case managedUser
    case nobody
    /// The enrolled user, too.
    case enrolledUserAgain
    /// Whoever has signed in, if nobody is managed.
    case signedInUser
    /// Whoever signs in, if nobody is managed.
    case anybodyAsked
    /// The managed user, also instead of another one who is enrolled.
    case managedUserInstead
  }

  /// A setting that an update of the app may change, by its name.
  package enum KeptSetting: String, Sendable, CaseIterable {
    case schemes = "WebViewHandledURLSchemes"
    case levelOfProtection = "MaxFileProtectionLevel"
    case durationOfTheSplash = "SplashDuration"
    case client = "ADALClientId"
    case redirect = "ADALRedirectUri"
    case enrollment = "AutoEnrollOnLaunch"
    case warning = "MAMPolicyWarnAbsent"
  }

  /// Which apps cannot start without policy.
  package enum RequiringApps: Sendable {
    /// Those with `MAMPolicyRequired` YES.
    case withTheSetting
    case none
    /// Those with `MAMPolicyRequired` NO, too.
    case withTheSettingOrItsOpposite
    /// Those with `AutoEnrollOnLaunch`, too.
    case withAutoEnrollment
  }

  /// Which policy is enough to start.
  package enum SufficientPolicy: Sendable {
    case any
    /// One that the check-in of the launch, if one is due, has not failed to confirm.
    case confirmed
    case fromDeviceManagement
    /// Any, on a device that nobody manages.
    case onUnmanagedDevices
  }

  /// How an app is kept from starting.
  package enum LaunchBlocking: Sendable {
    case dialog, exit
  }

  /// Which apps warn that policy is missing.
  package enum WarningApps: Sendable {
    /// Those with `MAMPolicyWarnAbsent` YES.
    case withTheSetting
    case none
    /// Those without the setting, too.
    case all
    /// Those with the setting, even if policy is there.
    case withTheSettingOrPolicy
  }
}

/// When a launch enrolls a user who has left.
package enum FormerUsers: Sendable {
  case stayOut
  case insteadOfTheManagedUser
  case ifNobodyIsManaged
}
