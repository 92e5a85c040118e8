import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite struct EnrollmentTests {
  @Test func `registration returns, enrolls at once and brings policy`() {
    var world = World.launched()
    world.forget()
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(
      world.story == [
        "return", "locate", "token", "enroll", "enrollmentRequest ana@contoso.com 100", "checkin",
        "notification", "policyRequest ana@contoso.com 100", "restartApplication",
      ])
    #expect(world.value(.registeredAccounts) == ["ana@contoso.com"])
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test(arguments: [
    (Endpoint.locate, HTTPOutcome.unreachable, 204),
    (.token, .unreachable, 217),
    (.token, World.error(400, "interaction_required"), 203),
    (.enroll, .unreachable, 205),
    (.enroll, .response(status: 503, body: []), 205),
    (.enroll, .truncated, 206),
    (.enroll, .response(status: 200, body: Array("{".utf8)), 206),
    (.enroll, World.ok(["other": 1]), 206),
    (.enroll, World.error(401, "InvalidToken"), 203),
    (.enroll, World.error(403, "AccountNotLicensed"), 200),
    (.enroll, World.error(403, "TenantMigration"), 222),
    (.enroll, World.error(403, "TenantNotEnabled"), 200),
    (.enroll, World.error(403, "LicensedNotTargeted"), 225),
    (.enroll, World.error(429, "TooManyRequests"), 205),
    (.enroll, World.error(400, "BadRequest"), 201),
    (.locate, World.error(404, "UserNotFound"), 204),
  ])
  func `each failure has its status and is retried after exactly 24 hours`(
    endpoint: Endpoint, outcome: HTTPOutcome, code: Int
  ) {
    var world = World.launched()
    world.answers[endpoint] = { _ in outcome }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.last == "enrollmentRequest ana@contoso.com \(code)")
    world.forget()
    world.answers = [:]
    world.advance(.hours(24) + VirtualDuration(milliseconds: -1))
    #expect(world.notes.isEmpty)
    world.advance(VirtualDuration(milliseconds: 1))
    #expect(world.story.contains("enrollmentRequest ana@contoso.com 100"))
  }

  @Test func `a slow failure is retried 24 hours after its end`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.advance(.seconds(30))
    world.respond(to: world.sdk.open[0], .unreachable)
    world.answers = [:]
    world.advance(.days(2))
    #expect(world.times(of: "enroll").last == .hours(24) + .seconds(30))
  }

  @Test func `an attempt that gets no response fails with 216 after a minute`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.sdk.open.count == 1)
    world.advance(.seconds(60))
    #expect(world.story.suffix(2) == ["cancel r3", "enrollmentRequest ana@contoso.com 216"])
    #expect(world.sdk.open.isEmpty)
  }

  @Test func `retries go on every 24 hours and stop at success`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in .unreachable }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.advance(.days(5))
    #expect(world.times(of: "enroll") == (0...5).map { VirtualDuration.days($0) })
    world.answers = [:]
    world.advance(.days(1))
    world.forget()
    world.advance(.days(4))
    #expect(!world.story.contains("enroll"))
  }

  @Test func `all registered accounts are tried, in their order, until one enrolls`() {
    var world = World.launched(signedIn: ["ana@contoso.com", "ben@contoso.com"])
    world.answers[.enroll] = { _ in .unreachable }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.call(.registerAndEnrollAccount, "ben@contoso.com")
    world.forget()
    world.advance(.days(1))
    #expect(
      world.story.filter { $0.hasPrefix("enrollmentRequest") } == [
        "enrollmentRequest ana@contoso.com 205", "enrollmentRequest ben@contoso.com 205",
      ])
    world.forget()
    world.answers = [:]
    world.advance(.days(3))
    #expect(world.story.filter { $0 == "enroll" }.count == 1)
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `a second account is registered, refused with 208 and tried when the first has left`()
  {
    var world = World.enrolled()
    world.call(.registerAndEnrollAccount, "ben@contoso.com")
    #expect(world.story == ["return", "enrollmentRequest ben@contoso.com 208"])
    #expect(world.value(.registeredAccounts) == ["ana@contoso.com", "ben@contoso.com"])
    world.advance(.hours(5))
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    world.forget()
    world.advance(.hours(24))
    #expect(world.times(of: "enroll") == [.hours(29)])
    #expect(world.value(.enrolledAccount) == "ben@contoso.com")
  }

  @Test func `registering again is ignored with a warning, in any letter case`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in .unreachable }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.forget()
    world.call(.registerAndEnrollAccount, "ANA@Contoso.com")
    #expect(world.story == ["return", "log"])
    #expect(world.events[0].fields["level"] == "warning")
  }

  @Test func `nil is refused with 207 and nothing is registered`() {
    var world = World.launched()
    world.forget()
    world.call(.registerAndEnrollAccount)
    #expect(world.story == ["return", "enrollmentRequest nil 207"])
    #expect(world.value(.registeredAccounts) == [])
  }

  @Test(arguments: [
    (Edition.e2016_09, 201), (.e2017_11, 201), (.e2020_01, 223), (.e2020_06, 223),
  ])
  func `an extension enrolls nobody and runs no timers`(edition: Edition, code: Int) {
    var world = World(edition: edition)
    world.context.isExtension = true
    world.launch()
    for api in [APIName.registerAndEnrollAccount, .loginAndEnrollAccount] {
      world.forget()
      world.call(api, "ana@contoso.com")
      #expect(world.story == ["return", "enrollmentRequest ana@contoso.com \(code)"])
    }
    #expect(world.sdk.next == nil)
  }

  @Test func `an extension has the policy of its app`() {
    let app = World.enrolled()
    var world = World()
    world.keychain = app.keychain
    world.context.isExtension = true
    world.context.bundleId = "com.contoso.mail.share"
    world.launch()
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["isPINRequired"] == true)
  }

  @Test func `the device's accounts decide who may enroll`() {
    var world = World.launched()
    for (member, code) in [
      (\DeviceManagement.emmUser, 209), (\.mdmUser, 210), (\.deviceUser, 211),
    ] {
      var management = DeviceManagement()
      management[keyPath: member] = "ben@contoso.com"
      world.feed(.device(management))
      world.call(.registerAndEnrollAccount, "ana@contoso.com")
      #expect(world.story.last == "enrollmentRequest ana@contoso.com \(code)")
      world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    }
    #expect(world.requests.isEmpty)
  }

  @Test func `a weak delegate that is gone hears nothing, and nothing breaks`() {
    var world = World.launched()
    world.call(.setDelegate, nil, ["delegate": "enrollment", "value": "released"])
    world.forget()
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(!world.story.contains { $0.hasPrefix("enrollmentRequest") })
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test func `the wall clock of the device is of no concern`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in .unreachable }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.feed(.wallClock(World.start + .days(30)))
    world.forget()
    world.advance(.hours(23))
    world.feed(.wallClock(World.start + .days(-30)))
    #expect(world.notes.isEmpty)
    world.advance(.hours(1))
    #expect(world.times(of: "enroll") == [.hours(24)])
  }
}
