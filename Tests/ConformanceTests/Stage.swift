import CaseModel
import Contract
import Foundation
import JSONText
import VirtualTime

@testable import Conformance

/// Runs small cases against adapters of the fixtures, each with a service of its own.
enum Stage {
  private static let place = SourceLocation(file: "x.yaml", line: 1, column: 1)
  /// Where the programs of this build are: beside the test bundle.
  private static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  static func step(_ action: Action?, _ demand: Demand? = nil) -> Step {
    Step(
      location: place, action: action, opensWindow: action != nil,
      check: demand.map { Check(id: "c", requirements: ["ENR-008"], demand: $0, location: place) })
  }

  static let launch = step(.launch(app: "one", mode: .launch, options: [:]))

  /// A call of which the value returned is demanded.
  static func call(returns matcher: Matcher) -> Step {
    step(.operation(app: "one", name: "call", arguments: ["api": "policy"]), .returns(matcher))
  }

  /// Runs one case.
  ///
  /// - Parameters:
  ///   - adapter: the name of the fixture and its arguments; nil for the reference SDK in process.
  ///   - change: changes the options.
  static func run(
    _ steps: [Step], _ adapter: [String]?, _ change: (inout RunOptions) -> Void = { _ in }
  ) -> CaseResult? {
    let conformanceCase = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
      location: place,
      world: World(devices: ["phone": ["managed": [:]]], apps: ["one": ["device": "phone"]]),
      steps: steps, limit: .days(400))
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let command = adapter.map { Adapters.hostile($0[0]) + $0.dropFirst() }
    var options = RunOptions(
      adapter: command ?? [], serviceProgram: programs.appending(path: "mamconform").path,
      scratchFolder: scratch)
    options.isInProcess = adapter == nil
    options.jobs = 1
    change(&options)
    return ConformanceRun(cases: [conformanceCase], options: options).run().results.first
  }
}
