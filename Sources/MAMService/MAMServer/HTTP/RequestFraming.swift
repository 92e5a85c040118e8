internal import ExactText
import JSONText
import MAMWire

/// Refuses requests of which it cannot be said where they end, whom they are for or who sends them.
///
/// The connection ends with such an answer: what comes next on it cannot be trusted (RFC 9112, section 6.3).
///
/// Of two values of such a field one server takes the first and another the second; requests that are read in two ways are how
/// one request is smuggled in another (RFC 9112, section 11.2).
enum RequestFraming {
  /// The fields that a request may have only once (RFC 9110, sections 7.2, 8.6 and 11.6.2; RFC 9112, section 6.1), in lower case.
  private static let names = ["host", "authorization", "content-length", "transfer-encoding"]

  /// Why a request is refused; nil if its fields are well formed, it has each of those above at most once, and there is one
  /// way to find its end.
  static func refusal(of request: HTTPRequest) -> ServiceResponse? {
    for field in request.headers {
      // RFC 9112, section 5.1: white space before the colon would make another field of it.
      guard HeaderField.isToken(field.name.utf8) else {
        return badRequest(
          "the name of a header field must be a token, directly followed by its colon")
      }
      // RFC 9110, section 5.5; libmicrohttpd has ended a value at a NUL already.
      guard !field.value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else {
        return badRequest("the value of a header field must not have line breaks in it")
      }
    }
    // RFC 9112, section 3.2.
    guard request.version == "HTTP/1.0" || request.header("host") != nil else {
      return badRequest("a request must have the header field \"Host\"")
    }
    for name in names where request.headers.count(where: { $0.isNamed(name) }) > 1 {
      return badRequest("a request must have at most one header field \"\(name)\"")
    }
    // RFC 9112, section 6.3: a server may refuse what has both.
    guard request.header("content-length") != nil, request.header("transfer-encoding") != nil
    else { return nil }
    return badRequest(
      "a request must not have both \"Content-Length\" and \"Transfer-Encoding\"")
  }

  /// Why a request with such a transfer coding is refused; nil for the one that this service reads (RFC 9112, section 6.3).
  static func refusal(ofCoding coding: String) -> ServiceResponse? {
    guard coding.asciiLowercased() != "chunked" else { return nil }
    return badRequest("the only transfer coding of this service is \"chunked\"")
  }

  private static func badRequest(_ message: String) -> ServiceResponse {
    ServiceResponse(
      status: 400, .json(["error": ["code": "BadRequest", "message": .string(message)]]),
      headers: [HeaderField("Connection", "close")])
  }
}
