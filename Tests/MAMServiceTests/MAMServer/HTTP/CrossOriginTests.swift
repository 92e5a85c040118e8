import Glibc
import JSONText
import Testing

/// What pages of other origins may ask and read, over real sockets.
@Suite struct CrossOriginTests {
  /// Sends a request with a header `Origin`, and returns the status and the fields of the answer that begin so.
  private func send(
    _ service: ControlledService, _ method: String, _ path: String, _ headers: [String],
    body: String = ""
  ) -> (status: Int, fields: [String: String]) {
    let client = service.connect()
    client.post(path, body, headers: headers, method: method)
    let seen = client.read()
    var fields: [String: String] = [:]
    for line in client.latestHead.split(separator: "\r\n").dropFirst() {
      let name = line.prefix { $0 != ":" }
      fields[name.lowercased()] = String(line.dropFirst(name.count + 2))
    }
    guard case .response(let status, _) = seen else { return (0, fields) }
    return (status, fields)
  }

  private let page = "Origin: http://localhost:3000"

  @Test func `a page may ask and read`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      let discovery = "/contoso/v2.0/.well-known/openid-configuration"
      for (path, origin) in [
        (discovery, "*"), ("/contoso/discovery/v2.0/keys", "*"), ("/v1.0/users", "*"),
        ("/oidc/userinfo", "*"), ("/contoso/oauth2/v2.0/token", "http://localhost:3000"),
      ] {
        let question = send(
          service, "OPTIONS", path,
          [
            page, "Access-Control-Request-Method: POST",
            "Access-Control-Request-Headers: authorization,x-client-SKU",
          ])
        #expect(question.status == 204, "\(path)")
        #expect(question.fields["access-control-allow-origin"] == origin, "\(path)")
        #expect(question.fields["access-control-allow-headers"] == "authorization,x-client-SKU")
        #expect(question.fields["access-control-allow-methods"]?.contains("OPTIONS") == true)
        #expect(question.fields["access-control-allow-credentials"] == nil)
        let answer = send(service, path.contains("token") ? "POST" : "GET", path, [page])
        #expect(answer.fields["access-control-allow-origin"] == origin, "\(path)")
        #expect(answer.fields["access-control-expose-headers"]?.contains("Retry-After") == true)
        #expect(send(service, "GET", path, []).fields["access-control-allow-origin"] == nil)
      }
      // Questions of browsers are not requests of the client.
      #expect(service.ask("GET", "journal").body["entries"]?.array?.count == 10)
    }
  }

  @Test func `other pages get no tokens and nothing else is for pages`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      let evil = "Origin: https://evil.example"
      let ask = "Access-Control-Request-Method: POST"
      let token = "/contoso/oauth2/v2.0/token"
      let question = send(service, "OPTIONS", token, [evil, ask])
      #expect(question.status == 204 && question.fields["access-control-allow-origin"] == nil)
      #expect(
        send(service, "POST", token, [evil]).fields["access-control-allow-origin"] == nil)
      for path in ["/locate", "/enroll", "/checkin", "/contoso/oauth2/v2.0/authorize", "/nothing"] {
        let question = send(service, "OPTIONS", path, [page, ask])
        #expect(question.status >= 400 && question.fields["access-control-allow-origin"] == nil)
        #expect(
          send(service, "POST", path, [page]).fields["access-control-allow-origin"] == nil)
      }
      // What comes back in a header is a list of names.
      let odd = send(
        service, "OPTIONS", "/v1.0/users",
        [page, ask, "Access-Control-Request-Headers: <script>"])
      #expect(odd.fields["access-control-allow-headers"] == nil)
    }
  }

  @Test func `a page reads errors that faults order too`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      let rule: JSON = [
        "endpoint": "graph", "times": 2,
        "fault": ["kind": "status", "status": 429, "retryAfter": 7],
      ]
      #expect(service.ask("POST", "faults", rule).status == 201)
      let ask = "Access-Control-Request-Method: GET"
      #expect(send(service, "OPTIONS", "/v1.0/users", [page, ask]).status == 204)
      for _ in 1...2 {
        let answer = send(service, "GET", "/v1.0/users", [page])
        #expect(answer.status == 429 && answer.fields["access-control-allow-origin"] == "*")
        #expect(answer.fields["retry-after"] == "7")
      }
    }
  }
}
