import JSONText
import ReferenceSDK
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import SimulatedApp

@Suite struct AppHostTests {
  @Test func `hello tells what is offered`() {
    let fixture = HostFixture()
    let result = fixture.send(.hello, ["protocol": 1]).result
    #expect(result["protocol"] == 1)
    #expect(result["capabilities"]?.array?.contains("held") == true)
  }

  @Test func `an enrollment is told event by event, with the next deadline`() {
    let fixture = HostFixture.enrolled()
    #expect(
      fixture.last.events.map(\.name) == [
        "enrollmentRequest", "notification", "policyRequest", "restartApplication", "dialog",
      ])
    #expect(fixture.last.next == fixture.now + .hours(8))
    #expect(fixture.last.open.isEmpty)
    #expect(fixture.last.hasReturned)
  }

  @Test func `what was saved is there after the process has died`() {
    let fixture = HostFixture.enrolled()
    fixture.relaunch()
    #expect(fixture.call("enrolledAccount").result == "ana@contoso.com")
    #expect(fixture.call("policyForIdentity", "ana@contoso.com").result["isPINRequired"] == true)
    #expect(fixture.last.next == fixture.now + .hours(8))
  }

  @Test func `a call that blocks returns later`() {
    let fixture = HostFixture.enrolled()
    fixture.send(.tokens, ["do": "purge", "identity": "ana@contoso.com"])
    fixture.send(.tokens, ["do": "signIn", "identity": "ana@contoso.com"])
    fixture.transport.answers[.token] = { _ in .held }
    let blocked = fixture.call("deRegisterAndUnenrollAccount", "ana@contoso.com")
    #expect(!blocked.hasReturned)
    #expect(blocked.open.count == 1)
    fixture.transport.answers = [:]
    let done = fixture.send(.resume, ["request": .string(blocked.open[0])])
    #expect(done.events.map(\.name) == ["callReturned", "unenrollRequest"])
    #expect(done.events[0].fields["call"] == .int(blocked.sequence))
  }

  @Test func `a request that takes too long is given up`() {
    let fixture = HostFixture()
    fixture.launch()
    fixture.transport.answers[.locate] = { _ in .held }
    let reply = fixture.call("registerAndEnrollAccount", "ana@contoso.com")
    #expect(reply.hasReturned)
    #expect(reply.open == ["r1"])
    fixture.now = reply.next!
    let late = fixture.send(.wake)
    #expect(late.events[0].fields["statusCode"] == 216)
    #expect(fixture.transport.cancelled == ["r1"])
    #expect(fixture.send(.resume, ["request": "r1"]).failure == nil)
  }

  @Test func `the app stands still in the callback that the case names`() {
    let fixture = HostFixture.enrolled()
    fixture.send(.answers, ["haltIn": "wipeDataForAccount"])
    let reply = fixture.call("deRegisterAndUnenrollAccount", "ana@contoso.com", ["doWipe": true])
    #expect(reply.halted == "wipeDataForAccount")
    #expect(reply.events.map(\.name) == ["wipeDataForAccount"])
    #expect(fixture.host.isHalted)
    fixture.relaunch()
    #expect(fixture.last.events.map(\.name).contains("unenrollRequest"))
  }

  @Test func `a handler that is kept is called by complete`() {
    let fixture = HostFixture()
    fixture.settings = ["AutoEnrollOnLaunch": true]
    let managed: JSONObject = [
      "managed": ["mdmUser": "ana@contoso.com"], "answers": ["addIdentity": "never"],
    ]
    fixture.launch(managed)
    fixture.send(.tokens, ["do": "signIn", "identity": "ana@contoso.com"])
    fixture.relaunch(managed)
    #expect(fixture.last.events.map(\.name).contains("addIdentity"))
    let reply = fixture.send(.complete, ["callback": "addIdentity", "result": 1])
    #expect(reply.events.map(\.name).contains("unenrollRequest"))
    #expect(
      fixture.send(.complete, ["callback": "addIdentity", "result": 1]).failure?.code == .missing)
  }

  @Test func `apps of a device share the keychain`() {
    let mail = HostFixture.enrolled()
    let docs = AppHost()
    let folder = mail.folder
    func send(_ sequence: Int, _ operation: StepOperation, _ arguments: JSONObject) -> StepReply {
      docs.handle(
        StepMessage(
          sequence: sequence, now: mail.now, operation: operation, arguments: arguments),
        transport: mail.transport)
    }
    _ = send(
      1, .launch,
      [
        "bundleId": "com.contoso.docs", "location": "http://l", "authority": "http://s",
        "dataFolder": .string(folder + "/docs"), "sharedFolder": .string(folder + "/shared"),
        "delegates": ["enrollment": true],
      ])
    let reply = send(2, .call, ["api": "loginAndEnrollAccount"])
    #expect(reply.events.first?.fields["identity"] == "ana@contoso.com")
    #expect(reply.events.first?.fields["statusCode"] == 100)
  }

  private static let refusals: [(StepOperation, JSONObject, String)] = [
    (StepOperation.call, [:], "badArguments"),
    (.call, ["api": "none"], "unsupported"),
    (.launch, [:], "failed"),
    (.lifecycle, ["to": "sideways"], "badArguments"),
    (.answers, ["restartApplication": 3], "badArguments"),
    (.answers, ["identitySwitchRequired": 4], "badArguments"),
    (.answers, ["conditionalLaunch": "perhaps"], "badArguments"),
    (.tokens, ["do": "eat", "identity": "ana@contoso.com"], "badArguments"),
    (.user, ["prompt": "pin", "action": "enter"], "missing"),
    (.file, ["do": "create", "path": "/etc/x"], "badArguments"),
    (.file, ["do": "create", "path": "a/../../x"], "badArguments"),
    (.file, ["do": "create", "path": "x", "folder": "group:../y"], "badArguments"),
    (.file, ["do": "burn", "path": "x"], "badArguments"),
    (.file, ["do": "read", "path": "missing"], "missing"),
    (.complete, ["callback": "addIdentity", "result": 0], "missing"),
    (.openURL, [:], "badArguments"),
    (.resume, [:], "badArguments"),
  ]

  @Test(arguments: refusals)
  func `what cannot be done is refused in words`(
    operation: StepOperation, arguments: JSONObject, code: String
  ) {
    let fixture = HostFixture()
    fixture.launch()
    let failure = fixture.send(operation, arguments).failure
    #expect(failure?.code.word == code)
    #expect(failure?.message.isEmpty == false)
    #expect(failure?.message.contains(fixture.folder) == false)
  }

  @Test func `nothing works before launch`() {
    let fixture = HostFixture()
    #expect(fixture.call("policy").failure?.code == .failed)
  }

  @Test func `stop is said to the process`() {
    let fixture = HostFixture()
    fixture.launch()
    fixture.send(.stop)
    #expect(fixture.host.isStopped)
  }
}
