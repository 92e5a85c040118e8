import Foundation
import JSONText
import Storage
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMServer
@testable import MAMSignIn
@testable import MAMWire

/// Seeds, changes, resets and snapshots by the control API.
@Suite struct StateTests {
  let service: LoneWorld

  /// The shared world and a second tenant.
  static let two: JSONObject = {
    var two = world.object!
    two["tenants"] = ["contoso": .null, "fabrikam": .null]
    var users = two["users"]!.object!
    users["fay"] = ["upn": "fay@fabrikam.com", "tenant": "fabrikam"]
    two["users"] = .object(users)
    two["groups"] = [
      "staff": ["ana", "eve"], "crew": ["id": "crew", "tenant": "fabrikam", "members": ["fay"]],
    ]
    var policies = two["policies"]!.object!
    policies["strict"] = [
      "tenant": "fabrikam", "assign": ["crew"], "apps": ["mail"], "settings": ["pinRequired": true],
    ]
    two["policies"] = .object(policies)
    return two
  }()

  init() throws { service = try LoneWorld(seed: StateTests.two) }

  private func enroll(_ user: String, device: String = "phone") -> String {
    guard case .send(let token) = service.send(.signIn(user)),
      case .send(let reply) = service.send(
        .enroll(user, bearer: token.response.body["access_token"]?.string, device: device))
    else { return "none" }
    return reply.response.body["enrollmentId"]?.string ?? "none"
  }

  private func rows(_ kinds: String...) -> [RowChange] {
    service.engine.core.state.allRows.filter { kinds.contains($0.kind) }
  }

  // MARK: Changes

  @Test func `tenants and users are changed`() {
    #expect(service.ask("PATCH", "users/ana", ["licensed": false])?.status == 200)
    #expect(service.ask("PATCH", "users/ben%40contoso.com", ["deleted": true])?.status == 200)
    #expect(service.ask("PATCH", "tenants/contoso", ["migrating": true])?.status == 200)
    #expect(service.engine.core.state.users["ana@contoso.com"]?.isLicensed == false)
    #expect(service.engine.core.state.users["ben@contoso.com"]?.isDeleted == true)
    #expect(service.engine.core.state.tenants["contoso"]?.isMigrating == true)
    #expect(service.ask("PATCH", "tenants/x", ["migrating": true])?.status == 404)
    #expect(service.ask("PATCH", "users/x", ["licensed": true])?.status == 404)
    // The status does not depend on the words of the message.
    #expect(service.ask("PATCH", "tenants/contoso", ["unknown": 1])?.status == 400)
  }

