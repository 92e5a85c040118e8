internal import ExactText
import JSONText
import MAMDirectory
import MAMWire
import VirtualTime

/// A request to the control API, read.
struct ControlRequest {
  /// What stands at `{}` in the path.
  let names: [String]
  /// The parameters of the query.
  let query: JSONObject
  /// The body; an empty object without one.
  let body: JSONObject
  /// The body as it came, if it is not JSON and the operation reads other forms too.
  let text: String?
  /// True if the secret of the control API came in a header field.
  var isByHeader = false

  init(
    _ request: HTTPRequest, _ names: [String], takesText: Bool = false
  ) throws(ControlError) {
    self.names = names
    query = try ControlRequest.query(request.query)
    guard !request.body.isEmpty else {
      body = JSONObject()
      text = nil
      return
    }
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: request.body[...])
    } catch {
      guard takesText else {
        throw .badRequest("the body is not JSON: \(error.description)")
      }
      body = JSONObject()
      text = String(decoding: request.body, as: UTF8.self)
      return
    }
    guard let object = value.object else {
      throw .badRequest("the body must be a JSON object")
    }
    body = object
    text = nil
  }

  /// The parameters of a query, of which none may stand there twice.
  private static func query(_ text: String) throws(ControlError) -> JSONObject {
    var query = JSONObject()
    for pair in text.split(separator: "&") {
      for member in RequestReader.form(Array(pair.utf8)).members {
        guard query[member.name] == nil else {
          throw .badRequest("the parameter \"\(member.name)\" is given twice")
        }
        query.append(member.name, member.value)
      }
    }
    return query
  }

  /// Refuses what the operation does not know in the body (nil: it tells by itself) or in the query.
  func check(members: [String]?, query names: [String]) throws(ControlError) {
    if let members { try ControlRequest.check(body, "member", members) }
    try ControlRequest.check(query, "parameter", names)
  }

  private static func check(
    _ object: JSONObject, _ kind: String, _ known: [String]
  ) throws(ControlError) {
    for member in object.members where !known.contains(member.name) {
      throw .badRequest(
        "there is no \(kind) \"\(member.name)\""
          + (known.isEmpty
            ? ": the operation takes none" : CommandError.choice(member.name, known))
      )
    }
  }

  /// An integer of the query or body.
  func number(_ name: String, _ range: ClosedRange<Int>) throws(ControlError) -> Int? {
    let value = body[name] ?? query[name]
    guard let value, !value.isNull else { return nil }
    guard let number = value.int ?? value.string.flatMap({ Int($0) }), range.contains(number) else {
      throw .badRequest(
        "\"\(name)\" must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A string of the body.
  func text(_ name: String) throws(ControlError) -> String {
    guard let text = body[name]?.string, !text.isEmpty else {
      throw .badRequest("\"\(name)\" must be a string")
    }
    return text
  }

  /// A span of time of the body, at most 100 years: milliseconds or an ISO 8601 duration.
  func span(_ name: String) throws(ControlError) -> VirtualDuration? {
    guard let value = body[name], !value.isNull else { return nil }
    let milliseconds: Int? =
      switch value {
      case .int(let number): number
      case .string(let text): ISO8601.durationMilliseconds(text)
      default: nil
      }
    guard let milliseconds, 0...3_153_600_000_000 ~= milliseconds else {
      throw .badRequest("\"\(name)\" \(ControlRequest.objection(to: value, milliseconds))")
    }
    return VirtualDuration(milliseconds: milliseconds)
  }

  /// What is wrong with a span.
  private static func objection(to value: JSON, _ milliseconds: Int?) -> String {
    if let milliseconds, milliseconds < 0 {
      return "must not be negative: a span leads forward, not back"
    }
    switch value {
    case .double: return "must be whole milliseconds, without a fraction"
    case .string(let text) where milliseconds == nil && text.hasPrefix("P") && text.contains("."):
      return "may have a fraction of seconds only: PT1H30M, not PT1.5H"
    default:
      return "must be milliseconds or an ISO 8601 duration such as PT8H, of at most 100 years"
    }
  }

  /// A truth of the body.
  func flag(_ name: String) throws(ControlError) -> Bool? {
    guard let value = body[name], !value.isNull else { return nil }
    guard let flag = value.bool else { throw .badRequest("\"\(name)\" must be true or false") }
    return flag
  }
}
