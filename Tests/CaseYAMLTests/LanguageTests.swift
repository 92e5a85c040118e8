import CaseModel
import CaseYAML
import Contract
import Foundation
import JSONText
import Testing
import VirtualTime

/// Each feature of the case language, from text to value.
@Suite("Case language")
struct LanguageTests {
  private static let check = "- none: {request: enroll}\n  check: last\n  proves: [ENR-009]"

  /// The first case of some steps; it must load without a remark.
  private func first(_ steps: String, header: String = "") throws -> ConformanceCase {
    let suites = try load(suite("\(steps)\n\(Self.check)", header: header))
    let messages = suites.messages
    #expect(messages == [])
    return try #require(suites.cases.first)
  }

  private func actions(_ steps: String) throws -> [Action] {
    try first(steps).steps.compactMap(\.action)
  }

  @Test("Names list axes in their order; the last axis and then the edition change fastest")
  func expansion() throws {
    let suites = try load(
      suite(
        "- advance: ${hour} h\n- launch: ${app}\n\(Self.check)",
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
    #expect(suites.cases.last?.steps[1].action == .launch(app: "docs", mode: .launch, options: [:]))
  }

  @Test(
    "Editions are all, one, from one on, up to one, or a list of these",
    arguments: [
      ("all", ["2016-09", "2016-12", "2017-11", "2020-01", "2020-06"]),
      ("2017-11", ["2017-11"]), ("2017-11+", ["2017-11", "2020-01", "2020-06"]),
      ("..2016-12", ["2016-09", "2016-12"]),
      ("[..2016-09, 2020-01+]", ["2016-09", "2020-01", "2020-06"]),
    ])
  func editions(_ text: String, _ expected: [String]) throws {
    let suites = try load(suite(Self.check, header: "editions: \(text)"))
    #expect(suites.cases.map(\.edition.rawValue) == expected)
  }

  @Test("Requirements select checks, and a case without a check is not run for an edition")
  func selection() throws {
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

  @Test("A call that only looks is left out with its check, one that acts is not")
  func looks() throws {
    let suites = try load(
      suite(
        """
        - launch: mail
        - call: mail.enrolledAccount
          returns: null
          check: a
          proves: [ENR-022]
        \(Self.check)
        """, header: "editions: [2016-09, 2017-11]"))
    #expect(suites.messages == [])
    #expect(suites.cases.map(\.steps.count) == [2, 3])
  }

  @Test("A matrix may choose the verb, and a whole step")
  func chosenVerb() throws {
    let suites = try load(
      suite(
        "- \"${way.network}\": phone\n- ${way.step}\n\(Self.check)",
        header: """
          editions: [2020-06]
          matrix: {way: {a: {network: offline, step: {stop: mail}}, b: {network: online, step: {kill: mail}}}}
          """))
    #expect(suites.messages == [])
    #expect(
      suites.cases.map { $0.steps.compactMap(\.action) } == [
        [.network(device: "phone", isOnline: false), .stop(app: "mail")],
        [.network(device: "phone", isOnline: true), .kill(app: "mail", at: .idle)],
      ])
  }

  @Test("The published suites load without a remark")
  func published() {
    let suites = SuiteLoader.load(paths: ["\(repository)/suites"], contract: contract)
    #expect(suites.messages == [])
    #expect(Set(suites.cases.map(\.name)).count == suites.cases.count)
    #expect(Set(suites.cases.map(\.area)).isSuperset(of: ["ENR"]))
  }

  @Test("${...} takes the type of what it stands for, whole mappings too, and joins into texts")
  func substitution() throws {
    let header = """
      matrix:
        n: {one: {code: 205, no: null, flag: true, list: [ana, 1], fault: {endpoint: enroll, kind: lost}}}
        who: [ana]
      """
    let steps = try first(
      """
      - fault: ${n.fault}
      - call: {app: mail, api: protect, value: ["${n.code}", "${n.no}", "${n.flag}", "${n.list}", "${n}", "a${n.code}", "${who}@x", "${edition}"]}
      - call: mail.registerAndEnrollAccount(${who})
      """, header: header
    ).steps
    #expect(steps[0].action == .fault(["endpoint": "enroll", "kind": "lost"]))
    #expect(
      steps[1].action
        == .operation(
          app: "mail", name: "call",
          arguments: [
            "api": "protect",
            "value": [
              205, nil, true, ["ana@contoso.com", 1], "one", "a205", "ana@x", "2016-09",
            ],
          ]))
    #expect(
      steps[2].action
        == .operation(
          app: "mail", name: "call",
          arguments: ["api": "registerAndEnrollAccount", "identity": "ana@contoso.com"]))
  }

