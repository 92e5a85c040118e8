import CaseModel
import Foundation
import JSONText
import Participants
import StepProtocol
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Where a case ends because an adapter does not offer what it needs, so that nobody is blamed.
@Suite struct CapabilityTests {
  private typealias Need = (steps: [Step], message: String)

  private static func launch(_ options: LaunchOptions) -> Step {
    .launch("one", .launch, options)
  }

  private static func call(_ arguments: AppCall.Argument...) -> Step {
    .action(.operation(app: "one", .call(AppCall(.policyForIdentity, arguments))))
  }

  private static func awaiting(_ event: String) -> Step {
    Step(
      location: Step.place, action: nil, opensWindow: false,
      check: Check(
        id: "a", requirements: [],
        demand: .count(RecordPattern(kind: .event, name: event, app: "one"), 1...1),
        location: Step.place))
  }

  private static let needs: [Need] = [
    (
      [launch(LaunchOptions(settings: AppSettings(["AutoEnrollOnLaunch": true])))],
      "launchSettings, to which the setting AutoEnrollOnLaunch belongs"
    ),
    (
      [launch(LaunchOptions(settings: AppSettings(["MAMPolicyRequired": false])))],
      "launchSettings, to which the setting MAMPolicyRequired belongs"
    ),
    (
      [launch(LaunchOptions(settings: AppSettings(["ADALCacheKeychainGroupOverride": "g"])))],
      "keychain, to which the setting ADALCacheKeychainGroupOverride belongs"
    ),
    (
      [launch(LaunchOptions(state: .background))],
      "lifecycle, to which a launch in the background belongs"
    ),
    (
      [launch(LaunchOptions(answers: [.haltIn(.wipeDataForAccount)]))],
      "halt, to which a kill in a callback belongs"
    ),
    (
      [.launch("one"), .kill("one", at: .callback(.wipeDataForAccount))],
      "halt, to which a kill in wipeDataForAccount belongs"
    ),
    (
      [
        .action(.device(name: "phone", change: DeviceChange(clockShift: .init(milliseconds: 1)))),
        .launch("one"),
      ], "device, to which a clock that has been set belongs"
    ),
    ([.launch("one"), call(.text(.window, "w"))], "windows, to which policyForIdentity belongs"),
    (
      [.launch("one"), awaiting("wipeDataForAccount")],
      "wipe, to which the event wipeDataForAccount belongs"
    ),
    (
      [.launch("one"), awaiting("identitySwitchRequired")],
      "identity, to which the event identitySwitchRequired belongs"
    ),
    (
      [.launch("one"), awaiting("addIdentity")], "identity, to which the event addIdentity belongs"
    ),
    (
      [.launch("one"), awaiting("compliance")],
      "compliance, to which the event compliance belongs"
    ),
  ]

  @Test(arguments: needs.indices)
  func `what a case needs and an adapter does not offer ends the case`(index: Int) throws {
    let need = Self.needs[index]
    func run(_ capabilities: JSON) -> CaseEnd? {
      let item = ScriptedCase(need.steps)
      item.app("one", on: .hello) {
        $0.reply.result = ["protocol": 1, "capabilities": capabilities]
      }
      return item.run()
    }
    #expect(try #require(run([])?.missing) == "the capability \(need.message)")
    let word = String(need.message.prefix { $0 != "," })
    #expect(run([.string(word)])?.missing == nil)
  }

  @Test func `what every adapter knows needs nothing`() {
    let item = ScriptedCase(
      [
        .launch("one", .launch, LaunchOptions(state: .foreground)),
        Self.call(.text(.thread, "work"), .text(.window, nil)), Self.awaiting("policyRequest"),
      ])
    item.app("one", on: .hello) { $0.reply.result = ["protocol": 1] }
    #expect(item.run() == nil)
  }

  @Test func `a check that waits for an event of a capability demands it at the launch`() throws {
    func step(_ demand: Demand, isAdvisory: Bool = false) -> Step {
      Step(
        location: Step.place, action: nil, opensWindow: false,
        check: Check(
          id: "a", requirements: [], demand: demand, isAdvisory: isAdvisory, location: Step.place))
    }
    let telemetry = RecordPattern(kind: .event, name: "telemetry", app: "one")
    let awaited = Demand.count(telemetry, 1...1)
    let missing = try #require(ScriptedCase(.launch("one"), step(awaited)).run()?.missing)
    #expect(missing == "the capability telemetry, to which the event telemetry belongs")
    for other in [
      step(awaited, isAdvisory: true), step(.count(telemetry, 0...0)),
      step(.count(RecordPattern(kind: .event, name: "telemetry", app: "two"), 1...1)),
      step(.count(RecordPattern(kind: .event, name: "policyRequest", app: "one"), 1...1)),
    ] {
      #expect(ScriptedCase(.launch("one"), other).run() == nil)
    }
  }

  @Test func `an app is launched as an extension only where the adapter offers it`() throws {
    let item = ScriptedCase(.launch("one", .launch, LaunchOptions(isExtension: true)))
    #expect(
      try #require(item.run()?.missing)
        == "the capability extension, to which a launch as an extension belongs")
    #expect(ScriptedCase(.launch("one", .launch, LaunchOptions(isExtension: false))).run() == nil)
  }

}
