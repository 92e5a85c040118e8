import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite struct CheckInTests {
  @Test func `a check-in comes every 8 hours and is one request`() {
    var world = World.enrolled()
    world.advance(.hours(16))
    #expect(
      world.notes.map(\.description) == [
        "8:00:00.000 checkin", "8:00:00.000 policyRequest ana@contoso.com 101",
        "16:00:00.000 checkin", "16:00:00.000 policyRequest ana@contoso.com 101",
      ])
  }

  @Test func `the access token is renewed only when it has expired`() {
    var world = World.enrolled()
    world.advance(.hours(48))
    #expect(world.times(of: "token") == [.hours(24), .hours(48)])
    #expect(world.times(of: "checkin").count == 6)
    #expect(world.times(of: "locate").isEmpty)
  }

  @Test func `new policy is in force before its callback, and asks for no second restart`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in
      World.ok(["result": "policy", "version": "2", "policy": ["pinRequired": false]])
    }
    world.advance(.hours(8))
    #expect(world.story == ["checkin", "notification", "policyRequest ana@contoso.com 100"])
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["isPINRequired"] == false)
  }

  @Test(arguments: [
    (HTTPOutcome.unreachable, 212), (.response(status: 500, body: []), 212), (.truncated, 206),
    (World.ok(["result": "what"]), 206), (World.error(401, "InvalidToken"), 203),
  ])
  func `a failed check-in keeps policy and is repeated after 8 hours`(
    outcome: HTTPOutcome, code: Int
  ) {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in outcome }
    world.advance(.hours(8))
    #expect(world.story.last == "policyRequest ana@contoso.com \(code)")
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["managed"] == true)
    world.answers = [:]
    world.forget()
    world.advance(.hours(8))
    #expect(world.times(of: "checkin") == [.hours(16)])
  }

  @Test func `after a failure of the policy host the next check-in locates again`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in .unreachable }
    world.advance(.hours(8))
    world.answers = [:]
    world.forget()
    world.advance(.hours(16))
    #expect(world.story.filter { $0 == "locate" }.count == 1)
  }

  @Test func `new configuration is told apart from new policy`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in
      World.ok([
        "result": "policy", "version": "2", "policy": World.policy,
        "configuration": [["greeting": "hello"]],
      ])
    }
    world.advance(.hours(8))
    #expect(
      world.events[0].fields["name"] == "IntuneMAMAppConfigDidChangeNotification")
    #expect(world.value(.appConfigForIdentity, "ana@contoso.com") == [["greeting": "hello"]])
    #expect(world.value(.appConfigForIdentity, "ben@contoso.com") == [])
  }

  @Test func `no policy leaves the user enrolled`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in World.ok(["result": "none"]) }
    world.advance(.hours(8))
    #expect(world.story == ["checkin", "notification", "policyRequest ana@contoso.com 103"])
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["managed"] == false)
  }

  @Test(arguments: [(Edition.e2016_09, 213), (.e2016_12, 220), (.e2020_06, 220)])
  func `a record that is gone drops policy and has the account retried`(
    edition: Edition, code: Int
  ) {
    var world = World.enrolled(edition: edition)
    world.answers[.checkin] = { _ in World.error(410, "Gone") }
    world.advance(.hours(8))
    #expect(world.story.last == "policyRequest ana@contoso.com \(code)")
    #expect(world.value(.registeredAccounts) == ["ana@contoso.com"])
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["managed"] == false)
    world.answers = [:]
    world.forget()
    world.advance(.hours(24))
    #expect(world.times(of: "enroll") == [.hours(32)])
  }

  @Test func `an enrollment that the service does not know is gone too`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in World.error(404, "NotEnrolled") }
    world.advance(.hours(8))
    #expect(world.story.last == "policyRequest ana@contoso.com 220")
  }

  @Test func `a demand to enroll again is followed by one enrollment that keeps policy`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in World.ok(["result": "reenroll"]) }
    world.answers[.enroll] = { _ in nil }
    world.advance(.hours(8))
    #expect(world.story == ["checkin", "locate", "enroll"])
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["managed"] == true)
    world.answers = [:]
    world.respond(to: world.sdk.open[0], World.ok(["enrollmentId": "e-new"]))
    #expect(
      world.story.suffix(3) == [
        "enrollmentRequest ana@contoso.com 100", "checkin", "policyRequest ana@contoso.com 101",
      ])
  }

  @Test func `a demand to enroll again fails with 221 if the user has left meanwhile`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in nil }
    world.advance(.hours(8))
    let request = world.sdk.open[0]
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    world.forget()
    world.respond(to: request, World.ok(["result": "reenroll"]))
    #expect(world.story == ["enrollmentRequest ana@contoso.com 221"])
  }

  @Test func `a check-in whose user has left is reported as not enrolled`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in nil }
    world.advance(.hours(8))
    let request = world.sdk.open[0]
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    world.forget()
    world.respond(to: request, World.ok(["result": "wipe", "wipeId": "w"]))
    #expect(world.story == ["policyRequest ana@contoso.com 213"])
  }

  @Test func `an overdue check-in is made at launch and after suspension`() {
    var world = World.enrolled()
    world.now = world.now + .hours(20)
    world.relaunch()
    #expect(world.times(of: "checkin") == [.hours(20)])
    world.feed(.lifecycle(.suspended))
    #expect(world.sdk.next == nil)
    world.now = world.now + .hours(9)
    world.feed(.lifecycle(.foreground))
    #expect(world.times(of: "checkin") == [.hours(20), .hours(29)])
  }

  @Test func `nobody enrolled means no check-in`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in World.error(403, "AccountNotLicensed") }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.advance(.days(3))
    #expect(!world.story.contains("checkin"))
  }
}
