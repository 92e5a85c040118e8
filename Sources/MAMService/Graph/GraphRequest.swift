public import JSONText

/// A request to the administrator API: Microsoft Graph's MAM resources.
public struct GraphRequest: Sendable {
  /// `GET`, `POST`, `PATCH` or `DELETE`.
  public var method: String
  /// The path from `/v1.0` or `/beta` on, without a query; without either it is read as `/v1.0`.
  public var path: String
  /// The body; null if there is none.
  public var body: JSON

  /// A request of the given parts.
  public init(_ method: String, _ path: String, body: JSON = .null) {
    self.method = method
    self.path = path
    self.body = body
  }
}

/// An answer of the administrator API.
public struct GraphResponse: Sendable, Equatable {
  /// The HTTP status.
  public var status: Int
  /// The body; nil for 204.
  public var body: JSON?

  /// An answer of the given parts.
  public init(_ status: Int, _ body: JSON? = nil) {
    self.status = status
    self.body = body
  }
}
