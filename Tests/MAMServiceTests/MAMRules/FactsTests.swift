import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// Whose requests are, wherever a request says so.
@Suite struct FactsTests {
  let service: LoneWorld

  init() throws { service = try LoneWorld() }

  /// Sends a request to a path as if over HTTP, and returns its status.
  @discardableResult
  private func send(_ method: String, _ target: String, _ form: String = "") throws -> Int? {
    let path = String(target.prefix { $0 != "?" })
    let operation = try #require(RequestReader.operation(path: path, at: nil))
    var request = ServiceRequest(
      operation.endpoint, tenant: operation.tenant,
      body: RequestReader.body(Array(form.utf8), of: operation.endpoint))
    request.isAdministrator = operation.endpoint == .graph
    guard case .send(let reply) = service.send(request, method, target, form: form) else {
      return nil
    }
    return reply.response.status
  }

  private func approvedCode(of user: String, isOfDevice: Bool) -> String {
    var signIn = PendingSignIn(
      client: "app", scope: "mam", progress: .approved, expires: at(60_000).milliseconds)
    signIn.user = user
    signIn.userCode = isOfDevice ? "BCDF" : nil
    let code = isOfDevice ? "dc1" : "ac1"
    service.engine.core.state.signIns[code] = signIn
    return code
  }

  @Test func `a request with a code is its approvers`() throws {
    for isOfDevice in [false, true] {
      let code = approvedCode(of: "ana@contoso.com", isOfDevice: isOfDevice)
      let grant =
        isOfDevice
        ? "grant_type=device_code&device_code=\(code)"
        : "grant_type=authorization_code&code=\(code)"
      #expect(try send("POST", "/common/oauth2/v2.0/token", "client_id=app&\(grant)") == 200)
      let entry = try #require(service.entries().last)
      #expect(entry["subject"] == "Ana@contoso.com")
      #expect(entry["tenant"] == "contoso")
    }
  }

  @Test(
    arguments: [
      ("GET", "/common/userrealm/ana@contoso.com", ""),
      ("GET", "/common/userrealm/ana%40contoso.com", ""),
      ("GET", "/common/oauth2/v2.0/authorize?login_hint=ana@contoso.com", ""),
      ("POST", "/common/oauth2/v2.0/authorize", "login_hint=ana@contoso.com"),
      ("POST", "/common/oauth2/v2.0/authorize", "username=ana@contoso.com"),
      ("GET", "/v1.0/users/ana@contoso.com", ""), ("GET", "/beta/users/o-ana/memberOf", ""),
      ("GET", "/v1.0/users('ana@contoso.com')", ""),
      (
        "POST", "/v1.0/users/ana@contoso.com/wipeManagedAppRegistrationsByDeviceTag",
        #"{"deviceTag":"phone"}"#
      ),
    ])
  func `a request that names a user is the users`(
    _ method: String, _ target: String, _ form: String
  ) throws {
    try service.fault(["kind": "status", "status": 503], ["identity": "ben@contoso.com"])
    #expect(try send(method, target, form) != 503)
    try service.fault(["kind": "status", "status": 503], ["identity": "ana@contoso.com"])
    #expect(try send(method, target, form) == 503)
    #expect(service.entries("?identity=ana").count == 2)
    #expect(service.entries("?identity=ben").isEmpty)
    #expect(service.entries().last?["tenant"] == "contoso")
  }

  @Test(
    arguments: [
      ("identity", "ana", "ana@contoso.com"), ("identity", "o-ana", "ana@contoso.com"),
      ("identity", "ANA@contoso.com", "ana@contoso.com"),
      ("identity", "ghost@nowhere.org", "ghost@nowhere.org"),
      ("app", "mail", "com.contoso.mail"), ("app", "com.contoso.mail", "com.contoso.mail"),
      ("app", "com.other", "com.other"), ("tenant", "contoso.com", "contoso"),
      ("instance", "phone/mail", "phone/com.contoso.mail"),
    ])
  func `rules and questions take the names of a seed`(
    _ name: String, _ text: String, _ meant: String
  ) throws {
    try service.fault(["kind": "reset"], [name: .string(text)])
    #expect(service.ask("GET", "faults/f1")?.body[name] == .string(meant))
    #expect(service.ask("GET", "journal?\(name)=\(text)")?.status == 200)
  }

  @Test func `an app may be called as in the seed when the journal is asked`() throws {
    service.send(.enroll("ana@contoso.com", bearer: nil))
    for match: JSON in [["app": "mail"], ["identity": "ana"], ["instance": "phone/mail"]] {
      #expect(service.ask("POST", "journal/expect", ["match": match])?.status == 200)
    }
  }

  @Test(
    arguments: [
      (
        "identity", "anna",
        "there is no user \"anna\": give a UPN, or the name or object ID of a user"
      ),
      ("app", "chess", "there is no app \"chess\": give a bundle ID, or the name of a seed's app"),
      ("tenant", "nonexist", "there is no tenant \"nonexist\"; the service knows contoso"),
    ])
  func `a name that nobody has is refused`(_ name: String, _ text: String, _ message: String) {
    let rule: JSON = ["fault": ["kind": "reset"], "\(name)": .string(text)]
    for answer in [
      service.ask("POST", "faults", rule), service.ask("GET", "journal?\(name)=\(text)"),
      service.ask("POST", "journal/expect", ["match": ["\(name)": .string(text)]]),
    ] {
      #expect(answer?.status == 400)
      #expect(answer?.body["error"]?["message"] == .string(message))
    }
  }
}
