import Contract
import JSONText
import StepProtocol
import Testing

@testable import ReferenceSDK

@Suite("Switches that the SDK asks for")
struct IdentityRequestTests {
  static func asked(_ actions: [IdentityAction]) -> [JSONObject] {
    actions.compactMap { action in
      if case .askDelegate(let fields) = action { fields } else { nil }
    }
  }

  static func opened(_ actions: [IdentityAction]) -> [JSONObject] {
    actions.compactMap { action in
      if case .event(.openedURL, let fields) = action { fields } else { nil }
    }
  }

  @Test
  func
    `a URL from a managed sender waits for the handler and is then opened under the sender's identity`()
  {
    var app = enrolledApp()
    let first = app.open(OpenRequest(url: "mail:1", sender: ana))
    #expect(
      first == [.askDelegate(["identity": .string(ana), "reason": 0])])
    #expect(app.uiPolicyIdentity() == nil)
    let second = app.answerSwitch(accepted: true)
    #expect(names(second) == ["conditionalLaunch", "openedURL"])
    #expect(
      Self.opened(second) == [
        ["url": "mail:1", "identity": .string(ana), "handled": true, "activity": .string(ana)]
      ])
    #expect(app.uiPolicyIdentity() == ana)
    #expect(app.answerSwitch(accepted: true) == [])
  }

  @Test
  func `a refused switch changes nothing and the URL is not handled`() {
    var app = enrolledApp()
    _ = app.setUIPolicyIdentity(pat, call: 1)
    _ = app.open(OpenRequest(url: "mail:1", sender: ana))
    #expect(
      Self.opened(app.answerSwitch(accepted: false)) == [
        ["url": "mail:1", "identity": .string(pat), "handled": false]
      ])
    #expect(app.uiPolicyIdentity() == pat)
  }

  @Test
  func `for an unmanaged sender the app is asked to switch to the empty text`() {
    var app = enrolledApp()
    _ = app.setUIPolicyIdentity(ana, call: 1)
    #expect(
      Self.asked(app.open(OpenRequest(url: "mail:1", sender: eve)))
        == [["identity": "", "reason": 0]])
    #expect(Self.opened(app.answerSwitch(accepted: true)).first?["identity"] == "")
  }

  @Test
  func `no switch is asked for where none is needed`() {
    var app = enrolledApp()
    #expect(names(app.open(OpenRequest(url: "mail:1", sender: nil))) == ["openedURL"])
    _ = app.setUIPolicyIdentity(ana, call: 1)
    #expect(names(app.open(OpenRequest(url: "mail:1", sender: "ANA@contoso.com"))) == ["openedURL"])
  }

  @Test
  func `requests are asked one at a time`() {
    var app = enrolledApp()
    _ = app.open(OpenRequest(url: "mail:1", sender: ana))
    #expect(app.open(OpenRequest(url: "mail:2", sender: ana)) == [])
    let answered = app.answerSwitch(accepted: false)
    #expect(names(answered) == ["openedURL", "identitySwitchRequired"])
  }

  @Test
  func `the app may call setUIPolicyIdentity from within the delegate call`() {
    var app = enrolledApp()
    _ = app.open(OpenRequest(url: "mail:1", sender: ana))
    #expect(results(app.setUIPolicyIdentity(ana, call: 7)) == [[7, 0]])
    #expect(names(app.answerSwitch(accepted: true)) == ["openedURL"])
  }

  @Test(arguments: zip([Edition.e2017_11, .e2020_01], [0, 2]))
  func `a document import has a reason of its own from 2020 on`(edition: Edition, reason: Int) {
    var app = enrolledApp(edition)
    let request = OpenRequest(url: "file:1", sender: ana, isDocument: true)
    #expect(Self.asked(app.open(request)).first?["reason"] == .int(reason))
  }

  @Test
  func `an app with several windows is asked for the window`() {
    var app = enrolledApp()
    let request = OpenRequest(url: "mail:1", sender: ana, window: "second")
    #expect(Self.asked(app.open(request)).first?["window"] == "second")
    _ = app.answerSwitch(accepted: true)
    #expect(app.uiPolicyIdentity(window: "second") == ana)
    #expect(app.uiPolicyIdentity() == nil)
  }

  @Test
  func `a check cancelled after a resume asks for a switch to nobody`() {
    var app = enrolledApp()
    _ = app.setUIPolicyIdentity(ana, call: 1)
    #expect(names(app.resume()) == ["conditionalLaunch"])
    app.conditionalLaunch = .cancel
    #expect(Self.asked(app.resume()) == [["identity": "", "reason": 1]])
    _ = app.answerSwitch(accepted: true)
    #expect(app.uiPolicyIdentity() == "")
  }

  @Test
  func `owners are set by creation and truncation and by nothing else`() {
    func owner(
      after operation: FileOwnership.Operation, by identity: String, before: String?,
      exists: Bool = true
    ) -> String? {
      FileOwnership.owner(
        after: operation, by: identity, before: before, exists: exists,
        rules: behaviour(nil).files)
    }
    #expect(owner(after: .create, by: ana, before: nil) == ana)
    #expect(owner(after: .truncate, by: pat, before: ana) == pat)
    #expect(owner(after: .append, by: pat, before: ana) == ana)
    #expect(owner(after: .append, by: pat, before: nil, exists: false) == pat)
    #expect(owner(after: .rename, by: pat, before: ana) == ana)
    #expect(owner(after: .create, by: "", before: ana) == nil)
    #expect(owner(after: .delete, by: ana, before: ana) == nil)
  }
}
