import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite struct DeregistrationTests {
  @Test func `the enrolled user leaves: policy goes, the service is told, 104 is reported`() {
    var world = World.enrolled()
    world.call(.deRegisterAndUnenrollAccount, "ANA@contoso.com", ["doWipe": false])
    #expect(
      world.story == ["notification", "return", "unenroll", "unenrollRequest ana@contoso.com 104"])
    #expect(world.requests[0].json["reason"] == "deregister")
    #expect(world.value(.registeredAccounts) == [])
    #expect(world.value(.enrolledAccount) == .null)
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["managed"] == false)
    world.forget()
    world.advance(.days(3))
    #expect(world.notes.isEmpty)
  }

  @Test func `the call blocks until the token is there, not until the service has answered`() {
    var world = World.enrolled()
    world.now = world.now + .hours(7)
    world.feed(.purgeTokens(identity: "ana@contoso.com"))
    world.putRefreshToken(of: "ana@contoso.com")
    world.feed(.keychain(world.keychain))
    world.answers[.token] = { _ in nil }
    world.answers[.unenroll] = { _ in nil }
    world.forget()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.story == ["notification", "token"])
    world.respond(to: world.sdk.open[0], World.answer(world.requests[0])!)
    #expect(world.story == ["notification", "token", "return", "unenroll"])
  }

  @Test(arguments: [
    (Endpoint.unenroll, HTTPOutcome.unreachable, 205), (.unenroll, .truncated, 206),
    (.unenroll, World.error(404, "NotEnrolled"), 104),
    (.unenroll, World.error(401, "InvalidToken"), 203),
  ])
  func `a failure is reported, the local effects stay`(
    endpoint: Endpoint, outcome: HTTPOutcome, code: Int
  ) {
    var world = World.enrolled()
    world.answers[endpoint] = { _ in outcome }
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.story.last == "unenrollRequest ana@contoso.com \(code)")
    #expect(world.value(.registeredAccounts) == [])
    #expect(world.value(.enrolledAccount) == .null)
  }

  @Test func `without a token the call returns and 203 is reported`() {
    var world = World.enrolled()
    world.feed(.purgeTokens(identity: "ana@contoso.com"))
    world.forget()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.story == ["notification", "return", "unenrollRequest ana@contoso.com 203"])
  }

  @Test func `an account that is only registered is only removed`() {
    var world = World.enrolled()
    world.call(.registerAndEnrollAccount, "ben@contoso.com")
    world.forget()
    world.call(.deRegisterAndUnenrollAccount, "ben@contoso.com", ["doWipe": true])
    #expect(world.story == ["return", "unenrollRequest ben@contoso.com 214"])
    #expect(world.value(.registeredAccounts) == ["ana@contoso.com"])
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `nobody enrolled is 213, nil is 207`() {
    var world = World.launched()
    world.forget()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    world.call(.deRegisterAndUnenrollAccount)
    #expect(
      world.story == [
        "return", "unenrollRequest ana@contoso.com 213", "return", "unenrollRequest nil 207",
      ])
  }

  @Test func `an attempt under way is broken off and not repeated`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.story.contains("cancel r3"))
    world.answers = [:]
    world.forget()
    world.advance(.days(2))
    #expect(world.notes.isEmpty)
  }

  @Test func `data that cannot be cleared is 215`() {
    var world = World.enrolled()
    var hooks = TestHooks()
    hooks.failToClear = true
    world.feed(.hooks(hooks))
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.story.last == "unenrollRequest ana@contoso.com 215")
  }

  @Test func `the next user can enroll`() {
    var world = World.enrolled()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    world.call(.registerAndEnrollAccount, "ben@contoso.com")
    #expect(world.value(.enrolledAccount) == "ben@contoso.com")
  }

  @Test func `who is back before the service has heard of the departure keeps the enrollment`() {
    var world = World.launched()
    // The service gives the same enrollment again as long as it has it.
    world.answers[.enroll] = { _ in World.ok(["enrollmentId": "e1", "objectId": "o"]) }
    world.answers[.unenroll] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.value(.enrolledAccount) == .null)
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
    #expect(world.value(.isIdentityManaged, "ana@contoso.com") == true)
    world.forget()
    world.respond(to: world.sdk.open[0], .unreachable)
    #expect(world.story == ["unenrollRequest ana@contoso.com 205"])
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `an extension unenrolls nobody`() {
    var world = World()
    world.context.isExtension = true
    world.launch()
    world.forget()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.story == ["return", "unenrollRequest ana@contoso.com 223"])
  }
}
