import Contract
import JSONText
import StepProtocol
import Testing

@testable import ReferenceSDK

@Suite("Two normal forms of one identity are two identities")
struct ExactIdentityTests {
  private static let composed = "jos\u{E9}@contoso.com"
  private static let decomposed = "jose\u{301}@contoso.com"

  private static func bytes(_ value: JSON?) -> [[UInt8]] {
    (value?.array ?? []).compactMap { $0.string.map { Array($0.utf8) } }
  }

  @Test
  func `registering both registers two accounts, another letter case is the same account (OQ-05)`()
  {
    var world = World.launched(signedIn: [])
    world.call(.registerAndEnrollAccount, Self.composed)
    world.call(.registerAndEnrollAccount, Self.decomposed)
    world.call(.registerAndEnrollAccount, "JOS\u{C9}@contoso.com")
    #expect(
      Self.bytes(world.value(.registeredAccounts))
        == [Array(Self.composed.utf8), Array(Self.decomposed.utf8)])
    world.call(.deRegisterAndUnenrollAccount, Self.decomposed)
    #expect(Self.bytes(world.value(.registeredAccounts)) == [Array(Self.composed.utf8)])
    world.relaunch()
    #expect(Self.bytes(world.value(.registeredAccounts)) == [Array(Self.composed.utf8)])
  }

  @Test
  func `names, object IDs and keychain items are kept apart`() {
    #expect(IdentityName(Self.composed) != IdentityName(Self.decomposed))
    #expect(Set([IdentityName(Self.composed), IdentityName(Self.decomposed)]).count == 2)
    var manager = IdentityManager(isMultiIdentity: true)
    #expect(!manager.isIdentity(Self.composed, equalTo: Self.decomposed))
    #expect(manager.isIdentity(Self.composed, equalTo: "JOS\u{C9}@contoso.com"))
    manager.learn(objectID: "1", of: Self.composed)
    #expect(!manager.isIdentity(Self.composed, equalTo: Self.decomposed))
    _ = manager.setUIPolicyIdentity("a", window: "\u{E9}", call: 1)
    #expect(manager.uiPolicyIdentity(window: "e\u{301}") != "a")
    let items = Set([
      KeychainItem(group: "g", account: Self.composed),
      KeychainItem(group: "g", account: Self.decomposed),
    ])
    #expect(items.count == 2)
  }
}
