import Contract
internal import ExactText
import JSONText
internal import ServiceProtocol

/// What other SDKs than the contract's make of tokens; by the contract each answers as its first line says.
extension TokenRules {
  // MARK: Libraries

  /// Nothing: what the app prefers it prefers in later processes, too.
  func useUpLibrarySwitch() {
    guard saved.userDefaults[TokenRules.librarySwitch] == true,
      !behaviour.tokens.librarySwitchStays
    else { return }
    saved.userDefaults[TokenRules.librarySwitch] = nil
  }

  /// Notes nothing: what was chosen once does not matter (AUTH-042).
  func noteChoice() {
    if !behaviour.tokens.choicesEndWithTheSwitch {
      saved.marks[Mark.libraryChoice.rawValue] = true
    }
  }

  /// Nil: a choice ends with its switch, whether an earlier process has made it or the launch of this one (AUTH-041, AUTH-042).
  var earlierChoice: TokenBehaviour.Library? {
    if memory.preferredMSALAtLaunch, !behaviour.tokens.switchOfTheLaunchIsOver { return .msal }
    guard saved.userDefaults[TokenRules.librarySwitch]?.isNull ?? true,
      saved.marks[Mark.libraryChoice.rawValue] != nil,
      !behaviour.tokens.choicesEndWithTheSwitch
    else { return nil }
    return .msal
  }

  /// False: a library that is too old serves nobody, not even a person who signs in (AUTH-044).
  func isPassedOver(_ code: StatusCode, for identity: String) -> Bool {
    code == .adalMethodUnsupported && cachedTokens(of: identity).isEmpty
      && !behaviour.tokens.peopleNeedTheLibraryToo
  }

  // MARK: Runtime overrides

  /// Notes whether an operation goes without the overrides: none does.
  func noteOverrides(for operation: Operation) {
    memory.leavesOverridesOut =
      saved.overrides != Overrides()
      && (operation.kind == .checkIn && !behaviour.tokens.checkInsUseOverrides
        || operation.isUnenrollment && !behaviour.tokens.unenrollmentsUseOverrides)
    memory.overlooksClient = false
    if case .unenroll(let pending, _) = operation.kind,
      memory.resumedUnenrollments.contains(pending),
      context.settings["ADALClientId"] != nil, !behaviour.tokens.leftUnenrollmentsUseTheClient
    {
      memory.overlooksClient = true
    }
  }

  /// Nil: an access token is used only while the authority that has issued it is in force.
  func ofAnotherAuthority(_ tokens: [TokenEntry]) -> TokenEntry? {
    guard let entry = tokens.first, !behaviour.tokens.tokensEndWithTheirAuthority else {
      return nil
    }
    return entry
  }

  /// False: overrides count from the next operation on.
  var ignoresOverrides: Bool {
    memory.leavesOverridesOut || memory.ignoresOverrides
      || saved.overrides != Overrides() && state.isIn(behaviour.lapses.overrides)
      || saved.overrides != Overrides() && enrolled != nil && state.library == .msal
        && !behaviour.tokens.overridesOutlastEnrollmentsInEveryLibrary
  }

  /// Nil: a client ID that was set ends with its user (AUTH-027).
  var clientOfFormerUser: String? {
    behaviour.tokens.clientsEndWithUsers ? nil : memory.formerOverrides.clientId
  }

  /// Nil: the candidates of others are found as those of the enrolled user are (AUTH-032).
  func candidatesOfAnother(_ identity: String) -> [String]? {
    guard let user = enrolled?.identity, !isSame(user, identity) else { return nil }
    if overrides.authority != nil, !behaviour.tokens.overridesAreEverybodys {
      return [TokenRules.defaultAuthority]
    }
    if let configured = configuredAuthority, !behaviour.tokens.settingsAreEverybodys {
      return authorities(with: cachedTokens(of: identity)).filter { $0 != configured }
        + [TokenRules.defaultAuthority]
    }
    return behaviour.tokens.othersHaveCachedAuthorities ? nil : authorities(with: [])
  }