  @Test("Given changes the standard world member by member, and null takes a member away")
  func given() throws {
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

  @Test("Given may hold ${...}, and users it adds have names in the steps")
  func givenMatrix() throws {
    let suites = try load(
      suite(
        "- signIn: {app: mail, identity: zoe}\n\(Self.check)",
        header: """
          editions: [2020-06]
          matrix: {domain: [a.org, b.org]}
          given: {users: {zoe: {upn: "zoe@${domain}", tenant: contoso, objectId: o-zoe}}}
          """))
    #expect(suites.messages == [])
    #expect(
      suites.cases.map { $0.steps[0].action } == [
        .operation(
          app: "mail", name: "tokens", arguments: ["do": "signIn", "identity": "zoe@a.org"]),
        .operation(
          app: "mail", name: "tokens", arguments: ["do": "signIn", "identity": "zoe@b.org"]),
      ])
  }

  @Test("Calls are written as app.api, with the identity first and other arguments by name")
  func calls() throws {
    func arguments(_ call: String) throws -> JSONObject? {
      if case .operation(_, "call", let arguments)? = try actions("- call: \(call)").first {
        return arguments
      }
      return nil
    }
    #expect(try arguments("mail.enrolledAccount") == ["api": "enrolledAccount"])
    #expect(try arguments("mail.enrolledAccount()") == ["api": "enrolledAccount"])
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

  @Test("Every acting verb becomes its action")
  func verbs() throws {
    let table: [(String, Action)] = [
      ("relaunch: mail", .launch(app: "mail", mode: .relaunch, options: [:])),
      (
        "launch: {app: mail, state: background, extension: true, answers: {addIdentity: never}}",
        .launch(
          app: "mail", mode: .launch,
          options: ["state": "background", "extension": true, "answers": ["addIdentity": "never"]])
      ),
      (
        "upgrade: {app: mail, appVersion: 2.0}",
        .launch(app: "mail", mode: .upgrade, options: ["appVersion": "2.0"])
      ),
      (
        "reinstall: {app: mail, keychain: kept}",
        .launch(app: "mail", mode: .reinstall(keepsKeychain: true), options: [:])
      ),
      ("stop: mail", .stop(app: "mail")), ("kill: mail", .kill(app: "mail", at: .idle)),
      (
        "kill: {app: mail, request: any, n: 2, point: received}",
        .kill(app: "mail", at: .request(endpoint: nil, n: 2, isApplied: false))
      ),
      (
        "kill: {app: mail, request: enroll, point: applied}",
        .kill(app: "mail", at: .request(endpoint: "enroll", n: 1, isApplied: true))
      ),
      (
        "kill: {app: mail, callback: wipeDataForAccount}",
        .kill(app: "mail", at: .callback("wipeDataForAccount"))
      ),
      (
        "suspend: mail",
        .operation(app: "mail", name: "lifecycle", arguments: ["to": "suspended"])
      ),
      (
        "background: mail",
        .operation(app: "mail", name: "lifecycle", arguments: ["to": "background"])
      ),
      (
        "answers: {app: mail, restartApplication: unimplemented}",
        .operation(
          app: "mail", name: "answers", arguments: ["restartApplication": "unimplemented"])
      ),
      (
        "complete: {app: mail, callback: addIdentity, result: 1}",
        .operation(
          app: "mail", name: "complete", arguments: ["callback": "addIdentity", "result": 1])
      ),
      (
        "user: {app: mail, prompt: userName, action: enter, identity: ana}",
        .operation(
          app: "mail", name: "user",
          arguments: ["kind": "userName", "action": "enter", "identity": "ana@contoso.com"])
      ),
      (
        "purgeTokens: {app: mail, identity: ana}",
        .operation(
          app: "mail", name: "tokens", arguments: ["do": "purge", "identity": "ana@contoso.com"])
      ),
      (
        "file: {app: mail, do: copy, path: a, to: b, folder: \"group:g\"}",
        .operation(
          app: "mail", name: "file",
          arguments: ["do": "copy", "path": "a", "to": "b", "folder": "group:g"])
      ),
      (
        "openURL: {app: mail, url: \"x://y\", document: true}",
        .operation(app: "mail", name: "openURL", arguments: ["url": "x://y", "document": true])
      ),
      (
        "device: {device: phone, wallClock: -3 h}",
        .device(name: "phone", change: ["wallClock": -10_800_000])
      ),
      (
        "device: {device: phone, managed: {emmUser: ben, mdmVendor: other}}",
        .device(
          name: "phone", change: ["managed": ["emmUser": "ben@contoso.com", "mdmVendor": "other"]])
      ),
      ("offline: phone", .network(device: "phone", isOnline: false)),
      ("online: tablet", .network(device: "tablet", isOnline: true)),
      (
        "fault: {endpoint: token, kind: delay, milliseconds: 30 s, user: ana, app: mail, after: 1, times: 2}",
        .fault([
          "endpoint": "token", "kind": "delay", "milliseconds": 30_000, "user": "ana@contoso.com",
          "app": "mail", "after": 1, "times": 2,
        ])
      ),
      ("service: restart", .service(.restart)),
      (
        "admin: {wipe: ana, device: phone}",
        .admin(["wipe": "ana@contoso.com", "device": "phone"])
      ),
      (
        "admin: {policy: baseline, set: {pinRequired: false}}",
        .admin(["policy": "baseline", "set": ["pinRequired": false]])
      ),
      (
        "admin: {policy: baseline, assign: [partners]}",
        .admin(["policy": "baseline", "assign": ["partners"]])
      ),
      (
        "admin: {user: dan, set: {licensed: true}}",
        .admin(["user": "dan@contoso.com", "set": ["licensed": true]])
      ),
      (
        "admin: {tenant: contoso, set: {enabled: false}}",
        .admin(["tenant": "contoso", "set": ["enabled": false]])
      ),
      (
        "admin: {registration: ana, app: mail, set: gone}",
        .admin(["registration": "ana@contoso.com", "app": "mail", "set": "gone"])
      ),
      (
        "admin: {graph: {method: POST, path: /x, body: {a: [1]}}}",
        .admin(["graph": ["method": "POST", "path": "/x", "body": ["a": [1]]]])
      ),
      ("advance: {to: 24:00:00.001}", .advanceTo(.init(milliseconds: 86_400_001))),
    ]
    for (text, action) in table {
      #expect(try actions("- \(text)") == [action], "\(text)")
    }
  }

  @Test("Checks count, exclude and order records; values match in every way")
  func checks() throws {
    let demands = try first(
      """
      - expect: {event: log, level: {in: [warning, error]}, message: {not: null}, count: {min: 1}}
        check: a
        proves: [ENR-016]
      - none: {event: any, app: mail, identity: {exists: true}}
        check: b
        proves: [ENR-016]
      - sequence: [{request: any, at: 1 h}, {delivered: enroll, by: docs}]
        check: d
        proves: [ENR-016]
      - call: mail.registeredAccounts
        returns: {has: ana}
        check: e
        proves: [ENR-021]
      - call: mail.policy
        returns: {managed: true, list: {in: [[ana], null]}}
        check: f
        proves: [ENR-021]
      """
    ).checks.map(\.demand)
    #expect(
      demands.dropLast() == [
        .count(
          .init(
            kind: "event", name: "log",
            fields: [
              .init(name: "level", matcher: .oneOf(["warning", "error"])),
              .init(name: "message", matcher: .not(nil)),
            ]), 1...Int.max),
        .count(
          .init(
            kind: "event", app: "mail", fields: [.init(name: "identity", matcher: .exists(true))]),
          0...0),
        .sequence([
          .init(kind: "request", at: .hours(1)),
          .init(kind: "delivered", name: "enroll", app: "docs"),
        ]),
        .returns(.has("ana@contoso.com")),
        .returns(
          .members([
            .init(name: "managed", matcher: .equals(true)),
            .init(name: "list", matcher: .oneOf([["ana@contoso.com"], nil])),
          ])),
      ])
  }

  @Test("Every check knows its place, and the case its limit")
  func places() throws {
    let suites = try load(suite("- launch: mail\n\(Self.check)", header: "limit: 30 d"))
    let made = try #require(suites.cases.first)
    #expect(made.checks[0].location.line == 10)
    #expect(made.location.line == 5)
    #expect(made.limit == .days(30))
    #expect(try first("- launch: mail").limit == .days(400))
  }

  @Test("Folders are searched, sorted by path; contract, schemas, world and hidden files are not")
  func folders() throws {
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    func text(_ name: String) -> String {
      suite(Self.check, header: "editions: [2020-06]")
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
