import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite struct CrashTests {
  /// Every place at which a process can die while something happens, and the world after each death.
  ///
  /// - Returns: one world for each action of the SDK; the process dies before that action.
  private func deaths(
    in start: @autoclosure () -> World, while something: (inout World) -> Void
  ) throws -> [World] {
    var worlds: [World] = []
    for count in 0..<200 {
      var world = start()
      world.dieBefore = count
      something(&world)
      guard world.isDead else { return worlds }
      worlds.append(world)
    }
    throw Endless()
  }

  private struct Endless: Error {}

  @Test func `a process that dies anywhere in an enrollment enrolls within 24 hours`() throws {
    let worlds = try deaths(in: World.launched()) {
      $0.call(.registerAndEnrollAccount, "ana@contoso.com")
    }
    #expect(worlds.count >= 10)
    var registeredCount = 0
    for var world in worlds {
      let wasRegistered = world.saved.contains { $0.name == "accounts" }
      registeredCount += wasRegistered ? 1 : 0
      world.relaunch()
      world.advance(.hours(24))
      #expect(world.value(.enrolledAccount) == (wasRegistered ? "ana@contoso.com" : .null))
      let isManaged = world.value(.policyForIdentity, "ana@contoso.com")?["managed"]
      #expect(isManaged == .bool(wasRegistered))
    }
    // Only before the account was saved is there nothing to go on with.
    #expect((1..<worlds.count).contains(registeredCount))
  }

  @Test func `an enrollment in flight counts as failed at its start`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
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
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.answers = [:]
    world.now = world.now + .days(3)
    world.relaunch()
    #expect(world.times(of: "enroll").last == .days(3))
  }

  @Test func `a process that dies anywhere in a deregistration finishes it`() throws {
    let worlds = try deaths(in: World.enrolled()) {
      $0.call(.deRegisterAndUnenrollAccount, "ana@contoso.com", ["doWipe": true])
    }
    #expect(worlds.count >= 6)
    var leftCount = 0
    for var world in worlds {
      let hasLeft = !world.saved.contains { $0.name == "accounts" }
      leftCount += hasLeft ? 1 : 0
      world.relaunch()
      guard hasLeft else {
        // Nothing had happened yet: the user is still there.
        #expect(world.value(.enrolledAccount) == "ana@contoso.com")
        continue
      }
      #expect(world.story.contains("unenroll"))
      #expect(world.value(.enrolledAccount) == .null)
      #expect(world.deleted.contains("ana@contoso.com"))
      world.forget()
      world.relaunch()
      #expect(world.story == ["appStarted"])
    }
    #expect(leftCount >= 5)
  }

  @Test func `a process that dies anywhere in a check-in makes it at its next launch`() throws {
    let worlds = try deaths(in: World.enrolled()) {
      $0.now = $0.now + .hours(8)
      $0.feed(.wake)
    }
    #expect(worlds.count >= 2)
    for var world in worlds {
      world.relaunch()
      #expect(world.story.contains("checkin"))
      world.forget()
      world.advance(.hours(8))
      #expect(world.times(of: "checkin") == [.hours(16)])
    }
  }
}
