import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import ReferenceSDK

/// Defects that an SDK has in one situation only.
@Suite struct SituationTests {
  /// When the second attempt comes after one that has failed.
  private func retry(_ defect: String, _ play: (inout World) -> Void = { _ in })
    -> [VirtualDuration]
  {
    var world = World.launched(defect: defect)
    world.answers[.enroll] = { _ in World.error(503, "ServiceUnavailable") }
    play(&world)
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    world.advance(.hours(24))
    return world.times(of: "enroll")
  }

  @Test func `a defect acts only in its situation`() {
    let plain = retry("retry-at-23h")
    let inFront = retry("retry-at-23h@in-the-background")
    let behind = retry("retry-at-23h@in-the-background") { $0.feed(.lifecycle(.background)) }
    #expect(plain == [.zero, .hours(23)])
    #expect(inFront == [.zero, .hours(24)])
    #expect(behind == plain)
  }

  @Test func `a situation that ends takes the defect with it`() {
    let times = retry("retry-at-23h@while-nobody-is-enrolled")
    #expect(times == [.zero, .hours(23)])
    #expect(retry("retry-at-23h@while-enrolled") == [.zero, .hours(24)])
  }

  @Test func `the name says the situation`() throws {
    let defect = try #require(Defect.named("retry-at-23h@beside-a-screen"))
    #expect(defect.name == "retry-at-23h@beside-a-screen")
    #expect(defect.situation == .besideScreen)
    #expect(defect.summary.hasSuffix(", but only beside a screen"))
    #expect(defect.requirements == Defect.named("retry-at-23h")?.requirements)
  }

  @Test(arguments: [
    "retry-at-23h@", "retry-at-23h@never", "retry-at-23h@on-the-moon", "@in-the-background",
    "no-such-defect@in-the-background",
  ])
  func `what is no defect in a situation has no name`(_ name: String) {
    #expect(Defect.named(name) == nil)
  }

  @Test func `every situation has words that can follow only`() {
    for situation in Situation.real {
      #expect(situation.words.wholeMatch(of: /[a-z]+( [a-z]+)*/) != nil, "\(situation)")
    }
    #expect(Situation.real.count == Situation.allCases.count - 1)
  }
}
