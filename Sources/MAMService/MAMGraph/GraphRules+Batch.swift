internal import ExactText
import JSONText
import MAMModel
package import MAMRules
import MAMWire
import VirtualTime

extension GraphRules {
  /// True for a request to `$batch` of the administrator API.
  package static func isBatch(_ request: ServiceRequest) -> Bool {
    guard request.endpoint == .graph, let path = request.http?.path else { return false }
    return path.utf8.last == UInt8(ascii: "h") && GraphPath(path).segments == ["$batch"]
  }

  /// `$batch`: up to 20 requests in one (Graph's JSON batching; OData JSON Format 4.01, section 19), each with
  /// the rights of the whole, answered in the order in which they stand.
  func batch(
    _ outer: GraphRequest, _ call: GraphCall, _ partAnswer: PartAnswer
  ) throws(GraphError) -> GraphResponse {
    guard !outer.isBatched else { throw .badRequest("a batch cannot hold a batch") }
    let items = try BatchItem.list(call.object())
    var answers: [ExactString: GraphResponse] = [:]
    for item in try BatchItem.ordered(items) {
      if let failed = item.dependsOn.first(where: { (answers[$0]?.status ?? 0) >= 400 }) {
        answers[item.id] = GraphError(
          .failedDependency, "the request \(failed), on which this one depends, failed"
        ).response(call.now, requestID: outer.id)
      } else {
        let part = item.request(in: outer, call)
        answers[item.id] = partAnswer(part) ?? administer(part, now: call.now)
      }
    }
    return GraphResponse(
      200, ["responses": .array(items.map { $0.answer(answers[$0.id] ?? GraphResponse(500)) })])
  }
}

/// One request of a batch.
private struct BatchItem {
  /// The most requests of one batch.
  static let maximum = 20

  let id: String
  let method: String
  /// Path and query, relative to the version; some SDKs leave the whole URL.
  let url: String
  let headers: [HeaderField]
  let body: JSON
  let dependsOn: [String]

  /// The requests of a batch's body.
  ///
  /// - Throws: 400 if the batch as a whole makes no sense; then none of it is carried out.
  static func list(_ body: JSONObject) throws(GraphError) -> [BatchItem] {
    guard let requests = body["requests"]?.array, 1...maximum ~= requests.count else {
      throw .badRequest("requests must be a list of 1 to \(maximum) requests")
    }
    var items: [BatchItem] = []
    for (index, request) in requests.enumerated() {
      let item = try BatchItem(request, named: "requests[\(index)]")
      guard !items.contains(where: { $0.id == item.id }) else {
        throw .badRequest("two requests have the id \(item.id)")
      }
      items.append(item)
    }
    for item in items {
      for other in item.dependsOn where !items.contains(where: { $0.id == other }) {
        throw .badRequest("the request \(item.id) depends on \(other), which is not in the batch")
      }
    }
    return items
  }

  /// The requests in the order in which they are carried out: whoever depends on others comes behind them,
  /// wherever they stand.
  ///
  /// - Throws: 400 for a circle, of which nobody could begin.
  static func ordered(_ items: [BatchItem]) throws(GraphError) -> [BatchItem] {
    var (ordered, waiting) = ([] as [BatchItem], items)
    while !waiting.isEmpty {
      var rest: [BatchItem] = []
      for item in waiting {
        let isReady = item.dependsOn.allSatisfy { id in ordered.contains { $0.id == id } }
        if isReady { ordered.append(item) } else { rest.append(item) }
      }
      guard rest.count < waiting.count else {
        throw .badRequest("the requests \(rest.map(\.id)) depend on each other in a circle")
      }
      waiting = rest
    }
    return ordered
  }

  private init(_ json: JSON, named name: String) throws(GraphError) {
    guard let object = json.object else { throw .badRequest("\(name) must be an object") }
    func text(_ member: String) throws(GraphError) -> String {
      guard let text = object[member]?.string, !text.isEmpty else {
        throw .badRequest("\(name)/\(member) must be a string")
      }
      return text
    }
    id = try text("id")
    method = try text("method").asciiUppercased()
    url = try text("url")
    body = object["body"] ?? .null
    dependsOn = (object["dependsOn"]?.array ?? []).compactMap(\.string)
    headers = (object["headers"]?.object?.members ?? []).compactMap { member in
      member.value.string.map { HeaderField(member.name, $0) }
    }
    guard dependsOn.count == object["dependsOn"]?.array?.count ?? 0 else {
      throw .badRequest("\(name)/dependsOn must be a list of ids")
    }
    guard headers.count == object["headers"]?.object?.members.count ?? 0 else {
      throw .badRequest("\(name)/headers must be an object of strings")
    }
  }

  /// The request as if it had come alone.
  func request(in outer: GraphRequest, _ call: GraphCall) -> GraphRequest {
    var path = url[...]
    if let mark = path.firstRange(of: "://") {
      path = path[mark.upperBound...].drop { $0 != "/" }
    }
    path = path.drop { $0 == "/" }
    let first = path.prefix { $0 != "/" }
    let hasVersion = ["v1.0", "beta"].contains { GraphName.areSame(first, $0) }
    var request = GraphRequest(
      method, hasVersion ? "/\(path)" : "/\(call.path.version)/\(path)", headers: headers,
      body: body, caller: outer.caller,
      origin: outer.origin)
    request.id = outer.id
    request.isBatched = true
    request.isMediaTypeNeeded = !body.isNull
    return request
  }

  func answer(_ response: GraphResponse) -> JSON {
    var headers = JSONObject(response.headers.map { ($0.name, .string($0.value)) })
    if response.body?.object != nil, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    var answer: JSONObject = [
      "id": .string(id), "status": .int(response.status), "headers": .object(headers),
    ]
    if let body = response.body { answer.append("body", body) }
    return .object(answer)
  }
}
