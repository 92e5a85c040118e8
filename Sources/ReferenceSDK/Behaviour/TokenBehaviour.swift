internal import ExactText

/// Tokens, credentials and the overrides of the sign-in settings.
package struct TokenBehaviour: BehaviourArea {
  /// What a refresh brings at another authority is cached with that authority, and not only what a sign-in brings (OQ-96).
  package var refreshesAreCached = true
  /// Cached authorities are candidates for others than the enrolled user, too (AUTH-032).
  package var othersHaveCachedAuthorities = true
  /// The authority that was set comes first for everybody, not for the enrolled user alone (AUTH-032).
  package var overridesAreEverybodys = true
  /// The client that was set ends with its user (AUTH-027).
  package var clientsEndWithUsers = true
  /// The redirect that was set ends with its user (AUTH-027).
  package var redirectsEndWithUsers = true
  /// The redirect that was set outlasts a check-in (AUTH-025).
  package var redirectsOutlastCheckIns = true
  /// The overrides end with a wipe in the background, too (AUTH-027).
  package var overridesEndInTheBackground = true
  /// An override counts, too, that was set while a request was under way (AUTH-023, AUTH-026).
  package var overridesSetMeanwhileCount = true
  /// A remediation asks at the first authority of the list (AUTH-034).
  package var remediationsAskAtTheFirst = true
  /// An access token is not used any more once another authority is in force (AUTH-022, AUTH-026).
  package var tokensEndWithTheirAuthority = true
  /// A library that is too old does not serve a person who signs in either (AUTH-044).
  package var peopleNeedTheLibraryToo = true
  /// An unenrollment that an earlier process has left is made by the client of the settings (AUTH-003).
  package var leftUnenrollmentsUseTheClient = true
  /// Without a client ID of the app the SDK's own counts again once one that was set is removed (AUTH-009, AUTH-028).
  package var ownClientComesBack = true
  /// What a refresh brings lies in the group of the settings, too (AUTH-021).
  package var renewalsStayInTheGroup = true
  // MARK: Runtime overrides

  /// A client ID set at run time takes precedence over that of the settings (AUTH-023, AUTH-024).
  package var prefersRuntimeClientID = true
  /// A redirect URI set at run time takes precedence over that of the settings (AUTH-023, AUTH-024).
  package var prefersRuntimeRedirect = true
  /// The redirect URI of the settings is used as it is (AUTH-003).
  package var takesRedirectOfSettings = true
  /// The settings name the client whatever else they name (AUTH-003).
  package var settingsStandBesideEachOther = true
  /// Where an authority set at run time is tried (AUTH-022, AUTH-024, AUTH-032 to AUTH-034).
  package var runtimeAuthorityPlace = OverridePlace.first
  /// Nil and the empty text remove a runtime override (AUTH-028).
  package var emptyValueRemovesOverride = true
  /// A redirect URI that was removed by the empty text hides that of the settings no longer (AUTH-028).
  package var emptyRedirectsHideNothing = true
  /// An authority that is set at run time is in force in no other app of the device (AUTH-022, AUTH-032).
  package var overridesAreOfOneApp = true
  /// Setting a runtime override, or removing it, leaves the others as they are (AUTH-022, AUTH-028).
  package var overridesAreApart = true
  /// Setting a runtime override, or removing it, returns (AUTH-022, AUTH-024, AUTH-028).
  package var overrideSettersReturn = true
  /// A runtime override that is set again is the new one (AUTH-022, AUTH-023).
  package var overridesCanBeChanged = true
  /// The SDK's default authority is a candidate only where the settings name none (AUTH-032).
  package var settingReplacesDefaultAuthority = true
  /// A sign-in screen leads to the first candidate, not to the SDK's default (AUTH-034).
  package var screensLeadToFirstAuthority = true
  /// Authorities of the cache are candidates for the user whose tokens they have issued, and for nobody else (AUTH-032).
  package var authoritiesAreThoseOfTheUser = true
  /// Authorities of the cache are candidates as long as it holds their tokens (AUTH-032).
  package var authoritiesEndWithTokens = true
  /// Runtime overrides end with the enrollment of their user (AUTH-027); the edition of 2017-11 brought it.
  package var overridesEndWithEnrollment = true
  /// They end with every enrollment of a process, not only with its first (AUTH-027).
  package var overridesEndEachTime = true
  /// Runtime overrides are kept however often an enrollment fails (AUTH-026).
  package var overridesOutlastFailures = true
  /// Runtime overrides survive a relaunch (AUTH-025).
  package var overridesSurviveRelaunch = true
  /// The library that is chosen without a switch, if both are linked (AUTH-040, AUTH-042).
  package var preferredLibrary = Library.adal
  /// `IntuneMAMUseMSALOnNextLaunch` chooses the library (AUTH-041).
  package var followsLibrarySwitch = true
  /// The switch is the app's: no process uses it up (AUTH-041).
  package var librarySwitchStays = true
  /// The switch has to be true (AUTH-042).
  package var librarySwitchHasToBeTrue = true
  /// The switch takes effect at the next launch (AUTH-043).
  package var libraryStaysForTheProcess = true
  /// The enrolled user, too, signs in at the authority that the app has set (AUTH-022, AUTH-034).
  package var enrolledUsersSignInAtTheOverride = true
  /// What the library switch was at the launch does not matter at the first authentication (AUTH-041, OQ-70).
  package var switchOfTheLaunchIsOver = true
  /// The token cache lies in the keychain group that the settings name (AUTH-021).
  package var cacheFollowsSetting = true
  /// Check-ins, too, go by the runtime overrides (AUTH-026).
  package var checkInsUseOverrides = true

  /// Runtime overrides apply in the process that sets them (AUTH-022, AUTH-024).
  package var overridesApplyAtOnce = true
  /// An authority that is set at run time precedes that of the settings also once a user is enrolled (AUTH-024, AUTH-026).
  package var overridesBeatSettingsOnceEnrolled = true

  // MARK: Signing in

  /// The SDK has a client registration of its own to sign in with (AUTH-003, AUTH-009).
  package var hasOwnClientRegistration = true
  /// The SDK asks for credentials also in an app that has set no client ID (AUTH-009).
  package var asksWithoutClientID = true
  /// The enrollment request carries the token of its user (AUTH-001, AUTH-002, ENR-007).
  package var enrollsWithToken = true
  /// A request is made with a token of the user whom it is for, and with nobody else's (ENR-007).
  package var usesOwnTokensOnly = true
  /// A retry finds the tokens of its user in whatever letters the name was written when they were cached (IDN-010).
  package var retriesFindOtherLetters = true
  /// An operation for which there is no token ends there (ENR-007, ENR-028, DRG-023).
  package var areNeeded = true
  /// The oldest authentication library that has every method (AUTH-044).
  package var oldestLibrary = LibraryVersion(2, 6, 4)

  // MARK: Choices

  /// An access token is used until it expires (OQ-96).
  package var reusesAccessTokens = true
  /// When a new access token is got for one that the service has refused (AUTH-002, OQ-96).
  package var renewsRefusedTokens = Renewal.always
  /// So is one that the service has refused when its user left (OQ-96).
  package var renewsTokensRefusedToLeavers = true
  /// An unenrollment that fails ends the runtime overrides as one that succeeds does (OQ-98).
  package var overridesEndWithFailedUnenrollment = true
  /// What a runtime override is that is not set (AUTH-028).
  package var unsetOverrideReadsAs = MissingText.null
  /// A runtime override is read letter by letter as it was set (AUTH-022, AUTH-023).
  package var overrideReadsAs = OverrideText.asItWasSet
  /// Overrides end also when a remediation removes their user (AUTH-027).
  package var overridesEndWithRemediation = true
  /// A wipe leaves the switch of the library as it is (AUTH-041).
  package var librarySwitchOutlivesWipes = true
  /// Runtime overrides survive an update of the app (AUTH-025).
  package var overridesSurviveUpdates = true
  /// A token that comes after another client ID was set is still one of the client that asked for it (AUTH-023, OQ-96).
  package var tokensKeepTheirClient = true
  /// A token is asked for at every candidate (AUTH-033).
  package var triesEveryAuthority = true
  /// A user who leaves without a wipe leaves the switch of the library as it is (AUTH-041).
  package var librarySwitchOutlivesUsers = true
  /// The sign-in screen of a user has nothing to do with who has left (AUTH-034).
  package var screensForgetLeavers = true
  /// A person signs in by the client ID that is set at run time (AUTH-023, AUTH-024).
  package var peopleSignInByRuntimeClient = true
  /// A person signs in at the tenant of the authority (AUTH-034).
  package var peopleSignInAtTheAuthority = true
  /// An access token that has expired is renewed (AUTH-002).
  package var expiredTokensAreRenewed = true
  /// The tokens of who has left serve nobody else (ENR-007).
  package var leaversTokensServeNobody = true
  /// The tokens of who has left serve no registration of somebody else (ENR-007).
  package var leaversTokensServeNoRegistration = true
  /// An unenrollment renews an access token that has expired (DRG-023).
  package var unenrollmentsRenewTokens = true
  /// A person who signs in at the launch does so by the client ID that is set at run time (AUTH-023).
  package var launchesUseRuntimeClient = true
  /// A process that is launched in the background uses the group of the settings (AUTH-021).
  package var backgroundLaunchesUseTheGroup = true
  /// A process that is launched in the background uses the client ID of the settings (AUTH-003).
  package var backgroundLaunchesUseTheClient = true
  /// The candidates behind the first are tried in their order (AUTH-033).
  package var candidatesKeepTheirOrder = true
  /// Which authority a silent acquisition begins with (AUTH-033).
  package var acquisitionsBegin = FirstAuthority.first
  /// A refresh token that another one was redeemed for is there in later processes, too (AUTH-002).
  package var renewedTokensAreSaved = true
  /// An authority that cannot be asked is followed by the next one of the list, which AUTH-033 does not demand.
  package var triesOthersAfterOutages = true
  /// An access token that was cached before a person has signed in is not used afterwards (AUTH-002).
  package var signInsReplaceTokens = true
  /// The group of the token cache is the one that the settings of this launch name, whatever earlier ones named (AUTH-021).
  package var cacheFollowsUpdates = true
  /// A refresh token that a sign-in has brought takes the place of the old one (AUTH-002).
  package var newRefreshTokensCount = true
  /// An unenrollment uses the runtime overrides (AUTH-026).
  package var unenrollmentsUseOverrides = true
  /// Of several authorities that are set in one process the last one is used (AUTH-022).
  package var latestAuthorityIsUsed = true
  /// A redirect URI that is set at run time counts without a client ID (AUTH-023).
  package var redirectsNeedNoClient = true
  /// A choice of the library outlasts updates of the app (AUTH-041).
  package var choicesSurviveUpdates = true
  /// A user without tokens is unenrolled with nobody's (DRG-023).
  package var unenrollmentsUseOwnTokens = true
  /// An authority that could not be asked is asked again with the next attempt, and not before (ENR-009, POL-001).
  package var asksAuthoritiesOnce = true
  /// An authority that is a candidate twice is listed at its first place (AUTH-032); if false, at its last.
  package var authoritiesKeepTheirFirstPlace = true
  /// A user whose name was typed is asked at the user's own authority (AUTH-034); if false, at that of nobody.
  package var typedUsersHaveTheirAuthorities = true
  /// A choice of the library ends with its switch (AUTH-042); if false, it is remembered.
  package var choicesEndWithTheSwitch = true
  /// A sign-in screen names the user with MSAL, too (ENR-028).
  package var screensNameUsersInEveryLibrary = true
  /// A sign-in screen leads to the first candidate with MSAL, too (AUTH-034).
  package var screensLeadThereInEveryLibrary = true
  /// A sign-in that a person cancels is reported as cancelled with MSAL, too (ENR-032).
  package var cancelsAreToldInEveryLibrary = true
  /// A person's sign-in at the launch continues the attempt with MSAL, too (LCH-013).
  package var launchesContinueInEveryLibrary = true
  /// Runtime overrides count once a user is enrolled with MSAL, too (AUTH-026).
  package var overridesOutlastEnrollmentsInEveryLibrary = true
  /// The tokens of a user are found in whatever letters the user is named (AUTH-021, IDN-010).
  package var usersHaveAnyCase = true
  /// The authority of the settings is a candidate for everybody (AUTH-032); if false, for the enrolled user alone.
  package var settingsAreEverybodys = true
  /// The authority of the settings outlasts an override that was removed (AUTH-028, AUTH-032).
  package var settingsOutlastOverrides = true
  /// Overrides outlast a screen that asks a person (AUTH-022, AUTH-023, AUTH-025).
  package var overridesOutlastScreens = true
  /// A runtime override outlasts a sign-in that was refused at it (AUTH-025, AUTH-026).
  package var overridesOutlastRefusedSignIns = true
  /// The tokens of a user that were removed are found once the user has signed in again (AUTH-002).
  package var removedUsersAreFoundAgain = true

  /// The contract of the latest edition.
  package init() {}
}