  @Test func `registrations are listed and changed`() throws {
    let id = enroll("ana@contoso.com")
    let line = try #require(
      service.ask("GET", "registrations")?.body["registrations"]?.array?.first)
    #expect(line["id"] == .string(id))
    #expect(line["tenant"] == "contoso")
    #expect(line["gone"] == false)
    let change: JSON = ["identity": "ana", "bundleId": "com.contoso.mail", "set": "gone"]
    #expect(service.ask("POST", "registrations", change)?.body == ["registrations": 1])
    #expect(
      service.ask("GET", "registrations")?.body["registrations"]?.array?.first?["gone"] == true)
  }

  @Test func `a seed is put in wholly or not at all`() {
    let seed: JSON = ["tenants": ["adatum": .null], "users": ["x": [:]]]
    #expect(service.ask("POST", "seed", seed)?.status == 400)
    #expect(service.engine.core.state.tenants["adatum"] == nil)
    #expect(service.ask("POST", "seed", ["tenants": ["adatum": .null]])?.status == 200)
    #expect(service.engine.core.state.tenants["adatum"] != nil)
  }

  @Test func `a seed that is not JSON goes to the reader`() throws {
    let text = Array("tenants: {adatum: }".utf8)
    var answer: ServiceResponse?
    service.api.answer(HTTPRequest("POST", "/_mam/seed", headers: json, body: text)) { answer = $0 }
    #expect(answer?.body["error"]?["message"] == "the seed is not JSON")
    service.api.readSeed = { text throws(CommandError) in
      #expect(text == "tenants: {adatum: }")
      return SeedFile(world: ["tenants": ["adatum": .null]]) { _ in "body:1:1" }
    }
    service.api.answer(HTTPRequest("POST", "/_mam/seed", headers: json, body: text)) { answer = $0 }
    #expect(answer?.status == 200)
    service.api.readSeed = { _ throws(CommandError) in
      SeedFile(world: ["planets": [:]]) { _ in "body:1:1" }
    }
    service.api.answer(HTTPRequest("POST", "/_mam/seed", headers: json, body: text)) { answer = $0 }
    #expect(
      answer?.body["error"]?["message"]?.string
        == "body:1:1: a seed has no member \"planets\"; known: tenants, clients, apps, licences, "
        + "users, groups, policies, configurations, mdmDevices")
  }

  // MARK: Reset

  @Test func `a reset goes back to the seed and the start`() throws {
    let before = try #require(service.ask("GET", "snapshot?secrets=true")?.body.text)
    _ = enroll("ana@contoso.com")
    try service.fault(["kind": "lost"])
    service.send(.locate())
    service.ask("POST", "holds", ["n": 5])
    service.ask("POST", "clock/advance", ["by": "PT1H"])
    #expect(service.ask("POST", "reset", [:])?.status == 200)
    #expect(service.ask("GET", "snapshot?secrets=true")?.body.text == before)
    #expect(service.dropped == [3])
    #expect(service.entries().isEmpty)
    #expect(service.engine.holds.isEmpty)
    service.send(.locate())
    #expect(service.entries().map { $0["request"] } == [1])
  }

  @Test func `a reset may leave nothing`() {
    #expect(service.ask("POST", "reset", ["empty": true])?.status == 200)
    #expect(service.engine.core.state.allRows.isEmpty)
  }

  @Test func `the reset of a tenant leaves the others`() throws {
    let ana = enroll("ana@contoso.com")
    let fay = enroll("fay@fabrikam.com")
    try service.fault(["kind": "lost"], ["tenant": "contoso"])
    try service.fault(["kind": "lost"], ["tenant": "fabrikam", "times": 1])
    try service.fault(["kind": "reset"], ["identity": "ana@contoso.com", "endpoint": "unenroll"])
    for (code, tenant) in [("dc1", "contoso"), ("dc2", "fabrikam")] {
      var signIn = PendingSignIn(client: "a", scope: "s", progress: .pending, expires: 1)
      signIn.tenant = tenant
      service.engine.core.state.signIns[code] = signIn
    }
    service.send(.locate("ana@contoso.com"))
    service.send(.locate("fay@fabrikam.com"))
    service.ask("PATCH", "users/ana", ["licensed": false])
    service.ask("PATCH", "users/fay", ["licensed": false])
    let kinds = ["enrollment", "accessToken", "refreshToken", "user", "group", "policy"]
    func of(_ tenant: String) -> [RowChange] {
      service.engine.core.state.allRows.filter {
        kinds.contains($0.kind) && ($0.value?.text.contains(tenant) ?? false)
      }
    }
    let others = of("fabrikam")
    #expect(service.ask("POST", "reset", ["tenant": "contoso"])?.status == 200)
    #expect(of("fabrikam") == others)
    #expect(service.engine.core.state.enrollments[ana] == nil)
    #expect(service.engine.core.state.enrollments[fay] != nil)
    #expect(service.engine.core.state.users["ana@contoso.com"]?.isLicensed == true)
    #expect(service.engine.core.state.users["fay@fabrikam.com"]?.isLicensed == false)
    #expect(service.engine.core.state.accessTokens.rows.allSatisfy { $0.tenant == "fabrikam" })
    #expect(service.engine.faults.map { $0.selector.tenant } == ["fabrikam"])
    #expect(service.engine.core.state.signIns.keys == ["dc2"])
    #expect(service.dropped.count == 1)
    #expect(service.engine.held.count == 1)
    #expect(service.entries().allSatisfy { $0["tenant"] == "fabrikam" })
    #expect(service.entries().count == 3)
    // What the seed said of it is there again.
    #expect(service.status(.signIn("ana@contoso.com")) == 200)
    #expect(enroll("ana@contoso.com") != "none")
    #expect(service.engine.core.state.firstTenant == "contoso")
  }

  @Test func `the reset of a tenant may leave nothing of it`() {
    #expect(service.ask("POST", "reset", ["tenant": "fabrikam", "empty": true])?.status == 200)
    let left = service.engine.core.state.allRows.filter {
      $0.value?.text.contains("fabrikam") ?? false
    }
    #expect(left.isEmpty)
    #expect(service.engine.core.state.tenants["contoso"] != nil)
  }

  // MARK: Snapshots

  @Test func `a snapshot is restored byte for byte`() throws {
    _ = enroll("ana@contoso.com")
    try service.fault(
      ["kind": "status", "status": 503], ["probability": .double(0.5), "seed": 3, "times": 40])
    for _ in 0..<20 { service.send(.locate()) }
    let snapshot = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
    let next = (0..<10).map { _ in service.status(.locate()) }
    _ = enroll("fay@fabrikam.com")
    service.ask("DELETE", "faults")
    service.ask("POST", "clock/advance", ["by": "P1D"])
    service.ask("PATCH", "users/ana", ["deleted": true])
    #expect(service.ask("GET", "snapshot?secrets=true")?.body.text != snapshot.text)
    #expect(service.ask("PUT", "snapshot", snapshot)?.status == 200)
    #expect(service.ask("GET", "snapshot?secrets=true")?.body.text == snapshot.text)
    #expect(service.clock.now == at(0))
    // The rule goes on where it was, its generator too.
    #expect((0..<10).map { _ in service.status(.locate()) } == next)
  }

  @Test func `a snapshot goes to another service and into its file`() throws {
    let snapshot = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let other = try LoneWorld(store: StateStore(path: path, isExclusive: false), seed: nil)
      #expect(other.ask("PUT", "snapshot", snapshot)?.status == 200)
      #expect(other.ask("GET", "snapshot?secrets=true")?.body.text == snapshot.text)
      let third = try LoneWorld(store: StateStore(path: path, isExclusive: false), seed: nil)
      #expect(third.ask("GET", "snapshot?secrets=true")?.body["rows"] == snapshot["rows"])
    }
  }

  @Test func `a snapshot takes the key of tokens along`() throws {
    service.engine.core.signer = TokenSigner()
    let unsigned = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
    #expect(unsigned["key"] == .null)
    let keys = try #require(try service.engine.core.signer?.keySet)
    let snapshot = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let store = try StateStore(path: path)
      let other = try LoneWorld(store: store, seed: nil)
      other.engine.core.signer = TokenSigner()
      #expect(try other.engine.core.signer?.keySet != keys)
      #expect(other.ask("PUT", "snapshot", snapshot)?.status == 200)
      #expect(try other.engine.core.signer?.keySet == keys)
      #expect(try store.kept(TokenSigner.keyName) == snapshot["key"]?.string)
      // The same bytes again, as long as nothing is signed with another key.
      #expect(other.ask("GET", "snapshot?secrets=true")?.body["key"] == snapshot["key"])
      var wrong = snapshot.object!
      wrong["key"] = 5
      #expect(other.ask("PUT", "snapshot", .object(wrong))?.status == 400)
      #expect(try other.engine.core.signer?.keySet == keys)
      // Of before the first token there is no key.
      #expect(other.ask("PUT", "snapshot", unsigned)?.status == 200)
      #expect(other.ask("GET", "snapshot?secrets=true")?.body.text == unsigned.text)
      #expect(try store.kept(TokenSigner.keyName) == nil)
    }
  }

  @Test func `the clock is where it was when the service starts again`() throws {
    try withFolder { folder in
      let store = try StateStore(path: folder.appending(path: "state").path)
      let service = try LoneWorld(store: store)
      let again = { () throws -> VirtualInstant in
        let clock = StandaloneClock(at: at(0))
        try clock.resume(from: store)
        return clock.now
      }
      #expect(try again() == at(0))
      service.ask("POST", "clock/advance", ["by": "P1D"])
      #expect(try again() == at(86_400_000))
      let snapshot = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
      service.ask("POST", "reset", [:])
      #expect(try again() == at(0))
      service.ask("PUT", "snapshot", snapshot)
      #expect(try again() == at(86_400_000))
      // A clock of the other kind has nothing to do with it.
      let real = StandaloneClock()
      let before = real.now
      try real.resume(from: store)
      #expect(real.now < before + .days(1))
    }
  }

  @Test func `a real clock stays moved when the service starts again`() throws {
    try withFolder { folder in
      let store = try StateStore(path: folder.appending(path: "state").path)
      let clock = StandaloneClock()
      let moved = clock.now + .days(3)
      try store.keep(clock.kept(at: moved))
      let next = StandaloneClock()
      try next.resume(from: store)
      #expect(next.now >= moved)
      try store.keep(.init(name: "clock.real", value: "9223372036854775807"))
      #expect(throws: StorageError.self) { try StandaloneClock().resume(from: store) }
    }
  }

  @Test(
    arguments: [
      (["format": 1], "this is not a snapshot of format 3"),
      (["key": "x"], "\"key\" must be an RSA private key in PEM"),
      (["format": 3], "a snapshot has \"clock\", \"faults\" and \"rows\""),
      (["rows": [["user", "x", 1]]], "the row [\"user\",\"x\",1] is unreadable"),
      (
        ["rows": [["counter", "x", 1, 9_223_372_036_854_775_807]]],
        "the row counter \"x\" has a number beyond 9007199254740992"
      ),
      (["rows": [["user", "x", 1, [:]]]], "the row user \"x\" is unreadable"),
      (["rows": [["planet", "x", 1, [:]]]], "the row planet \"x\" is unreadable"),
      (
        ["rows": [["counter", "x", 1, 1], ["counter", "x", 2, 1]]],
        "the row counter \"x\" is given twice"
      ),
      (
        ["faults": [["fault": ["kind": "lost"]]]],
        "a rule of a snapshot has \"id\", \"matched\" and \"hits\""
      ),
    ] as [(JSONObject, String)])
  func `a snapshot that is wrong changes nothing`(_ wrong: JSONObject, _ message: String) throws {
    let before = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
    var body = wrong["format"] == nil ? before.object! : wrong
    for member in wrong.members { body[member.name] = member.value }
    let answer = service.ask("PUT", "snapshot", .object(body))
    #expect(answer?.status == 400)
    #expect(answer?.body["error"]?["message"] == .string(message))
    #expect(service.ask("GET", "snapshot?secrets=true")?.body == before)
  }

  @Test func `what cannot be stored changes nothing`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "state").path
      let other = try LoneWorld(store: StateStore(path: path, isExclusive: false))
      let before = other.ask("GET", "snapshot?secrets=true")?.body.text
      let database = try Database(path: path)
      try database.execute("ALTER TABLE service_row RENAME TO elsewhere")
      let snapshot = try #require(service.ask("GET", "snapshot?secrets=true")?.body)
      for (method, path, body) in [
        ("PUT", "snapshot", snapshot), ("POST", "reset", [:]),
        ("POST", "reset", ["tenant": "contoso"]), ("POST", "seed", ["tenants": ["x": .null]]),
        ("PATCH", "users/ana", ["deleted": true]),
      ] as [(String, String, JSON)] {
        let answer = other.ask(method, path, body)
        #expect(answer?.status == 503, "\(method) \(path)")
        #expect(answer?.body["error"]?["code"] == "ServiceUnavailable")
      }
      #expect(other.ask("GET", "snapshot?secrets=true")?.body.text == before)
    }
  }
}
