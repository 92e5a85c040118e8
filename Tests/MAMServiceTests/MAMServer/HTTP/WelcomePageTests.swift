import Foundation
import JSONText
import Testing

/// The page at the root, over real sockets.
@Suite struct WelcomePageTests {
  @Test func `the page is there for every kind of client`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      func get(_ accept: String) -> (head: String, body: String) {
        let client = service.connect()
        client.post("/", "", headers: ["Accept: \(accept)"], method: "GET")
        guard case .response(200, let body) = client.read() else { return ("", "") }
        return (client.latestHead, body)
      }
      let page = get("text/html,application/xhtml+xml,*/*;q=0.8")
      #expect(page.head.contains("Content-Type: text/html"))
      #expect(page.body.contains("mock MAM service") && page.body.contains("lang=\"en\""))
      #expect(page.head.contains("X-Frame-Options: DENY"))
      let text = get("*/*")
      #expect(text.head.contains("Content-Type: text/plain"))
      #expect(text.body.contains("users in"))
      let json = try JSON(parsing: get("application/json").body)
      #expect(json["service"] == "mamconform" && json["mock"] == true)
      #expect(json["hosts"]?["graph"]?.string?.hasSuffix("/v1.0") == true)
      for body in [page.body, text.body, json.text] {
        #expect(!body.contains(RawClient.controlToken))
        #expect(body.contains("ControlAPI"))
      }
      #expect(service.ask("GET", "journal").body["entries"] == [])
      service.ask("POST", "faults", ["path": "/", "fault": ["kind": "stub", "text": "mine"]])
      #expect(get("*/*").body == "mine")
    }
  }

  @Test func `a strange name is refused everywhere`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      for (port, path) in [
        ("control", "/"), ("control", "/_mam/clock"), ("control", "/v1.0/users"),
        ("control", "/locate"), ("location", "/locate"),
        ("authority", "/contoso/oauth2/v2.0/authorize"),
      ] {
        let client = RawClient(port: try #require(service.ports[port]))
        client.send(
          "GET \(path) HTTP/1.1\r\nHost: evil.example\r\nx-mamconform-control: "
            + "\(RawClient.controlToken)\r\n\r\n")
        guard case .response(421, let body) = client.read() else {
          Issue.record("\(path) is served")
          continue
        }
        #expect(!body.contains(RawClient.controlToken))
      }
      #expect(service.ask("GET", "journal").body["entries"] == [])
    }
  }
}
