import Contract
import JSONText
import StepProtocol
import Testing

@testable import ReferenceSDK

let ana = "ana@contoso.com"
let ben = "ben@contoso.com"
let eve = "eve@fabrikam.com"
let pat = "pat@example.org"

/// A multi-identity app that ana has enrolled, with a policy that asks for a PIN.
func enrolledApp(
  _ edition: Edition = .e2020_06, defect: String? = nil,
  settings: JSONObject = ["pinRequired": true]
) -> IdentityManager {
  var identities = IdentityManager(
    isMultiIdentity: true, behaviour: behaviour(defect, edition: edition))
  identities.update(primary: ana, settings: settings)
  return identities
}

func results(_ actions: [IdentityAction]) -> [[Int]] {
  actions.compactMap { action in
    guard case .completion(let done) = action else { return nil }
    return [done.call, done.result.rawValue]
  }
}

func names(_ actions: [IdentityAction]) -> [String] {
  actions.map { action in
    switch action {
    case .returned: "returned"
    case .event(let name, _): name.rawValue
    case .askDelegate: "identitySwitchRequired"
    case .completion: "completion"
    }
  }
}

@Suite("The identities of an app")
struct IdentityManagerTests {
  @Test
  func `a multi-identity app starts with nobody and without policy`() {
    let app = enrolledApp()
    #expect(app.processIdentity == nil)
    #expect(app.uiPolicyIdentity() == nil)
    #expect(app.currentThreadIdentity() == nil)
    #expect(!app.policy(thread: "main").isManaged)
  }

  @Test
  func `a single-identity app works under the enrolled user as long as there is one`() {
    var app = IdentityManager(
      isMultiIdentity: false, behaviour: behaviour(nil, edition: .e2016_09))
    #expect(app.processIdentity == nil)
    app.update(primary: ana, settings: ["pinRequired": true])
    #expect(app.processIdentity == ana)
    #expect(app.fileIdentity(thread: "worker") == ana)
    #expect(app.policy(thread: "worker").isPINRequired)
    app.update(primary: nil, settings: nil)
    #expect(app.processIdentity == nil)
  }

  @Test
  func `thread beats UI beats process, and the UI identity owns no files`() {
    var app = enrolledApp()
    _ = app.setProcessIdentity(pat)
    _ = app.setUIPolicyIdentity(ana, call: 1)
    #expect(app.uiIdentity() == ana)
    #expect(app.uiIdentity(thread: "worker") == pat)
    #expect(app.fileIdentity() == pat)
    _ = app.setCurrentThreadIdentity(eve, thread: "worker")
    #expect(app.uiIdentity(thread: "worker") == eve)
    #expect(app.fileIdentity(thread: "worker") == eve)
    #expect(app.fileIdentity(thread: "other") == pat)
    #expect(app.currentThreadIdentity(thread: "other") == nil)
  }

  @Test
  func `the empty text stops the fall-back, nil does not`() {
    var app = enrolledApp()
    _ = app.setProcessIdentity(ana)
    #expect(results(app.setUIPolicyIdentity("", call: 1)) == [[1, 0]])
    #expect(app.uiPolicyIdentity() == "")
    #expect(!app.policy(thread: "main").isManaged)
    #expect(results(app.setUIPolicyIdentity(nil, call: 2)) == [[2, 0]])
    #expect(app.policy(thread: "main").isManaged)
    _ = app.setCurrentThreadIdentity("", thread: "worker")
    #expect(app.fileIdentity(thread: "worker") == "")
    _ = app.setCurrentThreadIdentity(nil, thread: "worker")
    #expect(app.fileIdentity(thread: "worker") == ana)
  }

