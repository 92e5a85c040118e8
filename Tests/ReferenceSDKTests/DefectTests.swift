import Dispatch
import Foundation
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import ReferenceSDK

@Suite struct DefectTests {
  @Test func `every defect says what it breaks`() {
    for defect in Defect.all {
      #expect(!defect.summary.isEmpty && !defect.summary.contains("\n"))
      #expect(!defect.requirements.isEmpty, "\(defect.name)")
      #expect(defect.requirements.allSatisfy { $0.wholeMatch(of: /[A-Z]{3,4}-\d{3}/) != nil })
      #expect(Set(defect.requirements).count == defect.requirements.count, "\(defect.name)")
    }
    #expect(Set(Defect.all.map { $0.requirements[0].prefix { $0 != "-" } }).count >= 8)
  }

  /// Drives an SDK through many situations.
  private static func history(_ defect: String?, trace: BehaviourTrace? = nil) -> [World.Note] {
    var notes: [World.Note] = []
    func scene(_ settings: JSONObject = [:], _ play: (inout World) -> Void) {
      var world = World(defect: defect, trace: trace, settings: settings)
      for identity in ["ana@contoso.com", "ben@contoso.com"] {
        world.putRefreshToken(of: identity)
      }
      world.launch()
      play(&world)
      notes += world.notes
      for event in world.events { notes.append(.init(at: .zero, what: "\(event)")) }
      notes += world.questions.map { .init(at: .zero, what: "\($0)") }
      notes += world.deleted.map { .init(at: .zero, what: $0 ?? "all files") }
      for (call, result) in world.returned {
        notes.append(.init(at: .zero, what: "\(call) \(result.text)"))
      }
    }
    func ask(_ world: inout World) {
      world.call(.enrolledAccount)
      world.call(.registeredAccounts)
      world.call(.policyForIdentity, "ana@contoso.com")
      world.call(.policyForIdentity, "cleo@fabrikam.com")
    }
    for fails in [true, false] {
      scene {
        if fails { $0.answers[.enroll] = { _ in World.error(403, "LicensedNotTargeted") } }
        $0.call(.registerAndEnrollAccount, "ana@contoso.com")
        $0.call(.registerAndEnrollAccount, "ANA@contoso.com")
        $0.call(.registerAndEnrollAccount, "ben@contoso.com")
        $0.call(.registerAndEnrollAccount)
        ask(&$0)
        $0.advance(.hours(50))
        $0.feed(.wallClock($0.now + .hours(7)))
        $0.advance(.hours(30))
        $0.relaunch()
        $0.advance(.hours(30))
        ask(&$0)
        $0.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
        if fails { $0.advance(.hours(25)) }
        $0.relaunch()
        ask(&$0)
        $0.advance(.hours(30))
        $0.relaunch()
        ask(&$0)
      }
    }
    for answer in [true, false] {
      scene {
        $0.wipe = .flag(answer)
        $0.restart = .flag(answer)
        $0.call(.registerAndEnrollAccount, "ana@contoso.com")
        $0.call(.registerAndEnrollAccount, "ben@contoso.com")
        $0.answers[.checkin] = { _ in World.ok(["result": "wipe", "wipeId": "w"]) }
        $0.advance(.hours(8))
      }
    }
    scene {
      $0.call(.registerAndEnrollAccount, "ana@contoso.com")
      $0.answers[.checkin] = { _ in .unreachable }
      $0.advance(.hours(8))
      $0.feed(.lifecycle(.suspended))
      $0.now = $0.now + .hours(9)
      $0.feed(.lifecycle(.foreground))
      $0.answers[.checkin] = { _ in World.error(410, "Gone") }
      $0.advance(.hours(8))
      ask(&$0)
    }
    scene {
      $0.call(.aadAuthorityUriOverride, nil, ["value": "https://login.example/contoso"])
      $0.relaunch()
      $0.call(.aadAuthorityUriOverride)
      $0.answers[.enroll] = { _ in .unreachable }
      $0.call(.loginAndEnrollAccount, "ana@contoso.com")
      ask(&$0)
      $0.answers[.enroll] = { _ in nil }
      $0.call(.registerAndEnrollAccount, "ana@contoso.com")
      $0.advance(.minutes(2))
      $0.answers = [:]
      $0.call(.registerAndEnrollAccount, "ben@contoso.com")
      $0.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
      $0.advance(.hours(30))
    }
    scene {
      $0.call(.registerAndEnrollAccount, "ana@contoso.com")
      $0.dieBefore = 4
      $0.call(.deRegisterAndUnenrollAccount, "ana@contoso.com", ["doWipe": true])
      $0.relaunch()
    }
    scene {
      $0.context.management.mdmUser = "ana@contoso.com"
      $0.relaunch()
      $0.context.settings = ["MAMPolicyRequired": true]
      $0.call(.deRegisterAndUnenrollAccount, "ana@contoso.com")
      $0.relaunch()
    }
    scene(["MultiIdentity": true]) {
      $0.call(.registerAndEnrollAccount, "ana@contoso.com")
      $0.call(.setUIPolicyIdentity, "ben@contoso.com")
      $0.call(.getUIPolicyIdentity)
      $0.call(.setUIPolicyIdentity, "ana@contoso.com")
      $0.notes.append(.init(at: .zero, what: $0.sdk.fileIdentity(thread: "main") ?? "nobody"))
      $0.call(.setUIPolicyIdentity, "")
      $0.call(.getUIPolicyIdentity)
      $0.feed(.openURL(OpenRequest(url: "x://y", sender: "ana@contoso.com")))
      $0.feed(
        .call(
          APICall(
            number: 90, api: .setCurrentThreadIdentity,
            arguments: ["identity": "ana@contoso.com"], thread: "worker")))
      $0.call(.getCurrentThreadIdentity)
    }
    return notes
  }

