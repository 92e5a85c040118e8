import JSONText
import Testing

/// What the hosts of `locate` are called, over real sockets.
@Suite struct HostNameTests {
  /// What `locate` tells a client that calls the service by a name; nil for no `Host` at all.
  private func located(
    _ service: ControlledService, _ host: String?, target: String = "/locate"
  ) -> [String] {
    let client = service.connect()
    let body = #"{"identity":"ana@contoso.com"}"#
    let field = host.map { "Host: \($0)\r\n" } ?? ""
    let version = host == nil ? "1.0" : "1.1"
    client.send(
      "POST \(target) HTTP/\(version)\r\n\(field)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let answer = ControlledService.answer(client.read())
    return ["enrollment", "policy", "telemetry", "authority"].map {
      answer.body[$0]?.string ?? "none"
    }
  }

  /// The URLs of the hosts if they are called so.
  private func urls(_ service: ControlledService, _ name: String) -> [String] {
    ["enrollment", "policy", "telemetry"].map { "http://\(name):\(service.ports[$0] ?? 0)" }
      + ["http://\(name):\(service.ports["authority"] ?? 0)/contoso"]
  }

  @Test func `a service at every address is called as its client calls it`() throws {
    try withFolder { folder in
      let service = try ControlledService(
        [
          "--listen", "0.0.0.0", "--allow-remote", "--admin-token", "hush-hush", "--allow-host",
          "mam.example.com,mam-1_x,192.0.2.7,2001:db8::7",
        ], in: folder)
      for (host, name) in [
        ("mam.example.com:7080", "mam.example.com"), ("mam-1_x", "mam-1_x"),
        ("192.0.2.7:80", "192.0.2.7"), ("[2001:db8::7]:80", "[2001:db8::7]"),
        ("localhost:1", "localhost"),
      ] {
        #expect(located(service, host) == urls(service, name), "\(host)")
      }
      #expect(
        located(service, "localhost", target: "http://mam.example.com:1/locate")
          == urls(service, "mam.example.com"))
    }
  }

  @Test func `a host that is no name changes nothing`() throws {
    try withFolder { folder in
      let service = try ControlledService(
        ["--listen", "0.0.0.0", "--allow-remote", "--admin-token", "hush-hush"], in: folder)
      for host in [
        nil, "", ":80", "a b", "evil/path", "user@evil", "evil:80:80", "evil:x", "<script>", "[::1",
        "[]", "[::1]x", "[mam]", "m\u{e4}m", "a\"b", "a%2fb", "x?y", "x#y",
        String(repeating: "a", count: 254),
      ] as [String?] {
        let seen = located(service, host)
        // Some are no HTTP, and are told so; none of them is believed.
        #expect(
          seen == urls(service, "127.0.0.1") || seen.allSatisfy { $0 == "none" },
          "\(host ?? "nil")")
      }
      #expect(located(service, nil) == urls(service, "127.0.0.1"))
      #expect(located(service, "evil/path") == ["none", "none", "none", "none"])
    }
  }

  @Test func `a service at one address is called by it`() throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      #expect(located(service, "127.0.0.1:7080") == urls(service, "127.0.0.1"))
      #expect(located(service, "localhost") == urls(service, "127.0.0.1"))
    }
  }
}
