import Contract
import JSONText
import ReferenceSDK
import StepProtocol
import Testing

@Suite struct RestartTests {
  @Test func `first policy asks for a restart, after the enrollment status`() {
    var world = World.launched()
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.last == "restartApplication")
    #expect(world.story.filter { $0 == "restartApplication" }.count == 1)
  }

  @Test(arguments: [DelegateAnswer.flag(false), .unimplemented])
  func `the SDK restarts an app that does not`(answer: DelegateAnswer) {
    var world = World.launched()
    world.restart = answer
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.suffix(2) == ["restartApplication", "dialog restart"])
    world.feed(.user(UserAction(prompt: .dialog, action: .dismiss)))
    #expect(world.story.last == "exitRequested")
  }

  @Test func `a process that had policy at its start never asks`() {
    var world = World.enrolled()
    world.relaunch()
    world.forget()
    world.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
    world.call(.registerAndEnrollAccount, "ben@contoso.com")
    #expect(world.value(.enrolledAccount) == "ben@contoso.com")
    #expect(!world.story.contains("restartApplication"))
  }

  @Test func `the policy delegate is held strongly`() {
    var world = World.launched()
    world.call(.setDelegate, nil, ["delegate": "policy", "value": "released"])
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.story.last == "restartApplication")
  }
}
