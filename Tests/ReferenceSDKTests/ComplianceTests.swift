import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing

@Suite struct ComplianceTests {
  @Test func `the enrolled user is compliant after a check-in`() {
    var world = World.enrolled()
    world.call(.remediateComplianceForIdentity, "ana@contoso.com", ["silent": true])
    #expect(
      world.story.filter { $0 == "checkin" || $0 == "compliance" } == ["checkin", "compliance"])
    #expect(world.events.last?.fields["status"] == 0)
  }

  @Test func `another user takes the enrolled one's place after a restart`() {
    var world = World.enrolled()
    world.call(.remediateComplianceForIdentity, "ben@contoso.com", ["silent": true])
    #expect(world.story.contains("restartApplication"))
    #expect(!world.story.contains("compliance"))
    #expect(world.value(.remediationInProgressForIdentity, "ben@contoso.com") == true)
    world.relaunch()
    #expect(world.value(.enrolledAccount) == "ben@contoso.com")
    #expect(world.story.filter { $0 == "compliance" }.count == 1)
    #expect(world.value(.remediationInProgressForIdentity, "ben@contoso.com") == false)
  }

  @Test func `silence means that a missing sign-in is reported, not asked for`() {
    var world = World.launched(signedIn: [])
    world.call(.remediateComplianceForIdentity, "ana@contoso.com", ["silent": true])
    #expect(world.events.last?.fields["status"] == 4)
    world.call(.remediateComplianceForIdentity, "ana@contoso.com", ["silent": false])
    #expect(world.story.last == "prompt credentials")
    world.feed(.user(UserAction(prompt: .credentials, action: .cancel)))
    #expect(world.events.last?.fields["status"] == 5)
  }

  @Test func `further users wait and repetitions are dropped`() {
    var world = World.launched(signedIn: ["ana@contoso.com", "ben@contoso.com"])
    world.answers[.enroll] = { _ in nil }
    for identity in ["ana@contoso.com", "ben@contoso.com", "ANA@contoso.com"] {
      world.call(.remediateComplianceForIdentity, identity, ["silent": true])
    }
    let request = world.sdk.open[0]
    world.answers[.enroll] = { _ in World.error(403, "AccountNotLicensed") }
    world.respond(to: request, World.error(403, "AccountNotLicensed"))
    let told = world.events.filter { $0.name == .compliance }
    #expect(told.map { $0.fields["identity"] } == ["ana@contoso.com", "ben@contoso.com"])
    #expect(told.allSatisfy { $0.fields["status"] == 1 })
  }

  @Test func `a remediation ends when its user leaves, and enrolls nobody again`() {
    var world = World.enrolled()
    world.answers[.checkin] = { _ in nil }
    world.call(.remediateComplianceForIdentity, "ana@contoso.com", ["silent": true])
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.value(.enrolledAccount) != "ana@contoso.com")
    #expect(world.value(.remediationInProgressForIdentity, "ana@contoso.com") == false)
    let told = world.events.filter { $0.name == .compliance }
    #expect(told.map { $0.fields["status"] } == [2])
  }

  @Test func `a remediation that is to enroll its user ends when the user is deregistered`() {
    var world = World.launched(signedIn: ["ana@contoso.com"])
    world.answers[.enroll] = { _ in nil }
    world.call(.remediateComplianceForIdentity, "ana@contoso.com", ["silent": true])
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    #expect(world.value(.remediationInProgressForIdentity, "ana@contoso.com") == false)
    #expect(world.events.filter { $0.name == .compliance }.count == 1)
  }

  @Test func `the older editions do not have it`() {
    var world = World.launched(edition: .e2017_11)
    world.call(.remediateComplianceForIdentity, "ana@contoso.com")
    #expect(world.refusals.count == 1)
  }
}
