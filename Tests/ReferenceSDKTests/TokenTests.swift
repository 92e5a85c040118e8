import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import ReferenceSDK

@Suite struct TokenTests {
  private func tokenRequests(_ world: World) -> [SDKRequest] {
    world.requests.filter { $0.endpoint == .token }
  }

  @Test func `requests carry the default registration unless configured`() {
    var world = World.launched()
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(tokenRequests(world)[0].url == "http://signin/common/oauth2/v2.0/token")
    #expect(tokenRequests(world)[0].text.contains("client_id=\(TokenRules.defaultClientId)"))
    #expect(world.requests.last?.headers.contains("Authorization: Bearer access") == true)
  }

  @Test func `overrides beat the settings, persist, and end with the enrollment`() {
    var world = World.launched(settings: [
      "ADALClientId": "from-plist", "ADALAuthority": "https://login.example/plist",
    ])
    world.call(.aadClientIdOverride, nil, ["value": "at-run-time"])
    world.call(.aadAuthorityUriOverride, nil, ["value": "https://login.example/contoso"])
    world.relaunch()
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(tokenRequests(world)[0].url == "http://signin/contoso/oauth2/v2.0/token")
    #expect(tokenRequests(world)[0].text.contains("client_id=at-run-time"))
    world.forget()
    world.advance(.hours(24))
    #expect(tokenRequests(world)[0].url == "http://signin/contoso/oauth2/v2.0/token")
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.value(.aadClientIdOverride) == .null)
    #expect(world.value(.aadAuthorityUriOverride) == .null)
  }

  @Test(arguments: [JSON.null, ""])
  func `nil and the empty text clear an override`(nothing: JSON) {
    var world = World.launched()
    world.call(.aadAuthorityUriOverride, nil, ["value": "https://login.example/contoso"])
    world.call(.aadAuthorityUriOverride, nil, ["value": nothing])
    #expect(world.value(.aadAuthorityUriOverride) == .null)
  }

  @Test func `candidates are the override, the cache, the settings`() {
    var world = World(settings: ["ADALAuthority": "https://login.example/plist"])
    world.putRefreshToken(of: "ana@contoso.com", authority: "https://login.example/cached")
    world.launch()
    world.call(.aadAuthorityUriOverride, nil, ["value": "https://login.example/override"])
    #expect(
      world.value(.aadAuthorityUrisForIdentity, "ana@contoso.com") == [
        "https://login.example/override", "https://login.example/cached",
        "https://login.example/plist",
      ])
    world.answers[.token] = { _ in World.error(400, "invalid_grant") }
    world.call(.loginAndEnrollAccount, "ana@contoso.com")
    #expect(
      tokenRequests(world).map(\.url)
        == ["override", "cached", "plist"].map {
          "http://signin/\($0)/oauth2/v2.0/token"
        })
    #expect(world.events.last?.fields["authority"] == "https://login.example/override")
  }

  @Test func `the cache is in the group that the settings name`() {
    var world = World(settings: ["ADALCacheKeychainGroupOverride": "com.contoso.shared"])
    world.context.appIdentifierPrefix = "PREFIX."
    world.launch()
    world.feed(.signIn(identity: "ana@contoso.com"))
    // The SDK's own group has that the app is there.
    #expect(
      world.keychain.entries.map(\.item.group)
        == ["PREFIX.com.contoso.shared", "PREFIX.com.microsoft.intune.mam"])
  }

  @Test(arguments: [
    (Edition.e2017_11, "2.6.3", 217), (.e2020_01, "2.6.3", 224), (.e2020_06, "1.9", 224),
  ])
  func `a library that is too old is reported`(edition: Edition, version: String, code: Int) {
    var world = World.launched(edition: edition)
    var hooks = TestHooks()
    hooks.libraryVersion = version
    world.feed(.hooks(hooks))
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.last == "enrollmentRequest ana@contoso.com \(code)")
  }

  @Test func `a new library works, one that fails is 217`() {
    var world = World.launched()
    var hooks = TestHooks()
    hooks.libraryError = true
    world.feed(.hooks(hooks))
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.last == "enrollmentRequest ana@contoso.com 217")
    hooks.libraryError = false
    hooks.libraryVersion = "2.6.4"
    world.feed(.hooks(hooks))
    world.advance(.hours(24))
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }
}
