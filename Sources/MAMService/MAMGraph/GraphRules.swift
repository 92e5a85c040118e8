internal import ExactText
import JSONText
package import MAMDirectory
import MAMModel
package import MAMRules
package import MAMWire
package import VirtualTime

/// The rules of the administrator API: who may do what to the same state that the apps see.
package struct GraphRules {
  /// What answers a part of a batch instead of the rules, such as a fault; nil if they are to.
  package typealias PartAnswer = (_ part: GraphRequest) -> GraphResponse?

  /// Everything the service remembers.
  package let state: ServiceState
  /// The names of requests.
  package let names: RequestNames
  /// What changes accounts beside.
  package let directory: DirectoryRules

  /// The rules over a state.
  package init(state: ServiceState, names: RequestNames, directory: DirectoryRules) {
    self.state = state
    self.names = names
    self.directory = directory
  }

  /// Answers a request to the administrator API from the same state that the apps see.
  ///
  /// Resources and conventions are those of Microsoft Graph's `deviceAppManagement`, and as much of
  /// users, groups, licences and MDM devices as it needs; policies, configurations, groups and users
  /// may also be named as the seed names them.
  ///
  /// - Parameter partAnswer: answers a part of a batch instead of the rules; nil if they are to.
  package func administer(
    _ request: GraphRequest, now: VirtualInstant, partAnswer: PartAnswer = { _ in nil }
  ) -> GraphResponse {
    let clientID = request.headers.first { $0.isNamed("client-request-id") }?.value
    let path = GraphPath(String(request.path.prefix { $0 != "?" }))
    do throws(GraphError) {
      return try answer(request, path, now, partAnswer)
    } catch {
      return error.named(below: path.segments.first)
        .response(now, requestID: request.id, clientRequestID: clientID)
    }
  }

  /// Finds the route of a request and has it answer.
  private func answer(
    _ request: GraphRequest, _ path: GraphPath, _ now: VirtualInstant, _ partAnswer: PartAnswer
  ) throws(GraphError) -> GraphResponse {
    let routes = GraphRoute.all(to: path.place)
    let isOpen = if case .everybody? = routes.first?.permission { true } else { false }
    let access =
      isOpen
      ? GraphAccess.nobody
      : try access(of: request.caller, origin: request.origin, now: now.milliseconds)
    let query =
      request.query.isEmpty ? request.path.drop { $0 != "?" }.dropFirst() : request.query[...]
    let call = GraphCall(
      method: request.method.asciiUppercased(), path: path, query: String(query),
      headers: request.headers, body: request.body, bodyFault: request.bodyFault,
      origin: request.origin, now: now, access: access)
    // A change must not be half done when an option turns out to be wrong.
    if !isOpen, request.isMediaTypeNeeded, let refusal = mediaRefusal(of: request.headers) {
      throw refusal
    }
    guard let first = routes.first else {
      guard let segment = GraphRoute.unknown(in: path.place) else {
        throw .notFound("there is no resource \(path.text)")
      }
      throw .noSegment(segment)
    }
    let visit = GraphVisit(rules: self, call: call, segments: try segments(of: path, access))
    if case .area(let area) = first.permission {
      if call.method != "GET" { _ = try call.options(GraphCall.entityOptions) }
      try visit.require(area)
    }
    // What reads says that something is not there before it says that it is only read.
    let route =
      routes.first { $0.method == call.method }
      ?? routes.first { $0.method == "GET" && !$0.isAction }
    switch route?.handler {
    case .answer(let answer):
      var response = try answer(visit)
      if call.isWithoutMetadata { response.body = response.body?.withoutMetadata }
      return response
    case .batch: return try batch(request, call, partAnswer)
    case nil: throw call.methodNotAllowed
    }
  }

  /// The segments of a path, with the user who is signed in instead of `me`.
  private func segments(of path: GraphPath, _ access: GraphAccess) throws(GraphError) -> [String] {
    guard path.segments.first == "me" else { return path.segments }
    guard let user = access.user.flatMap({ state.users[$0] }) else { throw .noUser }
    return ["users", user.objectId] + path.segments.dropFirst()
  }

  /// Answers a request to the administrator API that came over HTTP.
  package func graph(
    _ request: ServiceRequest, _ now: VirtualInstant, partAnswer: PartAnswer
  ) -> ServiceResponse {
    guard let http = request.http else {
      return ServiceResponse(
        Refusal(.badRequest, "the administrator API works only over HTTP"), at: .graph)
    }
    var graphRequest = GraphRequest(
      // RFC 9110, section 9.3.2: as GET, and libmicrohttpd leaves out the body.
      http.method == "HEAD" ? "GET" : http.method, http.path, query: http.query,
      headers: http.headers, body: request.body,
      caller: request.isAdministrator ? .administrator : .bearer(request.bearer),
      origin: http.origin)
    graphRequest.id = nextRequestID(now)
    if request.body.object == nil { graphRequest.bodyFault = RequestReader.fault(of: http.body) }
    graphRequest.isMediaTypeNeeded = !isWithoutBody(http)
    return graphResponse(
      administer(graphRequest, now: now, partAnswer: partAnswer), graphRequest.id)
  }

  /// An answer of the administrator API as it goes out by HTTP.
  ///
  /// - Parameter id: the service's name of the request.
  private func graphResponse(_ response: GraphResponse, _ id: String) -> ServiceResponse {
    let content: ServiceResponse.Content =
      switch response.body {
      case nil: .none
      // Only `/$count` gives a bare number, and only `/$metadata` a bare text.
      case .string(let document): .text(document, mediaType: "application/xml")
      case .int(let count): .text(String(count), mediaType: "text/plain")
      case let body?: .json(body)
      }
    var answer = ServiceResponse(
      status: response.status, content,
      headers: response.headers + [HeaderField("request-id", id)])
    // OData Protocol 4.0, section 8.1.5.
    if !content.isEmpty { answer.headers.append(HeaderField("OData-Version", "4.0")) }
    answer.code = response.body?["error"]?["code"]?.string
    return answer
  }

  /// An error of a request that never came to its resource.
  ///
  /// - Parameter client: the `client-request-id`.
  package func refusal(_ refusal: Refusal, client: String?, _ now: VirtualInstant)
    -> ServiceResponse
  {
    let id = nextRequestID(now)
    var response = graphResponse(
      GraphError(refusal.status, refusal.code, refusal.message)
        .response(now, requestID: id, clientRequestID: client), id)
    response.code = refusal.code
    return response
  }

  private func nextRequestID(_ now: VirtualInstant) -> String {
    names.countRequest()
    return names.latest(now)
  }

  /// True if nobody looks at the body.
  private func isWithoutBody(_ http: HTTPRequest) -> Bool {
    http.body.isEmpty || http.method == "GET" || http.method == "HEAD"
  }

  /// Why a body with these header fields is not read at all; nil if it is.
  private func mediaRefusal(of headers: [HeaderField]) -> GraphError? {
    // RFC 9110, section 8.4.1: clients that compress send it again without, but only on a 415.
    let encoding = headers.first { $0.isNamed("content-encoding") }.map { $0.value.trimmed() } ?? ""
    guard encoding.isEmpty || GraphName.areSame(encoding, "identity") else {
      return GraphError(
        .unsupportedMediaType,
        "the body has the content encoding \(encoding); send it without any")
    }
    let type = headers.first { $0.isNamed("content-type") }?.value ?? ""
    guard GraphName.areSame(type.prefix(while: { $0 != ";" }).trimmed(), "application/json") else {
      return GraphError(
        .unsupportedMediaType,
        "the body has \(type.isEmpty ? "no content type" : "the content type \(type)"); "
          + "send Content-Type: application/json")
    }
    return nil
  }
}
