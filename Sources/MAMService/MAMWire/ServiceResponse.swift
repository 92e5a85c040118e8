internal import ExactText
package import JSONText

/// What is known of a request apart from its answer: for records and for matching fault rules.
package struct RequestFacts: Sendable, Equatable {
  /// The user whom the request names, as it was written or as it was enrolled.
  package var identity: String?
  /// The user to whom the bearer token, refresh token or password belongs.
  package var subject: String?
  /// The tag of the device that the request comes from.
  package var device: String?
  /// The name of the tenant that the request is about.
  package var tenant: String?
  /// What a case may ask for: `bundleId`, `policyVersion`, `result` and so on.
  package var detail = JSONObject()
  /// True if the effect could not be stored because the disk is full.
  package var isDiskFull = false

  /// The redirect URI that authentication libraries send by themselves.
  package static let redirectOfLibraries = "urn:ietf:wg:oauth:2.0:oob"

  /// No facts.
  package init() {}

  /// The app as `device/bundle ID`; `-` if nobody knows.
  package var instance: String {
    guard let device, let app = detail["bundleId"]?.string else { return "-" }
    return "\(device)/\(app)"
  }
}

/// The service's answer to one request.
package struct ServiceResponse: Sendable, Equatable {
  /// What a response carries.
  package enum Content: Sendable, Equatable {
    /// No body: 204, a redirection.
    case none
    /// `application/json`.
    case json(JSON)
    /// A string of the given media type, such as a page that asks a user to sign in.
    case text(String, mediaType: String)

    /// A media type that the body has not: `text/html` unless it is a page.
    package var wrongMediaType: String {
      if case .text(_, let mediaType) = self, mediaType.hasPrefix("text/html") {
        "application/json"
      } else {
        "text/html"
      }
    }

    /// True if there is no body.
    package var isEmpty: Bool { if case .none = self { true } else { false } }
  }

  /// The HTTP status.
  package var status: Int
  /// The body.
  package var content: Content
  /// Header fields beside those that every response has.
  package var headers: [HeaderField] = []
  /// The error code of the service protocol; nil for a success.
  package var code: String?
  /// The value of the header `Retry-After`.
  package var retryAfterSeconds: Int?
  /// What the record of the request tells.
  package var facts = RequestFacts()

  /// True if a response of that status may have a body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
  package static func canHaveContent(_ status: Int) -> Bool { ![204, 205, 304].contains(status) }

  /// The body as JSON; null if it is none.
  package var body: JSON {
    if case .json(let body) = content { body } else { .null }
  }

  /// A success with the given body.
  package init(_ body: JSON) {
    status = 200
    content = .json(body)
  }

  /// An answer of any form.
  package init(status: Int, _ content: Content, headers: [HeaderField] = []) {
    self.status = status
    self.content = content
    self.headers = headers
  }

  /// An error with the body that its endpoint demands: RFC 6749, section 5.2, for tokens. Apps' operations
  /// take POST only, which a 405 has to say (RFC 9110, section 15.5.6), and a 401 which kind of token is meant
  /// (RFC 6750, section 3).
  package init(_ refusal: Refusal, at endpoint: Endpoint?) {
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
