import CaseModel
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance

/// What `returns` says of calls that have not returned when their step is over.
@Suite struct ReturnedValueTests {
  /// Everything that could be taken to hold for a value that is not there.
  private static let matchers: [Matcher] = [
    .equals(.null), .oneOf([.null, 1]), .not(1), .exists(false), .members([]),
    .members([.init(name: "x", matcher: .exists(false))]),
  ]

  @Test(arguments: ReturnedValueTests.matchers)
  func `nothing holds of the value of a call that has not returned`(matcher: Matcher) throws {
    let result = try #require(
      Stage.run([Stage.launch, Stage.call(returns: matcher)], ["call-never-returns"]))
    #expect(result.checks.map(\.verdict) == [.fail])
    #expect(result.checks.first?.found == "policy has not returned")
  }

  @Test func `nor of one in which the app stands still in a callback`() throws {
    let kill = Stage.step(.kill(app: "one", at: .callback(.enrollmentRequest)))
    let result = try #require(
      Stage.run([Stage.launch, kill, Stage.call(returns: .equals(.null))], ["halts-in-call"]))
    #expect(result.problem == nil)
    #expect(result.checks.map(\.verdict) == [.fail])
  }

  @Test func `a call that returns at the same instant has returned`() throws {
    let result = try #require(
      Stage.run([Stage.launch, Stage.call(returns: .equals(.null))], ["call-returns-later", "0"]))
    #expect(result.checks.map(\.verdict) == [.pass])
  }

  @Test func `a call that returns later has not`() throws {
    let later = Stage.step(.advance(.hours(1)))
    let result = try #require(
      Stage.run(
        [Stage.launch, Stage.call(returns: .equals(.null)), later], ["call-returns-later", "1"]))
    #expect(result.checks.map(\.verdict) == [.fail])
  }

  @Test func `in process, a call in which the app is killed has not returned either`() throws {
    let kill = Stage.step(.kill(app: "one", at: .request(endpoint: nil, n: 1, point: .received)))
    let call = Stage.step(
      .operation(
        app: "one",
        .call(AppCall(.registerAndEnrollAccount, [.text(.identity, "ana@contoso.com")]))),
      .returns(.equals(.null)))
    let result = try #require(Stage.run([Stage.launch, kill, call], nil))
    #expect(result.problem == nil)
    #expect(result.history.records.contains { $0.kind == .life && $0.name == "killed" })
    #expect(result.checks.map(\.verdict) == [.fail])
  }

  @Test func `a run of no case, and of none that applies, does not conform`() throws {
    let options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: "/nonexistent")
    #expect(ConformanceRun(cases: [], options: options).run().exitCode == ExitCode.inconclusive)
    let verification = Verification(run: ConformanceRun(cases: [], options: options), rounds: 2)
    #expect(verification.run().firstRound.exitCode == ExitCode.inconclusive)
    // A case that demands nothing has shown nothing.
    #expect(Stage.run([Stage.launch], nil)?.verdict == .inconclusive)
  }
}
