import Foundation
import JSONText
import ServiceProtocol
import Testing

@testable import MAMEngine

/// Who may ask what at the ports of an app under a coordinator.
@Suite struct GateTests {
  /// The body of an answer; fails if there is none.
  private func ask(_ port: Int) throws -> String {
    let client = RawClient(port: port)
    client.post("/locate", "{}", headers: ["client-request-id: r1"])
    let body: String? = if case .response(_, let body) = client.read() { body } else { nil }
    return try #require(body?.isEmpty == false ? body : nil)
  }

  @Test func `a request passes while the gate of its app is open, and only then`() throws {
    let service = RunningService(pageSize: 24)
    let ports = try service.attach("phone/mail", ["gate": 7])
    #expect(try ask(ports[0]).contains("RequestWhenIdle"))
    let record = try service.record()
    #expect(record["outcome"] == "idle")
    #expect(record["instance"] == "phone/mail")
    #expect(record["endpoint"] == "locate")
    #expect(record["client"] == "r1")
    service.openGate(7)
    #expect(try !ask(ports[0]).contains("RequestWhenIdle"))
    #expect(try service.record()["outcome"] == "answered")
    service.openGate(8)
    #expect(try ask(ports[0]).contains("RequestWhenIdle"))
  }

  @Test func `a request that waits while the reply is read is refused once the gate is closed`()
    throws
  {
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    defer { for number in pipes { close(number) } }
    let service = RunningService(pageSize: SharedPage.size)
    let ports = try service.attach("phone/mail", ["gate": 7])
    service.store(Int(getpid()), at: SharedPage.coordinatorIndex)
    service.store(Int(pipes[1]), at: SharedPage.inputIndex)
    service.store(Int(pipes[0]), at: SharedPage.outputIndex)
    service.store(1, at: SharedPage.processIndex)
    service.store(1 << 2 | Int(ActivationStage.transfer.rawValue), at: SharedPage.activationIndex)
    service.openGate(7)
    let client = RawClient(port: ports[0])
    client.post("/locate", "{}")
    // The coordinator has the whole reply, and says nothing more of this activation.
    usleep(100_000)
    service.openGate(0)
    guard case .response(403, let body) = client.read() else {
      Issue.record("the request has passed")
      return
    }
    #expect(body.contains("RequestWhenIdle"))
    #expect(try service.record()["outcome"] == "idle")
  }

  @Test func `an app without a gate, or a coordinator without gates, lets everything pass`() throws
  {
    let service = RunningService(pageSize: 24)
    #expect(try !(ask(service.attach("phone/mail")[0])).contains("RequestWhenIdle"))
    let old = RunningService()
    #expect(try !(ask(old.attach("phone/mail", ["gate": 1])[0])).contains("RequestWhenIdle"))
  }

  @Test func `a request that has come before a barrier is reported before the answer`() throws {
    let service = RunningService(pageSize: 24)
    let ports = try service.attach("phone/mail", ["gate": 1])
    for _ in 0..<20 {
      let client = RawClient(port: ports[0])
      client.post("/locate", "{}")
      try service.ok("idle")
      #expect(service.records.map { $0["outcome"] } == ["idle"])
      _ = try service.record()
    }
  }

  @Test func `requests of the coordinator's own processes are not foreign`() throws {
    let service = RunningService(pageSize: 24)
    let ports = try service.attach("phone/mail", ["foreign": "refuse"])
    #expect(try !ask(ports[0]).contains("ForeignProgram"))
  }

  @Test(arguments: [
    ["gate": 0] as JSONObject, ["gate": -1], ["gate": "1"], ["foreign": "maybe"],
  ])
  func `what makes no sense is refused`(members: JSONObject) throws {
    let service = RunningService(pageSize: 24)
    var all: JSONObject = ["instance": "phone/mail"]
    for member in members.members { all[member.name] = member.value }
    #expect(try service.command("attach", all)["error"] != nil)
  }

  @Test func `a command of a byte too much is refused, however it arrives`() throws {
    let service = RunningService()
    let frame = JSON.object(["id": 1, "do": "nothing", "pad": ""]).text.utf8.count
    let answer = try service.command(
      "nothing", ["pad": .string(String(repeating: "x", count: (1 << 20) - frame))])
    #expect(answer["id"] == 1)
    service.post("{\"pad\":\"" + String(repeating: "x", count: (1 << 20) - 9) + "\"}\n")
    let refusal = try service.record()
    #expect(refusal["id"] == .null)
    #expect(refusal["error"]?.string?.contains("1048576 bytes") == true)
    #expect(service.ended() == 0)
  }
}
