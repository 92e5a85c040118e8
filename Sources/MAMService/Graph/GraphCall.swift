import JSONText
import VirtualTime

/// One request to the administrator API while it is dealt with.
struct GraphCall {
  let method: String
  let path: GraphPath
  let body: JSON
  let now: VirtualInstant

  /// The URL that every `@odata.context` begins with: the real service's, because the port of the
  /// mock is another in every run.
  var metadata: String {
    "https://graph.microsoft.com/\(path.isBeta ? "beta" : "v1.0")/$metadata#"
  }

  /// The body, which must be an object.
  func object() throws(GraphError) -> JSONObject {
    guard let object = body.object else { throw .badRequest("the body must be a JSON object") }
    return object
  }

  /// The error for a method that the resource does not have.
  var methodNotAllowed: GraphError {
    GraphError(405, "MethodNotAllowed", "\(method) is not supported here")
  }

  /// A collection in its envelope, or its size below `/$count`.
  func collection(_ context: String, _ items: [JSON], rest: ArraySlice<String>) throws(GraphError)
    -> GraphResponse
  {
    guard method == "GET" else { throw methodNotAllowed }
    if rest == ["$count"] { return GraphResponse(200, .int(items.count)) }
    guard rest.isEmpty else { throw .notFound("there is no such resource") }
    return GraphResponse(
      200, ["@odata.context": .string(metadata + context), "value": .array(items)])
  }

  /// One resource in its envelope.
  func entity(status: Int = 200, _ context: String, _ item: JSONObject) -> GraphResponse {
    var envelope: JSONObject = ["@odata.context": .string("\(metadata)\(context)/$entity")]
    for member in item.members { envelope[member.name] = member.value }
    return GraphResponse(status, .object(envelope))
  }
}

extension JSON {
  /// An instant of virtual time as Graph writes it.
  init(instant milliseconds: Int) { self = .string(ISO8601.instant(milliseconds: milliseconds)) }

  /// A text or null.
  init(_ text: String?) { self = text.map(JSON.string) ?? .null }
}
