internal import ExactText
package import JSONText
package import VirtualTime
internal import Wording

/// The version of the step protocol that this package speaks.
package let stepProtocolVersion = 1

/// The operations of the step protocol; the document of the protocol explains each.
package enum StepOperation: String, Sendable, CaseIterable {
  case hello, launch, call, wake, held, resume, lifecycle, answers, complete, user, tokens, file
  case openURL, act, device, stop
}

/// One message from the coordinator to an adapter.
package struct StepMessage: Sendable, Equatable {
  /// Counted up from 1 for each process; `held` repeats that of the running activation.
  package var sequence: Int
  /// Virtual time during the whole activation.
  package var now: VirtualInstant
  /// What to do.
  package var operation: StepOperation
  /// Its arguments; may be empty.
  package var arguments: JSONObject

  /// A message with all its parts.
  package init(
    sequence: Int, now: VirtualInstant, operation: StepOperation, arguments: JSONObject = [:]
  ) {
    self.sequence = sequence
    self.now = now
    self.operation = operation
    self.arguments = arguments
  }

  /// Appends the message as one line with its line feed.
  package func writeLine(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"seq\":".utf8)
    JSON.write(sequence, to: &bytes)
    bytes.append(contentsOf: ",\"now\":".utf8)
    JSON.write(now.milliseconds, to: &bytes)
    bytes.append(contentsOf: ",\"op\":\"".utf8)
    bytes.append(contentsOf: operation.rawValue.utf8)
    bytes.append(UInt8(ascii: "\""))
    if !arguments.isEmpty {
      bytes.append(contentsOf: ",\"args\":".utf8)
      arguments.write(to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  /// Reads a line without its line feed.
  ///
  /// - Throws: ``StepProtocolError`` if it is not JSON or lacks `seq`, `now` or a known `op`.
  package init(line: ArraySlice<UInt8>) throws(StepProtocolError) {
    let object = try StepProtocolError.object(line)
    guard let sequence = object["seq"]?.int else { throw .missing("seq") }
    guard let now = object["now"]?.int else { throw .missing("now") }
    guard let word = object["op"]?.string else { throw .missing("op") }
    guard let operation = StepOperation(rawValue: word) else { throw .unknownOperation(word) }
    self.init(
      sequence: sequence, now: VirtualInstant(milliseconds: now), operation: operation,
      arguments: object["args"]?.object ?? [:])
  }
}

/// Something an app saw, as its adapter reports it.
package struct StepEvent: Sendable, Equatable {
  /// The event's name: that of an ``EventName``, or another one that an adapter has made up.
  package var name: String
  /// Its members, without the name.
  package var fields: JSONObject

  /// An event of that name with the given members.
  package init(_ name: String, _ fields: JSONObject = [:]) {
    self.name = name
    self.fields = fields
  }

  /// An event of the protocol with the given members.
  package init(_ name: EventName, _ fields: JSONObject = [:]) {
    self.init(name.rawValue, fields)
  }
}

/// An adapter's own refusal; failures of the SDK under test are events, not errors.
package struct StepFailure: Sendable, Equatable {
  /// What kind of refusal it is.
  package enum Code: Sendable, Equatable {
    /// The adapter or its SDK does not have the operation, API or capability.
    case unsupported
    /// An argument is missing, or has a wrong type or value.
    case badArguments
    /// The adapter itself could not do it.
    case failed
    /// What the message is about is not there, because of what the SDK has done or not done: no prompt of that kind is
    /// open, no such handler is kept, there is no such file.
    case missing
    /// A word that the protocol does not have.
    case other(String)

    /// The codes of the protocol.
    package static let known: [Code] = [.unsupported, .badArguments, .failed, .missing]

    /// The code of that word.
    package init(_ word: String) {
      self = Code.known.first { $0.word == word } ?? .other(word)
    }

    /// The word in `code`.
    package var word: String {
      switch self {
      case .unsupported: "unsupported"
      case .badArguments: "badArguments"
      case .failed: "failed"
      case .missing: "missing"
      case .other(let word): word
      }
    }
  }

  /// What kind of refusal it is.
  package var code: Code
  /// What went wrong, in words.
  package var message: String

  /// A refusal of that code.
  package init(code: Code, message: String) {
    self.code = code
    self.message = message
  }
}

/// The reply that ends an activation: the idle report.
package struct StepReply: Sendable, Equatable {
  /// The `seq` of the message.
  package var sequence: Int
  /// What the app saw, in order.
  package var events: [StepEvent] = []
  /// What the operation returned.
  package var result: JSON = .null
  /// False if the called API still blocks.
  package var hasReturned = true
  /// The earliest instant at which the SDK wants to run again.
  package var next: VirtualInstant?
  /// The client request IDs that still wait for a response.
  package var open: [String] = []
  /// The callback in which the adapter stands still, to be killed.
  package var halted: String?
  /// The adapter's refusal.
  package var failure: StepFailure?

  /// A reply that says nothing but that the adapter is idle.
  package init(sequence: Int) { self.sequence = sequence }

  /// Appends the reply as one line with its line feed; members with their default are left out.
  package func writeLine(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"seq\":".utf8)
    JSON.write(sequence, to: &bytes)
    if !events.isEmpty {
      bytes.append(contentsOf: ",\"events\":[".utf8)
      for (index, event) in events.enumerated() {
        bytes.append(contentsOf: (index == 0 ? "{\"event\":" : ",{\"event\":").utf8)
        JSON.write(event.name, to: &bytes)
        for member in event.fields.members {
          bytes.append(UInt8(ascii: ","))
          JSON.write(member.name, to: &bytes)
          bytes.append(UInt8(ascii: ":"))
          member.value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
      }
      bytes.append(UInt8(ascii: "]"))
    }
    if !hasReturned { bytes.append(contentsOf: ",\"returned\":false".utf8) }
    if !result.isNull {
      bytes.append(contentsOf: ",\"result\":".utf8)
      result.write(to: &bytes)
    }
    if let next {
      bytes.append(contentsOf: ",\"next\":".utf8)
      JSON.write(next.milliseconds, to: &bytes)
    }
    if !open.isEmpty {
      bytes.append(contentsOf: ",\"open\":".utf8)
      JSON.array(open.map(JSON.string)).write(to: &bytes)
    }
    if let halted {
      bytes.append(contentsOf: ",\"halted\":".utf8)
      JSON.write(halted, to: &bytes)
    }
    if let failure {
      bytes.append(contentsOf: ",\"error\":".utf8)
      JSON.object(["code": .string(failure.code.word), "message": .string(failure.message)])
        .write(to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  /// Reads a line without its line feed.
  ///
  /// - Throws: ``StepProtocolError`` if it is not JSON, lacks `seq`, or has a member of a wrong type.
  package init(line: ArraySlice<UInt8>) throws(StepProtocolError) {
    let object = try StepProtocolError.object(line)
    guard let given = object["seq"] else { throw .missing("seq") }
    guard let sequence = given.int else { throw .wrongType("seq", "an integer", given) }
    self.init(sequence: sequence)
    for member in object.members {
      let value = member.value
      switch (member.name, value) {
      case ("events", .array(let elements)):
        for element in elements {
          guard var fields = element.object, let name = fields["event"]?.string else {
            throw .wrongType(
              "events", "an array of objects, each with a string \"event\"", element)
          }
          fields["event"] = nil
          events.append(StepEvent(name, fields))
        }
      case ("result", _): result = value
      case ("returned", .bool(let flag)): hasReturned = flag
      case ("next", .int(let milliseconds)): next = VirtualInstant(milliseconds: milliseconds)
      case ("open", .array(let elements)):
        for element in elements {
          guard let text = element.string else {
            throw .wrongType("open", "an array of strings", element)
          }
          open.append(text)
        }
      case ("halted", .string(let callback)): halted = callback
      case ("error", .object(let error)):
        guard let given = error["code"] else { throw .missing("error.code") }
        guard let code = given.string else { throw .wrongType("error.code", "a string", given) }
        failure = StepFailure(
          code: .init(Excerpt.beginning(of: code)),
          message: Excerpt.beginning(of: error["message"]?.string ?? ""))
      case ("events", .null), ("next", .null), ("open", .null), ("halted", .null),
        ("error", .null), ("returned", .null):
        break
      case ("events", _): throw .wrongType("events", "an array", value)
      case ("returned", _): throw .wrongType("returned", "a boolean", value)
      case ("next", _): throw .wrongType("next", "an integer of at most 64 bits or null", value)
      case ("open", _): throw .wrongType("open", "an array of strings", value)
      case ("halted", _): throw .wrongType("halted", "a string", value)
      case ("error", _): throw .wrongType("error", "an object", value)
      default: break
      }
    }
  }
}

/// Why a line is not a message or reply of the step protocol.
package enum StepProtocolError: Error, Equatable, CustomStringConvertible {
  /// The line is not one JSON object.
  ///
  /// The second value is the byte at which reading stopped, if it stopped.
  case notJSON(String, at: Int? = nil)
  /// A member that must be there is not.
  case missing(String)
  /// A member has another type than the protocol says.
  ///
  /// The last value is what it is instead.
  case wrongType(String, String, JSON)
  /// The operation is none of the protocol's.
  case unknownOperation(String)

  package var description: String {
    switch self {
    case .notJSON(let reason, let place):
      "the line is not a JSON object: \(reason)" + (place.map { " at byte \($0)" } ?? "")
    case .missing(let member): "the member \"\(member)\" is missing"
    case .wrongType(let member, let type, let value):
      "the member \"\(member)\" must be \(type), not \(value.text.prefix(80))"
    case .unknownOperation(let word): "unknown operation \"\(word)\""
    }
  }

  static func object(_ line: ArraySlice<UInt8>) throws(StepProtocolError) -> JSONObject {
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: line)
    } catch {
      throw .notJSON(error.reason, at: error.offset)
    }
    guard let object = value.object else { throw .notJSON("it is another JSON value") }
    return object
  }
}
