import CaseModel
import Contract
import Foundation
import JSONText
import StepProtocol
import VirtualTime

@testable import Conformance

/// Runs small cases against adapters of the fixtures, each with a service of its own.
enum Stage {
  private static let place = SourceLocation(file: "x.yaml", line: 1, column: 1)
  /// Where the programs of this build are: beside the test bundle.
  private static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  /// The program that is the service.
  static var program: String { programs.appending(path: "mamconform").path }

  static func step(_ action: Action?, _ demand: Demand? = nil) -> Step {
    Step(
      location: place, action: action, opensWindow: action != nil,
      check: demand.map { Check(id: "c", requirements: ["ENR-008"], demand: $0, location: place) })
  }

  static let launch = launch("one")

  static func launch(_ app: String) -> Step {
    step(.launch(app: app, mode: .launch, options: .none))
  }

  /// A call of which the value returned is demanded.
  static func call(returns matcher: Matcher) -> Step {
    step(.operation(app: "one", .call(AppCall(.policy))), .returns(matcher))
  }

  /// A folder of its own, removed afterwards.
  static func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  /// Runs one case.
  ///
  /// - Parameters:
  ///   - adapter: the name of the fixture and its arguments; nil for the reference SDK in process.
  ///   - apps: the apps of its world.
  ///   - parameters: the matrix combination of the case.
  ///   - change: changes the options.
  static func run(
    _ steps: [Step], _ adapter: [String]?, apps: [String] = ["one"],
    parameters: [ConformanceCase.Parameter] = [],
    _ change: (inout RunOptions) -> Void = { _ in }
  ) -> CaseResult? {
    run(times: 1, steps, adapter, apps: apps, parameters: parameters, change).first
  }

  /// Runs several cases that are the same, and gives their results in the order of the cases.
  static func run(
    times: Int, _ steps: [Step], _ adapter: [String]?, apps: [String] = ["one"],
    parameters: [ConformanceCase.Parameter] = [],
    _ change: (inout RunOptions) -> Void = { _ in },
    observer: @escaping @Sendable (RunProgress) -> Void = { _ in },
    recorder: @escaping @Sendable (CaseResult) -> Void = { _ in }
  ) -> [CaseResult] {
    var world = World(devices: ["phone": ["managed": [:]]], apps: [:])
    for app in apps { world.apps[app] = ["device": "phone"] }
    let cases = (0..<times).map { number in
      ConformanceCase(
        suite: "s", id: number == 0 ? "i" : "i\(number)", title: "t", area: "ENR",
        edition: .latest, parameters: parameters, location: place, world: world, steps: steps,
        limit: .days(400))
    }
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let command = adapter.map { Adapters.hostile($0[0]) + $0.dropFirst() }
    var options = RunOptions(
      adapter: command ?? [], serviceProgram: program, scratchFolder: scratch)
    options.isInProcess = adapter == nil
    options.jobs = 1
    change(&options)
    return ConformanceRun(cases: cases, options: options)
      .run(observer: observer, recorder: recorder).results
  }
}
