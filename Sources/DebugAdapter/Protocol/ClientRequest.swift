internal import ExactText
package import JSONText

/// What a client asks for (`Request` of the protocol).
package struct ClientRequest: Equatable, Sendable {
  /// The number of the message.
  package var sequence: Int
  /// What is asked for, such as `setBreakpoints`.
  package var command: String
  /// The arguments of the command.
  package var arguments: JSONObject

  /// A request with all its parts.
  package init(sequence: Int, command: String, arguments: JSONObject = [:]) {
    self.sequence = sequence
    self.command = command
    self.arguments = arguments
  }

  /// Reads a message.
  ///
  /// - Returns: nil for a message that is no request, such as a response to one of ours.
  package init?(_ message: JSON) {
    guard message["type"]?.string == "request", let sequence = message["seq"]?.int,
      let command = message["command"]?.string
    else { return nil }
    self.init(
      sequence: sequence, command: command, arguments: message["arguments"]?.object ?? [:])
  }
}

/// Why a request cannot be carried out; becomes the response.
package struct RequestError: Error, Equatable {
  /// What is wrong and what to do, for people.
  package var message: String
  /// `cancelled`, `notStopped`, or nil.
  package var word: String?

  package init(_ message: String, word: String? = nil) {
    self.message = message
    self.word = word
  }
}

/// What is sent to a client.
package enum ServerMessage: Equatable, Sendable {
  /// The answer to a request.
  case response(to: ClientRequest, body: JSONObject?)
  /// The answer to a request that cannot be carried out.
  case refusal(of: ClientRequest, RequestError)
  /// Something has happened.
  case event(String, JSONObject?)

  /// The message with its number.
  package func json(sequence: Int) -> JSON {
    var object: JSONObject = ["seq": .int(sequence)]
    switch self {
    case .response(let request, let body):
      object.append("type", "response")
      object.append("request_seq", .int(request.sequence))
      object.append("success", true)
      object.append("command", .string(request.command))
      // Clients exist that want a body where the protocol asks for none.
      object.append("body", .object(body ?? [:]))
    case .refusal(let request, let error):
      object.append("type", "response")
      object.append("request_seq", .int(request.sequence))
      object.append("success", false)
      object.append("command", .string(request.command))
      object.append("message", .string(error.word ?? error.message))
      object.append(
        "body",
        [
          "error": [
            "id": 1, "format": .string(ServerMessage.plain(error.message)), "showUser": true,
          ]
        ]
      )
    case .event(let name, let body):
      object.append("type", "event")
      object.append("event", .string(name))
      object.append("body", .object(body ?? [:]))
    }
    return .object(object)
  }

  /// A text in which no brace begins a variable.
  private static func plain(_ text: String) -> String {
    String(text.map { $0 == "{" ? "(" : $0 == "}" ? ")" : $0 })
  }
}
