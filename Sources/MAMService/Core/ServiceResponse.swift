internal import ExactText
public import JSONText

/// What is known of a request apart from its answer: for records and for matching fault rules.
public struct RequestFacts: Sendable, Equatable {
  /// The user whom the request names, as it was written or as it was enrolled.
  public var identity: String?
  /// The user to whom the bearer token, refresh token or password belongs.
  public var subject: String?
  /// The tag of the device that the request comes from.
  public var device: String?
  /// The name of the tenant that the request is about.
  public var tenant: String?
  /// What a case may ask for: `bundleId`, `policyVersion`, `result` and so on.
  public var detail = JSONObject()
  /// True if the effect could not be stored because the disk is full.
  public var isDiskFull = false

  /// No facts.
  public init() {}

  /// The app as `device/bundle ID`; `-` if nobody knows.
  var instance: String {
    guard let device, let app = detail["bundleId"]?.string else { return "-" }
    return "\(device)/\(app)"
  }
}

/// The service's answer to one request.
public struct ServiceResponse: Sendable, Equatable {
  /// What a response carries.
  public enum Content: Sendable, Equatable {
    /// Nothing: 204, a redirection.
    case none
    /// `application/json`.
    case json(JSON)
    /// A string of the given media type, such as a page that asks a user to sign in.
    case text(String, mediaType: String)

    /// A media type that the body has not: `text/html` unless it is a page.
    var wrongMediaType: String {
      if case .text(_, let mediaType) = self, mediaType.hasPrefix("text/html") {
        "application/json"
      } else {
        "text/html"
      }
    }

    /// True if there is no body.
    var isEmpty: Bool { if case .none = self { true } else { false } }
  }

  /// The HTTP status.
  public var status: Int
  /// The body.
  public var content: Content
  /// Header fields beside those that every response has.
  public var headers: [HeaderField] = []
  /// The error code of the service protocol; nil for a success.
  public var code: String?
  /// The value of the header `Retry-After`.
  public var retryAfterSeconds: Int?
  /// What the record of the request tells.
  public var facts = RequestFacts()

  /// True if a response of that status may have a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
  static func canHaveContent(_ status: Int) -> Bool { ![204, 205, 304].contains(status) }

  /// The body as JSON; null if it is none.
  public var body: JSON {
    if case .json(let body) = content { body } else { .null }
  }

  /// A success with the given body.
  public init(_ body: JSON) {
    status = 200
    content = .json(body)
  }

  /// An answer of any form.
  public init(status: Int, _ content: Content, headers: [HeaderField] = []) {
    self.status = status
    self.content = content
    self.headers = headers
  }

  /// An error with the body that its endpoint demands: RFC 6749, section 5.2, for tokens. Apps' operations
  /// take POST only, which a 405 has to say (RFC 9110, section 15.5.6), and a 401 which kind of token is meant
  /// (RFC 6750, section 3).
  public init(_ refusal: Refusal, at endpoint: Endpoint?) {
    status = refusal.status
    code = refusal.code
    content = .json(
      endpoint?.isOfOAuth == true
        ? ["error": .string(refusal.code), "error_description": .string(refusal.message)]
        : ["error": ["code": .string(refusal.code), "message": .string(refusal.message)]])
    guard let endpoint, endpoint.isOfApp else { return }
    if status == 405 { headers = [HeaderField("Allow", "POST")] }
    if status == 401, !endpoint.isOfOAuth { headers = [HeaderField("WWW-Authenticate", "Bearer")] }
  }
}