  /// The authority of the settings, whatever the app has set and removed before (AUTH-028).
  var configuredAuthority: String? {
    guard let configured = context.settings["ADALAuthority"]?.string else { return nil }
    if memory.hasSetOverrides, overrides.authority == nil,
      !behaviour.tokens.settingsOutlastOverrides
    {
      return nil
    }
    return configured
  }

  /// Nothing: what a person is asked ends no override (AUTH-025).
  func dropOverridesAtScreen() {
    if saved.overrides != Overrides(), !behaviour.tokens.overridesOutlastScreens {
      saved.overrides = Overrides()
    }
  }

  /// The overrides that another app of the device has set: nil, they are that app's alone.
  var sharedOverrides: Overrides? {
    guard saved.overrides == Overrides(), !behaviour.tokens.overridesAreOfOneApp,
      let shared = state.keychain[sharedItem]
    else { return nil }
    return Overrides(
      authority: shared["authority"]?.string, clientId: shared["client"]?.string,
      redirect: shared["redirect"]?.string)
  }

  private var sharedItem: KeychainItem {
    KeychainItem(group: accounts.managementGroup, account: "overrides")
  }

  /// Tells the other apps of the device the overrides that this one has set, which the contract does not.
  func shareOverrides() {
    let value: JSON = [
      "authority": saved.overrides.authority.map(JSON.string) ?? .null,
      "client": saved.overrides.clientId.map(JSON.string) ?? .null,
      "redirect": saved.overrides.redirect.map(JSON.string) ?? .null,
    ]
    state.keychain[sharedItem] = value
    act(.keychain(sharedItem, value))
  }

  /// The client ID by which a person signs in: the same one.
  func clientIdOfPeople(_ trigger: Operation.Trigger?) -> String {
    let configured = context.settings["ADALClientId"]?.string
    guard let configured, configured != clientId else { return clientId }
    if trigger == .launch, !behaviour.tokens.launchesUseRuntimeClient { return configured }
    return behaviour.tokens.peopleSignInByRuntimeClient ? clientId : configured
  }

  /// The tenant of the authority, whether a person signs in there or not.
  func tenant(_ tenant: String, at stage: Operation.Stage) -> String {
    stage != .signingIn || behaviour.tokens.peopleSignInAtTheAuthority ? tenant : "common"
  }

  /// The redirect URI that the app has set, with a client ID or without.
  var redirectOverride: String? {
    let isAlone = overrides.clientId == nil
    return isAlone && !behaviour.tokens.redirectsNeedNoClient ? nil : overrides.redirect
  }

  /// The authority that the app has set last.
  var authorityOverride: String? {
    guard let own = overrides.authority else { return nil }
    return behaviour.tokens.latestAuthorityIsUsed ? own : memory.firstAuthority ?? own
  }

  /// Where an authority that the app has set stands among the candidates: first, as OQ-55 has it, whatever the settings say.
  func place(of own: String?, isConfigured: Bool) -> TokenBehaviour.OverridePlace {
    guard own != nil else { return .nowhere }
    let place = behaviour.tokens.runtimeAuthorityPlace
    if place == .first, isConfigured, enrolled != nil,
      !behaviour.tokens.overridesBeatSettingsOnceEnrolled
    {
      return .last
    }
    return place
  }

  // MARK: The cache

  /// False: the group of the settings counts in every process (AUTH-021).
  var overlooksGroup: Bool {
    memory.isLaunchedInBackground && !behaviour.tokens.backgroundLaunchesUseTheGroup
  }

  /// False: the client ID of the settings counts in every process (AUTH-003).
  var overlooksClient: Bool {
    memory.overlooksClient
      || memory.isLaunchedInBackground && !behaviour.tokens.backgroundLaunchesUseTheClient
  }

  /// Nil: the cache is in the group that the settings of this launch name, and not the first that any has named (AUTH-021).
  var groupOfFirstLaunch: String? {
    guard let first = saved.marks[Mark.cacheGroup.rawValue]?.string else { return nil }
    return behaviour.tokens.cacheFollowsUpdates ? nil : first
  }

