internal import ExactText
import JSONText
import MAMModel
import MAMWire
import VirtualTime

/// One request to the administrator API while it is dealt with.
struct GraphCall {
  let method: String
  let path: GraphPath
  /// What follows the `?`, with its percent escapes.
  let query: String
  let headers: [HeaderField]
  let body: JSON
  /// Why the body cannot be read; nil if it can.
  let bodyFault: String?
  /// Scheme and authority that links begin with.
  let origin: String
  let now: VirtualInstant
  /// Whom the request comes from, and what they may do.
  let access: GraphAccess

  /// True if the caller sees what belongs to a tenant.
  func sees(_ tenant: String) -> Bool { access.tenant == nil || access.tenant == tenant }

  /// The URL that every `@odata.context` begins with: the real service's, because the port of the
  /// mock is another in every run.
  var metadata: String { "https://graph.microsoft.com/\(path.version)/$metadata#" }

  /// The body, which must be an object.
  func object() throws(GraphError) -> JSONObject {
    if let bodyFault { throw .badRequest("the body is not JSON: \(bodyFault)") }
    guard let object = body.object else { throw .badRequest("the body must be a JSON object") }
    return object
  }

  /// The error for a method that the resource does not have.
  var methodNotAllowed: GraphError {
    .methodNotAllowed("\(method) is not supported here; expected \(path.methods)", path.methods)
  }

  /// The value of the first header field of that name, which is to be given in lower case.
  func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

  /// The options of the query, of which only some may be given.
  func options(_ allowed: [String]) throws(GraphError) -> OptionTexts {
    let texts = try OptionTexts(query: query, isBeta: path.isBeta)
    try texts.allow(allowed)
    return texts
  }

  /// Refuses to change or to show an entity that is no longer as the client knows it (RFC 9110, section 13.1.1).
  ///
  /// - Parameter etag: the entity's; nil for an entity without versions, of which only `*` is true.
  func checkVersion(_ etag: String?) throws(GraphError) {
    guard let condition = header("if-match") else { return }
    let tags = try EntityTag.list(condition, of: "If-Match")
    guard tags.contains("*") || tags.contains(where: { $0 == etag }) else {
      throw GraphError(
        .preconditionFailed,
        "If-Match is \(condition), but the version of the resource is \(etag ?? "unknown")")
    }
  }

  /// The options that shape one entity.
  static let entityOptions = ["$select", "$expand"]

  /// Refuses options with which a change could not be answered, before anything is changed.
  func checkOptions(of type: GraphType) throws(GraphError) {
    _ = try Selection(options(GraphCall.entityOptions), of: type, isBeta: path.isBeta)
  }

  /// The answer to a change that brought one entity about: the entity, its tag and its place.
  func created(_ resource: Resource, in set: ResourceSet) throws(GraphError) -> GraphResponse {
    var response = try entity(resource, of: set.type, set.context, status: 201)
    let place = "\(origin)/\(path.version)/\(set.context)('\(resource.key)')"
    response.headers.append(HeaderField("Location", place))
    return response
  }

  /// One entity in its envelope.
  func entity(
    _ resource: Resource, of type: GraphType, _ context: String, status: Int = 200
  ) throws(GraphError) -> GraphResponse {
    let texts = try options(GraphCall.entityOptions)
    let selection = try Selection(texts, of: resource.type, isBeta: path.isBeta)
    if method == "GET", let etag = resource.etag { try checkVersion(etag) }
    if method == "GET", let etag = resource.etag, let known = header("if-none-match"),
      try EntityTag.list(known, of: "If-None-Match").contains(where: {
        // Weak tags are as good here (RFC 9110, section 13.1.2).
        $0 == etag || $0 == "W/\(etag)" || $0 == "*"
      })
    {
      return GraphResponse(304, headers: [HeaderField("ETag", etag)])
    }
    var envelope: JSONObject = [
      "@odata.context": .string("\(metadata)\(context)\(selection.context)/$entity")
    ]
    let place = "\(context)('\(resource.key)')"
    try append(resource, as: type, selection, at: place, to: &envelope)
    let headers = resource.etag.map { [HeaderField("ETag", $0)] } ?? []
    return GraphResponse(status, .object(envelope), headers: headers)
  }
}
