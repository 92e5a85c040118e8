import CaseModel
import CaseYAML
import JSONText
import Testing
import VirtualTime

/// Each verb of the case language, from text to value.
@Suite("Verbs of the case language")
struct LanguageStepTests {
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
        .returns(.has("ana@contoso.com"), isIdentity: true),
        .returns(
          .members([
            .init(name: "managed", matcher: .equals(true)),
            .init(name: "list", matcher: .oneOf([["ana@contoso.com"], nil])),
          ])),
      ])
  }
}
