import CaseModel
import CaseYAML
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

/// Each verb of the case language, from text to value.
@Suite("Verbs of the case language")
struct LanguageStepTests {
  @Test
  func `every acting verb becomes its action`() throws {
    let table: [(String, Action)] = [
      ("relaunch: mail", .launch(app: "mail", mode: .relaunch, options: .none)),
      (
        "launch: {app: mail, unlessRunning: true}",
        .launch(app: "mail", mode: .launchUnlessRunning, options: .none)
      ),
      (
        "launch: {app: mail, state: background, extension: true, answers: {addIdentity: never}}",
        .launch(
          app: "mail", mode: .launch,
          options: LaunchOptions(
            state: .background, isExtension: true, answers: [.addIdentity(.never)]))
      ),
      (
        "launch: {app: mail, settings: {MultiIdentity: true}, delegates: {policy: [addIdentity]}}",
        .launch(
          app: "mail", mode: .launch,
          options: LaunchOptions(
            settings: AppSettings(["MultiIdentity": true]),
            delegates: [.methods(.policy, [.addIdentity])]))
      ),
      (
        "upgrade: {app: mail, appVersion: 2.0}",
        .launch(app: "mail", mode: .upgrade, options: LaunchOptions(appVersion: "2.0"))
      ),
      (
        "reinstall: {app: mail, keychain: kept}",
        .launch(app: "mail", mode: .reinstall(keepsKeychain: true), options: .none)
      ),
      ("stop: mail", .stop(app: "mail")), ("kill: mail", .kill(app: "mail", at: .idle)),
      (
        "kill: {app: mail, request: any, n: 2, point: received}",
        .kill(app: "mail", at: .request(endpoint: nil, n: 2, point: .received))
      ),
      (
        "kill: {app: mail, request: enroll, point: applied}",
        .kill(app: "mail", at: .request(endpoint: .enroll, n: 1, point: .applied))
      ),
      (
        "kill: {app: mail, callback: wipeDataForAccount}",
        .kill(app: "mail", at: .callback(.wipeDataForAccount))
      ),
      ("suspend: mail", .operation(app: "mail", .lifecycle(.suspended))),
      ("background: mail", .operation(app: "mail", .lifecycle(.background))),
      (
        "answers: {app: mail, restartApplication: unimplemented, haltIn: policyRequest}",
        .operation(
          app: "mail", .answers([.restartApplication(.unimplemented), .haltIn(.policyRequest)]))
      ),
      (
        "answers: {app: mail, authLibrary: {version: 2.6.3}, identitySwitchRequired: 3}",
        .operation(
          app: "mail",
          .answers([
            .authLibrary(.init(version: "2.6.3")), .identitySwitchRequired(.result(3)),
          ]))
      ),
      (
        "complete: {app: mail, callback: addIdentity, result: 1}",
        .operation(app: "mail", .complete(.addIdentity, result: 1))
      ),
      (
        "user: {app: mail, prompt: userName, action: enter, identity: ana}",
        .operation(app: "mail", .user(.userName, .enter, identity: "ana@contoso.com"))
      ),
      (
        "user: {app: mail, prompt: credentials, action: cancel, ifOpen: true}",
        .operation(app: "mail", .user(.credentials, .cancel, identity: nil, ifOpen: true))
      ),
      (
        "purgeTokens: {app: mail, identity: ana}",
        .operation(app: "mail", .tokens(.purge, identity: "ana@contoso.com"))
      ),
      (
        "openURL: {app: mail, url: \"x://y\", document: true}",
        .operation(app: "mail", .openURL(URLOpening(url: "x://y", isDocument: true)))
      ),
      (
        "device: {device: phone, wallClock: -3 h}",
        .device(
          name: "phone", change: DeviceChange(clockShift: .init(milliseconds: -10_800_000)))
      ),
      ("offline: phone", .network(device: "phone", isOnline: false)),
      ("online: tablet", .network(device: "tablet", isOnline: true)),
      (
        "fault: {endpoint: token, kind: delay, milliseconds: 30 s, user: ana, app: mail, after: 1, times: 2}",
        .fault(
          FaultOrder(
            .token, .delay(milliseconds: 30_000), app: "mail", user: "ana@contoso.com", after: 1,
            times: 2))
      ),
      ("service: restart", .service(.restart)),
      (
        "admin: {wipe: ana, device: phone}",
        .admin(.wipe(user: "ana@contoso.com", device: "phone"))
      ),
      (
        "admin: {policy: baseline, set: {pinRequired: false}}",
        .admin(.policy("baseline", PolicyChange(settings: [.init("pinRequired", false)])))
      ),
      (
        "admin: {policy: baseline, assign: [partners]}",
        .admin(.policy("baseline", PolicyChange(groups: ["partners"])))
      ),
      (
        "admin: {user: dan, set: {licensed: true}}",
        .admin(.user("dan@contoso.com", [.licensed(true)]))
      ),
      (
        "admin: {tenant: contoso, set: {enabled: false}}",
        .admin(.tenant("contoso", [.enabled(false)]))
      ),
      (
        "admin: {registration: ana, app: mail, set: gone}",
        .admin(.registration(user: "ana@contoso.com", app: "mail", .gone))
      ),
      (
        "admin: {graph: {method: POST, path: /x, body: {a: [1]}}}",
        .admin(.graph(GraphOrder(.post, "/x", body: ["a": [1]])))
      ),
      ("advance: {to: 24:00:00.001}", .advanceTo(.init(milliseconds: 86_400_001))),
    ]
    for (text, action) in table {
      #expect(try actions("- \(text)") == [action], "\(text)")
    }
  }

  @Test
  func `files and devices are read with all that belongs to them`() throws {
    var request = FileRequest(.copy, path: "a")
    request.target = "b"
    request.folder = "group:g"
    #expect(
      try actions("- file: {app: mail, do: copy, path: a, to: b, folder: \"group:g\"}")
        == [.operation(app: "mail", .file(request))])
    var management = DeviceManagementState()
    management.emmUser = "ben@contoso.com"
    management.vendor = .other
    #expect(
      try actions("- device: {device: phone, managed: {emmUser: ben, mdmVendor: other}}")
        == [.device(name: "phone", change: DeviceChange(management: management))])
  }

  @Test
  func `checks count, exclude and order records; values match in every way`() throws {
    let demands = try first(
      """
      - launch: mail
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
            kind: .event, name: "log",
            fields: [
              .init(name: "level", matcher: .oneOf(["warning", "error"])),
              .init(name: "message", matcher: .not(nil)),
            ]), 1...Int.max),
        .count(
          .init(
            kind: .event, app: "mail", fields: [.init(name: "identity", matcher: .exists(true))]),
          0...0),
        .sequence([
          .init(kind: .request, at: .hours(1)),
          .init(kind: .delivered, name: "enroll", app: "docs"),
        ]),
        .returns(.has("ana@contoso.com"), isIdentity: true),
        .returns(
          .members([
            .init(name: "managed", matcher: .equals(true)),
            .init(name: "list", matcher: .oneOf([["ana@contoso.com"], nil])),
          ])),
      ])
  }
}
