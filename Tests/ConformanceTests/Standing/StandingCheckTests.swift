import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance
@testable import Participants

/// What has to be so in every history, from its YAML to a finding.
@Suite struct StandingCheckTests {
  private static let suites = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "suites").path
  private static let contract = ContractLoader.load(folder: "\(suites)/contract").contract

  /// A case of which only the standing checks matter, with the rule that is given by its members.
  private func item(_ rule: String) throws -> ConformanceCase {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "standing-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "standing"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(Self.suites)/world.yaml", toPath: folder.appending(path: "world.yaml").path)
    let lines = rule.split(separator: "\n").map { "    \($0)\n" }.joined()
    try Data(
      """
      standing:
        - id: always-so
          title: So it is
          proves: [ENR-009]
      \(lines)
      """.utf8
    ).write(to: folder.appending(path: "standing/rules.yaml"))
    try Data(
      """
      suite: s
      area: ENR
      title: A suite
      cases:
        - {id: c, title: A case, editions: [2020-06], steps: [{launch: mail}, {expect: {life: launched}, check: c, proves: [ENR-009]}]}
      """.utf8
    ).write(to: folder.appending(path: "s.yaml"))
    let loaded = SuiteLoader.load(
      paths: [folder.appending(path: "s.yaml").path], contract: Self.contract)
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    return try #require(loaded.cases.first)
  }

  private func record(
    _ kind: RecordKind, _ name: String, at hours: Int = 0, app: String = "mail",
    _ fields: JSONObject = [:]
  ) -> Record {
    Record(time: .defaultEpoch + .hours(hours), kind: kind, name: name, app: app, fields: fields)
  }

  /// What the rule finds in some records of a case that has come to the hour that is given.
  private func findings(
    _ rule: String, _ records: [Record], until hours: Int = 100, tolerance: VirtualDuration = .zero
  ) throws -> [CheckResult] {
    let item = try item(rule)
    var history = History(epoch: .defaultEpoch)
    history.records = records
    history.reached = [
      History.Reached(
        step: 0, window: 0..<records.count, time: .defaultEpoch + .hours(hours), result: nil)
    ]
    return Judge(optionalRequirements: [], retryTolerance: tolerance)
      .judge(item, history, ending: nil).filter { $0.check.id == "always-so" }
  }

  private let failed: JSONObject = [
    "identity": "ana@x.org", "statusCode": 204, "didSucceed": false,
  ]
  private let ben: JSONObject = ["identity": "ben@x.org"]
  private let ana: JSONObject = ["identity": "ANA@x.org"]

  @Test func `a file of a group may be gone after a wipe in another app, not without one`() throws {
    let item = try #require(PublishedSuites.cases.first { $0.edition == .latest })
    let file: JSONObject = ["path": "plan.txt", "folder": "group:group.com.contoso"]
    func message(_ what: String) -> Record {
      var fields = file
      fields["do"] = .string(what)
      return record(.message, "file", app: "docs", fields)
    }
    func findings(_ between: [Record]) -> [CheckResult] {
      var history = History(epoch: .defaultEpoch)
      history.records =
        [message("create")] + between
        + [message("exists"), record(.result, "file", app: "docs", ["value": false])]
      history.reached = [
        History.Reached(
          step: 0, window: 0..<history.records.count, time: .defaultEpoch, result: nil)
      ]
      return Judge(optionalRequirements: []).judge(item, history, ending: nil)
        .filter { $0.check.id == "always-files-stay-without-a-wipe" }
    }
    #expect(findings([]).map(\.verdict) == [.fail])
    #expect(findings([record(.event, "wipeDataForAccount", app: "mail", ana)]).isEmpty)
  }

  @Test func `the record itself has the members, and only those that differ are named`() throws {
    let rule = """
      when: {event: enrollmentRequest, didSucceed: false}
      has: {errorString: {not: {in: [null, ""]}}, statusCode: {in: [204, 205]}}
      """
    let silent = try findings(rule, [record(.event, "enrollmentRequest", failed)])
    #expect(silent.map(\.verdict) == [.fail])
    #expect(silent.first?.difference?.members == ["errorString"])
    var worded = failed
    worded["errorString"] = "no network"
    #expect(try findings(rule, [record(.event, "enrollmentRequest", worded)]).isEmpty)
  }

  @Test func `what calls return are identities, and a list may have to lack one`() throws {
    let rule = """
      when: {message: registerAndEnrollAccount, identity: $who}
      none: {result: registeredAccounts, value: {lacks: $who}}
      """
    let call = record(.message, "registerAndEnrollAccount", ana)
    func list(_ accounts: JSON) -> [Record] {
      [call, record(.result, "registeredAccounts", ["value": accounts])]
    }
    #expect(try findings(rule, list(["ben@x.org", "ana@x.org"])).isEmpty)
    #expect(try findings(rule, list(["ben@x.org"])).count == 1)
    #expect(try findings(rule, list(.null)).count == 1)
    let single = """
      when: {message: registerAndEnrollAccount, identity: $who}
      none: {result: enrolledAccount, value: {not: $who}}
      """
    let own = record(.result, "enrolledAccount", ["value": "ana@x.org"])
    #expect(try findings(single, [call, own]).isEmpty)
  }

  @Test func `the kind stands in front of members of the same name`() throws {
    let rule = """
      when: {request: checkin, result: wipe}
      has: {status: 200}
      """
    func answer(_ result: JSON) -> Record {
      record(.request, "checkin", ["result": result, "status": 410])
    }
    #expect(try findings(rule, [answer("policy")]).isEmpty)
    #expect(try findings(rule, [answer("wipe")]).count == 1)
  }

  @Test func `none may come in the time, of the same user and app, before the limit`() throws {
    let rule = """
      when: {event: enrollmentRequest, didSucceed: false, identity: $who}
      none: {request: enroll, identity: $who}
      for: 1 retry
      until: {message: registerAndEnrollAccount, identity: $who}
      """
    let first = record(.event, "enrollmentRequest", failed)
    func request(_ hours: Int, _ fields: JSONObject, app: String = "mail") -> Record {
      record(.request, "enroll", at: hours, app: app, fields)
    }
    let early = try findings(rule, [first, request(23, ana)])
    #expect(early.map(\.verdict) == [.fail])
    #expect(
      early.first?.found
        == "request enroll of mail at +23:00:00.000 must not come after event enrollmentRequest of mail at "
        + "+0:00:00.000, not for 24:00:00.000")
    #expect(early.first?.looked == 0..<2)
    #expect(try findings(rule, [first, request(24, ana)]).isEmpty)
    #expect(try findings(rule, [first, request(23, ben)]).isEmpty)
    #expect(try findings(rule, [first, request(23, ana, app: "docs")]).isEmpty)
    let asked = record(.message, "registerAndEnrollAccount", at: 2, ana)
    #expect(try findings(rule, [first, asked, request(23, ana)]).isEmpty)
  }

  @Test func `what has to come is missed when its time is over, and not before`() throws {
    let rule = """
      when: {event: policyRequest, statusCode: 100}
      expect: {event: restartApplication}
      within: 2 h
      until: {life: any}
      """
    let policy = record(.event, "policyRequest", ["statusCode": 100])
    #expect(try findings(rule, [policy], until: 2).isEmpty)
    let late = try findings(rule, [policy], until: 3)
    #expect(late.map(\.verdict) == [.fail])
    #expect(late.first?.difference?.kind == .missing)
    #expect(late.first?.time == .defaultEpoch + .hours(2))
    #expect(try findings(rule, [policy], until: 3, tolerance: .hours(1)).isEmpty)
    #expect(try findings(rule, [policy, record(.event, "restartApplication", at: 1)]).isEmpty)
    #expect(try findings(rule, [policy, record(.life, "killed", at: 1)]).isEmpty)
  }

  @Test func `a call returned the value, whatever the same call in a callback returned`() throws {
    let rule = """
      when: {message: isIdentityManaged}
      returns: true
      """
    let call = record(.message, "isIdentityManaged")
    func result(_ value: Bool) -> Record {
      record(.result, "isIdentityManaged", ["value": .bool(value)])
    }
    #expect(try findings(rule, [call, result(true)]).isEmpty)
    #expect(try findings(rule, [call, result(false)]).first?.difference?.kind == .value)
    #expect(try findings(rule, [call]).isEmpty)
    let nested = try findings(rule, [call, call, result(true), result(false)])
    #expect(nested.first?.looked == 0..<4)
  }

  @Test func `a record came before, after the last of those that it counts from`() throws {
    let rule = """
      when: {request: enroll, identity: $who}
      before: {request: locate, identity: $who}
      since: {life: launched}
      """
    let (locate, enroll) = (record(.request, "locate", ana), record(.request, "enroll", ana))
    #expect(try findings(rule, [locate, enroll]).isEmpty)
    #expect(try findings(rule, [enroll]).map(\.verdict) == [.fail])
    #expect(try findings(rule, [record(.request, "locate", ben), enroll]).count == 1)
    #expect(try findings(rule, [locate, record(.life, "launched"), enroll]).count == 1)
  }

  @Test func `a state has to hold, an exception must not have come, and any app may count`() throws
  {
    let rule = """
      when: {request: checkin}
      while: {since: {message: registerAndEnrollAccount}, until: {message: deRegisterAndUnenrollAccount}}
      unless: {device: any}
      none: {event: exitRequested, app: any}
      """
    let (join, leave) = (
      record(.message, "registerAndEnrollAccount"), record(.message, "deRegisterAndUnenrollAccount")
    )
    let tail = [record(.request, "checkin"), record(.event, "exitRequested", app: "docs")]
    #expect(try findings(rule, [join] + tail).count == 1)
    #expect(try findings(rule, tail).isEmpty)
    #expect(try findings(rule, [join, leave] + tail).isEmpty)
    #expect(try findings(rule, [record(.device, "phone", app: ""), join] + tail).isEmpty)
  }

  @Test func `a state names what brought it about, which conditions can rule out`() throws {
    let rule = """
      when: {request: token}
      while: {since: {message: aadClientIdOverride, value: $set}, until: {life: launched}}
      where: {$set: {not: null}}
      has: {clientId: $set}
      """
    func override(_ value: JSON) -> Record {
      record(.message, "aadClientIdOverride", ["value": value])
    }
    let token = record(.request, "token", ["clientId": "a"])
    #expect(try findings(rule, [override("b"), override("a"), token]).isEmpty)
    #expect(try findings(rule, [override("a"), override("b"), token]).count == 1)
    #expect(try findings(rule, [override("b"), override(.null), token]).isEmpty)
    #expect(try findings(rule, [override("b"), record(.life, "launched"), token]).isEmpty)
    #expect(try findings(rule, [token]).isEmpty)
  }

  @Test func `what ends a state may speak of a value that its beginning has named`() throws {
    let rule = """
      when: {message: wake}
      while: {since: {event: policyRequest, identity: $who}, until: {message: deRegisterAndUnenrollAccount, identity: $who}}
      none: {event: enrollmentRequest, identity: {not: $who}}
      """
    func found(leaver: JSON) throws -> Int {
      try findings(
        rule,
        [
          record(.event, "policyRequest", ["identity": "ana@contoso.com"]),
          record(.message, "deRegisterAndUnenrollAccount", at: 1, ["identity": leaver]),
          record(.message, "wake", at: 2),
          record(.event, "enrollmentRequest", at: 2, ["identity": "ben@contoso.com"]),
        ]
      ).count
    }
    #expect(try found(leaver: "eve@fabrikam.com") == 1)
    #expect(try found(leaver: "ana@contoso.com") == 0)
  }

  @Test func `a member of a mapping names a value, too`() throws {
    let rule = """
      when: {message: launch, settings: {ADALClientId: $set}, managed: {mdmUser: $who}}
      where: {$set: {not: null}, $who: {not: {in: [null, ""]}}}
      none: {request: token, clientId: {not: $set}, identity: $who}
      """
    func launch(_ settings: JSON) -> Record {
      record(.message, "launch", ["settings": settings, "managed": ["mdmUser": "ana@x.org"]])
    }
    let token = record(.request, "token", ["clientId": "a", "identity": "ANA@x.org"])
    #expect(try findings(rule, [launch(["ADALClientId": "b"]), token]).count == 1)
    let same = record(.request, "token", ["clientId": "a", "identity": "ana@x.org"])
    #expect(try findings(rule, [launch(["ADALClientId": "b"]), same]).count == 1)
    #expect(try findings(rule, [launch(["ADALClientId": "a"]), same]).isEmpty)
    #expect(try findings(rule, [launch([:]), same]).isEmpty)
  }

  @Test func `each rule is told once in a case, and a breakdown tells nothing`() throws {
    let rule = """
      when: {event: enrollmentRequest}
      has: {didSucceed: true}
      """
    let records = [
      record(.event, "enrollmentRequest", failed), record(.event, "enrollmentRequest", failed),
    ]
    #expect(try findings(rule, records).count == 1)
    let item = try item(rule)
    var history = History(epoch: .defaultEpoch)
    history.records = records
    let broken = CaseEnd.problem(.init(.watchdog, "mail", "silent"))
    let results = Judge(optionalRequirements: []).judge(item, history, ending: broken)
    #expect(results.map(\.check.id) == ["c"])
  }

  @Test(.timeLimit(.minutes(10))) func `a flood of records is judged up to a limit`() throws {
    let rule = """
      when: {event: log}
      none: {event: exitRequested}
      """
    let flood = Array(repeating: record(.event, "log"), count: 100_000)
    #expect(try findings(rule, flood).isEmpty)
  }

  @Test func `a rule is judged in the editions in which one of its requirements holds`() throws {
    let item = try item("when: {event: log}\nhas: {text: x}")
    #expect(item.standing?.checks.map(\.id) == ["always-so"])
    #expect(item.checks.map(\.id) == ["c"])
    #expect(item.allChecks.map(\.id) == ["c", "always-so"])
  }
}
