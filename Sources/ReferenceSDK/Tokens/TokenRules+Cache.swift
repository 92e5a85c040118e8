import Contract
internal import ExactText
import JSONText

/// The token cache of the authentication library, shared through the keychain (AUTH-021), and the
/// settings that a token request carries.
extension TokenRules {
  /// The authority of an SDK that nobody configured (CNF-13).
  static let defaultAuthority = "https://login.microsoftonline.com/common"
  /// The client registration of an SDK that nobody configured (AUTH-003).
  static let defaultClientId = "6c7e8096-f593-4d72-807f-a5f86dcc9c77"
  /// Where an SDK that nobody configured has the sign-in come back to.
  static let defaultRedirect = "urn:ietf:wg:oauth:2.0:oob"

  /// The keychain group of the cache, with the prefix that the SDK adds at run time (AUTH-021).
  var tokenGroup: String {
    var group = context.settings["ADALCacheKeychainGroupOverride"]?.string
    if group != nil, !behaviour.tokens.cacheFollowsSetting { group = nil }
    if let first = groupOfFirstLaunch { group = first }
    if overlooksGroup { group = nil }
    return context.appIdentifierPrefix + (group ?? "com.microsoft.adalcache")
  }

  /// The runtime overrides in force.
  var overrides: Overrides {
    if ignoresOverrides { return Overrides() }
    return sharedOverrides ?? saved.overrides
  }

  /// The client ID: runtime override, else settings, else default (AUTH-023, AUTH-024).
  var clientId: String {
    let configured = context.settings["ADALClientId"]?.string
    if let own = overrides.clientId, configured == nil || behaviour.tokens.prefersRuntimeClientID {
      return own
    }
    if let clientOfFormerUser { return clientOfFormerUser }
    guard let configured, !overlooksClient else { return ownClientId }
    return context.settings["ADALAuthority"] == nil || behaviour.tokens.settingsStandBesideEachOther
      ? configured : TokenRules.defaultClientId
  }

  /// The redirect URI: runtime override, else settings, else default.
  var redirect: String {
    var configured = context.settings["ADALRedirectUri"]?.string
    if configured != nil, !behaviour.tokens.takesRedirectOfSettings {
      configured = "msauth.\(context.bundleId)://auth"
    }
    let own = redirectOverride
    if own?.isEmpty ?? false { return TokenRules.defaultRedirect }
    if let uri = behaviour.tokens.prefersRuntimeRedirect ? own ?? configured : configured ?? own {
      return uri
    }
    if let scheme = context.settings["ADALRedirectScheme"]?.string {
      return "\(scheme)://\(context.bundleId)"
    }
    return TokenRules.defaultRedirect
  }

  /// The candidate authorities of a user in the order in which they are tried (AUTH-032).
  func authorities(for identity: String) -> [String] {
    candidatesOfAnother(identity)
      ?? authorities(with: cachedTokens(of: identity) + tokensOfOthers(than: identity))
  }

  /// The candidate authorities of the user to whom some cached tokens belong.
  func authorities(with tokens: [TokenEntry]) -> [String] {
    var candidates: [String] = []
    func add(_ authority: String?) {
      guard let authority, !authority.isEmpty else { return }
      if candidates.contains(authority) {
        move(authority, in: &candidates)
      } else {
        candidates.append(authority)
      }
    }
    let own = authorityOverride
    let configured = configuredAuthority
    let place = place(of: own, isConfigured: configured != nil)
    if place == .first { add(own) }
    for entry in tokens { add(entry.authority) }
    for authority in authoritiesLeftBehind { add(authority) }
    add(configured ?? TokenRules.defaultAuthority)
    if configured != nil, !behaviour.tokens.settingReplacesDefaultAuthority {
      add(TokenRules.defaultAuthority)
    }
    if place == .last { add(own) }
    return candidates
  }

  /// Where the authority takes token requests: at the app's sign-in host, whatever the name says,
  /// because the simulated device resolves every authority to it.
  func tokenURL(of authority: String, at stage: Operation.Stage) -> String {
    let base = TokenRules.parts(ofURL: context.authority)
    let path = TokenRules.parts(ofURL: authority).path
    let name = path.split(separator: "/").last.map(String.init) ?? "common"
    return "\(base.host)/\(tenant(name, at: stage))/oauth2/v2.0/token"
  }

  /// Splits a URL behind its host; a string without a scheme is all path.
  private static func parts(ofURL url: String) -> (host: String, path: String) {
    let bytes = Array(url.utf8)
    let mark = Array("://".utf8)
    guard
      let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) })
    else { return ("", url) }
    let rest = start + mark.count
    let end = bytes[rest...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    return (
      String(decoding: bytes[..<end], as: UTF8.self),
      String(decoding: bytes[end...], as: UTF8.self)
    )
  }

  // MARK: Entries

  /// What is cached for a user, in the order of the authorities' names.
  func cachedTokens(of identity: String) -> [TokenEntry] {
    cachedTokens.filter { isSame($0.identity, identity) && isKnown($0, as: identity) }
  }

  /// What is cached for anybody.
  var cachedTokens: [TokenEntry] {
    state.keychain.values(of: tokenGroup).compactMap { TokenEntry($0) }
  }

  private func item(_ identity: String, _ authority: String) -> KeychainItem {
    KeychainItem(
      group: tokenGroup, account: IdentityName(identity).folded + " " + authority)
  }

  /// Saves what is cached for a user at an authority.
  ///
  /// - Parameters:
  ///   - isSignIn: true if a person has signed in for it.
  ///   - isRenewal: true if a refresh token has brought it.
  func cache(_ entry: TokenEntry, isSignIn: Bool = false, isRenewal: Bool = false) {
    let item = place(item(entry.identity, entry.authority), isRenewal: isRenewal)
    let saved = toSave(entry, in: item, isSignIn: isSignIn)
    state.keychain[item] = entry.json
    act(.keychain(item, saved.json))
  }

  /// Removes every token of a user: the app has signed the user out. Policy does not end with it.
  func purge(of identity: String) {
    defer { memory.removedUsers.append(identity) }
    for entry in cachedTokens(of: identity) {
      let item = item(entry.identity, entry.authority)
      state.keychain[item] = nil
      act(.keychain(item, nil))
      memory.authoritiesLeftBehind.append(entry.authority)
    }
    if enrolled != nil, !behaviour.policy.needsNoToken { state.knownRevision = -1 }
  }

  /// Removes an access token that the service refused, so that the next operation renews it.
  func forgetAccessToken(of operation: Operation) {
    for var entry in cachedTokens(of: operation.identity)
    where entry.accessToken == operation.token && isRenewed() {
      entry.accessToken = nil
      cache(entry)
    }
  }
}
