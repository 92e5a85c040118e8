import JSONText
public import VirtualTime

extension ServiceCore {
  /// Answers a request to the administrator API from the same state that the apps see.
  ///
  /// Resources and conventions are those of Microsoft Graph's `deviceAppManagement`, and as much of
  /// users, groups, licences and MDM devices as it needs; policies, configurations, groups and users
  /// may also be named as the seed names them.
  public mutating func administer(_ request: GraphRequest, now: VirtualInstant) -> GraphResponse {
    let clientID = request.headers.first { $0.isNamed("client-request-id") }?.value
    do throws(GraphError) {
      let access = try access(of: request.caller, now: now.milliseconds)
      let path = request.path.prefix { $0 != "?" }
      let query =
        request.query.isEmpty ? request.path.dropFirst(path.count + 1) : request.query[...]
      let call = GraphCall(
        method: request.method.uppercased(), path: GraphPath(String(path)), query: String(query),
        headers: request.headers, body: request.body, bodyFault: request.bodyFault,
        origin: request.origin, now: now, access: access)
      // A change must not be half done when an option turns out to be wrong.
      if call.method != "GET" { _ = try call.options(GraphCall.entityOptions) }
      return try answer(call)
    } catch {
      return error.response(now, requestID: request.id, clientRequestID: clientID)
    }
  }

  /// Answers a request to the administrator API that came over HTTP.
  mutating func graph(_ request: ServiceRequest, _ now: VirtualInstant) -> ServiceResponse {
    guard let http = request.http else {
      return ServiceResponse(
        Refusal(.badRequest, "the administrator API is HTTP only"), at: .graph)
    }
    var graphRequest = GraphRequest(
      // RFC 9110, section 9.3.2: as GET, and libmicrohttpd leaves out the body.
      http.method == "HEAD" ? "GET" : http.method, http.path, query: http.query,
      headers: http.headers, body: request.body,
      caller: request.isAdministrator ? .administrator : .bearer(request.bearer),
      origin: http.origin)
    graphRequest.id = nextRequestID(now)
    if request.body.object == nil { graphRequest.bodyFault = RequestReader.fault(of: http.body) }
    let response =
      mediaRefusal(of: http).map { refusal in
        refusal.response(
          now, requestID: graphRequest.id, clientRequestID: http.header("client-request-id"))
      } ?? administer(graphRequest, now: now)
    let content: ServiceResponse.Content =
      switch response.body {
      case nil: .none
      // Only `/$count` gives a bare number, and that is text.
      case .int(let count): .text(String(count), mediaType: "text/plain")
      case let body?: .json(body)
      }
    var answer = ServiceResponse(
      status: response.status, content,
      headers: response.headers + [HeaderField("request-id", graphRequest.id)])
    answer.code = response.body?["error"]?["code"]?.string
    return answer
  }

  /// A name that no other request to this process has: when it came, and how many came before.
  mutating func nextRequestID(_ now: VirtualInstant) -> String {
    graphRequests += 1
    return GraphID.request.text(now.milliseconds, count: graphRequests)
  }

  /// Why a body is not read at all; nil if it is, or if there is none.
  private func mediaRefusal(of http: HTTPRequest) -> GraphError? {
    guard !http.body.isEmpty, http.method != "GET", http.method != "HEAD" else { return nil }
    // RFC 9110, section 8.4.1: clients that compress send it again without, but only on a 415.
    let encoding = http.header("content-encoding").map(trimmed) ?? ""
    guard encoding.isEmpty || GraphName.areSame(encoding, "identity") else {
      return GraphError(
        415, "UnsupportedMediaType",
        "the body has the content encoding \(encoding); send it without any")
    }
    let type = http.header("content-type") ?? ""
    guard GraphName.areSame(trimmed(type.prefix { $0 != ";" }), "application/json") else {
      return GraphError(
        415, "UnsupportedMediaType",
        "the body has \(type.isEmpty ? "no content type" : "the content type \(type)"); "
          + "send Content-Type: application/json")
    }
    return nil
  }

  private mutating func answer(_ call: GraphCall) throws(GraphError) -> GraphResponse {
    let segments = call.path.segments
    switch segments.first {
    case "deviceAppManagement" where segments.count >= 2:
      return try apps(segments[1], segments[2...], call)
    case "deviceManagement" where segments.count >= 2 && segments[1] == "managedDevices":
      try call.access.require(.devices, call.method)
      return try call.read(deviceSet(call), segments[2...])
    case "users": return try users(segments[1...], call)
    case "me":
      guard let user = call.access.user.flatMap({ state.users[$0] }) else {
        throw .badRequest("/me needs the token of a user, not of an application")
      }
      return try users([user.objectId] + segments[1...], call)
    case "groups": return try groups(segments[1...], call)
    case "subscribedSkus":
      try call.access.require(.licences, call.method)
      return try call.read(skuSet(call), segments[1...])
    case "organization":
      try call.access.require(.organization, call.method)
      return try call.read(organizationSet(call), segments[1...])
    default: throw .notFound("there is no resource \(call.path.text)")
    }
  }

  private mutating func apps(
    _ collection: String, _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    try call.access.require(.apps, call.method)
    switch collection {
    case "iosManagedAppProtections": return try policies(collection, .protection, rest, call)
    case "targetedManagedAppConfigurations":
      return try policies(collection, .configuration, rest, call)
    case "managedAppPolicies": return try policies(collection, nil, rest, call)
    case "managedAppRegistrations": return try registrations(rest, call)
    case "managedAppStatuses": return try call.read(statusSet(call), rest)
    case "mobileAppConfigurations": return try call.read(deviceConfigurationSet(call), rest)
    default: throw .notFound("there is no resource \(call.path.text)")
    }
  }
}
