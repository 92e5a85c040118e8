internal import ExactText
import JSONText
import MAMDirectory
import MAMWire

/// An answer to requests that no operation of the service would take.
struct StubAnswer: Sendable, Equatable {
  let status: Int
  /// What it carries, with the media type that no header field names otherwise.
  private let content: ServiceResponse.Content
  private let headers: [HeaderField]
  /// How long it takes.
  var delay: Delay?

  /// Reads the kind `stub`.
  init(_ members: FaultMembers) throws(CommandError) {
    status = try members.number("status", 200...599) ?? 200
    headers = try members.headers()
    delay = try members.delay()
    let (body, text) = (members.json["body"], members.json["text"])
    guard body == nil || text == nil else {
      throw CommandError("a stub takes a JSON \"body\" or a \"text\", not both")
    }
    guard body == nil && text == nil || ServiceResponse.canHaveContent(status) else {
      throw CommandError("a response with status \(status) has no body: leave out \"body\"")
    }
    let mediaType = headers.first { $0.isNamed("content-type") }?.value
    if let text {
      guard let text = text.string else {
        throw CommandError("\"text\" of a stub must be a string")
      }
      content = .text(text, mediaType: mediaType ?? "text/plain; charset=utf-8")
    } else if let body {
      content =
        mediaType.map { .text(body.text, mediaType: $0) } ?? .json(body)
    } else {
      content = .none
    }
  }

  /// The answer.
  var response: ServiceResponse {
    ServiceResponse(
      status: status, content, headers: headers.filter { !$0.isNamed("content-type") })
  }
}
