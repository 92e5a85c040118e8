import JSONText
import VirtualTime

@testable import MAMCrypto
@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMWire

/// A service with signed tokens and the shared world, asked as over HTTP.
struct SignInFixture {
  /// One key for all tests, which run side by side: making it takes longer than they do. It must not be
  /// replaced, as a snapshot does.
  static let signer = {
    let signer = TokenSigner()
    _ = try? signer.keySet
    return signer
  }()

  var core = ServiceCore()
  var now = at(0)

  init(_ more: JSON = [:]) throws {
    core.signer = SignInFixture.signer
    var all = world.object!
    for part in more.object?.members ?? [] {
      var members = all[part.name]?.object ?? JSONObject()
      for member in part.value.object?.members ?? [] { members[member.name] = member.value }
      all[part.name] = .object(members)
    }
    try core.directory.seed(all, now)
    core.state.commit()
  }

  /// Sends a request to the sign-in host.
  mutating func send(
    _ method: String, _ target: String, _ form: [(String, String)] = [],
    headers: [HeaderField] = []
  ) -> ServiceResponse {
    let body = form.map { "\($0.0)=\(PercentEncoding.encoded($0.1, keeping: ""))" }.joined(
      separator: "&")
    let http = HTTPRequest(
      method, target, headers: headers, body: Array(body.utf8), origin: "https://localhost:7443")
    guard let (endpoint, tenant) = RequestReader.operation(path: http.path, at: .signIn) else {
      return ServiceResponse(Refusal(.notFound, "no operation"), at: nil)
    }
    var request = ServiceRequest(
      endpoint, tenant: tenant, body: RequestReader.body(http.body, of: endpoint))
    request.http = http
    defer { core.state.commit() }
    return core.handle(request, now: now)
  }

  /// Sends a form to the token endpoint.
  mutating func token(
    _ grant: String, tenant: String = "contoso", client: String = "app", _ more: (String, String)...
  ) -> ServiceResponse {
    send(
      "POST", "/\(tenant)/oauth2/v2.0/token",
      [("grant_type", grant), ("client_id", client)] + more)
  }

  /// Signs a user in by password.
  mutating func password(
    _ user: String = "ana@contoso.com", password: String = "x",
    scope: String = "User.Read openid offline_access", tenant: String = "contoso",
    client: String = "app"
  ) -> ServiceResponse {
    token(
      "password", tenant: tenant, client: client, ("username", user), ("password", password),
      ("scope", scope), ("client_info", "1"))
  }

  mutating func advance(seconds: Int) { now = now + VirtualDuration(milliseconds: seconds * 1000) }
}

extension ServiceResponse {
  /// The error and its number, as `invalid_grant 50126`.
  var failure: String {
    "\(body["error"]?.string ?? "none") \(body["error_codes"]?.array?.first?.int ?? 0)"
  }
  /// The text of a page; empty if it is none.
  var page: String { if case .text(let text, _) = content { text } else { "" } }
  /// Where the answer leads.
  var location: String? { headers.first { $0.isNamed("location") }?.value }
}

/// The claims of a token, without regard to its signature.
func claims(_ token: String?) throws -> JSON {
  let parts = (token ?? "").split(separator: ".")
  guard parts.count == 3, let bytes = Base64URL.bytes(parts[1]) else { return .null }
  return try JSON(parsing: bytes[...])
}
