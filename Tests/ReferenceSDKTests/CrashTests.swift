import Contract
import JSONText
import ReferenceSDK
import Testing
import VirtualTime

@Suite struct CrashTests {
  @Test(arguments: 0..<25)
  func `a process that dies anywhere in an enrollment enrolls within 24 hours`(count: Int) {
    var world = World.launched()
    world.dieBefore = count
    world.call("registerAndEnrollAccount", "ana@contoso.com")
    guard world.isDead else { return }
    let wasRegistered = world.saved.contains { $0.name == "accounts" }
    world.relaunch()
    world.advance(.hours(24))
    #expect(world.value("enrolledAccount") == (wasRegistered ? "ana@contoso.com" : .null))
    if wasRegistered {
      #expect(world.value("policyForIdentity", "ana@contoso.com")?["managed"] == true)
    }
  }

  @Test func `an enrollment in flight counts as failed at its start`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in nil }
    world.call("registerAndEnrollAccount", "ana@contoso.com")
    world.answers = [:]
    world.now = world.now + .hours(5)
    world.relaunch()
    world.forget()
    world.advance(.days(1))
    #expect(world.times(of: "enroll") == [.hours(24)])
  }

  @Test func `an overdue retry is made at the next launch`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in .unreachable }
    world.call("registerAndEnrollAccount", "ana@contoso.com")
    world.answers = [:]
    world.now = world.now + .days(3)
    world.relaunch()
    #expect(world.times(of: "enroll").last == .days(3))
  }

  @Test(arguments: 0..<12)
  func `a process that dies anywhere in a deregistration finishes it`(count: Int) {
    var world = World.enrolled()
    world.dieBefore = count
    world.call("deRegisterAndUnenrollAccount", "ana@contoso.com", ["doWipe": true])
    guard world.isDead, !world.saved.contains(where: { $0.name == "accounts" }) else { return }
    world.relaunch()
    #expect(world.story.contains("unenroll"))
    #expect(world.value("enrolledAccount") == .null)
    #expect(world.deleted.contains("ana@contoso.com"))
    world.forget()
    world.relaunch()
    #expect(world.story == ["appStarted"])
  }

  @Test(arguments: 0..<12)
  func `a process that dies anywhere in a check-in makes it at its next launch`(count: Int) {
    var world = World.enrolled()
    world.now = world.now + .hours(8)
    world.dieBefore = count
    world.feed(.wake)
    world.relaunch()
    #expect(world.story.contains("checkin"))
    world.forget()
    world.advance(.hours(8))
    #expect(world.times(of: "checkin") == [.hours(16)])
  }
}
