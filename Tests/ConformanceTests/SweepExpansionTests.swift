import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Sweeps are expanded by what happens in their undisturbed run.
@Suite struct SweepExpansionTests {
  private static let suites = URL(filePath: #filePath).appending(path: "../../../suites")
    .standardized.path()

  /// The sweep of a case in the latest edition.
  private func sweep(_ id: String) throws -> ConformanceCase {
    let contract = ContractLoader.load(folder: "\(Self.suites)/contract").contract
    let loaded = SuiteLoader.load(paths: ["\(Self.suites)/sweeps.yaml"], contract: contract)
    #expect(loaded.diagnostics.isEmpty && loaded.cases.isEmpty)
    return try #require(loaded.sweeps.first { $0.id == id && $0.edition == .latest })
  }

  private func cases(_ item: ConformanceCase) throws -> [ConformanceCase] {
    var cases: [ConformanceCase] = []
    try Stage.inFolder { folder in
      var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: folder)
      options.jobs = 1
      cases = try SweepExpansion(options).cases(of: [item])
    }
    return cases
  }

  @Test func `every request dies once before and once after its effect`() throws {
    var item = try sweep("enroll")
    item.sweep = Sweep(axes: [.killAtRequests])
    let names = try cases(item).map(\.nameWithoutEdition)
    #expect(names.first == "sweeps/enroll[sweep=kill-before-mail-locate-1]")
    #expect(names.contains("sweeps/enroll[sweep=kill-after-mail-enroll-1]"))
    #expect(Set(names).count == names.count && names.count.isMultiple(of: 2))
    #expect(try cases(item).map(\.nameWithoutEdition) == names)
  }

  @Test func `an app is launched again whichever step it dies in`() throws {
    var item = try sweep("enroll")
    item.sweep = Sweep(axes: [.killAtRequests])
    let launch = Action.launch(app: "mail", mode: .launchUnlessRunning, options: .none)
    for item in try cases(item) {
      for (place, step) in item.steps.enumerated().dropFirst() {
        switch step.action {
        case .launch(_, .launch, _), .operation, .advance, .advanceTo:
          #expect(item.steps[place + 1].action == launch, "\(item.name), step \(place + 1)")
        default: break
        }
      }
    }
  }

  @Test func `time is cut a millisecond before at and after a boundary`() throws {
    var item = try sweep("enroll")
    item.sweep = Sweep(axes: [.killAtBoundaries])
    let names = try cases(item).map(\.name)
    for time in [28_799_999, 28_800_000, 28_800_001] {
      #expect(names.contains("sweeps/enroll[sweep=kill-at-\(time)]@2020-06"))
    }
  }

  @Test func `every request is delivered twice once`() throws {
    var item = try sweep("enroll")
    item.sweep = Sweep(axes: [.repeatResponses])
    let names = try cases(item).map(\.nameWithoutEdition)
    #expect(names.first == "sweeps/enroll[sweep=repeated-mail-locate-1]")
    #expect(names.contains("sweeps/enroll[sweep=repeated-mail-enroll-1]"))
  }

  @Test func `what happens at one instant happens in each other order`() throws {
    let expanded = try cases(try sweep("refresh-meets-others"))
    let names = expanded.map(\.nameWithoutEdition)
    // The check-in that falls due, and three steps.
    #expect(names.count == 23 && Set(names).count == 23)
    let place = try #require(
      names.firstIndex(of: "sweeps/refresh-meets-others[sweep=order-28800000-2-1-3-4]"))
    let actions = expanded[place].steps.compactMap(\.action)
    let eve = try #require(
      actions.firstIndex(of: .advanceTo(VirtualDuration(milliseconds: 28_799_999))))
    #expect(actions[eve + 2] == .advanceTo(.hours(8)))
  }

  @Test func `a sweep beyond its limit says so`() throws {
    var item = try sweep("enroll")
    item.sweep = Sweep(axes: [.failRequests], limit: 3)
    let fault = #expect(throws: SweepExpansion.Fault.self) { try cases(item) }
    #expect(fault?.message.contains("and its limit is 3") == true)
  }

  @Test func `a sweep that fails undisturbed is not expanded`() throws {
    var item = try sweep("enroll")
    let place = try #require(item.steps.lastIndex { $0.check?.id == "file-stays" })
    item.steps[place].check?.demand = .returns(.equals(false))
    let fault = #expect(throws: SweepExpansion.Fault.self) { try cases(item) }
    #expect(fault?.message.contains("does not pass undisturbed: check file-stays") == true)
  }
}
