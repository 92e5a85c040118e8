internal import ExactText
package import JSONText
package import MAMDirectory
package import MAMWire

/// One request, read but not yet judged.
package struct ServiceRequest: Sendable {
  /// What is asked.
  package var endpoint: Endpoint
  /// The `client-request-id` header: unique within the app's process.
  package var client: String?
  /// The token of the `Authorization: Bearer` header.
  package var bearer: String?
  /// The first segment of a sign-in request's path: a tenant's name or `common`.
  package var tenant: String?
  /// The body; null if it could not be read. A form is an object of strings.
  package var body: JSON
  /// The hosts that a located app is told.
  package var hosts: HostURLs
  /// The request as it came over HTTP; nil if it came otherwise, within the process.
  package var http: HTTPRequest?
  /// What is wrong with it whatever it asks for: its method, or the length of its body; nil for nothing.
  package var refusal: Refusal?
  /// What is known of the token of the header; looked up once, because the strings of tokens are long.
  package var token: Token?
  /// True if the request bears the administrator's token, which may do everything.
  package var isAdministrator = false

  /// A request of the given parts.
  package init(
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
