import Contract
import JSONText
import StepProtocol
import Testing
import VirtualTime

@testable import ReferenceSDK

@Suite("What an SDK does without a reason")
struct StrayTests {
  @Test
  func `by the contract nothing comes of any occasion`() {
    for field in Behaviour().listing where field.field.hasPrefix("strays.") {
      #expect(["nothing", "none"].contains(field.value), "\(field.field)")
    }
  }

  @Test
  func `an impulse is followed at its occasion`() {
    var world = World.enrolled(defect: "wipe-at-launch")
    #expect(!world.story.contains("wipeDataForAccount"))
    world.forget()
    world.relaunch()
    #expect(world.story.count { $0 == "wipeDataForAccount" } == 1)
  }

  @Test
  func `an impulse with an interval comes after it, ten times, and ends with the process`() {
    var world = World.enrolled(defect: "wipe-a-minute-after-enrollment")
    #expect(!world.story.contains("wipeDataForAccount"))
    world.advance(.seconds(59))
    #expect(!world.story.contains("wipeDataForAccount"))
    world.advance(.hours(1))
    #expect(world.story.count { $0 == "wipeDataForAccount" } == 10)
    world.forget()
    world.relaunch()
    world.advance(.hours(1))
    #expect(!world.story.contains("wipeDataForAccount"))
  }
}