extension TokenBehaviour {
  /// Where the authority set at run time stands among those that are tried (AUTH-032).
  package enum OverridePlace: Sendable {
    case first, last, nowhere
  }

  /// When an access token is renewed that the service has refused.
  package enum Renewal: Sendable {
    case always
    /// The first time in a process.
    case once
    /// Once it has expired.
    case never
  }

  /// What is read of a runtime override.
  package enum OverrideText: Sendable {
    case asItWasSet
    /// Without a slash at its end.
    case withoutLastSlash
    /// With its capitals as small letters.
    case inSmallLetters
  }
}

/// The version of an authentication library; further parts do not matter.
package struct LibraryVersion: Sendable, Comparable, CustomStringConvertible {
  let major: Int
  let minor: Int
  let patch: Int

  init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads a version such as `2.6.4`; parts that are missing, or no numbers, count as 0.
  init(_ text: String) {
    let parts = text.split(separator: ".").map { Int($0) ?? 0 } + [0, 0, 0]
    self.init(parts[0], parts[1], parts[2])
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension TokenBehaviour {
  /// An authentication library.
  package enum Library: String, Sendable {
    case adal = "ADAL"
    case msal = "MSAL"
  }

  /// Which authority is tried first.
  package enum FirstAuthority: Sendable {
    /// The first of the list.
    case first
    /// The one that has given the last token in this process.
    case lastThatGaveOne
    /// The first that has not failed in this process.
    case firstWithoutFailure
  }
}
