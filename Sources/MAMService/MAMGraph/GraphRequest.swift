internal import ExactText
package import JSONText
package import MAMWire

/// A request to the administrator API: Microsoft Graph's MAM resources.
package struct GraphRequest: Sendable {
  /// `GET`, `POST`, `PATCH` or `DELETE`.
  package var method: String
  /// The path from `/v1.0` or `/beta` on; without either it is read as `/v1.0`. A query may follow it
  /// if ``query`` is empty.
  package var path: String
  /// The body; null if there is none.
  package var body: JSON
  /// Why the body cannot be read, in words; nil if it can, or if there is none.
  package var bodyFault: String?
  /// What follows the `?` of the URL, with its percent escapes.
  package var query: String
  /// The header fields: `If-Match`, `Prefer`, `ConsistencyLevel` and so on.
  package var headers: [HeaderField]
  /// Who asks.
  package var caller: Caller
  /// Scheme and authority that links to further pages begin with.
  package var origin: String
  /// What errors call the request.
  package var id = GraphRequest.fixedID

  /// True for a part of a batch.
  var isBatched = false
  /// True if the header fields must say what the body is.
  var isMediaTypeNeeded = false

  /// The name of every request that comes without HTTP: nothing random may reach a history.
  package static let fixedID = "00000000-0000-4000-8000-000000000000"

  /// Who asks something of the administrator API.
  package enum Caller: Sendable, Equatable {
    /// The coordinator, or the bearer of the administrator's token: may do everything in any tenant.
    case administrator
    /// The bearer of a token of the sign-in host; nil for a request without a token.
    case bearer(String?)
  }

  /// A request of the given parts.
  package init(
    _ method: String, _ path: String, query: String = "", headers: [HeaderField] = [],
    body: JSON = .null, caller: Caller = .administrator, origin: String = "http://localhost"
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.caller = caller
    self.origin = origin
  }
}

/// An answer of the administrator API.
package struct GraphResponse: Sendable, Equatable {
  /// The HTTP status.
  package var status: Int
  /// The body; nil for 204.
  package var body: JSON?
  /// Header fields such as `ETag` and `Location`.
  package var headers: [HeaderField]

  /// An answer of the given parts.
  package init(_ status: Int, _ body: JSON? = nil, headers: [HeaderField] = []) {
    self.status = status
    self.body = body
    self.headers = headers
  }
}