  /// The defects that are driven: one of eight, because each takes a quarter of a second in a build with tests; with
  /// `MAMCONFORM_TEST_DEFECTS=all` all of them.
  private static let driven: [Defect] = {
    guard ProcessInfo.processInfo.environment["MAMCONFORM_TEST_DEFECTS"] != "all" else {
      return Defect.all
    }
    return Defect.all.indices.filter { $0 % 8 == 0 }.map { Defect.all[$0] }
  }()

  /// Those with which the history is another one. Each is driven once for all tests.
  private static let shown: Set<Defect> = {
    let sound = history(nil)
    let shows = [Bool](unsafeUninitializedCapacity: driven.count) { buffer, count in
      nonisolated(unsafe) let shows = buffer
      DispatchQueue.concurrentPerform(iterations: driven.count) { place in
        shows.initializeElement(at: place, to: history(driven[place].name) != sound)
      }
      count = driven.count
    }
    return Set(driven.indices.filter { shows[$0] }.map { driven[$0] })
  }()

  @Test func `without a defect the history is the same every time`() {
    #expect(DefectTests.history(nil) == DefectTests.history(nil))
  }

  /// What `mamconform prove` relies on when it leaves out the cases that do not come to a defect.
  @Test func `a defect that is never asked for changes nothing`() {
    let trace = BehaviourTrace()
    #expect(DefectTests.history(nil, trace: trace) == DefectTests.history(nil))
    let asked = trace.sensitive()
    #expect(asked.count > 150 && asked.count < Defect.all.count)
    for defect in DefectTests.driven where !asked.contains(defect) {
      #expect(!DefectTests.shown.contains(defect), "\(defect.name) shows, but was not asked for")
    }
  }

  /// What `mamconform prove --matrix` relies on: of the defects that are asked for, most change nothing that the SDK does.
  @Test func `a defect with which the SDK does the same when told the same changes nothing`() {
    let (reached, trace) = (BehaviourTrace(), BehaviourTrace(effects: DefectEffects()))
    #expect(
      DefectTests.history(nil, trace: trace) == DefectTests.history(nil, trace: reached))
    let acting = trace.sensitive()
    #expect(Set(acting).isStrictSubset(of: reached.sensitive()))
    for defect in DefectTests.driven where !acting.contains(defect) {
      #expect(!DefectTests.shown.contains(defect), "\(defect.name) shows, but acts in the same way")
    }
  }

  /// That every defect is caught by a check is for `mamconform prove` to show; most show here already.
  @Test func `defects show`() {
    let shown = DefectTests.shown
    let count = DefectTests.driven.count
    #expect(shown.count * 10 > count, "\(shown.count) of \(count) show")
  }
}