  /// Notes nothing: it does not matter which group earlier launches have named.
  func noteGroup() {
    guard let named = context.settings["ADALCacheKeychainGroupOverride"],
      saved.marks[Mark.cacheGroup.rawValue] == nil, !behaviour.tokens.cacheFollowsUpdates
    else { return }
    saved.marks[Mark.cacheGroup.rawValue] = named
  }

  /// The one that has come: whatever was cached before ends with a sign-in (AUTH-002).
  func accessToken(
    _ brought: String, after known: TokenEntry?, in operation: Operation
  ) -> String {
    guard operation.stage == .signingIn, let old = known?.accessToken,
      !behaviour.tokens.signInsReplaceTokens
    else { return brought }
    return old
  }

  /// The client for which the token was asked, whatever has come into force meanwhile (AUTH-023, OQ-96).
  func client(of operation: Operation) -> String {
    guard let asked = operation.client, asked != clientId,
      behaviour.tokens.tokensKeepTheirClient
    else { return clientId }
    return asked
  }

  /// The entry as it is: whatever a token request has brought is there in later processes, too (AUTH-002).
  func toSave(_ entry: TokenEntry, in item: KeychainItem, isSignIn: Bool) -> TokenEntry {
    if !isSignIn { memory.authorityOfLastToken = entry.authority }
    let earlier = memory.savedRefreshTokens.first { $0.item == item }?.token
    let before = earlier ?? state.keychain[item].flatMap(TokenEntry.init)?.refreshToken
    memory.savedRefreshTokens.removeAll { $0.item == item }
    guard !isSignIn, let before, before != entry.refreshToken,
      !behaviour.tokens.renewedTokensAreSaved
    else { return entry }
    memory.savedRefreshTokens.append((item, before))
    var saved = entry
    saved.refreshToken = before
    return saved
  }

  // MARK: Candidates and tokens

  /// Nothing: an authority stays at the first place at which it is a candidate (AUTH-032).
  func move(_ authority: String, in candidates: inout [String]) {
    guard candidates.last != authority, !behaviour.tokens.authoritiesKeepTheirFirstPlace else {
      return
    }
    candidates.removeAll { $0 == authority }
    candidates.append(authority)
  }

  /// The user, whether the app or a person has named the user (AUTH-034).
  func userToAsk(_ identity: String) -> String {
    guard isSame(memory.namedUser, identity), !behaviour.tokens.typedUsersHaveTheirAuthorities
    else { return identity }
    return ""
  }

  /// The first of the user's candidates, whoever is enrolled (AUTH-034).
  func authorityToSignIn(_ identity: String) -> String {
    let candidates = authorities(for: userToAsk(identity))
    if let own = saved.overrides.authority, isSame(enrolled?.identity, identity),
      let other = candidates.first(where: { $0 != own }), candidates.contains(own),
      !behaviour.tokens.enrolledUsersSignInAtTheOverride
    {
      return other
    }
    return candidates[0]
  }

  /// The authorities of tokens that are gone: none, they end with their tokens.
  var authoritiesLeftBehind: [String] {
    memory.authoritiesLeftBehind.isEmpty || behaviour.tokens.authoritiesEndWithTokens
      ? [] : memory.authoritiesLeftBehind
  }

  /// The tokens of others whose authorities are tried as well: none.
  func tokensOfOthers(than identity: String) -> [TokenEntry] {
    behaviour.tokens.authoritiesAreThoseOfTheUser
      ? [] : cachedTokens.filter { !isSame($0.identity, identity) }
  }

  /// The candidate authorities that an operation has not tried, in their order.
  func candidates(for operation: Operation, with tokens: [TokenEntry]) -> [String] {
    if let left = operation.candidates {
      return left.isEmpty || behaviour.tokens.triesEveryAuthority ? left : []
    }
    var candidates = authorities(with: tokens)
    if let place = placeOfBeginning(candidates) {
      candidates.insert(candidates.remove(at: place), at: 0)
    }
    if candidates.count > 2, !behaviour.tokens.candidatesKeepTheirOrder {
      candidates.swapAt(1, 2)
    }
    return candidates
  }

