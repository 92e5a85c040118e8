import Foundation
import JSONText
import Testing

@testable import MAMEngine

/// The control API over real sockets: nobody who waits holds up anybody else.
@Suite struct ControlOverHTTPTests {
  private func withService(
    _ arguments: [String] = [], _ body: (ControlledService) throws -> Void
  ) throws {
    try withFolder { folder in try body(try ControlledService(arguments, in: folder)) }
  }

  @Test func `a question waits on its own connection only`() throws {
    try withService { service in
      let waiting = service.connect()
      waiting.post("/_mam/journal/wait", #"{"match":{"endpoint":"locate"},"count":2}"#)
      #expect(waiting.read(timeoutMilliseconds: 50) == .nothing)
      for _ in 0..<2 {
        guard case .response(200, _) = service.locate() else {
          Issue.record("not answered")
          return
        }
      }
      let (status, body) = ControlledService.answer(waiting.read())
      #expect(status == 200)
      #expect(body["count"] == 2)
    }
  }

  @Test func `a question ends after its real time`() throws {
    try withService { service in
      let (status, body) = service.ask(
        "POST", "journal/wait", ["match": ["endpoint": "enroll"], "timeoutMilliseconds": 30])
      #expect(status == 408)
      #expect(body["passed"] == false)
    }
  }

  @Test func `never passes when the virtual clock has left the window`() throws {
    try withService { service in
      let waiting = service.connect()
      waiting.post(
        "/_mam/journal/never", #"{"match":{"endpoint":"enroll"},"within":"PT8H"}"#)
      #expect(waiting.read(timeoutMilliseconds: 50) == .nothing)
      service.ask("POST", "clock/advance", ["by": "PT8H"])
      #expect(waiting.read() == .response(status: 200, body: #"{"passed":true,"count":0}"#))
    }
  }

  @Test func `a delayed answer comes with the virtual clock`() throws {
    try withService { service in
      service.ask("POST", "faults", ["fault": ["kind": "delay", "milliseconds": 60_000]])
      let client = service.connect()
      client.post("/locate", #"{"identity":"ana@contoso.com"}"#)
      #expect(client.read(timeoutMilliseconds: 50) == .nothing)
      #expect(service.ask("GET", "held").body["held"]?.array?.count == 1)
      #expect(service.ask("POST", "clock/advance", ["by": "PT1M"]).body["due"] == 1)
      guard case .response(200, _) = client.read() else {
        Issue.record("not answered")
        return
      }
      #expect(client.latestHead.contains("x-mamconform-fault: f1"))
      #expect(client.latestHead.contains("Date: Thu, 04 Jun 2020 09:01:00 GMT"))
    }
  }

  @Test func `every fault is seen as it is meant`() throws {
    try withService { service in
      func seen(_ fault: JSON) -> (Seen, String) {
        service.ask("DELETE", "faults")
        #expect(service.ask("POST", "faults", ["fault": fault]).status == 201)
        let client = service.connect()
        return (service.locate(client), client.latestHead)
      }
      let status = seen(["kind": "status", "status": 429, "retryAfter": 5])
      guard case .response(429, _) = status.0 else {
        Issue.record("no 429")
        return
      }
      #expect(status.1.contains("Retry-After: 5"))
      #expect(seen(["kind": "reset"]).0 == .reset)
      #expect(seen(["kind": "refused"]).0 == .reset)
      #expect(RawClient(port: service.ports["location"] ?? 0).read() == .refused)
      guard case .truncated = seen(["kind": "truncated"]).0 else {
        Issue.record("not truncated")
        return
      }
      let malformed = Seen.response(status: 200, body: Reply.malformedBody)
      #expect(seen(["kind": "malformed"]).0 == malformed)
      #expect(seen(["kind": "contentType"]).1.contains("Content-Type: text/html"))
      let skewed = seen(["kind": "dateSkew", "milliseconds": -3_600_000]).1
      #expect(skewed.contains("Date: Thu, 04 Jun 2020 08:00:00 GMT"))
      #expect(
        service.ask("POST", "faults", ["fault": ["kind": "tlsFailure"]]).body["error"]?["message"]
          == "the service does not use HTTPS: start it without --no-https")
    }
  }

  @Test func `a client that hangs up among pieces leaves nothing behind`() throws {
    try withService { service in
      service.ask(
        "POST", "faults", ["fault": ["kind": "chunks", "bytes": 8, "milliseconds": 1000]])
      for _ in 0..<5 {
        var client: RawClient? = service.connect()
        client?.post("/locate", #"{"identity":"ana@contoso.com"}"#)
        _ = client?.read(timeoutMilliseconds: 20)
        client = nil
        usleep(30_000)
        #expect(service.ask("POST", "clock/advance", ["by": 1000]).status == 200)
      }
      #expect(service.ask("POST", "clock/advance", ["by": "P1D"]).status == 200)
      service.ask("DELETE", "faults")
      guard case .response(200, _) = service.locate() else {
        Issue.record("the service is not there")
        return
      }
    }
  }

  @Test func `a refusal ends with its window`() throws {
    try withService { service in
      let location = try #require(service.ports["location"])
      let until: JSON = "2020-06-04T09:10:00Z"
      service.ask(
        "POST", "faults",
        [
          "endpoint": "locate", "from": "2020-06-04T09:05:00Z", "until": until,
          "fault": ["kind": "refused"],
        ])
      func isRefused() -> Bool { RawClient(port: location).exchange("/locate", [:]) == .refused }
      #expect(!isRefused())
      service.ask("POST", "clock/advance", ["by": "PT5M"])
      #expect(isRefused())
      service.ask("POST", "clock/advance", ["by": "PT5M"])
      #expect(!isRefused())
    }
  }

  @Test func `methods are answered properly`() throws {
    try withService { service in
      let client = service.connect()
      client.post("/_mam/clock", "", method: "HEAD")
      #expect(client.read(hasBody: false) == .response(status: 200, body: ""))
      #expect(client.latestHead.contains("Content-Length: 71"))
      client.post("/_mam/clock", "", method: "OPTIONS")
      #expect(client.read() == .response(status: 204, body: ""))
      #expect(client.latestHead.contains("Allow: GET, HEAD, PUT, OPTIONS"))
      client.post("/_mam/clock", "", method: "PATCH")
      guard case .response(405, _) = client.read() else {
        Issue.record("no 405")
        return
      }
      #expect(service.ask("GET", "").body["operations"]?.array?.isEmpty == false)
      client.post("/_mamx/clock", "", method: "GET")
      guard case .response(404, _) = client.read() else {
        Issue.record("no 404")
        return
      }
    }
  }

  @Test func `a long snapshot is taken and one that is too long is not`() throws {
    try withService { service in
      var snapshot = try #require(service.ask("GET", "snapshot").body.object)
      let rows = try #require(snapshot["rows"]?.array)
      let name = String(repeating: "x", count: 1000)
      snapshot["rows"] = .array(
        rows + (0..<3000).map { ["counter", .string("\(name)\($0)"), .int($0 + 100), 1] })
      #expect(service.ask("PUT", "snapshot", .object(snapshot)).status == 200)
      #expect(service.ask("GET", "snapshot").body == .object(snapshot))
      let client = service.connect()
      client.post("/_mam/seed", String(repeating: " ", count: (64 << 20) + 1))
      let (status, body) = ControlledService.answer(client.read())
      #expect(status == 413)
      #expect(body["error"]?["code"] == "RequestTooLarge")
    }
  }

  @Test func `without the token only short bodies are read`() throws {
    try withService(["--admin-token", "administrator1"]) { service in
      #expect(service.ask("GET", "clock").status == 401)
      let bearer = ["Authorization: Bearer administrator1"]
      #expect(service.ask("GET", "clock", headers: bearer).status == 200)
      let client = service.connect()
      client.post("/_mam/seed", String(repeating: " ", count: (1 << 20) + 1))
      #expect(ControlledService.answer(client.read()).status == 413)
    }
  }

  @Test func `a seed may be YAML`() throws {
    try withService { service in
      let client = service.connect()
      client.post(
        "/_mam/seed", "tenants:\n  adatum:\nusers:\n  kim: {upn: kim@adatum.com, tenant: adatum}\n")
      #expect(client.read() == .response(status: 200, body: "{}"))
      guard case .response(200, _) = service.locate(user: "kim@adatum.com") else {
        Issue.record("not known")
        return
      }
      client.post("/_mam/seed", "users:\n  kim: {upn: kim@adatum.com, tenant: nowhere}\n")
      let (status, body) = ControlledService.answer(client.read())
      #expect(status == 400)
      #expect(
        body["error"]?["message"]
          == "body:2:30: user \"kim\" has the unknown tenant \"nowhere\"; known: contoso, adatum")
    }
  }

  @Test func `a restored snapshot survives a restart`() throws {
    try withFolder { folder in
      let state = ["--state", folder.appending(path: "state").path]
      var service: ControlledService? = try ControlledService(state, in: folder)
      let snapshot = try #require(service?.ask("GET", "snapshot").body)
      service?.ask("PATCH", "users/ana", ["deleted": true])
      #expect(service?.ask("PUT", "snapshot", snapshot).status == 200)
      service = nil
      let next = try ControlledService(state, in: folder)
      guard case .response(200, _) = next.locate() else {
        Issue.record("ana is not there")
        return
      }
    }
  }

  @Test func `the service ends while questions and requests wait`() throws {
    try withFolder { folder in
      var service: ControlledService? = try ControlledService(in: folder)
      service?.ask("POST", "faults", ["fault": ["kind": "lost"]])
      let asking = try #require(service?.connect())
      asking.post("/_mam/journal/wait", #"{"match":{"endpoint":"enroll"}}"#)
      let held = try #require(service?.connect())
      held.post("/locate", #"{"identity":"ana@contoso.com"}"#)
      #expect(held.read(timeoutMilliseconds: 50) == .nothing)
      service = nil
      #expect(asking.read() == .closed)
      #expect(held.read() == .closed)
    }
  }

  @Test func `a foreign name is refused at every port`() throws {
    try withService { service in
      for (port, path) in [
        ("control", "/_mam/\(RawClient.controlToken)/snapshot"), ("control", "/locate"),
        ("graph", "/v1.0/users"),
      ] {
        let client = RawClient(port: try #require(service.ports[port]))
        client.send("GET \(path) HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n")
        guard case .response(let status, let body) = client.read() else {
          Issue.record("no answer at \(port)")
          continue
        }
        #expect(status == 421 && !body.contains("rows"), "\(path)")
      }
      #expect(service.ask("GET", "journal").body["entries"] == [])
    }
  }
}
