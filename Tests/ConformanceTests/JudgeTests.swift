import CaseModel
import Contract
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance
@testable import Participants

@Suite struct JudgeTests {
  private let place = SourceLocation(file: "x.yaml", line: 1, column: 1)

  private func event(_ name: String, at time: Int = 0, _ fields: JSONObject = [:]) -> Record {
    Record(
      time: VirtualInstant.defaultEpoch + VirtualDuration(milliseconds: time), kind: .event,
      name: name, app: "mail", fields: fields)
  }

  private func pattern(_ name: String, _ fields: [(String, Matcher)] = []) -> RecordPattern {
    RecordPattern(
      kind: .event, name: name,
      fields: fields.map { RecordPattern.Field(name: $0.0, matcher: $0.1) })
  }

  /// Judges one check over a window that holds the given records.
  private func judge(
    _ demand: Demand, _ records: [Record], window: Range<Int>? = nil, result: JSON? = nil,
    ending: CaseEnd? = nil, isReached: Bool = true
  ) -> CheckResult {
    let check = Check(id: "c", requirements: ["ENR-008"], demand: demand, location: place)
    let step = Step(location: place, action: nil, opensWindow: false, check: check)
    let conformanceCase = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
      location: place, world: World(), steps: [step], limit: .days(1))
    var history = History(epoch: .defaultEpoch)
    history.records = records
    if isReached {
      history.reached = [
        History.Reached(
          step: 0, window: window ?? 0..<records.count, time: .defaultEpoch, result: result)
      ]
    }
    return Judge(optionalRequirements: []).judge(conformanceCase, history, ending: ending)[0]
  }

  @Test func `exactly one means neither none nor two`() {
    let demand = Demand.count(pattern("a"), 1...1)
    #expect(judge(demand, [event("a"), event("b")]).verdict == .pass)
    #expect(judge(demand, [event("b")]).verdict == .fail)
    #expect(judge(demand, [event("a"), event("a")]).verdict == .fail)
  }

  @Test func `a step that finds nothing to act on fails the first check that was not reached`() {
    func step(_ id: String) -> Step {
      let check = Check(
        id: id, requirements: ["LCH-003"], demand: .count(pattern("a"), 0...9), location: place)
      return Step(location: place, action: nil, opensWindow: false, check: check)
    }
    let conformanceCase = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "LCH", edition: .latest, parameters: [],
      location: place, world: World(), steps: [step("before"), step("next"), step("last")],
      limit: .days(1))
    var history = History(epoch: .defaultEpoch)
    history.reached = [History.Reached(step: 0, window: 0..<0, time: .defaultEpoch, result: nil)]
    let failure = ParticipantFailure(.subjectMissing, "mail", "no prompt of kind \"pin\" is open")
    let result = Judge(optionalRequirements: []).result(
      of: conformanceCase, history, ending: .problem(failure))
    #expect(result.verdict == .fail)
    #expect(result.problem == nil)
    #expect(result.checks.map(\.verdict) == [.pass, .fail, .inconclusive])
    #expect(result.checks[1].found == failure.message)
    #expect(result.checks[1].difference?.subject == Difference.stepSubject)
  }

  @Test func `only the window counts`() {
    let demand = Demand.count(pattern("a"), 0...0)
    #expect(judge(demand, [event("a"), event("b")], window: 1..<2).verdict == .pass)
    #expect(judge(demand, [event("b"), event("a")], window: 1..<2).verdict == .fail)
  }

  @Test func `a failure shows the nearest misses, nearest first`() {
    let demand = Demand.count(
      pattern("a", [("statusCode", .equals(100)), ("identity", .equals("ana@contoso.com"))]), 1...1)
    let result = judge(
      demand,
      [
        event("b"), event("a", ["statusCode": 205]),
        event("a", at: 86_400_000, ["statusCode": 205, "identity": "ANA@contoso.com"]),
      ])
    #expect(
      result.expected == "exactly 1 × event a, statusCode is 100, identity is \"ana@contoso.com\"")
    #expect(result.found == "statusCode is 205, expected 100")
    #expect(
      result.nearest == [
        "+24:00:00.000 mail event a {\"statusCode\":205,\"identity\":\"ANA@contoso.com\"}",
        "+0:00:00.000 mail event a {\"statusCode\":205}",
      ])
  }

  @Test func `identities match whatever their letter case, other texts do not`() {
    let identity = Demand.count(pattern("a", [("identity", .equals("Ana@Contoso.com"))]), 1...1)
    #expect(judge(identity, [event("a", ["identity": "ana@contoso.COM"])]).verdict == .pass)
    let text = Demand.count(pattern("a", [("name", .equals("Ana"))]), 1...1)
    #expect(judge(text, [event("a", ["name": "ana"])]).verdict == .fail)
  }

  @Test func `exact times match to the millisecond`() {
    var wanted = pattern("a")
    wanted.at = .hours(24)
    #expect(judge(.count(wanted, 1...1), [event("a", at: 86_400_000)]).verdict == .pass)
    #expect(judge(.count(wanted, 1...1), [event("a", at: 86_399_999)]).verdict == .fail)
    #expect(judge(.count(wanted, 1...1), [event("a", at: 86_400_001)]).verdict == .fail)
  }

  @Test func `a sequence demands the order and allows others between`() {
    let demand = Demand.sequence([pattern("a"), pattern("b")])
    #expect(judge(demand, [event("a"), event("x"), event("b")]).verdict == .pass)
    let result = judge(demand, [event("b"), event("a")])
    #expect(result.verdict == .fail)
    #expect(result.found == "event b comes too early")
  }

  @Test func `returned identities are equal in any letter case, and nothing else is`() {
    let place = Matcher.equals("https://login.example.com/contoso")
    let raised: JSON = "HTTPS://LOGIN.example.com/CONTOSO"
    #expect(judge(.returns(place), [], result: raised).verdict == .fail)
    #expect(judge(.returns(place, isIdentity: true), [], result: raised).verdict == .pass)
    let info = Matcher.members([.init(name: "identity", matcher: .equals("ana@contoso.com"))])
    #expect(
      judge(.returns(info), [], result: ["identity": "ANA@contoso.com"]).verdict == .pass)
  }

  @Test func `returned lists are equal in any order`() {
    let demand = Demand.returns(
      .equals(["ana@contoso.com", "ben@contoso.com"]), isIdentity: true)
    #expect(judge(demand, [], result: ["BEN@contoso.com", "ana@contoso.com"]).verdict == .pass)
    #expect(judge(demand, [], result: ["ana@contoso.com"]).verdict == .fail)
    #expect(judge(demand, [], result: nil).found == "the call has not returned")
  }

  @Test(arguments: [
    (Matcher.oneOf([200, 225]), JSON.int(225), true), (.oneOf([200, 225]), .int(205), false),
    (.not(100), .int(205), true), (.not(100), .int(100), false), (.exists(true), .int(1), true),
    (.exists(true), .null, false), (.exists(false), .null, true),
    (.first("a"), JSON.array(["a", "b"]), true), (.first("a"), JSON.array(["b", "a"]), false),
    (.first("a"), JSON.array([]), false), (.first("a"), "a", false),
    (.has("a"), JSON.array(["b", "a"]), true),
    (.has("a"), "a", false),
    (.atLeast(2), JSON.array(["a", "b"]), true),
    (.atLeast(2), JSON.array(["a"]), false),
    (.atLeast(1), "a", false), (.atLeast(1), .null, false),
    (.distinct(2), JSON.array(["a", "b", "a"]), true),
    (.distinct(2), JSON.array(["a", "a"]), false), (.distinct(1), "a", false),
    (.numbers("."), "12.6.1", true), (.numbers("."), "7", true), (.numbers("."), "12.6b", false),
    (.numbers("."), "1..2", false), (.numbers("."), "-1.2", false), (.numbers("."), "", false),
    (.numbers("."), 12, false),
    (.contains("b"), "abc", true), (.contains("b"), "ac", false),
    (.startsWith("https:"), "https://x", true), (.startsWith("https:"), "a:https:", false),
    (.startsWith("ab"), "a", false), (.startsWith("a"), .null, false),
    (.members([.init(name: "x", matcher: .equals(1))]), JSON.object(["x": 1, "y": 2]), true),
    (.members([.init(name: "x", matcher: .equals(1))]), JSON.object(["x": 2]), false),
    (.members([]), JSON.object([:]), true), (.members([]), .string("x"), false),
    (.members([]), .array([]), false), (.members([]), .null, false),
  ])
  func `matchers mean what they say`(matcher: Matcher, value: JSON, isMatch: Bool) {
    #expect(matcher.matches(value, isIdentity: false) == isMatch)
  }

  @Test func `a check that was never reached is never a pass`() {
    let demand = Demand.count(pattern("a"), 0...0)
    let failure = ParticipantFailure(.watchdog, "mail", "silence")
    #expect(judge(demand, [], isReached: false).verdict == .error)
    #expect(
      judge(demand, [], ending: .problem(failure), isReached: false).verdict == .inconclusive)
    #expect(judge(demand, [], ending: .interrupted, isReached: false).verdict == .inconclusive)
    #expect(judge(demand, [], ending: .missing("held"), isReached: false).verdict == .notOffered)
  }

  @Test func `what an adapter lacks is not applicable only if every requirement is optional`() {
    let check = Check(
      id: "c", requirements: ["LCH-005"], demand: .count(pattern("a"), 1...1), location: place)
    let step = Step(location: place, action: nil, opensWindow: false, check: check)
    let conformanceCase = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "LCH", edition: .latest, parameters: [],
      location: place, world: World(), steps: [step], limit: .days(1))
    let result = Judge(optionalRequirements: ["LCH-005"]).judge(
      conformanceCase, History(epoch: .defaultEpoch), ending: .missing("launchSettings"))
    #expect(result[0].verdict == .notApplicable)
  }

  @Test func `an advisory check finds and never fails`() {
    var step = Step(
      location: place, action: nil, opensWindow: false,
      check: Check(
        id: "c", requirements: ["ENR-040"], demand: .count(pattern("a"), 1...1), isAdvisory: true,
        location: place))
    func verdict(_ records: [Record], reaches: Bool = true) -> Verdict {
      var history = History(epoch: .defaultEpoch)
      history.records = records
      if reaches {
        history.reached = [
          .init(step: 0, window: 0..<records.count, time: .defaultEpoch, result: nil)
        ]
      } else {
        history.skipped = [0]
      }
      let conformanceCase = ConformanceCase(
        suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
        location: place, world: World(), steps: [step], limit: .days(1))
      return Judge(optionalRequirements: []).judge(conformanceCase, history, ending: nil)[0].verdict
    }
    #expect(verdict([event("a")]) == .pass)
    #expect(verdict([event("b")]) == .advisory)
    step.condition = pattern("prompt")
    #expect(verdict([], reaches: false) == .notApplicable)
    #expect(Verdict.worst([.pass, .advisory, .notApplicable]) == .advisory)
    #expect(Verdict.worst([.advisory, .inconclusive]) == .inconclusive)
  }

  @Test func `one of several names, one of several shapes, none of several values`() {
    let exit = RecordPattern(kind: .event, alternatives: ["dialog", "exitRequested"])
    #expect(judge(.count(exit, 1...2), [event("dialog"), event("exitRequested")]).verdict == .pass)
    #expect(judge(.count(exit, 1...2), [event("prompt")]).verdict == .fail)
    let shape = Matcher.anyOf([
      .equals(.null), .members([.init(name: "managed", matcher: .equals(false))]),
    ])
    #expect(judge(.returns(shape), [], result: .null).verdict == .pass)
    #expect(judge(.returns(shape), [], result: ["managed": false, "x": 1]).verdict == .pass)
    #expect(judge(.returns(shape), [], result: ["managed": true]).verdict == .fail)
    #expect(judge(.returns(shape), [], result: ["x": 1]).verdict == .fail)
    let other = pattern("a", [("statusCode", .noneOf([213, 214]))])
    #expect(judge(.count(other, 0...0), [event("a", ["statusCode": 214])]).verdict == .pass)
    #expect(judge(.count(other, 0...0), [event("a", ["statusCode": 104])]).verdict == .fail)
  }

  @Test func `the activity is an identity, in whatever letter case`() {
    let opened = pattern("openedURL", [("activity", .equals("ana@contoso.com"))])
    #expect(
      judge(.count(opened, 1...1), [event("openedURL", ["activity": "ANA@CONTOSO.COM"])]).verdict
        == .pass)
  }

  @Test func `a time may count from the record of an earlier check, exactly`() {
    let first = Check(
      id: "first", requirements: ["ENR-008"], demand: .count(pattern("a"), 1...1), location: place)
    var retry = pattern("b")
    retry.times = [
      .at(VirtualDuration(milliseconds: 100)),
      .after(check: "first", VirtualDuration(milliseconds: 100)),
    ]
    let second = Check(
      id: "second", requirements: ["ENR-008"], demand: .count(retry, 1...1), location: place)
    let conformanceCase = ConformanceCase(
      suite: "s", id: "i", title: "t", area: "ENR", edition: .latest, parameters: [],
      location: place, world: World(),
      steps: [first, second].map {
        Step(location: place, action: nil, opensWindow: false, check: $0)
      }, limit: .days(1))
    func verdict(_ time: Int, tolerance: Int = 0) -> Verdict {
      var history = History(epoch: .defaultEpoch)
      history.records = [event("a", at: 7), event("b", at: time)]
      history.reached = (0...1).map {
        .init(step: $0, window: 0..<2, time: .defaultEpoch, result: nil)
      }
      return Judge(
        optionalRequirements: [], retryTolerance: VirtualDuration(milliseconds: tolerance)
      )
      .judge(conformanceCase, history, ending: nil)[1].verdict
    }
    #expect(verdict(100) == .pass)
    #expect(verdict(107) == .pass)
    #expect(verdict(99) == .fail)
    #expect(verdict(103) == .fail)
    #expect(verdict(108) == .fail)
    #expect(verdict(109, tolerance: 2) == .pass)
    #expect(verdict(106, tolerance: 2) == .fail)
  }
}
