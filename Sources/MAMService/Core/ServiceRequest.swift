internal import ExactText
public import JSONText

/// One request, read but not yet judged.
public struct ServiceRequest: Sendable {
  /// What is asked.
  public var endpoint: Endpoint
  /// The `client-request-id` header: unique within the app's process.
  public var client: String?
  /// The token of the `Authorization: Bearer` header.
  public var bearer: String?
  /// The first segment of a sign-in request's path: a tenant's name or `common`.
  public var tenant: String?
  /// The body; null if it could not be read. A form is an object of strings.
  public var body: JSON
  /// The hosts that a located app is told.
  public var hosts: HostURLs
  /// The request as it came over HTTP; nil if it came otherwise, within the process.
  public var http: HTTPRequest?
  /// What is wrong with it whatever it asks for: its method, or the length of its body; nil for nothing.
  var refusal: Refusal?
  /// What is known of the token of the header; looked up once, because the strings of tokens are long.
  var token: Token?
  /// True if the request bears the administrator's token, which may do everything.
  public var isAdministrator = false

  /// A request of the given parts.
  public init(
    _ endpoint: Endpoint, client: String? = nil, bearer: String? = nil, tenant: String? = nil,
    body: JSON, hosts: HostURLs = .inProcess
  ) {
    self.endpoint = endpoint
    self.client = client
    self.bearer = bearer
    self.tenant = tenant
    self.body = body
    self.hosts = hosts
  }
}
