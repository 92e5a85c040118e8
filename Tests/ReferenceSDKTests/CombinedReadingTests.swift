import Contract
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import ReferenceSDK

/// What a defect does has to show whatever else the contract leaves to the SDK.
@Suite struct CombinedReadingTests {
  private static let command = World.ok(["result": "wipe", "wipeId": "w1"])

  @Test func `a wipe that is repeated at launch ends, though the status of others comes first`() {
    var world = World.enrolled(defect: "wipe-repeated-at-launch", readings: ["status-before-wipe"])
    world.answers[.checkin] = { _ in CombinedReadingTests.command }
    world.advance(.hours(8))
    #expect(world.story.count { $0 == "wipeDataForAccount" } == 1)
    #expect(world.story.count { $0.hasPrefix("unenrollRequest") } == 1)
    world.forget()
    world.relaunch()
    #expect(world.story.count { $0 == "wipeDataForAccount" } == 1)
  }

  @Test func `a user who is back before the wipe is answered is unenrolled and reported once`() {
    var world = World.enrolled(readings: ["status-before-wipe"])
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com", ["doWipe": true])
    #expect(
      world.story.filter { $0 != "notification" && $0 != "return" } == [
        "unenroll", "unenrollRequest ana@contoso.com 104", "wipeDataForAccount", "delete files",
      ])
    world.forget()
    world.sdk.saved.unenrollments = [
      PendingUnenrollment(
        number: 7, identity: "ana@contoso.com", enrollmentId: "old", wipe: .ask,
        reason: .deregister)
    ]
    world.call(.registerAndEnrollAccount, "ben@contoso.com")
    world.forget()
    world.feed(
      .answered(
        .wipeDataForAccount(identity: "ana@contoso.com", unenrollment: 7, thread: "background"),
        .flag(false)))
    #expect(world.deleted == ["ana@contoso.com"])
    #expect(world.sdk.saved.unenrollments.isEmpty)
    #expect(!world.story.contains { $0.hasPrefix("unenroll") })
  }

  @Test(arguments: [
    ("retry-at-23h", VirtualDuration.hours(23)), ("retry-at-25h", .hours(25)),
    ("retry-millisecond-early", VirtualDuration(milliseconds: 86_399_999)),
    ("retry-millisecond-late", VirtualDuration(milliseconds: 86_400_001)),
  ])
  func `the 24 hours are wrong from the start of the attempt too`(
    defect: String, interval: VirtualDuration
  ) {
    var world = World.launched(defect: defect, readings: ["retry-from-start"])
    world.answers[.enroll] = { _ in World.error(503, "ServiceUnavailable") }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.times(of: "enroll") == [.zero])
    world.advance(.hours(26))
    #expect(world.times(of: "enroll") == [.zero, interval])
  }

  @Test func `an app that is blocked by an exit starts later with the defect`() {
    var world = World(
      defect: "blocked-app-starts-later", readings: ["blocked-by-exit"],
      settings: ["MAMPolicyRequired": true])
    world.launch()
    #expect(world.story.contains("exitRequested"))
    world.advance(.hours(1))
    #expect(world.story.contains("appStarted"))
  }

  private func twoSwitches(_ defect: String?) -> [IdentityAction] {
    var identities = IdentityManager(
      isMultiIdentity: true,
      behaviour: behaviour(defect, ["switch-refused-while-one-runs"]))
    identities.update(primary: "ana@contoso.com", settings: ["pinRequired": true])
    identities.conditionalLaunch = .ask
    _ = identities.setUIPolicyIdentity("ana@contoso.com", call: 1)
    return identities.setUIPolicyIdentity("", call: 2)
      + [.returned(identities.uiPolicyIdentity().map(JSON.string) ?? .null)]
  }

  @Test func `a switch that is refused while one runs ends as every other switch does`() {
    let refused = IdentityCompletion(call: 2, result: .notAllowed)
    #expect(
      twoSwitches(nil) == [.returned(.null), .completion(refused), .returned(.null)])
    #expect(twoSwitches("switch-returns-its-result")[0] == .returned(0))
    #expect(
      twoSwitches("not-allowed-told-as-failed")[1]
        == .completion(IdentityCompletion(call: 2, result: .failed)))
    #expect(
      twoSwitches("completion-on-background-thread")[1]
        == .completion(IdentityCompletion(call: 2, result: .notAllowed, thread: "background")))
    #expect(twoSwitches("completion-twice").count { $0 == .completion(refused) } == 2)
    #expect(twoSwitches("failed-switch-changes-identity").last == .returned(""))
  }

  @Test(arguments: ["policy-within-enrollment", "policy-failure-fails-enrollment"])
  func `an enrollment is reported though its first check-in brings a wipe`(reading: String) {
    var world = World.launched(readings: [reading])
    world.answers[.checkin] = { _ in CombinedReadingTests.command }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    let statuses = world.story.filter { $0.contains("Request ") }
    #expect(
      statuses == [
        "enrollmentRequest ana@contoso.com 100", "policyRequest ana@contoso.com 102",
        "unenrollRequest ana@contoso.com 104",
      ])
  }

  @Test func `an enrollment is reported though its first check-in demands another one`() {
    var world = World.launched(readings: ["policy-within-enrollment"])
    var isFirst = true
    world.answers[.checkin] = { request in
      defer { isFirst = false }
      return isFirst ? World.ok(["result": "reenroll"]) : World.answer(request)
    }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    let statuses = world.story.filter { $0.contains("Request ") }
    #expect(
      statuses == [
        "enrollmentRequest ana@contoso.com 100", "enrollmentRequest ana@contoso.com 100",
      ])
  }

  @Test func `the check-in of a user who has left leaves another one's enrollment to be reported`()
  {
    var world = World.launched(
      readings: ["policy-within-enrollment"], signedIn: ["ana@contoso.com", "ben@contoso.com"])
    world.answers[.checkin] = { _ in nil }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    let late = world.requests.last { $0.endpoint == .checkin }?.id
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    world.call(.registerAndEnrollAccount, "ben@contoso.com")
    let own = world.requests.last { $0.endpoint == .checkin }
    world.forget()
    world.respond(to: late ?? "", World.ok(["result": "unchanged"]))
    if let own { world.respond(to: own.id, World.answer(own) ?? .unreachable) }
    #expect(world.story.contains("enrollmentRequest ben@contoso.com 100"))
  }
}
