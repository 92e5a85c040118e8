import CaseModel
import JSONText
import Participants
import StepProtocol
import Testing

@testable import Conformance

/// What becomes of a response that the service holds back when the service dies.
@Suite struct BrokenConnectionTests {
  /// A case in which an app sends a request when it is launched for the first time, and its response is held back.
  private func item(_ hold: ServiceRecord.Hold = .delay(5), _ steps: Step...) -> ScriptedCase {
    let item = ScriptedCase([.launch("one")] + steps)
    item.service.holds["r1"] = hold
    item.app("one", on: .launch) { turn in
      if item.apps.started.count == 1 { try turn.request("checkin", "r1") }
    }
    return item
  }

  private let sent = ["0 one launch", "0 one request checkin"]

  @Test(arguments: [ServiceRecord.Hold.delay(5), .never])
  func `an app notices at once that the service has died, and nothing comes later`(
    hold: ServiceRecord.Hold
  ) {
    let item = item(hold, .advance(1), .service(.kill), .advance(10), .service(.start))
    #expect(item.run() == nil)
    #expect(
      item.story == sent + [
        "1 life service-kill", "1 one discarded checkin", "1 one resume", "11 life service-start",
      ])
    #expect(!item.log.lines.contains { $0.contains("release") || $0.contains("drop") })
  }

  @Test func `of a restart an app notices the end before the service is back`() {
    let item = item(.delay(5), .service(.restart), .advance(10))
    #expect(item.run() == nil)
    #expect(
      item.story == sent + ["0 life service-restart", "0 one discarded checkin", "0 one resume"])
    let lines = item.log.lines
    #expect(lines.firstIndex(of: "one gets resume")! < lines.firstIndex(of: "service starts")!)
  }

  @Test func `what an app does not wait for any more is forgotten`() {
    let dead = item(.delay(5), .kill("one"), .service(.restart), .advance(10))
    #expect(dead.run() == nil)
    #expect(dead.story.suffix(2) == ["0 life service-restart", "0 one discarded checkin"])
    let closed = item(.delay(5), .stop("one"), .service(.kill), .advance(10))
    #expect(closed.run() == nil)
    #expect(closed.story.suffix(2) == ["0 life service-kill", "0 one discarded checkin"])
  }

  @Test func `a suspended app notices it when it is brought back`() {
    for early in [1, 8] {
      let item = item(
        .delay(5), .lifecycle("one", .suspended), .advance(early), .service(.restart), .advance(10),
        .lifecycle("one", .foreground))
      #expect(item.run() == nil)
      #expect(
        item.story == sent + [
          "0 one lifecycle", "\(early) life service-restart", "\(early + 10) one lifecycle",
          "\(early + 10) one discarded checkin", "\(early + 10) one resume",
        ])
    }
  }

  @Test func `a suspended app that is killed leaves nothing behind`() {
    let item = item(
      .delay(5), .lifecycle("one", .suspended), .service(.restart), .kill("one"), .launch("one"),
      .advance(10))
    #expect(item.run() == nil)
    #expect(item.story.suffix(2) == ["0 one life killed", "0 one launch"])
  }

  @Test func `a request that one broken connection has given up is not heard of again`() {
    let item = ScriptedCase(.launch("one"), .service(.restart), .advance(10))
    item.service.holds = ["a": .delay(5), "b": .never, "c": .delay(7)]
    item.app("one", on: .launch) { turn in
      for (name, client) in [("token", "a"), ("enroll", "b"), ("checkin", "c")] {
        try turn.request(name, client)
      }
    }
    item.app("one", on: .resume) { turn in
      if turn.message.arguments["request"] == "a" { turn.giveUp("b") }
    }
    #expect(item.run() == nil)
    #expect(
      item.story.filter { $0.contains("discarded") || $0.contains("resume") } == [
        "0 one discarded token", "0 one resume", "0 one discarded checkin", "0 one resume",
      ])
  }

  @Test func `a request that is sent to the service that came back is answered in its time`() {
    let item = item(.delay(5), .service(.restart), .call("one"), .advance(10))
    item.service.holds["r2"] = .delay(3)
    item.app("one", on: .call) { try $0.request("token", "r2") }
    #expect(item.run() == nil)
    #expect(item.story.suffix(2) == ["3 one delivered token", "3 one resume"])
  }
}