  @Test
  func `only the enrolled user is managed, in any letter case, and by object ID`() {
    var app = enrolledApp()
    #expect(app.isIdentityManaged("ANA@contoso.com"))
    for other in [ben, eve, pat, ""] { #expect(!app.isIdentityManaged(other)) }
    #expect(!app.isIdentityManaged(nil))
    app.learn(objectID: "o-ana", of: ana)
    app.learn(objectID: "o-ana", of: "ana.berg@contoso.com")
    #expect(app.isIdentity(ana, equalTo: "Ana.Berg@contoso.com"))
    #expect(!app.isIdentity(ana, equalTo: ben))
  }

  @Test
  func `a managed identity is checked, another is not, and the active one is not checked again`() {
    var app = enrolledApp(settings: ["pinRequired": true, "deviceComplianceRequired": true])
    let actions = app.setUIPolicyIdentity(ana, call: 4)
    #expect(
      names(actions) == [
        "returned", "conditionalLaunch", "conditionalLaunch", "conditionalLaunch", "completion",
      ])
    #expect(
      names(app.setUIPolicyIdentity("ANA@CONTOSO.COM", call: 5)) == ["returned", "completion"])
    #expect(names(app.setUIPolicyIdentity(pat, call: 6)) == ["returned", "completion"])
  }

  @Test
  func `a switch that does not succeed leaves the identity as it was`() {
    var app = enrolledApp()
    _ = app.setUIPolicyIdentity(pat, call: 1)
    app.conditionalLaunch = .cancel
    #expect(results(app.setUIPolicyIdentity(ana, call: 2)) == [[2, 1]])
    app.conditionalLaunch = .fail
    #expect(results(app.setUIPolicyIdentity(ana, call: 3)) == [[3, 3]])
    #expect(results(app.setUIPolicyIdentity(ben, call: 4)) == [[4, 2]])
    _ = app.setCurrentThreadIdentity(pat)
    #expect(results(app.setUIPolicyIdentity(eve, call: 5)) == [[5, 2]])
    #expect(app.uiPolicyIdentity() == pat)
  }

  @Test
  func `a switch asked for while another waits for a person waits its turn; each ends once`() {
    var app = enrolledApp()
    app.conditionalLaunch = .ask
    #expect(
      names(app.setUIPolicyIdentity(ana, call: 1)) == ["returned", "conditionalLaunch", "prompt"])
    #expect(names(app.setUIPolicyIdentity(pat, call: 2)) == ["returned"])
    #expect(app.answerPrompt(kind: .credentials, action: .enter) == [])
    #expect(results(app.answerPrompt(kind: .pin, action: .enter)) == [[1, 0], [2, 0]])
    #expect(app.answerPrompt(kind: .pin, action: .enter) == [])
    #expect(app.uiPolicyIdentity() == pat)
  }

  @Test
  func `a user who is unenrolled during the check fails the switch`() {
    var app = enrolledApp()
    app.conditionalLaunch = .ask
    _ = app.setUIPolicyIdentity(ana, call: 1)
    #expect(results(app.update(primary: nil, settings: nil)) == [[1, 3]])
    #expect(app.uiPolicyIdentity() == nil)
  }

  @Test
  func `windows have identities of their own from 2020 on`() {
    var app = enrolledApp()
    _ = app.setUIPolicyIdentity(ana, window: "second", call: 1)
    #expect(app.uiPolicyIdentity(window: "second") == ana)
    #expect(app.uiPolicyIdentity() == nil)
    #expect(app.policy(window: "second").isManaged)
    #expect(!app.policy(window: nil).isManaged)
  }

  @Test(arguments: [
    ("identity-case-sensitive", "isIdentityManaged"),
    ("failed-switch-changes-identity", "keeps"), ("switch-not-allowed-ignored", "notAllowed"),
    ("completion-twice", "once"), ("completion-on-background-thread", "main"),
    ("ui-identity-owns-files", "files"), ("nil-and-empty-confused", "empty"),
    ("unmanaged-restricted", "unmanaged"), ("switch-without-asking", "asks"),
    ("thread-identity-leaks", "leak"),
  ])
  func `each defect is the violation it is named for`(defect: String, broken: String) {
    #expect(Self.brokenRules(defect) == [broken])
    #expect(Self.brokenRules(nil) == [])
  }

  /// The rules, by name, that a manager with this defect breaks.
  static func brokenRules(_ defect: String?) -> [String] {
    var broken: [String] = []
    func demand(_ rule: String, _ isKept: Bool) { if !isKept { broken.append(rule) } }
    var app = enrolledApp(defect: defect, settings: ["pinRequired": true])
    demand("isIdentityManaged", app.isIdentityManaged("ANA@contoso.com"))
    app.conditionalLaunch = .cancel
    _ = app.setUIPolicyIdentity(ana, call: 1)
    demand("keeps", app.uiPolicyIdentity() == nil)
    app = enrolledApp(defect: defect)
    let refused = results(app.setUIPolicyIdentity(ben, call: 1))
    demand("notAllowed", refused.first == [1, 2])
    app = enrolledApp(defect: defect)
    let done = app.setUIPolicyIdentity(ana, call: 1)
    demand("once", results(done).count == 1)
    demand(
      "main",
      done.allSatisfy { action in
        if case .completion(let completion) = action { completion.thread == "main" } else { true }
      })
    demand("files", app.fileIdentity() == nil)
    _ = app.setProcessIdentity(ana)
    _ = app.setCurrentThreadIdentity("", thread: "worker")
    demand("empty", app.currentThreadIdentity(thread: "worker") == "")
    demand("unmanaged", !app.policy(for: pat).isPINRequired)
    app = enrolledApp(defect: defect)
    demand(
      "asks",
      names(app.open(OpenRequest(url: "x:", sender: ana))).first == "identitySwitchRequired")
    _ = app.setCurrentThreadIdentity(pat, thread: "worker")
    demand("leak", app.currentThreadIdentity(thread: "other") == nil)
    return broken
  }
}
