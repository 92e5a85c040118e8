import CaseModel
import Contract
import Foundation
import JSONText
import ServiceProtocol
import Participants
import StepProtocol
import VirtualTime

@testable import Conformance

/// One case of which only the coordinator is real: the apps and the service do what the test has written down.
///
///     let item = ScriptedCase(.launch("one"), .advance(10))
///     item.app("one", on: .launch) { $0.wake(in: 5) }
///     item.run()
///     #expect(item.story == ["0 one launch", "5 one wake"])
final class ScriptedCase {
  let log = CallLog()
  let service: ScriptedService
  let apps: ScriptedApps
  let control = RunControl()
  let coordinator: Coordinator
  /// Done between the last step of the case and its end.
  var onLastStep: () -> Void = {}
  private let folder: String

  /// A case with the given steps.
  ///
  /// - Parameters:
  ///   - apps: the apps of its world; `tablet/mail` lies on another device than `mail`.
  ///   - limit: the virtual time that it may take, in milliseconds.
  ///   - change: changes the options of the run.
  init(
    apps names: [String] = ["one"], limit: Int = 1_000_000, _ steps: [Step],
    _ change: (inout RunOptions) -> Void = { _ in }
  ) {
    service = ScriptedService(log: log)
    apps = ScriptedApps(log: log)
    folder =
      FileManager.default.temporaryDirectory.appending(path: "mamconform-test-\(UUID().uuidString)")
      .path
    var world = World(devices: ["phone": ["managed": [:]], "tablet": ["managed": [:]]])
    for name in names {
      let parts = name.split(separator: "/").map(String.init)
      world.apps[parts.last!] = ["device": .string(parts.count > 1 ? parts[0] : "phone")]
    }
    var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: folder)
    change(&options)
    coordinator = Coordinator(
      ConformanceCase(
        suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
        location: Step.place, world: world, steps: steps,
        limit: VirtualDuration(milliseconds: limit)),
      options: options, control: control, service: service, participants: apps,
      // A folder that cannot be made stops the first test at once.
      scratch: try! ScratchFolder(path: folder))
  }

  convenience init(_ steps: Step...) { self.init(steps) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Says what an app does when a message of that operation comes.
  func app(
    _ name: String, on operation: StepOperation, _ behaviour: @escaping ScriptedApp.Behaviour
  ) {
    apps.behaviours[name, default: [:]][operation] = behaviour
  }

  /// Carries out the case to its end.
  ///
  /// - Returns: why it ended early; nil if it did not.
  @discardableResult
  func run() -> CaseEnd? {
    // What an app does often refers to the case, which is then never given back.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do throws(CaseEnd) {
      try coordinator.run()
      log.add(CallLog.end)
      onLastStep()
      try coordinator.finish()
      return nil
    } catch {
      coordinator.abandon()
      return error
    }
  }

  /// What has happened, a line for each record: milliseconds since the start, app, kind and name.
  ///
  /// A message is told by its name alone. Greetings, results and the bare fact of a launch are left out.
  var story: [String] {
    coordinator.history.records.compactMap { record in
      if record.name == "hello" || record.name == "launched" || record.kind == .result {
        return nil
      }
      let time = (record.time - coordinator.epoch).milliseconds
      let kind = record.kind == .message ? "" : "\(record.kind.rawValue) "
      return "\(time) \(record.app.isEmpty ? "" : "\(record.app) ")\(kind)\(record.name)"
    }
  }

  /// The milliseconds that the case stands at.
  var time: Int { (coordinator.now - coordinator.epoch).milliseconds }
}

extension CaseEnd {
  /// The breakdown, if it is one.
  var problem: ParticipantFailure? { if case .problem(let failure) = self { failure } else { nil } }
  /// The capability that the adapter lacks, if that is it.
  var missing: String? { if case .missing(let text) = self { text } else { nil } }
  /// True if somebody wanted to stop.
  var isInterrupt: Bool { if case .interrupted = self { true } else { false } }
}

/// The steps of scripted cases.
extension Step {
  static let place = SourceLocation(file: "x.yaml", line: 1, column: 1)

  static func action(_ action: Action) -> Step {
    Step(location: place, action: action, opensWindow: true, check: nil)
  }

  static func launch(
    _ app: String, _ mode: LaunchMode = .launch, _ options: LaunchOptions = .none
  ) -> Step {
    action(.launch(app: app, mode: mode, options: options))
  }

  static func stop(_ app: String) -> Step { action(.stop(app: app)) }

  static func kill(_ app: String, at point: KillPoint = .idle) -> Step {
    action(.kill(app: app, at: point))
  }

  static func call(_ app: String, _ api: APIName = .policy) -> Step {
    action(.operation(app: app, .call(AppCall(api))))
  }

  static func lifecycle(_ app: String, _ state: LifecycleState) -> Step {
    action(.operation(app: app, .lifecycle(state)))
  }

  /// Lets so many milliseconds pass.
  static func advance(_ milliseconds: Int) -> Step {
    action(.advance(VirtualDuration(milliseconds: milliseconds)))
  }

  static func service(_ action: ServiceAction) -> Step { .action(.service(action)) }
}
