import CaseModel
import Contract
import Foundation
import Testing
import VirtualTime

@testable import CaseYAML

/// Profiles: files of numbers, and suites that count in them.
@Suite struct ProfileTests {
  private static func load(_ text: String) throws -> (profile: Profile?, messages: [String]) {
    try withFolder(["p.yaml": text]) { folder in
      let (profile, diagnostics) = ProfileReader.load(path: "\(folder)/p.yaml")
      return (profile, diagnostics.map { $0.description.replacing("\(folder)/", with: "") })
    }
  }

  private static func suites(_ profile: Profile) -> LoadedSuites {
    SuiteLoader.load(paths: ["\(repository)/suites"], contract: contract, profile: profile)
  }

  @Test func `a profile without a title is told its other mistakes too`() throws {
    let (profile, messages) = try ProfileTests.load("profile: Half\nnumbers: {retyr: 12 h}\n")
    #expect(profile == nil)
    #expect(messages.contains { $0.contains("'profile' needs the key 'title'") }, "\(messages)")
    #expect(messages.contains { $0.contains("'Half' is not an ID") }, "\(messages)")
    #expect(messages.contains { $0.contains("did you mean 'retry'?") }, "\(messages)")
  }

  @Test func `a profile has the numbers of its file and the contract's for the rest`() throws {
    let (profile, messages) = try ProfileTests.load(
      "profile: half\ntitle: Twice as often\nnumbers: {retry: 12 h}\n")
    #expect(messages.isEmpty)
    #expect(profile?.retry == .hours(12))
    #expect(profile?.checkIn == .hours(8))
    #expect(profile?.assignments == ["retry=12:00:00.000"])
  }

  @Test(arguments: [
    (
      "profile: half\ntitle: T\nnumbers: {retyr: 12 h}\n",
      "p.yaml:3:11: error: unknown key 'retyr' in 'numbers'; did you mean 'retry'?"
    ),
    (
      "profile: half\ntitle: T\nnumbers: {retry: soon}\n",
      "p.yaml:3:18: error: 'retry' takes a duration such as '24 h', '1 ms' or '23:59:59.999', not 'soon'"
    ),
    (
      "profile: half\ntitle: T\nnumbers: {retry: 5 min}\n",
      "p.yaml:3:18: error: 'retry' takes a duration from 0:30:00.000 to 720:00:00.000, not 0:05:00.000"
    ),
    (
      "profile: half\ntitle: T\nnumbers: {checkIn: 1 h + 1 s}\n",
      "p.yaml:3:20: error: 'checkIn' takes whole minutes, not 1:00:01.000; suites use fractions of it, "
        + "which must be whole milliseconds"
    ),
    ("profile: half\ntitle: T\n", "p.yaml:1:1: error: 'profile' needs the key 'numbers'"),
  ])
  func `what is wrong with a profile is said with its place`(text: String, message: String) throws {
    let (profile, messages) = try ProfileTests.load(text)
    #expect(profile == nil)
    #expect(messages == [message])
  }

  @Test func `numbers are read back as a program is given them`() {
    var profile = Profile()
    profile.retry = .hours(12)
    profile.timeout = .minutes(2)
    var read = Profile()
    let taken = profile.assignments.map { read.take($0) }
    #expect(taken == [true, true])
    #expect(read == profile)
    let refused = ["retry=soon", "retyr=12h"].map { read.take($0) }
    #expect(refused == [false, false])
  }

  @Test func `durations count in the numbers of the profile, and in parts of them`() {
    var half = Profile()
    half.retry = .hours(12)
    func span(_ text: String) -> VirtualDuration? {
      VirtualDuration(text, unit: { half.length(of: $0) })
    }
    #expect(span("1 retry - 1 ms") == VirtualDuration(milliseconds: 43_199_999))
    #expect(span("7/24 retry") == .minutes(210))
    #expect(span("2 retry + 3 checkIn") == .hours(48))
    #expect(span("1/7 retry") == nil)
    #expect(span("1/0 retry") == nil)
    #expect(span("1 retyr") == nil)
    #expect(VirtualDuration("1 retry") == nil)
  }

  @Test func `the suites have the same cases and checks whatever the numbers are`() {
    var other = Profile()
    other.retry = .hours(12)
    other.checkIn = .hours(3)
    let (standard, loaded) = (ProfileTests.suites(.standard), ProfileTests.suites(other))
    #expect(loaded.diagnostics.isEmpty)
    #expect(loaded.cases.map(\.name) == standard.cases.map(\.name))
    #expect(loaded.cases.map { $0.checks.map(\.id) } == standard.cases.map { $0.checks.map(\.id) })
    #expect(loaded.cases.count { $0.unfitness == nil } > 4800)
  }

  @Test func `a case whose need is not met is unfit and says why`() throws {
    let text = suite(
      "- launch: mail\n- none: {request: enroll}\n  check: quiet\n  proves: [ENR-009]",
      header: "needs: {ascending: [1 checkIn, 1 retry], reason: policy comes first}")
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    var often = Profile()
    often.retry = .hours(6)
    try withFolder(["world.yaml": world, "s.yaml": text]) { folder in
      let standard = SuiteLoader.load(paths: ["\(folder)/s.yaml"], contract: contract)
      #expect(standard.diagnostics.isEmpty)
      #expect(standard.cases.allSatisfy { $0.unfitness == nil })
      let other = SuiteLoader.load(
        paths: ["\(folder)/s.yaml"], contract: contract, profile: often)
      #expect(
        other.cases.first?.unfitness
          == "policy comes first: '1 retry' is not longer than '1 checkIn' with retry 6:00:00.000")
    }
  }

  @Test func `a wait that comes to less than nothing makes the case unfit and no error`() throws {
    let text = suite(
      "- launch: mail\n- advance: 1 retry - 1 checkIn\n- none: {request: enroll}\n  check: quiet\n  proves: [ENR-009]"
    )
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    var often = Profile()
    often.retry = .hours(6)
    try withFolder(["world.yaml": world, "s.yaml": text]) { folder in
      let loaded = SuiteLoader.load(
        paths: ["\(folder)/s.yaml"], contract: contract, profile: often)
      #expect(loaded.diagnostics.isEmpty)
      #expect(loaded.cases.first?.unfitness?.contains("less than nothing") == true)
    }
  }
}
