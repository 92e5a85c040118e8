import CaseModel
import Contract
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// What Swift's own comparison takes for one text must be told apart where verdicts are made.
@Suite("Bytes are bytes in verdicts")
struct ExactComparisonTests {
  private static let composed = "jos\u{E9}@contoso.com"
  private static let decomposed = "jose\u{301}@contoso.com"

  private let place = SourceLocation(file: "x.yaml", line: 1, column: 1)

  private func conformanceCase(_ steps: [Step] = []) -> ConformanceCase {
    ConformanceCase(
      suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
      location: place, world: World(), steps: steps, limit: .days(1))
  }

  private func result(_ name: String, _ fields: JSONObject) -> CaseResult {
    var history = History(epoch: .defaultEpoch)
    history.records = [
      Record(time: .defaultEpoch, kind: .event, name: "started", app: "mail"),
      Record(time: .defaultEpoch, kind: .event, name: name, app: "mail", fields: fields),
    ]
    return CaseResult(
      conformanceCase: conformanceCase(), verdict: .pass, checks: [], problem: nil,
      history: history, wallMilliseconds: 0, virtualTime: .zero)
  }

  @Test
  func `verification shows two histories that differ in the normal form of one text`() throws {
    let one = result("log", ["message": .string(Self.composed)])
    let other = result("log", ["message": .string(Self.decomposed)])
    let difference = try #require(Verification.compare(one, other, round: 2))
    #expect(difference.record == 1 && difference.round == 2)
    #expect(difference.first.map { Array($0.utf8) } != difference.second.map { Array($0.utf8) })
    #expect(Verification.compare(one, one, round: 2) == nil)
    #expect(
      Verification.compare(result("\u{212A}", [:]), result("K", [:]), round: 2)?.record == 1)
    // Differences are compared in tests and reports as well.
    #expect(difference != Verification.compare(other, one, round: 2))
  }

  @Test
  func `records are equal only if their bytes are`() {
    func record(_ text: String, fields: JSONObject = [:]) -> Record {
      Record(time: .defaultEpoch, kind: .event, name: text, app: "mail", fields: fields)
    }
    #expect(record(Self.composed) != record(Self.decomposed))
    #expect(record("\u{212A}") != record("K"))
    #expect(
      record("a", fields: ["x": .string(Self.composed)])
        != record("a", fields: ["x": .string(Self.decomposed)]))
    #expect(
      record("a", fields: [Self.composed: 1]) != record("a", fields: [Self.decomposed: 1]))
  }

  @Test(arguments: [
    (ExactComparisonTests.composed, ExactComparisonTests.decomposed),
    ("\u{212A}im@contoso.com", "Kim@contoso.com"),
    ("\u{212A}im@contoso.com", "kim@contoso.com"),
    ("\u{212B}sa@contoso.com", "\u{E5}sa@contoso.com"),
    ("\u{131}da@contoso.com", "IDA@contoso.com"), ("straße@contoso.com", "STRASSE@contoso.com"),
    ("a@contoso.com\u{37E}", "a@contoso.com;"),
  ])
  func `a matcher demands the bytes, of identities too`(left: String, right: String) {
    for isIdentity in [false, true] {
      for (one, other) in [(left, right), (right, left)] {
        #expect(!Matcher.equals(.string(one)).matches(.string(other), isIdentity: isIdentity))
        #expect(!Matcher.oneOf([.string(one)]).matches(.string(other), isIdentity: isIdentity))
        #expect(Matcher.not(.string(one)).matches(.string(other), isIdentity: isIdentity))
        #expect(!Matcher.has(.string(one)).matches([.string(other)], isIdentity: isIdentity))
        #expect(
          !Matcher.equals([.string(one)]).matches([.string(other)], isIdentity: isIdentity))
        #expect(
          !Matcher.equals(["a": .string(one)]).matches(
            ["a": .string(other)], isIdentity: isIdentity))
        #expect(!Matcher.equals([one: 1]).matches([other: 1], isIdentity: isIdentity))
        #expect(
          !Matcher.members([.init(name: one, matcher: .exists(true))])
            .matches([other: 1], isIdentity: isIdentity))
      }
    }
  }

  @Test
  func `an identity in another letter case is the same identity, and only an identity is`() {
    for (one, other) in [("Ana@contoso.com", "aNA@CONTOSO.com"), ("Ζήσης@x", "ΖΉΣΗΣ@x")] {
      #expect(Matcher.equals(.string(one)).matches(.string(other), isIdentity: true))
      #expect(!Matcher.equals(.string(one)).matches(.string(other), isIdentity: false))
    }
  }

  @Test
  func `a pattern means records of exactly that kind, name and app`() {
    let record = Record(
      time: .defaultEpoch, kind: .event, name: Self.composed, app: Self.composed)
    func matches(_ pattern: RecordPattern) -> Bool { pattern.matches(record, epoch: .defaultEpoch) }
    #expect(matches(RecordPattern(kind: .event, name: Self.composed, app: Self.composed)))
    #expect(!matches(RecordPattern(kind: .event, name: Self.decomposed)))
    #expect(!matches(RecordPattern(kind: .event, name: Self.composed, app: Self.decomposed)))
    #expect(
      RecordPattern(kind: .event, name: Self.decomposed).nearness(record, epoch: .defaultEpoch)
        == 0)
  }
}
