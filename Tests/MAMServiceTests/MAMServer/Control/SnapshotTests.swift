import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// Snapshots that somebody has written or that hold what is unusual.
@Suite struct SnapshotTests {
  /// A snapshot with rows beside those that are there.
  private func snapshot(_ service: LoneWorld, adding rows: JSON...) throws -> JSON {
    var body = try #require(service.ask("GET", "snapshot?secrets=true")?.body.object)
    body["rows"] = .array((body["rows"]?.array ?? []) + rows)
    return .object(body)
  }

  /// Asks for the tokens of a device code.
  private func poll(_ service: LoneWorld, _ code: String) -> JSON {
    let question = ServiceRequest(
      .token, tenant: "contoso",
      body: [
        "grant_type": "device_code", "client_id": "mail-app", "device_code": .string(code),
      ])
    guard case .send(let reply) = service.send(question) else { return .null }
    return reply.response.body
  }

  @Test func `what only looks sealed is put back as it was`() throws {
    let service = try LoneWorld()
    let seed: JSON = ["configurations": ["own": ["apps": ["mail"], "settings": ["sealed": "x"]]]]
    #expect(service.ask("POST", "seed", seed)?.status == 200)
    let before = service.engine.core.state.allRows
    let body = try #require(service.ask("GET", "snapshot")?.body)
    let (key, _) = try #require(
      service.engine.core.state.policies.firstEntry { $0.settings["sealed"] == "x" })
    service.engine.core.state.policies[key]?.settings["sealed"] = "y"
    #expect(service.ask("PUT", "snapshot", body)?.status == 200)
    #expect(service.engine.core.state.allRows == before)
  }

  @Test func `a row whose secret looks sealed comes back too`() throws {
    let rows = SealedRows(
      sealer: Sealer(load: { nil }, save: { _ in }), running: [], random: .ofSystem)
    for value: JSON in [["password": ["sealed": "x"]], ["password": "p"], ["a": ["sealed": "x"]]] {
      let row = RowChange(kind: "user", key: "u", sequence: 1, value: value)
      let line = try #require(rows.sealed(row))
      #expect(try rows.opened([line]) == [["user", "u", 1, value]])
    }
  }

  @Test func `users whose names are equivalent are two`() throws {
    let (composed, decomposed) = ("zo\u{e9}@contoso.com", "zoe\u{301}@contoso.com")
    let service = try LoneWorld(seed: [
      "tenants": ["contoso": .null],
      "users": [
        "z1": ["upn": .string(composed), "tenant": "contoso"],
        "z2": ["upn": .string(decomposed), "tenant": "contoso"],
      ],
    ])
    let body = try #require(service.ask("GET", "snapshot")?.body)
    let answer = service.ask("PUT", "snapshot", body)
    #expect(answer?.status == 200, "\(answer?.body.text ?? "")")
  }

  @Test(arguments: ["nobody@x", nil])
  func `an approved code of nobody gets no tokens`(_ user: String?) throws {
    let service = try LoneWorld()
    let row: JSON = [
      "signIn", "dc99", 999,
      [
        "userCode": "ABCDEFGHJ", "client": "mail-app", "scope": "mam", "progress": "approved",
        "user": JSON(user), "expires": 9_000_000_000_000, "interval": 5,
      ],
    ]
    #expect(service.ask("PUT", "snapshot", try snapshot(service, adding: row))?.status == 200)
    #expect(poll(service, "dc99")["error"] == "invalid_grant")
  }

  @Test func `a code of a user who has been deleted since gets no tokens`() throws {
    let service = try LoneWorld()
    let row: JSON = [
      "signIn", "dc99", 999,
      [
        "userCode": "ABCDEFGHJ", "client": "mail-app", "scope": "mam", "progress": "approved",
        "user": "ana@contoso.com", "expires": 9_000_000_000_000, "interval": 5,
      ],
    ]
    #expect(service.ask("PUT", "snapshot", try snapshot(service, adding: row))?.status == 200)
    service.ask("PATCH", "users/ana", ["deleted": true])
    #expect(poll(service, "dc99")["error"] == "invalid_grant")
  }

  @Test(arguments: [(-5, 1, 400), (1 << 40, 1, 400), (503, 1, 503), (503, -1, 200), (503, 0, 200)])
  func `an ordered error has a status of errors`(_ ordered: Int, _ times: Int, _ status: Int) throws
  {
    let service = try LoneWorld()
    let row: JSON = [
      "account", "ana@contoso.com", 999,
      [
        "condition": "enabled", "signInErrorTimes": .int(times),
        "signInError": ["error": "server_error", "status": .int(ordered)],
      ],
    ]
    #expect(service.ask("PUT", "snapshot", try snapshot(service, adding: row))?.status == 200)
    #expect(service.status(.signIn("ana@contoso.com")) == status)
  }

  /// Whatever the service takes, it gives out and takes back.
  @Test func `what is given out is taken back`() throws {
    let service = try LoneWorld()
    let large: JSON = ["number": .int(.max), "below": [.int(.min)]]
    try service.fault(
      ["kind": "status", "status": 503, "body": large],
      ["after": .int(1 << 53), "times": .int(1 << 53), "seed": .int(1 << 53)])
    let seed: JSON = [
      "configurations": ["odd": ["assign": ["staff"], "apps": ["mail"], "settings": large]]
    ]
    #expect(service.ask("POST", "seed", seed)?.status == 200)
    #expect(service.status(.signIn("ana@contoso.com")) == 200)
    #expect(service.ask("PUT", "clock", ["now": 0])?.status == 200)
    service.send(.locate())
    #expect(service.ask("PUT", "clock", ["now": 253_402_300_799_999])?.status == 200)
    #expect(service.status(.signIn("ana@contoso.com")) == 200)
    let given = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
    let answer = service.ask("PUT", "snapshot", given)
    #expect(answer?.status == 200, "\(answer?.body.text ?? "")")
    #expect(service.ask("GET", "snapshot?secrets=true")?.body.text == given.text)
  }

  @Test func `a rule that cannot be added cannot be restored`() throws {
    let service = try LoneWorld()
    try service.fault(["kind": "tlsFailure"])
    let given = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
    service.ask("DELETE", "faults")
    service.engine.impossibleFaults = [.tlsFailure: "there is no TLS"]
    let answer = service.ask("PUT", "snapshot", given)
    #expect(answer?.status == 400)
    #expect(answer?.body["error"]?["message"] == "there is no TLS")
    #expect(service.engine.faults.isEmpty)
  }

  @Test(
    arguments: [
      (["counter", "x", 99, .int(1 << 53 + 1)], "has a number beyond 9007199254740992"),
      (["counter", "x", .int(1 << 53 + 1), 1], "has a number beyond 9007199254740992"),
      (["counter", "x", -1, 1], "has a number beyond 9007199254740992"),
      (
        ["token", "x", 1, ["expires": .int(.min)]], "has a number beyond 9007199254740992"
      ),
      (["tenant", "x", 99, tenant(0, nil)], "is unreadable"),
      (["tenant", "x", 99, tenant(3_153_600_001, nil)], "is unreadable"),
      (["tenant", "x", 99, tenant(1, -1)], "is unreadable"),
    ] as [(JSON, String)])
  func `a row with a number that is too large is refused`(_ row: JSON, _ message: String) throws {
    let service = try LoneWorld()
    let answer = service.ask("PUT", "snapshot", try snapshot(service, adding: row))
    #expect(answer?.status == 400)
    #expect(
      answer?.body["error"]?["message"]
        == .string("the row \(row.array![0].string!) \"x\" \(message)"))
  }

  private static func tenant(_ access: Int, _ refresh: Int?) -> JSON {
    var tenant = Tenant(name: "x")
    tenant.accessTokenSeconds = access
    tenant.refreshTokenSeconds = refresh
    return tenant.json
  }

  @Test func `a state with two rows at one place is unreadable`() {
    let rows = [("a", 1), ("b", 1)].map {
      RowChange(kind: "counter", key: $0.0, sequence: $0.1, value: 1)
    }
    let error = #expect(throws: ServiceState.UnreadableRow.self) {
      ServiceCore(state: try ServiceState(rows: rows))
    }
    #expect(error?.text == "the row counter \"b\" is unreadable")
  }
}
