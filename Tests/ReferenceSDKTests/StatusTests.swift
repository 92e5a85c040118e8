import Contract
import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing

@Suite struct StatusTests {
  @Test func `success is exactly the 1xx range`() {
    for code in StatusCode.allCases { #expect(code.didSucceed == (code.rawValue < 200)) }
    #expect(StatusCode.allCases.map(\.rawValue) == Array(100...104) + Array(200...225))
    #expect(Set(StatusCode.allCases.map(\.text)).count == StatusCode.allCases.count)
  }

  @Test func `an edition reports only codes that it declares`() {
    for edition in Edition.allCases {
      for code in StatusCode.allCases {
        #expect(code.code(in: edition).firstEdition <= edition)
      }
    }
  }

  @Test func `a status names the user, the code and the words`() {
    var world = World.launched()
    world.answers[.enroll] = { _ in World.error(403, "AccountNotLicensed") }
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    let status = world.events.last!.fields
    #expect(status["identity"] == "ana@contoso.com")
    #expect(status["didSucceed"] == false)
    #expect(status["errorString"] == .string(StatusCode.accountNotLicensed.text))
    #expect(status["error"] == "no")
  }

  @Test func `an internal error is 201 with its words`() {
    var world = World.launched()
    var hooks = TestHooks()
    hooks.internalError = true
    world.feed(.hooks(hooks))
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(world.events.last?.fields["statusCode"] == 201)
    #expect(world.events.last?.fields["error"]?.string?.isEmpty == false)
    #expect(!world.sdk.testHooks.internalError)
  }

  @Test func `a delegate hears only what it implements`() {
    var world = World()
    world.putRefreshToken(of: "ana@contoso.com")
    world.context.delegates.enrollment = .only(["policyRequestWithStatus"])
    world.context.delegates.policy = .none
    world.launch()
    world.call(.registerAndEnrollAccount, "ana@contoso.com")
    #expect(
      world.story.filter { $0.contains("Request") } == ["policyRequest ana@contoso.com 100"])
  }
}
