internal import ExactText
import JSONText
import MAMDirectory
import MAMWire

/// An error answer that a fault gives instead of the endpoint's own.
struct FaultAnswer: Sendable, Equatable {
  /// The HTTP status.
  let status: Int
  /// The error code; nil for the one that the endpoint itself uses for the status.
  var code: String?
  /// The value of `Retry-After`, in seconds; nil for none.
  var retryAfterSeconds: Int?
  /// A body instead of the endpoint's; nil for the endpoint's own.
  var content: ServiceResponse.Content?
  /// Header fields that the answer has besides, or instead of its own of the same name.
  var headers: [HeaderField]
  /// How long it takes; nil for no time.
  var delay: Delay?

  private static let secondsOfYear = 31_536_000

  /// Reads the kind `status`.
  init(status members: FaultMembers) throws(CommandError) {
    status = try members.required("status", 200...599)
    content = try FaultAnswer.content(members)
    guard content == nil || ServiceResponse.canHaveContent(status) else {
      throw CommandError(
        "a response with status \(status) has no body: leave out \"body\" and \"text\"")
    }
    code = try members.text("code")
    retryAfterSeconds = try members.number("retryAfter", 0...FaultAnswer.secondsOfYear)
    headers = try members.headers()
    delay = try members.delay()
  }

  /// The body that is given as JSON, or as a string for one that is not JSON, or not in the usual form.
  private static func content(
    _ members: FaultMembers
  ) throws(CommandError) -> ServiceResponse.Content? {
    let (body, text) = (members.json["body"], members.json["text"])
    guard body == nil || text == nil else {
      throw CommandError("a status takes a JSON \"body\" or a \"text\", not both")
    }
    guard let text else { return body.map { .json($0) } }
    // An empty one is a body, too.
    guard let string = text.string else {
      throw CommandError("\"text\" of a status must be a string")
    }
    return .text(string, mediaType: "application/json")
  }

  /// Reads the kind `error`, whose `code` is one that the endpoint of the rule has.
  init(
    error members: FaultMembers, at endpoint: Endpoint?, isAlone: Bool
  ) throws(CommandError) {
    let codes = ErrorVocabulary(endpoint, isAlone: isAlone).codes
    let name = members.json["code"]?.string
    guard let known = codes.first(where: { $0.code == name }) else {
      let place = endpoint.map { " at \"\($0.rawValue)\"" } ?? ""
      throw CommandError(
        "the fault \"error\"\(place) needs a \"code\", one of "
          + codes.map(\.code).joined(separator: ", "))
    }
    (status, code) = (known.status, known.code)
    // The table of the service protocol gives throttled requests alone a `Retry-After`.
    retryAfterSeconds =
      try members.number("retryAfter", 0...FaultAnswer.secondsOfYear)
      ?? (code == Refusal.Code.tooManyRequests.rawValue ? 60 : nil)
    headers = try members.headers()
    delay = try members.delay()
  }

  /// The error that it is at an endpoint.
  func refusal(at endpoint: Endpoint, isAlone: Bool) -> Refusal {
    var refusal = Refusal(
      status: status,
      code: code ?? ErrorVocabulary(endpoint, isAlone: isAlone).code(for: status),
      message: "ordered by a fault")
    refusal.isOrdered = true
    return refusal
  }

  /// Puts body and header fields of its own into the answer that an endpoint has made.
  ///
  /// - Returns: the media type that it gives the body; nil for the right one.
  func complete(_ response: inout ServiceResponse) -> String? {
    if let content { response.content = content }
    if !ServiceResponse.canHaveContent(status) { response.content = .none }
    response.retryAfterSeconds = retryAfterSeconds
    var mediaType: String?
    for field in headers {
      switch field.name.asciiLowercased() {
      // What the transport writes by itself is told to it, so that nothing is there twice.
      case "content-type": mediaType = field.value
      case "retry-after":
        response.retryAfterSeconds = nil
        response.headers.append(field)
      case let name:
        response.headers.removeAll { $0.isNamed(name) }
        response.headers.append(field)
      }
    }
    return mediaType
  }
}
