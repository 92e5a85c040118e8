import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

/// The check with which every case of these tests ends.
private let check = "- none: {request: enroll}\n  check: last\n  proves: [ENR-009]"

/// The first case of some steps; it must load without a remark.
func first(_ steps: String, header: String = "") throws -> ConformanceCase {
  let suites = try load(suite("\(steps)\n\(check)", header: header))
  let messages = suites.messages
  #expect(messages == [])
  return try #require(suites.cases.first)
}

/// The actions of the first case of some steps, which come after the launch of an app.
func actions(_ steps: String) throws -> [Action] {
  Array(try first("- launch: mail\n\(steps)").steps.compactMap(\.action).dropFirst())
}

/// Each feature of the case language, from text to value.
@Suite("Case language")
struct LanguageTests {
  @Test
  func `names list axes in their order; the last axis and then the edition change fastest`() throws
  {
    let suites = try load(
      suite(
        "- advance: ${hour} h\n- launch: ${app}\n\(check)",
        header: """
          editions: [2020-06, ..2016-12]
          matrix:
            hour: {range: [0, 1]}
            app: [mail, docs]
          """))
    #expect(suites.messages == [])
    #expect(suites.cases.count == 12)
    #expect(
      suites.cases.prefix(5).map(\.name) == [
        "s/c[hour=0,app=mail]@2016-09", "s/c[hour=0,app=mail]@2016-12",
        "s/c[hour=0,app=mail]@2020-06", "s/c[hour=0,app=docs]@2016-09",
        "s/c[hour=0,app=docs]@2016-12",
      ])
    #expect(suites.cases.last?.name == "s/c[hour=1,app=docs]@2020-06")
    #expect(suites.cases.last?.steps[0].action == .advance(.hours(1)))
    #expect(
      suites.cases.last?.steps[1].action == .launch(app: "docs", mode: .launch, options: .none))
  }

  @Test(arguments: [
    ("all", ["2016-09", "2016-12", "2017-11", "2020-01", "2020-06"]),
    ("2017-11", ["2017-11"]), ("2017-11+", ["2017-11", "2020-01", "2020-06"]),
    ("..2016-12", ["2016-09", "2016-12"]),
    ("[..2016-09, 2020-01+]", ["2016-09", "2020-01", "2020-06"]),
  ])
  func `editions are all, one, from one on, up to one, or a list of these`(
    _ text: String, _ expected: [String]
  ) throws {
    let suites = try load(suite(check, header: "editions: \(text)"))
    #expect(suites.cases.map(\.edition.rawValue) == expected)
  }

  @Test
  func `requirements select checks, and a case without a check is not run for an edition`() throws {
    let suites = try load(
      suite(
        """
        - launch: mail
        - none: {request: enroll}
          check: a
          proves: [ENR-023, ENR-022]
        - quiet: {for: 1 h, request: enroll}
          check: b
          proves: [ENR-023]
        - advance: 1 h
          editions: [2020-06]
        """))
    #expect(suites.messages == [])
    #expect(suites.cases.map(\.edition) == [.e2017_11, .e2020_01, .e2020_06])
    #expect(suites.cases[0].checks.map(\.id) == ["a"])
    #expect(suites.cases[0].checks[0].requirements == ["ENR-022"])
    // Time passes even where the check of a quiet step is left out.
    #expect(suites.cases[0].steps.last?.action == .advance(.hours(1)))
    #expect(suites.cases[0].steps.count == 3)
    #expect(suites.cases[1].checks[0].requirements == ["ENR-023", "ENR-022"])
    #expect(suites.cases[1].checks.map(\.id) == ["a", "b"])
    #expect(suites.cases[2].steps.count == 4)
  }

  @Test
  func `a call that only looks is left out with its check, one that acts is not`() throws {
    let suites = try load(
      suite(
        """
        - launch: mail
        - call: mail.enrolledAccount
          returns: {in: [null, ""]}
          check: a
          proves: [ENR-022]
        \(check)
        """, header: "editions: [2016-09, 2017-11]"))
    #expect(suites.messages == [])
    #expect(suites.cases.map(\.steps.count) == [2, 3])
  }

  @Test
  func `a matrix may choose the verb, and a whole step`() throws {
    let suites = try load(
      suite(
        "- launch: mail\n- \"${way.network}\": phone\n- ${way.step}\n\(check)",
        header: """
          editions: [2020-06]
          matrix: {way: {a: {network: offline, step: {stop: mail}}, b: {network: online, step: {kill: mail}}}}
          """))
    #expect(suites.messages == [])
    #expect(
      suites.cases.map { Array($0.steps.compactMap(\.action).dropFirst()) } == [
        [.network(device: "phone", isOnline: false), .stop(app: "mail")],
        [.network(device: "phone", isOnline: true), .kill(app: "mail", at: .idle)],
      ])
  }

  @Test
  func `the published suites load without a remark`() {
    let suites = SuiteLoader.load(paths: ["\(repository)/suites"], contract: contract)
    #expect(suites.messages == [])
    #expect(Set(suites.cases.map(\.name)).count == suites.cases.count)
    #expect(Set(suites.cases.map(\.area)).isSuperset(of: ["ENR"]))
  }

  @Test
  func
    `a value named in ${...} takes the type of what it stands for, whole mappings too, and joins into strings`()
    throws
  {
    let header = """
      matrix:
        n: {one: {code: 205, no: null, flag: true, list: [ana, 1], fault: {endpoint: enroll, kind: lost}}}
        who: [ana]
      """
    let steps = try first(
      """
      - fault: ${n.fault}
      - launch: mail
      - call: {app: mail, api: protect, data: ["${n.code}", "${n.no}", "${n.flag}", "${n.list}", "${n}", "a${n.code}", "${who}@x", "${edition}"]}
      - call: mail.registerAndEnrollAccount(${who})
      """, header: header
    ).steps
    #expect(steps[0].action == .fault(FaultOrder(.enroll, .lost)))
    #expect(
      steps[2].action
        == .operation(
          app: "mail",
          .call(
            AppCall(
              .protect,
              [
                .value(
                  .data,
                  [205, nil, true, ["ana@contoso.com", 1], "one", "a205", "ana@x", "2016-09"])
              ]))))
    #expect(
      steps[3].action
        == .operation(
          app: "mail",
          .call(AppCall(.registerAndEnrollAccount, [.text(.identity, "ana@contoso.com")]))))
  }

  @Test
  func `given changes the standard world member by member, and null takes a member away`() throws {
    let world = try first(
      "- launch: mail",
      header: """
        given:
          users: {ana: {licensed: false}, zoe: {upn: zoe@contoso.com, tenant: contoso, objectId: o-zoe}}
          policies: {baseline: null}
          devices: {phone: {managed: {mdmUser: zoe}}}
          apps: {mail: {settings: {AutoEnrollOnLaunch: true}, signedIn: [zoe]}}
        """
    ).world
    #expect(world.directory["users"]?["ana"]?["licensed"] == false)
    #expect(world.directory["users"]?["ana"]?["upn"] == "ana@contoso.com")
    #expect(world.directory["users"]?["zoe"]?["objectId"] == "o-zoe")
    #expect(world.directory["policies"] == [:])
    #expect(world.directory["groups"]?["staff"] == ["ana", "ben"])
    #expect(world.devices["phone"] == ["managed": ["mdmUser": "zoe@contoso.com"]])
    #expect(world.apps["mail"]?["settings"] == ["AutoEnrollOnLaunch": true])
    #expect(world.apps["mail"]?["signedIn"] == ["zoe@contoso.com"])
    #expect(world.apps["docs"]?["signedIn"] == ["ana@contoso.com"])
  }

  @Test
  func `given may hold ${...}, and users it adds have names in the steps`() throws {
    let suites = try load(
      suite(
        "- launch: mail\n- signIn: {app: mail, identity: zoe}\n\(check)",
        header: """
          editions: [2020-06]
          matrix: {domain: [a.org, b.org]}
          given: {users: {zoe: {upn: "zoe@${domain}", tenant: contoso, objectId: o-zoe}}}
          """))
    #expect(suites.messages == [])
    #expect(
      suites.cases.map { $0.steps[1].action } == [
        .operation(app: "mail", .tokens(.signIn, identity: "zoe@a.org")),
        .operation(app: "mail", .tokens(.signIn, identity: "zoe@b.org")),
      ])
  }

  @Test
  func `calls are written as app.api, with the identity first and other arguments by name`() throws
  {
    func arguments(_ call: String) throws -> JSONObject? {
      let steps = try first(
        "- launch: mail\n- call: \(call)", header: "editions: 2017-11+"
      ).steps
      if case .operation(_, let operation)? = steps.compactMap(\.action).dropFirst().first {
        return operation.arguments
      }
      return nil
    }
    #expect(try arguments("mail.registeredAccounts") == ["api": "registeredAccounts"])
    #expect(try arguments("mail.registeredAccounts()") == ["api": "registeredAccounts"])
    #expect(
      try arguments("mail.registerAndEnrollAccount(null)")
        == ["api": "registerAndEnrollAccount", "identity": nil])
    #expect(
      try arguments("mail.registerAndEnrollAccount(ANA@CONTOSO.COM)")
        == ["api": "registerAndEnrollAccount", "identity": "ANA@CONTOSO.COM"])
    #expect(
      try arguments("\"mail.deRegisterAndUnenrollAccount(ana, doWipe: true)\"")
        == ["api": "deRegisterAndUnenrollAccount", "identity": "ana@contoso.com", "doWipe": true])
    #expect(
      try arguments("'mail.isIdentity(\"ana\", other: ben)'")
        == ["api": "isIdentity", "identity": "ana", "other": "ben@contoso.com"])
    #expect(
      try arguments("{app: mail, api: setCurrentThreadIdentity, identity: \"\", thread: worker}")
        == ["api": "setCurrentThreadIdentity", "identity": "", "thread": "worker"])
  }

  @Test
  func `every check knows its place, and the case its limit`() throws {
    let suites = try load(suite("- launch: mail\n\(check)", header: "limit: 30 d"))
    let made = try #require(suites.cases.first)
    #expect(made.checks[0].location.line == 10)
    #expect(made.location.line == 5)
    #expect(made.limit == .days(30))
    #expect(try first("- launch: mail").limit == .days(400))
  }

  @Test
  func `folders are searched, sorted by path; contract, schemas, world and hidden files are not`()
    throws
  {
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    func text(_ name: String) -> String {
      suite(check, header: "editions: [2020-06]")
        .replacingOccurrences(of: "suite: s", with: "suite: \(name)")
    }
    try withFolder([
      "world.yaml": world, "b.yaml": text("b"), "a/z.yaml": text("z"), "a/notes.txt": "x",
      "contract/x.yaml": "x", "schemas/x.yaml": "x", ".hidden.yaml": "x",
    ]) { folder in
      let suites = SuiteLoader.load(
        paths: ["\(folder)/b.yaml", folder, "\(folder)/"], contract: contract)
      #expect(suites.messages == [])
      #expect(suites.cases.map(\.suite) == ["z", "b"])
    }
  }
}
