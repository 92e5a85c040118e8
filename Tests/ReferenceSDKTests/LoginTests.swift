import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite struct LoginTests {
  @Test func `a cached token needs no prompt`() {
    var world = World.launched()
    world.forget()
    world.call(.loginAndEnrollAccount, "ana@contoso.com")
    #expect(!world.story.contains { $0.hasPrefix("prompt") })
    #expect(world.value(.registeredAccounts) == ["ana@contoso.com"])
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `without a token the user is asked once, then the app enrolls`() {
    var world = World.launched(signedIn: [])
    world.call(.loginAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.last == "prompt credentials")
    #expect(world.sdk.next == nil)
    world.feed(.user(UserAction(prompt: .credentials, action: .enter)))
    #expect(world.requests.contains { $0.text.contains("grant_type=password") })
    #expect(
      world.story.filter { $0.hasPrefix("enrollmentRequest") } == [
        "enrollmentRequest ana@contoso.com 100"
      ])
  }

  @Test func `cancelling the prompt ends with 219, and nobody is registered or retried`() {
    var world = World.launched(signedIn: [])
    world.call(.loginAndEnrollAccount, "ana@contoso.com")
    world.feed(.user(UserAction(prompt: .credentials, action: .cancel)))
    #expect(world.story.last == "enrollmentRequest ana@contoso.com 219")
    #expect(world.value(.registeredAccounts) == [])
    world.forget()
    world.advance(.days(3))
    #expect(world.notes.isEmpty)
  }

  @Test func `a refused password is reported, not asked for again`() {
    var world = World.launched(signedIn: [])
    world.answers[.token] = { _ in World.error(400, "invalid_grant") }
    world.call(.loginAndEnrollAccount, "ana@contoso.com")
    world.feed(.user(UserAction(prompt: .credentials, action: .enter)))
    #expect(world.story.filter { $0 == "prompt credentials" }.count == 1)
    #expect(world.story.last == "enrollmentRequest ana@contoso.com 203")
  }

  @Test func `nil means the managed user of the device`() {
    var world = World()
    world.putRefreshToken(of: "mia@contoso.com")
    world.context.management.mdmUser = "mia@contoso.com"
    world.launch()
    world.call(.loginAndEnrollAccount)
    #expect(world.value(.enrolledAccount) == "mia@contoso.com")
  }

  @Test func `nil means the user who enrolled another app`() {
    let mail = World.enrolled()
    var docs = World()
    docs.context.bundleId = "com.contoso.docs"
    docs.keychain = mail.keychain
    docs.launch()
    docs.call(.loginAndEnrollAccount)
    #expect(docs.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `nil without a managed user asks for a name`() {
    var world = World.launched()
    world.call(.loginAndEnrollAccount)
    #expect(world.story.last == "prompt userName")
    world.feed(
      .user(UserAction(prompt: .userName, action: .enter, identity: "ana@contoso.com")))
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `the enrolled user gets 208, another one 218`() {
    var world = World.enrolled()
    world.call(.loginAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.last == "enrollmentRequest ana@contoso.com 208")
    world.call(.loginAndEnrollAccount, "ben@contoso.com")
    #expect(world.story.last == "enrollmentRequest ben@contoso.com 218")
    #expect(world.requests.isEmpty)
  }

  @Test func `a sign-in that waited for another enrollment gets 218 when that succeeds`() {
    var world = World.launched(signedIn: ["ana@contoso.com", "ben@contoso.com"])
    world.answers[.enroll] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.call(.loginAndEnrollAccount, "ben@contoso.com")
    world.answers[.enroll] = nil
    world.respond(to: world.sdk.open[0], World.ok(["enrollmentId": "e-ana"]))
    #expect(
      world.story.filter { $0.hasPrefix("enrollmentRequest") } == [
        "enrollmentRequest ana@contoso.com 100", "enrollmentRequest ben@contoso.com 218",
      ])
  }

  @Test func `a prompt that is open holds up no retry and no registration`() {
    var world = World.launched(signedIn: ["ana@contoso.com", "dan@contoso.com"])
    world.answers[.enroll] = { _ in World.error(403, "AccountNotLicensed") }
    world.call(.registerAndEnrollAccount, "dan@contoso.com")
    world.call(.loginAndEnrollAccount, "ben@contoso.com")
    world.advance(.hours(24))
    #expect(world.story.filter { $0 == "enrollmentRequest dan@contoso.com 200" }.count == 2)
    world.answers[.enroll] = nil
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
    world.feed(.user(UserAction(prompt: .credentials, action: .enter)))
    #expect(world.story.last == "enrollmentRequest ben@contoso.com 218")
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `a person who answers during another attempt goes on after it`() {
    var world = World.launched()
    world.call(.loginAndEnrollAccount, "ben@contoso.com")
    world.answers[.enroll] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.feed(.user(UserAction(prompt: .credentials, action: .enter)))
    world.answers[.enroll] = nil
    world.respond(to: world.sdk.open[0], World.error(403, "AccountNotLicensed"))
    #expect(world.value(.enrolledAccount) == "ben@contoso.com")
  }

  @Test func `a prompt that nobody opened cannot be answered`() {
    var world = World.launched()
    world.feed(.user(UserAction(prompt: .credentials, action: .enter)))
    #expect(world.refusals == ["no prompt of kind \"credentials\" is open"])
  }
}
