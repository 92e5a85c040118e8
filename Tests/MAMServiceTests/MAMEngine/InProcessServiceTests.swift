import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

@Suite struct InProcessServiceTests {
  let service: InProcessService

  init() throws {
    service = try InProcessService()
    try ok("seed", world.object!)
    try ok("attach", ["instance": "phone/mail"])
  }

  @discardableResult
  private func command(_ verb: String, _ members: JSONObject = JSONObject()) -> JSON {
    var line = members
    line["id"] = 1
    line["do"] = .string(verb)
    return service.control(.object(line), now: at(0))
  }

  @discardableResult
  private func ok(_ verb: String, _ members: JSONObject = JSONObject()) throws -> JSON {
    let answer = command(verb, members)
    return try #require(answer["ok"], "\(verb): \(answer.text)")
  }

  private func locate(_ user: String = "ana@contoso.com") -> InProcessService.Outcome {
    service.perform(
      ServiceRequest(.locate, client: "r1", body: ["identity": .string(user)]),
      instance: "phone/mail", now: at(0))
  }

  private func status(_ outcome: InProcessService.Outcome) -> Int? {
    if case .response(let response) = outcome { response.status } else { nil }
  }

  @Test func `a request is answered and recorded as over HTTP`() {
    #expect(status(locate()) == 200)
    #expect(
      service.takeRecords().map { JSON.object($0.json).text } == [
        """
        {"request":1,"instance":"phone/mail","client":"r1","endpoint":"locate",\
        "identity":"ana@contoso.com","subject":null,"status":200,"outcome":"answered","code":null,\
        "detail":{}}
        """
      ])
    #expect(service.takeRecords().isEmpty)
  }

  @Test func `every fault below HTTP is named`() throws {
    for kind in ["refused", "reset", "truncated"] {
      try ok("fault", ["rule": ["fault": ["kind": .string(kind)]]])
      #expect(locate() == .failure(.init(rawValue: kind)!))
      try ok("clearFaults")
    }
  }

  @Test func `a response that is not JSON keeps its status`() throws {
    try ok("fault", ["rule": ["fault": ["kind": "malformed"]]])
    #expect(locate() == .malformed(status: 200))
    #expect(locate("nobody@contoso.com") == .malformed(status: 404))
  }

  @Test func `a held request ends by release or drop`() throws {
    try ok("fault", ["rule": ["fault": ["kind": "delay", "milliseconds": 5]]])
    #expect(locate() == .held(1))
    #expect(service.outcome(of: 1) == nil)
    try ok("release", ["request": 1])
    #expect(service.outcome(of: 1).flatMap(status) == 200)
    #expect(locate() == .held(2))
    try ok("drop", ["request": 2])
    #expect(service.outcome(of: 2) == .failure(.closed))
  }

  @Test func `after and times bound the requests that meet the fault`() throws {
    try ok(
      "fault",
      ["rule": ["endpoint": "locate", "after": 1, "times": 2, "fault": ["kind": "reset"]]])
    #expect(
      (0..<5).map { _ in status(locate()) } == [200, nil, nil, 200, 200])
  }

  @Test func `of several rules the first that applies decides and later ones do not count`() throws
  {
    for status in [500, 503] {
      try ok(
        "fault", ["rule": ["times": 1, "fault": ["kind": "status", "status": .int(status)]]])
    }
    #expect((0..<3).map { _ in status(locate()) } == [500, 503, 200])
  }

  @Test func `a rule matches its app and its user only`() throws {
    try ok("attach", ["instance": "phone/docs"])
    try ok(
      "fault",
      [
        "rule": [
          "instance": "phone/mail", "identity": "BEN@contoso.com",
          "fault": ["kind": "error", "code": "Gone"],
        ]
      ])
    #expect(status(locate("ana@contoso.com")) == 200)
    #expect(status(locate("ben@contoso.com")) == 410)
  }

  @Test func `a detached app reaches nobody`() throws {
    try ok("detach", ["instance": "phone/mail"])
    #expect(locate() == .failure(.refused))
    #expect(command("detach", ["instance": "phone/mail"])["error"] != nil)
  }

  @Test func `offline refuses and comes back`() throws {
    try ok("offline", ["instance": "phone/mail", "on": true])
    #expect(locate() == .failure(.refused))
    try ok("offline", ["instance": "phone/mail", "on": false])
    #expect(status(locate()) == 200)
  }

  @Test func `reset forgets everything and counts from one`() throws {
    _ = locate()
    try ok("fault", ["rule": ["fault": ["kind": "lost"]]])
    #expect(locate() == .held(2))
    try ok("reset")
    #expect(service.outcome(of: 2) == .failure(.closed))
    #expect(status(locate()) == 404)
    #expect(service.takeRecords().last?.request == 1)
  }

  @Test(
    arguments: [
      (["do": "dance"], "there is no command \"dance\""),
      (["id": 2], "a command must be an object with \"id\" and \"do\""),
      ("attach", "a command must be an object with \"id\" and \"do\""),
      (["do": "attach"], "\"attach\" needs \"instance\""),
      (["do": "attach", "instance": "a/b", "ports": [1]], "\"ports\" must be 5 port numbers"),
      (["do": "offline", "instance": "x"], "\"on\" must be a boolean"),
      (["do": "hold", "n": 0], "\"n\" must be a positive integer"),
      (["do": "hold", "point": "later"], "\"point\" must be received or applied"),
      (["do": "release", "request": 9], "no request with that number is held"),
      (["do": "drop"], "no request with that number is held"),
      (["do": "user", "name": "zoe"], "unknown user \"zoe\"; known: ana, ben, eve"),
      (
        ["do": "user", "name": "ana", "licenced": true],
        "user \"ana\" has no member \"licenced\"; did you mean \"licensed\"?"
      ),
      (["do": "tenant", "name": "x"], "unknown tenant \"x\"; known: contoso"),
      (["do": "fault"], "a rule must be an object"),
      (["do": "fault", "rule": ["fault": [:]]], "a fault needs a \"kind\""),
      (
        ["do": "fault", "rule": ["fault": ["kind": "rain"]]],
        "there is no fault \"rain\": one of \(FaultKind.allCases.map(\.rawValue).joined(separator: ", "))"
      ),
      (
        ["do": "fault", "rule": ["colour": 1]],
        "a rule has no member \"colour\": one of \(FaultRule.names.joined(separator: ", "))"
      ),
      (
        ["do": "fault", "rule": ["after": -1, "fault": ["kind": "lost"]]],
        "\"after\" must be an integer from 0 to 9007199254740992"
      ),
      (
        ["do": "fault", "rule": ["endpoint": "x", "fault": ["kind": "lost"]]],
        "there is no endpoint \"x\": one of "
          + (Endpoint.allCases.map(\.rawValue) + ["any"]).joined(separator: ", ")
      ),
      (
        ["do": "fault", "rule": ["times": 1, "fault": ["kind": "refused"]]],
        "\"refused\" lasts until clearFaults: it does not take identity, after or times"
      ),
      (
        ["do": "registration", "identity": "ana", "bundleId": "x", "set": "y"],
        "\"set\" must be gone, reenroll, forgotten, rootedDevice or none, not \"y\""
      ),
    ] as [(JSON, String)])
  func `a command that cannot be carried out says why`(_ command: JSON, _ message: String) {
    #expect(service.control(command, now: at(0))["error"] == .string(message))
  }

  @Test func `attaching again gives the same hosts`() {
    let attach: JSON = ["do": "attach", "instance": "phone/mail"]
    let first = service.control(attach, now: at(0))["ok"]
    #expect(first != nil)
    #expect(service.control(attach, now: at(0))["ok"] == first)
  }

  @Test func `the same seed leads to the same rows again, whatever came after the first`() throws {
    let first = service.rows
    try ok("seed", ["tenants": ["another": [:]]])
    #expect(service.rows != first)
    try ok("reset")
    #expect(service.rows.isEmpty)
    try ok("seed", world.object!)
    #expect(service.rows == first)
  }

  @Test func `a seed that fails leaves nothing behind`() throws {
    #expect(
      command("seed", ["tenants": ["fabrikam": .null], "users": ["x": [:]]])["error"] != nil)
    #expect(command("tenant", ["name": "fabrikam"])["error"] != nil)
  }
}
