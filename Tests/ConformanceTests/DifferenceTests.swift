import CaseModel
import Contract
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import Conformance
@testable import Participants

/// What a failed check says of the difference, and whom it blames.
@Suite struct DifferenceTests {
  private let place = SourceLocation(file: "x.yaml", line: 1, column: 1)

  private func event(_ name: String, hours: Int = 0, _ fields: JSONObject = [:]) -> Record {
    Record(
      time: .defaultEpoch + .hours(hours), kind: .event, name: name, app: "mail", fields: fields)
  }

  private func pattern(
    _ name: String, hours: Int? = nil, _ fields: [(String, Matcher)] = []
  ) -> RecordPattern {
    RecordPattern(
      kind: .event, name: name, app: "mail", at: hours.map { .hours($0) },
      fields: fields.map { RecordPattern.Field(name: $0.0, matcher: $0.1) })
  }

  /// Judges checks whose windows follow each other.
  private func judge(
    _ checks: [(demand: Demand, window: Range<Int>)], _ records: [Record],
    requirements: [String] = ["ENR-008"], bindings: [Check.Binding] = [],
    recommendations: Set<String> = []
  ) -> [CheckResult] {
    let steps = checks.indices.map { index in
      Step(
        location: place, action: nil, opensWindow: false,
        check: Check(
          id: "c\(index)", requirements: requirements, demand: checks[index].demand,
          bindings: bindings, location: place))
    }
    let conformanceCase = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
      location: place, world: World(), steps: steps, limit: .days(9))
    var history = History(epoch: .defaultEpoch)
    history.records = records
    history.reached = checks.indices.map { index in
      History.Reached(
        step: index, window: checks[index].window, time: .defaultEpoch + .hours(index), result: nil)
    }
    return Judge(optionalRequirements: [], recommendations: recommendations)
      .judge(conformanceCase, history, ending: nil)
  }

  private func one(_ pattern: RecordPattern) -> Demand { .count(pattern, 1...1) }

  @Test func `another value is named with the one expected, and nothing else is`() {
    let demand = one(
      pattern("done", [("identity", .equals("ana@x.org")), ("statusCode", .oneOf([200, 201]))]))
    let found = judge(
      [(demand, 0..<1)], [event("done", ["identity": "ANA@x.org", "statusCode": 205])])[0]
    #expect(found.difference?.kind == .member)
    #expect(found.difference?.members == ["statusCode"])
    #expect(found.found == "statusCode is 205, expected 200 or 201")
  }

  @Test func `where only some values are allowed, the value that came is named with them`() {
    let demand = Demand.count(pattern("done", [("statusCode", .not(214))]), 0...0)
    let found = judge([(demand, 0..<1)], [event("done", ["statusCode": 213])])[0]
    #expect(found.difference?.members == ["statusCode"])
    #expect(found.found == "statusCode is 213, expected 214")
  }

  @Test(arguments: [
    (0, "is missing"), (1, "is missing; only 1 is there"), (2, "is missing; only 2 are there"),
  ])
  func `of records that are too few the finding says how many are there`(
    count: Int, text: String
  ) {
    let found = judge(
      [(.count(pattern("done"), 3...3), 0..<count)], Array(repeating: event("done"), count: count))
    #expect(found[0].difference?.kind == .missing)
    #expect(found[0].found == "event done of mail \(text)")
  }

  @Test func `members of members are named by their path`() {
    let inner = Matcher.members([.init(name: "managed", matcher: .equals(true))])
    let demand = one(pattern("done", [("device", inner)]))
    let found = judge([(demand, 0..<1)], [event("done", ["device": ["managed": false]])])[0]
    #expect(found.found == "device.managed is false, expected true")
  }

  @Test
  func
    `a record too early is a matter of time for the check that forbids it and the one that waits for it`()
  {
    let quiet = Demand.count(pattern("done"), 0...0)
    let wanted = one(pattern("done", hours: 24))
    let found = judge([(quiet, 0..<1), (wanted, 1..<1)], [event("done", hours: 23)])
    #expect(found[0].difference?.kind == .time)
    #expect(found[0].difference?.shift == .hours(-1))
    #expect(
      found[0].found
        == "event done of mail comes at +23:00:00.000, 1:00:00.000 early; expected at +24:00:00.000"
    )
  }

  @Test func `a record too late is found behind the window`() {
    let found = judge([(one(pattern("done", hours: 24)), 0..<0)], [event("done", hours: 25)])[0]
    #expect(found.difference?.kind == .time)
    #expect(found.difference?.shift == .hours(1))
  }

  @Test
  func `a record too early is found before the window, unless an earlier check has waited for it`()
  {
    let late = one(pattern("done", hours: 24))
    let found = judge(
      [(one(pattern("done")), 0..<1), (late, 2..<2)], [event("done"), event("done", hours: 23)])
    #expect(found[0].verdict == .pass)
    #expect(found[1].difference?.shift == .hours(-1))
    let alone = judge([(one(pattern("done")), 0..<1), (late, 1..<1)], [event("done")])
    #expect(alone[1].difference?.kind == .missing)
  }

  @Test func `a record that another check expects is not taken for a late one`() {
    let found = judge(
      [(one(pattern("done", hours: 24)), 0..<0), (one(pattern("done", hours: 48)), 0..<1)],
      [event("done", hours: 48)])
    #expect(found[0].difference?.kind == .missing)
    #expect(found[1].verdict == .pass)
  }

  @Test func `what is one too many is unexpected`() {
    let found = judge([(one(pattern("done")), 0..<2)], [event("done"), event("done", hours: 1)])[0]
    #expect(found.difference?.kind == .unexpected)
    #expect(found.found == "event done of mail at +1:00:00.000 must not be there")
  }

  @Test
  func
    `a failure blames the requirements that are bound to what differs, else those that are bound to nothing`()
  {
    let demand = one(
      pattern("done", [("didSucceed", .equals(true)), ("statusCode", .equals(100))]))
    func blamed(_ fields: JSONObject?) -> [String] {
      judge(
        [(demand, 0..<1)], [fields.map { event("done", $0) } ?? event("other")],
        requirements: ["ENR-008", "STA-010", "STA-014"],
        bindings: [
          .init(requirement: "STA-010", members: ["didSucceed"]),
          .init(requirement: "STA-014", members: ["statusCode"]),
        ])[0].requirements
    }
    #expect(blamed(["didSucceed": false, "statusCode": 100]) == ["STA-010"])
    #expect(blamed(["didSucceed": true, "statusCode": 101]) == ["STA-014"])
    #expect(blamed(nil) == ["ENR-008"])
    #expect(blamed(["didSucceed": true, "statusCode": 100]) == ["ENR-008", "STA-010", "STA-014"])
  }

  @Test
  func `what is bound to the time and the record is blamed for both, and for no other member`() {
    let check = Check(
      id: "c", requirements: ["ENR-008", "STA-002", "STA-014"], demand: one(pattern("done")),
      bindings: [
        .init(requirement: "ENR-008", members: ["at", "record"]),
        .init(requirement: "STA-014", members: ["statusCode"]),
      ], location: place)
    #expect(check.blamed(for: ["at"]) == ["ENR-008"])
    #expect(check.blamed(for: []) == ["ENR-008", "STA-002"])
    #expect(check.blamed(for: ["statusCode"]) == ["STA-014"])
    #expect(check.blamed(for: ["errorString"]) == ["STA-002"])
  }

  @Test func `a violated recommendation is a warning unless a must is violated too`() {
    func verdict(_ requirements: [String]) -> Verdict {
      judge(
        [(one(pattern("done")), 0..<0)], [], requirements: requirements,
        recommendations: ["ENR-051"])[0].verdict
    }
    #expect(verdict(["ENR-051"]) == .warning)
    #expect(verdict(["ENR-051", "ENR-008"]) == .fail)
    let both = judge(
      [(one(pattern("done")), 0..<0)], [], requirements: ["ENR-051", "ENR-008"],
      recommendations: ["ENR-051"])
    #expect(both[0].recommended == ["ENR-051"])
  }

  @Test func `failed cases with the same difference have one cause, whatever else fails in them`() {
    func result(_ id: String, _ found: [CheckResult]) -> CaseResult {
      CaseResult(
        conformanceCase: ConformanceCase(
          suite: "s", id: id, title: "t", area: "ENR", edition: .latest, parameters: [],
          location: place, world: World(), steps: [], limit: .days(9)),
        verdict: .worst(found.map(\.verdict)), checks: found, problem: nil,
        history: History(epoch: .defaultEpoch), wallMilliseconds: 0, virtualTime: .zero)
    }
    let early = judge(
      [(.count(pattern("done"), 0...0), 0..<1), (one(pattern("done", hours: 24)), 1..<1)],
      [event("done", hours: 23)])
    let wrong = judge(
      [(one(pattern("other", [("a", .equals(1))])), 0..<1)], [event("other", ["a": 2])],
      requirements: ["STA-002"])
    let causes = RootCause.of([
      result("a", wrong + early), result("b", early), result("c", wrong), result("d", early),
      result("e", judge([(one(pattern("done")), 0..<1)], [event("done")])),
    ])
    #expect(causes.map { $0.cases.map(\.id) } == [["a", "b", "d"], ["c"]])
    #expect(causes.first?.requirements == ["ENR-008"])
    // What else fails in its cases is said, and explains nothing.
    #expect(causes.map(\.consequences) == [["STA-002"], []])
    #expect(causes.first?.difference.shift == .hours(-1))
    #expect(causes.map(\.checkCount) == [7, 1])
  }
}