  /// Nil: every acquisition begins with the first authority of the list (AUTH-033).
  private func placeOfBeginning(_ candidates: [String]) -> Int? {
    switch behaviour.tokens.acquisitionsBegin {
    case .first: nil
    case .lastThatGaveOne: memory.authorityOfLastToken.flatMap { candidates.firstIndex(of: $0) }
    case .firstWithoutFailure:
      candidates.firstIndex { !memory.failedAuthorities.contains(ExactString($0)) }
    }
  }

  /// False: a candidate that could not be asked is followed by the next one (AUTH-033).
  func endsCandidates(_ code: StatusCode, of operation: Operation) -> Bool {
    guard code != .authRequired, let left = operation.candidates, !left.isEmpty else {
      return false
    }
    return !behaviour.tokens.triesOthersAfterOutages
  }

  /// Nothing: an authority that could not be asked is not asked again in the attempt (ENR-009, POL-001).
  func keepCandidate(of index: Int, after code: StatusCode) {
    if let failed = underWay[index].authority {
      memory.failedAuthorities.insert(ExactString(failed))
    }
    guard code == .adalInternalError, underWay[index].tokenFailure == nil,
      let authority = underWay[index].authority, !behaviour.tokens.asksAuthoritiesOnce
    else { return }
    underWay[index].candidates = [authority] + (underWay[index].candidates ?? [])
  }

  /// False: nobody is asked who has a token.
  func asksThePerson(in operation: Operation, with tokens: [TokenEntry]) -> Bool {
    switch operation.trigger {
    case .login: !operation.hasPrompted && !behaviour.enrollment.signInUsesCachedToken
    case .registered: !tokens.isEmpty && !behaviour.enrollment.registrationUsesCachedToken
    default: false
    }
  }

  /// The tokens that an operation uses: those of its user.
  func usable(_ own: [TokenEntry], by operation: Operation) -> [TokenEntry] {
    let cached = cachedTokens
    if operation.trigger == .retry, own.contains(where: { $0.identity != operation.identity }),
      !behaviour.tokens.retriesFindOtherLetters
    {
      return own.filter { $0.identity == operation.identity }
    }
    if let user = cached.first?.identity, !isSame(user, operation.identity),
      !behaviour.tokens.usesOwnTokensOnly
    {
      return cached.filter { isSame($0.identity, user) }
    }
    if own.isEmpty, operation.isUnenrollment, !cached.isEmpty,
      !behaviour.tokens.unenrollmentsUseOwnTokens
    {
      return cached
    }
    guard own.isEmpty, let leaver = memory.lastLeaver else { return own }
    let left = cached.filter { isSame($0.identity, leaver) }
    if left.isEmpty { return own }
    switch operation.trigger {
    case .registered: return behaviour.tokens.leaversTokensServeNoRegistration ? own : left
    case .login where !operation.hasPrompted:
      return behaviour.tokens.leaversTokensServeNobody ? own : left
    default: return own
    }
  }

  /// True: an access token that the service has just refused is not used again.
  func isRenewed() -> Bool {
    let isFirst = !memory.hasRefusedToken
    memory.hasRefusedToken = true
    return switch behaviour.tokens.renewsRefusedTokens {
    case .always: true
    case .once: isFirst
    case .never: false
    }
  }

  /// The user whom the operation is for.
  func userWhoSignsIn(_ operation: Operation) -> String {
    memory.signedInForOthers.last { $0.operation == operation.number }?.identity
      ?? operation.identity
  }

  /// False: an operation needs a token. With another answer it has been made without one.
  func goOnWithoutToken(_ number: Int) -> Bool {
    guard let index = index(of: number), underWay[index].kind != .signIn,
      !behaviour.tokens.areNeeded
    else { return false }
    underWay[index].token = "none"
    tokenIsThere(number)
    return true
  }

  /// True: the tokens of a user are found in whatever letters the user is named (AUTH-021, IDN-010), and after others were
  /// removed (AUTH-002).
  func isKnown(_ token: TokenEntry, as identity: String) -> Bool {
    if memory.removedUsers.contains(where: { isSame($0, identity) }),
      !behaviour.tokens.removedUsersAreFoundAgain
    {
      return false
    }
    return token.identity == identity || behaviour.tokens.usersHaveAnyCase
  }
}
