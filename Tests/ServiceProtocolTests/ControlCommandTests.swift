import JSONText
import ServiceProtocol
import Testing

@Suite("Commands of the control channel")
struct ControlCommandTests {
  @Test
  func `a command is written with its number, its word and its members, in this order`() {
    let table: [(ControlCommand, String)] = [
      (
        .attach(.init(instance: "phone/mail", ports: [1, 2], gate: 3, refusesForeign: true)),
        #"{"id":7,"do":"attach","instance":"phone/mail","ports":[1,2],"gate":3,"foreign":"refuse"}"#
      ),
      (
        .attach(.init(instance: "phone/mail", refusesForeign: false)),
        #"{"id":7,"do":"attach","instance":"phone/mail"}"#
      ),
      (
        .user(name: "ana@contoso.com", [.licensed(false), .password(nil)]),
        #"{"id":7,"do":"user","name":"ana@contoso.com","licensed":false,"password":null}"#
      ),
      (
        .tenant(
          name: "contoso", [.enabled(true), .refreshTokenSeconds(60), .renewsRefreshTokens(true)]),
        #"{"id":7,"do":"tenant","name":"contoso","enabled":true,"refreshTokenSeconds":60,"renewsRefreshTokens":true}"#
      ),
      (
        .registration(identity: "ana@contoso.com", bundleIdentifier: "com.x", .gone),
        #"{"id":7,"do":"registration","identity":"ana@contoso.com","bundleId":"com.x","set":"gone"}"#
      ),
      (
        .fault(
          FaultOrder(
            .token, .status(429, retryAfterSeconds: 60), app: "phone/mail", user: "ana@contoso.com",
            after: 1, times: 2)),
        #"{"id":7,"do":"fault","rule":{"endpoint":"token","instance":"phone/mail","#
          + #""identity":"ana@contoso.com","after":1,"times":2,"#
          + #""fault":{"kind":"status","status":429,"retryAfter":60}}}"#
      ),
      (
        .hold(instance: "phone/mail", nil, n: 2, .applied),
        #"{"id":7,"do":"hold","instance":"phone/mail","endpoint":null,"n":2,"point":"applied"}"#
      ),
      (.reset, #"{"id":7,"do":"reset"}"#),
    ]
    for (command, line) in table { #expect(JSON.object(command.line(id: 7)).text == line) }
  }

  @Test
  func `every fault that a case can order has the kind and the members that the kind allows`() {
    let faults: [FaultOrder.Fault] = [
      .status(503, retryAfterSeconds: 1, text: "[]"), .error(.gone), .refused, .reset,
      .delay(milliseconds: 5),
      .lost, .unanswered, .truncated, .malformed, .duplicate,
    ]
    #expect(faults.map(\.kind) == FaultKind.ofCases)
    for fault in faults {
      #expect(fault.json.members.map(\.name) == ["kind"] + fault.kind.caseMembers)
      #expect(fault.kind.caseMembers.allSatisfy(fault.kind.members.contains))
    }
  }
}
