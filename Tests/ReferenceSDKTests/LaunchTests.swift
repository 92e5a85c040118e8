import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite struct LaunchTests {
  private static func world(
    _ settings: JSONObject, edition: Edition = .latest, mdmUser: String? = "ana@contoso.com",
    signedIn: Bool = true
  ) -> World {
    var world = World(edition: edition, settings: settings)
    if signedIn { world.putRefreshToken(of: "ana@contoso.com") }
    world.context.management.mdmUser = mdmUser
    world.launch()
    return world
  }
  private static let both: JSONObject = ["AutoEnrollOnLaunch": true, "MAMPolicyRequired": true]

  @Test func `without the setting a launch enrolls nobody`() {
    #expect(LaunchTests.world([:]).story == ["appStarted"])
  }

  @Test func `with the setting the managed user is enrolled once`() {
    var world = LaunchTests.world(["AutoEnrollOnLaunch": true])
    #expect(world.value(.enrolledAccount) == "ana@contoso.com")
    #expect(world.story.contains("addIdentity"))
    world.forget()
    world.relaunch()
    #expect(world.story == ["appStarted", "conditionalLaunch"])
  }

  @Test(arguments: [Edition.e2016_09, .e2016_12])
  func `the setting means nothing before 2017-11`(edition: Edition) {
    let world = LaunchTests.world(["AutoEnrollOnLaunch": true], edition: edition)
    #expect(world.requests.isEmpty)
  }

  @Test func `a silent failure prompts nobody and is not repeated`() {
    var world = LaunchTests.world(["AutoEnrollOnLaunch": true], signedIn: false)
    #expect(!world.story.contains { $0.hasPrefix("prompt") })
    #expect(world.story.contains("appStarted"))
    world.forget()
    world.advance(.days(2))
    #expect(world.notes.isEmpty)
  }

  @Test func `with both settings enrollment is over before the app starts, without a restart`() {
    let world = LaunchTests.world(LaunchTests.both)
    let story = world.story
    #expect(
      story.firstIndex(of: "policyRequest ana@contoso.com 100")!
        < story.firstIndex(of: "appStarted")!)
    #expect(!story.contains("restartApplication"))
  }

  @Test func `with both settings a missing token is asked for`() {
    var world = LaunchTests.world(LaunchTests.both, signedIn: false)
    #expect(world.story.last == "prompt credentials")
    world.feed(.user(UserAction(prompt: .credentials, action: .enter)))
    #expect(world.story.contains("appStarted"))
  }

  @Test func `required policy keeps the app from starting until it is there`() {
    var world = LaunchTests.world(LaunchTests.both, signedIn: false)
    world.feed(.user(UserAction(prompt: .credentials, action: .cancel)))
    #expect(world.story.suffix(2) == ["enrollmentRequest ana@contoso.com 219", "dialog blocked"])
    world.feed(.user(UserAction(prompt: .blocked, action: .retry)))
    #expect(world.story.last == "prompt credentials")
    world.feed(.user(UserAction(prompt: .credentials, action: .enter)))
    #expect(world.story.contains("appStarted"))
  }

  @Test(arguments: Edition.allCases)
  func `policy that came earlier is enough, also offline`(edition: Edition) {
    var world = World.enrolled(edition: edition, settings: [:])
    world.context.settings = ["MAMPolicyRequired": true]
    for endpoint in [Endpoint.locate, .token, .enroll, .checkin] {
      world.answers[endpoint] = { _ in .unreachable }
    }
    world.now = world.now + .hours(9)
    world.forget()
    world.relaunch()
    #expect(world.story.contains("appStarted"))
  }

  @Test func `the warning about missing policy is dismissed and the app starts`() {
    var world = LaunchTests.world(["MAMPolicyWarnAbsent": true])
    #expect(world.story == ["dialog policyAbsent"])
    world.feed(.user(UserAction(prompt: .dialog, action: .dismiss)))
    #expect(world.story == ["dialog policyAbsent", "appStarted"])
  }

  @Test func `an app that refuses the user has it unenrolled without a wipe`() {
    var world = World(settings: ["AutoEnrollOnLaunch": true])
    world.putRefreshToken(of: "ana@contoso.com")
    world.context.management.mdmUser = "ana@contoso.com"
    world.addIdentity = .flag(false)
    world.launch()
    #expect(world.story.contains("unenrollRequest ana@contoso.com 104"))
    #expect(!world.story.contains("wipeDataForAccount"))
    #expect(world.value(.registeredAccounts) == [])
  }
}
