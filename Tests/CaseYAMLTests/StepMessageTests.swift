import CaseModel
import CaseYAML
import Testing

/// The exact message for every kind of bad step.
@Suite("Messages for bad steps")
struct StepMessageTests {
  /// Steps, and what is said of them; the first step is on line 8.
  static let table: [(steps: String, message: String)] = [
    ("- lanch: mail", "8:9: error: unknown verb 'lanch'; did you mean 'launch'?"),
    (
      "- wait: 3 h",
      "8:9: error: unknown verb 'wait'; the verbs are "
        + CaseFragment.verbs.joined(separator: ", ")
    ),
    ("- {}", "8:9: error: the step has no verb, such as 'launch', 'call' or 'expect'"),
    ("- launch", "8:9: error: 'steps' takes a mapping with a verb, not 'launch'"),
    (
      "- launch: mail\n  stop: mail",
      "9:9: error: a step has one verb, but this one has 'launch' and 'stop'; "
        + "start another step with '- '"
    ),
    ("- launch: mial", "8:17: error: unknown app 'mial'; did you mean 'mail'?"),
    (
      "- launch: [mail]",
      "8:17: error: 'launch' takes a mapping with 'app', 'unlessRunning', 'state', 'extension', "
        + "'settings', 'answers' or 'delegates', not a list"
    ),
    (
      "- launch: {app: mail, setings: {}}",
      "8:29: error: unknown key 'setings' in 'launch'; did you mean 'settings'?"
    ),
    ("- launch: {state: foreground}", "8:17: error: 'launch' needs the key 'app'"),
    (
      "- launch: {app: mail, state: foregruond}",
      "8:36: error: unknown state 'foregruond'; did you mean 'foreground'?"
    ),
    (
      "- launch: {app: mail, extension: 1}",
      "8:40: error: 'extension' takes true or false, not an integer"
    ),
    (
      "- launch: {app: mail, settings: {AutoEnrolOnLaunch: true}}",
      "8:40: warning: 'AutoEnrolOnLaunch' is not a known setting; "
        + "did you mean 'AutoEnrollOnLaunch'? Write it in quotes if not"
    ),
    (
      "- launch: {app: mail, delegates: {policy: 1}}",
      "8:49: error: 'policy' takes true, false, own or a list of callbacks, not an integer"
    ),
    ("- upgrade: {app: mail}", "8:18: error: 'upgrade' needs the key 'appVersion'"),
    (
      "- reinstall: {app: mail, keychain: keep}",
      "8:42: error: unknown state of the keychain 'keep'; known: kept, lost"
    ),
    (
      "- kill: {app: mail, request: enrol, point: applied}",
      "8:36: error: unknown endpoint 'enrol'; did you mean 'enroll'?"
    ),
    (
      "- kill: {app: mail, request: enroll, n: 0, point: applied}",
      "8:47: error: 'n' takes an integer from 1 to 1000, not 0"
    ),
    (
      "- kill: {app: mail, callback: wipeDataForAcount}",
      "8:37: error: unknown callback 'wipeDataForAcount'; did you mean 'wipeDataForAccount'?"
    ),
    ("- kill: {app: mail, n: 2}", "8:27: error: 'n' also needs 'request'"),
    (
      "- call: mail.registerAndEnrolAccount(ana)",
      "8:15: error: unknown API 'registerAndEnrolAccount'; "
        + "did you mean 'registerAndEnrollAccount'?"
    ),
    (
      "- call: mail.registerAndEnrollAccount(anna)",
      "8:15: error: unknown user 'anna'; did you mean 'ana'?"
    ),
    (
      "- call: \"mail.deRegisterAndUnenrollAccount(ana, wipe: true)\"",
      "8:15: error: unknown key 'wipe' in 'call'"
    ),
    (
      "- call: \"mail.deRegisterAndUnenrollAccount(ana, doWipe: yes)\"",
      "8:15: error: 'doWipe' takes true or false, not 'yes'"
    ),
    (
      "- call: mail.policy(ana",
      "8:15: error: 'mail.policy(ana' is not a call; "
        + "write 'app.api', 'app.api(identity)' or 'app.api(identity, name: value)'"
    ),
    (
      "- call: \"mail.registerAndEnrollAccount(ana, doWipe: true)\"",
      "8:15: warning: 'registerAndEnrollAccount' takes no argument 'doWipe'; it takes 'identity' or 'thread'"
    ),
    (
      "- call: mail.registeredAccounts(ana)",
      "8:15: warning: 'registeredAccounts' takes no argument 'identity'; it takes none but 'thread'"
    ),
    (
      "- call: {app: mail, api: policyForWindow, window: main}",
      "8:9: error: 'policyForWindow' is not in the SDK of every edition of this step; "
        + "give the step 'editions: 2020-01+'"
    ),
    (
      "- answers: {app: mail, restartApplication: maybe}",
      "8:50: error: unknown answer 'maybe'; known: true, false, unimplemented"
    ),
    (
      "- complete: {app: mail, callback: restartApplication, result: 0}",
      "8:41: error: unknown callback 'restartApplication'; "
        + "known: identitySwitchRequired, addIdentity"
    ),
    (
      "- user: {app: mail, prompt: password, action: enter}",
      "8:35: error: unknown prompt 'password'; "
        + "known: credentials, userName, pin, dialog, blocked"
    ),
    ("- user: {app: mail, prompt: pin}", "8:15: error: 'user' needs the key 'action'"),
    (
      "- signIn: {app: mail, identity: nobody}",
      "8:39: error: unknown user 'nobody'; known: ana, ben, cleo, dan, eve, pat"
    ),
    (
      "- file: {app: mail, do: make, path: a}",
      "8:31: error: unknown file operation 'make'; known: create, truncate, append, read, exists, "
        + "list, copy, rename, delete, owner, onDisk"
    ),
    (
      "- file: {app: mail, do: create, path: ../a.txt}",
      "8:45: error: '../a.txt' is not a path within a folder of the app; "
        + "write names joined by slashes, such as 'inbox/a.txt'"
    ),
    (
      "- file: {app: mail, do: list, folder: shared}",
      "8:45: error: 'shared' is not a folder of an app; write 'data' or 'group:NAME'"
    ),
    ("- openURL: {app: mail}", "8:18: error: 'openURL' needs the key 'url'"),
    (
      "- device: {device: fone, managed: {}}",
      "8:26: error: unknown device 'fone'; known: phone, tablet"
    ),
    (
      "- device: {device: phone, managed: {mdmUsr: ana}}",
      "8:43: error: unknown key 'mdmUsr' in 'managed'; did you mean 'mdmUser'?"
    ),
    (
      "- device: {device: phone, wallClock: soon}",
      "8:44: error: 'wallClock' takes a duration such as '24 h', '1 ms' or '23:59:59.999', "
        + "not 'soon'"
    ),
    ("- device: {device: phone}", "8:17: error: 'device' needs 'managed' or 'wallClock'"),
    (
      "- fault: {endpoint: enroll, kind: refussed}",
      "8:41: error: unknown kind of fault 'refussed'; did you mean 'refused'?"
    ),
    (
      "- fault: {endpoint: enroll, kind: reset, status: 503}",
      "8:48: error: 'status' does not go with the kind 'reset'"
    ),
    ("- fault: {endpoint: enroll, kind: status}", "8:16: error: 'fault' needs the key 'status'"),
    (
      "- fault: {endpoint: enroll, kind: status, status: 99}",
      "8:57: error: 'status' takes an integer from 200 to 599, not 99"
    ),
    (
      "- fault: {endpoint: enroll, kind: error, code: NotLicensed}",
      "8:54: error: unknown error code 'NotLicensed'; known: BadRequest, invalid_grant, "
        + "interaction_required, InvalidToken, AccountNotLicensed, LicensedNotTargeted, "
        + "TenantMigration, TenantNotEnabled, UserNotFound, NotEnrolled, Gone, TooManyRequests"
    ),
    (
      "- fault: {endpoint: enroll, kind: refused, times: 1}",
      "8:57: error: 'refused' counts no requests, so it has no 'times'; "
        + "end it with 'clearFaults: true'"
    ),
    (
      "- fault: {endpoint: enroll, kind: reset, user: anna}",
      "8:54: error: unknown user 'anna'; did you mean 'ana'?"
    ),
    ("- clearFaults: false", "8:22: error: 'clearFaults' takes true, not a boolean"),
    (
      "- service: restrat",
      "8:18: error: unknown service action 'restrat'; did you mean 'restart'?"
    ),
    (
      "- admin: {wype: ana, device: phone}",
      "8:17: error: unknown key 'wype' in 'admin'; did you mean 'wipe'?"
    ),
    (
      "- admin: {foo: ana}",
      "8:17: error: unknown key 'foo' in 'admin'; known: wipe, policy, configuration, user, tenant, "
        + "registration, graph"
    ),
    (
      "- admin: {set: gone}",
      "8:16: error: 'admin' needs one of the keys 'wipe', 'policy', 'configuration', 'user', 'tenant', "
        + "'registration' or 'graph'"
    ),
    (
      "- admin: gone",
      "8:16: error: 'admin' takes a mapping with one of 'wipe', 'policy', 'configuration', 'user', "
        + "'tenant', 'registration' or 'graph', not 'gone'"
    ),
    ("- admin: {wipe: ana}", "8:16: error: 'admin' needs the key 'device'"),
    (
      "- admin: {policy: base, delete: true}",
      "8:25: error: unknown policy 'base'; known: baseline"
    ),
    (
      "- admin: {policy: baseline, set: {pinRequird: true}}",
      "8:41: error: unknown policy setting 'pinRequird'; did you mean 'pinRequired'?"
    ),
    (
      "- admin: {policy: baseline, assign: [stuff]}",
      "8:44: error: unknown group 'stuff'; did you mean 'staff'?"
    ),
    (
      "- admin: {user: ana, set: {licenced: false}}",
      "8:34: error: unknown key 'licenced' in 'set'; did you mean 'licensed'?"
    ),
    (
      "- admin: {registration: ana, app: mail, set: lost}",
      "8:52: error: unknown state 'lost'; known: gone, reenroll, forgotten, rootedDevice, none"
    ),
    (
      "- admin: {graph: {method: PUT, path: /x}}",
      "8:33: error: unknown method 'PUT'; known: GET, POST, PATCH, DELETE"
    ),
    (
      "- advance: 24",
      "8:18: error: 'advance' takes a duration such as '24 h', '1 ms' or '23:59:59.999', "
        + "not an integer"
    ),
    (
      "- advance: -1 h",
      "8:18: error: 'advance' takes a duration that is not negative, not '-1 h'"
    ),
    (
      "- launch: mail\n  check: x\n  proves: [ENR-008]",
      "9:16: error: 'check' is not allowed with 'launch', which demands nothing; "
        + "move it to an 'expect' after it, or add 'returns' to a 'call'"
    ),
    (
      "- launch: mail\n  returns: 1",
      "9:18: error: 'returns' is only allowed with 'call' and 'file', not 'launch'"
    ),
  ]

  @Test(arguments: table.indices)
  func `every bad step has its place, its reason and a suggestion`(_ index: Int) throws {
    let (steps, message) = Self.table[index]
    let good = "- none: {request: enroll}\n  check: last\n  proves: [ENR-009]"
    let suites = try load(suite("\(steps)\n\(good)"))
    #expect(suites.messages.first == "s.yaml:\(message)")
    if suites.hasErrors { #expect(suites.cases.isEmpty) }
  }

  @Test(arguments: [
    "- admin: {wype: ana, device: phone}", "- admin: {wipe: ana, devise: phone}",
    "- admin: {registraton: ana, app: mail, set: gone}", "- admin: {foo: ana}",
    "- reinstall: {app: mail, keychian: kept}",
  ])
  func `a misspelt key is one mistake and has one message`(step: String) throws {
    let good = "- none: {request: enroll}\n  check: last\n  proves: [ENR-009]"
    #expect(try load(suite("\(step)\n\(good)")).messages.count == 1)
  }
}
