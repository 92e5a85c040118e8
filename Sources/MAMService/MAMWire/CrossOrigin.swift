internal import ExactText

/// What browsers must be told before a page may ask the service, and before it may read the answer (Fetch
/// Standard, section 3.2).
///
/// Discovery, keys, userinfo and Graph may be read by every page, as the real ones may: they have no cookies,
/// and what is not public there needs a token. The token endpoint is for pages of a loopback
/// address or of a client's redirect URI. Nothing else here is for pages of other origins.
package enum CrossOrigin {
  /// The header fields of an answer that a page may read beside those that it always may.
  private static let exposed = [
    "Allow", "client-request-id", "Content-Length", "Date", "ETag", "Location", "OData-Version",
    "Preference-Applied", "request-id", "Retry-After", "WWW-Authenticate", "x-mamconform-fault",
    "x-ms-request-id",
  ].joined(separator: ", ")
  /// How long a browser may remember the answer to its question, in seconds of real time.
  private static let maximumAge = 600

  /// The methods that pages may use at an endpoint; nil for one that is not for them.
  private static func methods(_ endpoint: Endpoint) -> String? {
    switch endpoint {
    case .discovery, .keys, .userRealm: "GET, HEAD, OPTIONS"
    case .token: "POST, OPTIONS"
    case .userInfo: "GET, HEAD, POST, OPTIONS"
    case .graph: "GET, HEAD, POST, PATCH, DELETE, OPTIONS"
    default: nil
    }
  }

  /// True for an endpoint that pages of other origins may ask at all.
  package static func isForPages(_ endpoint: Endpoint) -> Bool { methods(endpoint) != nil }

  /// The answer to a browser that asks whether a page may send a request; nil for another request.
  ///
  /// - Parameter isTrusted: whether pages of an origin may ask for tokens.
  package static func preflight(
    _ http: HTTPRequest, at endpoint: Endpoint, isTrusted: (String) -> Bool
  ) -> ServiceResponse? {
    guard http.method == "OPTIONS", http.header("origin") != nil,
      http.header("access-control-request-method") != nil, let methods = methods(endpoint)
    else { return nil }
    var response = ServiceResponse(
      status: 204, .none, headers: fields(of: http, at: endpoint, isTrusted: isTrusted))
    guard !response.headers.isEmpty else { return response }
    response.headers.append(HeaderField("Access-Control-Allow-Methods", methods))
    if let names = http.header("access-control-request-headers"), isListOfNames(names) {
      response.headers.append(HeaderField("Access-Control-Allow-Headers", names))
    }
    response.headers.append(HeaderField("Access-Control-Max-Age", String(maximumAge)))
    return response
  }

  /// The header fields that let a page read an answer; empty if it may not, or if no page asks.
  package static func fields(
    of http: HTTPRequest, at endpoint: Endpoint, isTrusted: (String) -> Bool
  ) -> [HeaderField] {
    guard methods(endpoint) != nil, let origin = http.header("origin") else { return [] }
    let isForAll = endpoint != .token
    guard isForAll || isTrusted(origin) else { return [] }
    var fields = [
      HeaderField("Access-Control-Allow-Origin", isForAll ? "*" : origin),
      HeaderField("Access-Control-Expose-Headers", exposed),
    ]
    if !isForAll { fields.append(HeaderField("Vary", "Origin")) }
    return fields
  }

  /// True for names of header fields between commas: nothing else may come back in a header.
  private static func isListOfNames(_ text: String) -> Bool {
    text.utf8.count <= 1000
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_, ".utf8.contains($0)
        }
      }
  }
}
