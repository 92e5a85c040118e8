import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite struct WipeTests {
  private static let command = World.ok(["result": "wipe", "wipeId": "w1"])

  @Test func `an administrator's wipe is reported, done, and the user unenrolled`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in WipeTests.command }
    world.advance(.hours(8))
    #expect(
      world.story == [
        "checkin", "policyRequest ana@contoso.com 102", "wipeDataForAccount", "delete files",
        "notification", "unenroll", "unenrollRequest ana@contoso.com 104",
      ])
    #expect(world.deleted == ["ana@contoso.com"])
    #expect(world.requests.last?.json["wipeId"] == "w1")
    #expect(world.requests.last?.json["reason"] == "wipe")
    #expect(world.value(.registeredAccounts) == [])
  }

  @Test func `the app is asked on a background thread`() {
    var world = World.enrolled()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com", ["doWipe": true])
    #expect(
      world.questions.last
        == .wipeDataForAccount(identity: "ana@contoso.com", unenrollment: 1, thread: "background"))
  }

  @Test func `TRUE leaves the files to the app`() {
    var world = World.enrolled()
    world.wipe = .flag(true)
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com", ["doWipe": true])
    #expect(world.story.first == "wipeDataForAccount")
    #expect(world.deleted.isEmpty)
  }

  @Test func `an app without the method leaves the files to the SDK`() {
    var world = World.enrolled()
    world.call(.setDelegate, nil, ["delegate": "policy", "value": "none"])
    world.forget()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com", ["doWipe": true])
    #expect(world.deleted == ["ana@contoso.com"])
    #expect(!world.story.contains("wipeDataForAccount"))
  }

  @Test func `the same user may come back after a wipe`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in WipeTests.command }
    world.advance(.hours(8))
    world.answers = [:]
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
  }

  @Test(arguments: 0..<20)
  func `a process that dies anywhere in a wipe finishes it at its next launch`(count: Int) {
    var world = World.enrolled()
    var serviceKnows = false
    world.answers[.checkin] = { _ in WipeTests.command }
    world.now = world.now + .hours(8)
    world.dieBefore = count
    world.feed(.wake)
    let hadRequest = world.requests.contains { $0.endpoint == .unenroll }
    world.dieBefore = nil
    if world.isDead { world.relaunch() }
    serviceKnows = world.requests.contains { $0.endpoint == .unenroll }
    #expect(world.deleted.contains("ana@contoso.com"))
    #expect(serviceKnows || hadRequest)
    #expect(world.value(.registeredAccounts) == [])
    #expect(world.value(.enrolledAccount) == .null)
    #expect(world.value(.policyForIdentity, "ana@contoso.com")?["managed"] == false)
    world.forget()
    world.relaunch()
    #expect(world.story == ["appStarted"])
  }
}
