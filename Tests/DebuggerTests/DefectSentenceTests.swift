import CaseModel
import Contract
import JSONText
import StepProtocol
import Testing

@testable import Debugger

/// What the sentence of a known defect says for the decisions of a case.
@Suite struct DefectSentenceTests {
  private static func decision(_ kind: CaseDecision.Kind, _ text: String) -> CaseDecision {
    CaseDecision(
      kind: kind, step: 0, location: SourceLocation(file: "case.yaml", line: 1),
      text: text, changes: [])
  }

  private static let decisions = [
    decision(.call, #"call mail {"api":"registerAndEnrollAccount","identity":"ana@contoso.com"}"#),
    decision(.lifecycle, #"lifecycle mail {"to":"background"}"#),
    decision(.lifecycle, #"lifecycle mail {"to":"foreground"}"#),
    decision(.person, #"act mail {"do":"signOut","identity":"ana@contoso.com"}"#),
    decision(.given, #"given narrow: allowedDataStorageLocations ["sharePoint"]"#),
    decision(.call, #"call mail {"api":"protect","buffer":"text"}"#),
    decision(.call, #"call mail {"api":"unprotect","buffer":"text"}"#),
  ]

  @Test(arguments: [
    ("shows it whenever the app comes to the foreground", [2]),
    ("forbids places that the policy lists", [4]),
    ("the app keeps the files of a user who has left", [3]),
    ("takes no notice of the registration", [0]),
    ("loses the end of what is protected", [5]),
    ("returns nothing", []),
  ])
  func `a sentence speaks for what brings its circumstances`(sentence: String, best: [Int]) {
    let points = DefectSentence(sentence).points(of: Self.decisions)
    let most = points.max() ?? 0
    #expect(points.indices.filter { most > 0 && points[$0] == most } == best)
  }

  @Test(arguments: [
    ("shows no dialog to the second user", [1]),
    ("tries again ten seconds after it had no token", [2]),
    ("waits a week while the tenant is being moved", [3]),
    ("does so otherwise", []),
  ])
  func `a sentence speaks of others, of seconds and of tenants that are moved`(
    sentence: String, brought: [Int]
  ) {
    var other = Self.decision(
      .call, #"call mail {"api":"registerAndEnrollAccount","identity":"ben@contoso.com"}"#)
    other.isOfAnother = true
    let decisions = [
      Self.decisions[0], other, Self.decision(.instant, "time passes until +0:00:10.000"),
      Self.decision(.given, "given tenant contoso: migrating true"),
    ]
    let points = DefectSentence(sentence).points(of: decisions)
    #expect(brought.allSatisfy { points[$0] > 0 } && (!brought.isEmpty || points.max() == 0))
    #expect(points[0] == 0)
  }

  @Test func `that data is in a buffer says nothing, since all of it is`() {
    let points = DefectSentence("returns what it has kept for a buffer").points(of: Self.decisions)
    #expect(points.allSatisfy { $0 == 0 })
  }

  @Test func `the more decisions bring a subject, the less it says for each`() {
    let sentence = DefectSentence("asks once a user has left")
    let one = sentence.points(of: Self.decisions)
    let each = sentence.points(of: Array(repeating: Self.decisions[3], count: 5))
    #expect(Set(each).count == 1 && each[0] < one[3] && each[0] > 0)
  }

  @Test func `a call that only asks is told from one that sets`() {
    #expect(AppCall(.registeredAccounts).onlyAsks)
    #expect(AppCall(.telemetryEnabled).onlyAsks)
    #expect(!AppCall(.telemetryEnabled, [.value(.value, .bool(false))]).onlyAsks)
    #expect(!AppCall(.registerAndEnrollAccount, [.text(.identity, "ana@contoso.com")]).onlyAsks)
  }
}
