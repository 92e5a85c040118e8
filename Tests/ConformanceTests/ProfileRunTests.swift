import CaseModel
import CaseYAML
import Contract
import Foundation
import Testing
import VirtualTime

@testable import Conformance

/// The promise of a profile: who keeps its numbers passes, and who keeps the contract's does not.
@Suite struct ProfileRunTests {
  private static let half: Profile = {
    var profile = Profile()
    profile.name = "half"
    profile.retry = .hours(12)
    profile.checkIn = .hours(4)
    return profile
  }()

  /// Some suites under a profile, against the reference SDK with numbers of its own.
  private func results(
    of suites: [String], _ profile: Profile, sdk: Profile
  ) -> [CaseResult] {
    let cases = SuiteLoader.load(
      paths: suites.map { "\(PublishedSuites.folder)/\($0).yaml" },
      contract: PublishedSuites.contract, profile: profile
    ).cases
      .filter { $0.edition == .latest }
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "mamconform-test-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    var options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: scratch)
    options.isInProcess = true
    options.jobs = 1
    options.inProcessProfile = sdk
    return ConformanceRun(cases: cases, options: options).run().results
  }

  @Test(arguments: ["enr-retry", "pol-refresh", "lch-enroll"])
  func `an SDK with the numbers of the profile passes`(suite: String) {
    let results = results(of: [suite], ProfileRunTests.half, sdk: ProfileRunTests.half)
    #expect(!results.isEmpty)
    #expect(results.filter { $0.verdict != .pass }.map(\.conformanceCase.name) == [])
  }

  @Test func `an SDK that keeps 24 and 8 hours fails, and by the requirements of these numbers`() {
    let results = results(of: ["enr-retry", "pol-refresh"], ProfileRunTests.half, sdk: .standard)
    let violated = Set(
      results.flatMap(\.checks).filter { $0.verdict == .fail }.flatMap(\.requirements))
    #expect(violated.isSuperset(of: ["ENR-008", "ENR-010", "POL-001"]))
  }

  @Test func `an SDK that keeps the profile's numbers fails the contract's`() {
    let results = results(of: ["enr-retry"], .standard, sdk: ProfileRunTests.half)
    #expect(
      results.flatMap(\.checks).contains { $0.verdict == .fail && $0.requirements == ["ENR-009"] })
  }

  @Test func `an unfit case is not run, and every check of it is not applicable with the reason`() {
    var item = PublishedSuites.cases[0]
    item.unfitness = "it needs time"
    let options = RunOptions(
      adapter: ["/nowhere"], serviceProgram: "/nowhere", scratchFolder: "/tmp")
    let results = ConformanceRun(cases: [item], options: options).run().results
    #expect(results[0].verdict == .notApplicable)
    #expect(
      results[0].checks.allSatisfy { $0.verdict == .notApplicable && $0.found == "it needs time" })
    #expect(results[0].history.records.isEmpty)
  }
}
