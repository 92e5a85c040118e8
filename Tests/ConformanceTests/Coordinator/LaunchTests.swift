import CaseModel
import Foundation
import JSONText
import Participants
import StepProtocol
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// The lives of apps and of the service, from launch to end.
@Suite struct LaunchTests {
  @Test func `an app that runs cannot be launched, but launched again`() throws {
    let problem = try #require(ScriptedCase(.launch("one"), .launch("one")).run()?.problem)
    #expect(problem.code == .impossibleStep)
    let item = ScriptedCase(.launch("one"), .launch("one", .relaunch))
    #expect(item.run() == nil)
    #expect(
      item.story == ["0 one launch", "0 one stop", "0 one life stopped", "0 one launch"])
  }

  @Test func `an app that is launched unless it runs is left alone while it does`() {
    let item = ScriptedCase(
      .launch("one", .launchUnlessRunning), .launch("one", .launchUnlessRunning), .stop("one"),
      .launch("one", .launchUnlessRunning))
    #expect(item.run() == nil)
    #expect(
      item.story == ["0 one launch", "0 one stop", "0 one life stopped", "0 one launch"])
  }

  @Test func `steps that need an app which does not run, or does not exist, say so`() throws {
    for (step, text) in [
      (Step.stop("one"), "cannot be closed: it is not running"), (.call("one"), "is not running"),
      (.launch("six"), "has no app \"six\""),
    ] {
      let problem = try #require(ScriptedCase(step).run()?.problem)
      #expect(problem.code == .impossibleStep)
      #expect(problem.message.contains(text))
    }
  }

  @Test func `an app keeps its folder until it is installed again, and its device the shared one`()
  {
    let item = ScriptedCase(
      .launch("one"), .launch("one", .upgrade), .launch("one", .reinstall(keepsKeychain: true)),
      .launch("one", .reinstall(keepsKeychain: false)))
    var folders: [[String]] = []
    var found: [Bool] = []
    item.app("one", on: .launch) { turn in
      let shared = turn.message.arguments["sharedFolder"]?.string ?? ""
      let data = turn.message.arguments["dataFolder"]?.string ?? ""
      folders.append([data, shared].map { String($0.split(separator: "/").last ?? "") })
      found.append(FileManager.default.fileExists(atPath: "\(shared)/saved"))
      _ = FileManager.default.createFile(atPath: "\(shared)/saved", contents: nil)
    }
    #expect(item.run() == nil)
    #expect(
      folders == [
        ["one-1", "shared"], ["one-1", "shared"], ["one-2", "shared"], ["one-3", "shared"],
      ])
    #expect(found == [false, true, true, false])
    #expect(item.story.filter { $0 == "0 one life reinstalled" }.count == 2)
  }

  @Test func `options of a launch hold for later launches too, its state does not`() {
    let options = LaunchOptions(
      state: .background, isExtension: true, appVersion: "2.0", settings: AppSettings(["a": 1]),
      answers: [.addIdentity(.never)], delegates: [.all(.policy, false)])
    let item = ScriptedCase(.launch("one", .launch, options), .launch("one", .relaunch))
    var seen: [JSONObject] = []
    item.app("one", on: .hello) {
      $0.reply.result = ["protocol": 1, "capabilities": ["extension", "lifecycle"]]
    }
    item.app("one", on: .launch) { seen.append($0.message.arguments) }
    item.run()
    #expect(seen.count == 2)
    for arguments in seen {
      #expect(arguments["settings"] == ["a": 1])
      #expect(arguments["answers"] == ["addIdentity": "never"])
      #expect(arguments["delegates"] == ["policy": false])
      #expect(arguments["appVersion"] == "2.0")
    }
    #expect(seen.map { $0["state"] } == ["background", "foreground"])
    #expect(seen.map { $0["extension"] } == [true, nil])
  }

  @Test func `nothing of this machine is in the record of a launch`() throws {
    let item = ScriptedCase(.launch("one"))
    item.run()
    let record = try #require(item.coordinator.history.records.first { $0.name == "launch" })
    for name in ["location", "authority", "dataFolder", "sharedFolder", "app"] {
      #expect(record.fields[name] == nil, "\(name)")
    }
    let hello = try #require(item.coordinator.history.records.first { $0.name == "hello" })
    #expect(hello.fields["reuse"] == nil)
  }

  @Test func `a device tells its apps that run, and those that are launched later`() {
    let shift = Step.action(
      .device(name: "phone", change: DeviceChange(clockShift: .init(milliseconds: 60_000))))
    let item = ScriptedCase(
      apps: ["one", "two", "tablet/three"],
      [.launch("one"), .launch("three"), .advance(5), shift, .launch("two")])
    var clocks: [String: [JSON?]] = [:]
    for name in ["one", "two", "three"] {
      for operation in [StepOperation.launch, .device] {
        item.app(name, on: operation) { turn in
          clocks[name, default: []].append(turn.message.arguments["wallClock"])
        }
      }
    }
    item.run()
    let shifted = JSON.int(item.coordinator.epoch.milliseconds + 60_005)
    #expect(clocks == ["one": [nil, shifted], "two": [shifted], "three": [nil]])
  }

  @Test func `a device without a network cuts off each of its apps`() {
    let off = Step.action(.network(device: "phone", isOnline: false))
    let item = ScriptedCase(apps: ["one", "two", "tablet/three"], [off])
    item.run()
    let orders = item.service.commands.filter { $0.name == "offline" }.map(\.members)
    #expect(
      orders == [
        ["instance": "phone/one", "on": true], ["instance": "phone/two", "on": true],
      ])
  }

  @Test func `a service that starts again gets the ports that the apps know`() {
    let item = ScriptedCase(
      apps: ["one", "two"], [.launch("one"), .service(.restart), .launch("two")])
    #expect(item.run() == nil)
    let attached = item.service.commands.filter { $0.name == "attach" }.map(\.members)
    #expect(attached.map { $0["instance"] } == ["phone/one", "phone/one", "phone/two"])
    #expect(attached.map { $0["ports"] } == [nil, [1, 2, 3, 4, 5], nil])
    #expect(attached.map { $0["gate"] } == [1, 1, 2])
    #expect(
      item.log.lines.filter { $0.contains("service") }.prefix(3) == [
        "service is told to seed", "service is killed", "service starts",
      ])
  }

  // MARK: - The end of a case

  @Test func `at the end apps that can be used again are closed and kept, the others are killed`() {
    for (keeps, offersReuse, isAllowed) in [
      (true, true, true), (false, true, true), (true, false, true), (true, true, false),
    ] {
      let item = ScriptedCase([.launch("one")]) { $0.reusesProcesses = isAllowed }
      item.apps.keepsApps = keeps
      if !offersReuse {
        item.app("one", on: .hello) { $0.reply.result = ["protocol": 1] }
      }
      #expect(item.run() == nil)
      let isKept = keeps && offersReuse && isAllowed
      #expect(item.log.lines.contains("one is kept") == isKept)
      #expect(item.log.lines.contains("one gets stop") == isKept)
      #expect(item.log.lines.contains("one is killed") == !isKept)
      // The end of a case is none of its history.
      #expect(item.story == ["0 one launch"])
    }
  }

  @Test func `an app that does not close at the end is killed, and nobody minds`() {
    let item = ScriptedCase(.launch("one"))
    item.apps.keepsApps = true
    item.app("one", on: .stop) {
      $0.reply.failure = StepFailure(code: .failed, message: "no")
    }
    #expect(item.run() == nil)
    #expect(item.log.lines.contains("one is killed"))
    #expect(!item.log.lines.contains("one is kept"))
  }

  @Test func `an app that was closed in the case is kept there`() {
    let item = ScriptedCase(.launch("one"), .stop("one"))
    item.apps.keepsApps = true
    #expect(item.run() == nil)
    #expect(item.log.lines.filter { $0 == "one is kept" }.count == 1)
    #expect(!item.log.lines.contains("one ends"))
  }

  @Test func `a case that came to a bad end kills all its apps and closes the gate`() {
    let item = ScriptedCase(
      apps: ["one", "two"], [.launch("one"), .launch("two"), .launch("two")])
    item.apps.keepsApps = true
    #expect(item.run()?.problem?.code == .impossibleStep)
    #expect(item.log.lines.suffix(2) == ["one is killed", "two is killed"])
    #expect(item.service.openGate == nil)
  }

  // MARK: - Steps and their windows

  /// A step of 5 ms that hangs on a request.
  private func step(if condition: String? = nil, unless exception: String? = nil) -> Step {
    func request(_ name: String) -> RecordPattern { RecordPattern(kind: .request, name: name) }
    return Step(
      location: Step.place, action: .advance(VirtualDuration(milliseconds: 5)), opensWindow: true,
      check: nil, condition: condition.map(request), exception: exception.map(request))
  }

  @Test
  func `a step is taken if there is the record that it asks for, and none that stands against it`()
  {
    let item = ScriptedCase(
      .launch("one"), step(if: "token"), step(if: "enroll"), step(unless: "token"),
      step(unless: "enroll"))
    item.app("one", on: .launch) { try $0.request("token", "r1") }
    item.run()
    #expect(item.time == 10)
    #expect(item.coordinator.history.skipped == [2, 3])
    #expect(item.coordinator.history.reached.map(\.step) == [0, 1, 4])
  }

  @Test func `a window has the records of its step and of the steps that open none`() {
    var quiet = Step.advance(5)
    quiet.opensWindow = false
    let item = ScriptedCase(.launch("one"), .call("one"), quiet, .advance(5))
    item.app("one", on: .call) { $0.wake(in: 5) }
    item.run()
    let windows = item.coordinator.history.reached.map(\.window)
    #expect(windows.count == 4)
    let names = windows.map { window in item.coordinator.history.records[window].map(\.name) }
    #expect(names[1] == ["policy", "policy"])
    #expect(names[2] == ["policy", "policy", "wake"])
    #expect(names[3] == [])
  }
}
