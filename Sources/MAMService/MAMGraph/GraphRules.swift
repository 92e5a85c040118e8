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

  /// How the API shows rows.
  private var resources: GraphResources { GraphResources(state: state) }
  /// What requests change.
  private var changes: GraphChanges {
    GraphChanges(state: state, resources: resources, directory: directory)
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
    let graphPath = GraphPath(String(request.path.prefix { $0 != "?" }))
    do throws(GraphError) {
      if graphPath.segments == ["$metadata"] {
        // The real service shows it to everybody, too.
        guard request.method.asciiUppercased() == "GET" else {
          throw .methodNotAllowed("$metadata takes GET", graphPath.methods)
        }
        return GraphResponse(200, .string(MetadataDocument.text(isBeta: graphPath.isBeta)))
      }
      let access = try access(
        of: request.caller, origin: request.origin, now: now.milliseconds)
      let path = request.path.prefix { $0 != "?" }
      let query =
        request.query.isEmpty ? request.path.dropFirst(path.count + 1) : request.query[...]
      let call = GraphCall(
        method: request.method.asciiUppercased(), path: graphPath, query: String(query),
        headers: request.headers, body: request.body, bodyFault: request.bodyFault,
        origin: request.origin, now: now, access: access)
      // A change must not be half done when an option turns out to be wrong.
      if request.isMediaTypeNeeded, let refusal = mediaRefusal(of: request.headers) {
        throw refusal
      }
      if call.path.segments == ["$batch"] {
        guard !request.isBatched else { throw .badRequest("a batch cannot hold a batch") }
        return try batch(request, call, partAnswer)
      }
      if call.method != "GET" { _ = try call.options(GraphCall.entityOptions) }
      var response = try answer(call)
      if call.isWithoutMetadata { response.body = response.body?.withoutMetadata }
      return response
    } catch {
      return error.named(below: graphPath.segments.first)
        .response(now, requestID: request.id, clientRequestID: clientID)
    }
  }

  /// Answers a request to the administrator API that came over HTTP.
  package func graph(
    _ request: ServiceRequest, _ now: VirtualInstant, partAnswer: PartAnswer
  ) -> ServiceResponse {
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
    let encoding = headers.first { $0.isNamed("content-encoding") }.map { trimmed($0.value) } ?? ""
    guard encoding.isEmpty || GraphName.areSame(encoding, "identity") else {
      return GraphError(
        415, "UnsupportedMediaType",
        "the body has the content encoding \(encoding); send it without any")
    }
    let type = headers.first { $0.isNamed("content-type") }?.value ?? ""
    guard GraphName.areSame(trimmed(type.prefix { $0 != ";" }), "application/json") else {
      return GraphError(
        415, "UnsupportedMediaType",
        "the body has \(type.isEmpty ? "no content type" : "the content type \(type)"); "
          + "send Content-Type: application/json")
    }
    return nil
  }

  private func answer(_ call: GraphCall) throws(GraphError) -> GraphResponse {
    let segments = call.path.segments
    switch segments.first {
    case "deviceAppManagement":
      guard segments.count >= 2 else { return try appManagement(call) }
      return try apps(segments[1], segments[2...], call)
    case "deviceManagement":
      guard segments.count < 2 || segments[1] == "managedDevices" else {
        throw .noSegment(segments[1])
      }
      try call.access.require(.devices, call.method)
      guard segments.count > 1 else { return try deviceManagement(call) }
      return try call.read(resources.deviceSet(call), segments[2...])
    case "users": return try changes.users(segments[1...], call)
    case "me":
      guard let user = call.access.user.flatMap({ state.users[$0] }) else {
        throw .noUser
      }
      return try changes.users([user.objectId] + segments[1...], call)
    case "directoryObjects": return try changes.directoryObjects(segments[1...], call)
    case "groups": return try changes.groups(segments[1...], call)
    case "subscribedSkus":
      try call.access.require(.licences, call.method)
      return try call.read(resources.skuSet(call), segments[1...])
    case "organization":
      try call.access.require(.organization, call.method)
      return try call.read(resources.organizationSet(call), segments[1...])
    case nil: throw .notFound("there is no resource \(call.path.text)")
    case let segment?: throw .noSegment(segment)
    }
  }

  /// The entity that the collections of MAM hang on.
  private func appManagement(_ call: GraphCall) throws(GraphError) -> GraphResponse {
    try call.access.require(.apps, call.method)
    let root = Resource(
      .deviceAppManagement, key: "", sequence: 0,
      ["id": "", "isEnabledForMicrosoftStoreForBusiness": false]
    ) { navigation in
      switch navigation {
      case "iosManagedAppProtections": resources.policySet(navigation, .protection, call).items()
      case "targetedManagedAppConfigurations":
        resources.policySet(navigation, .configuration, call).items()
      case "managedAppPolicies": resources.policySet(navigation, nil, call).items()
      case "managedAppRegistrations":
        resources.registrationSet("deviceAppManagement/\(navigation)", call).items()
      case "managedAppStatuses": resources.statusSet(call).items()
      default: resources.mobileAppConfigurationSet(call).items()
      }
    }
    guard call.method == "GET" else { throw call.methodNotAllowed }
    return try call.entity(root, of: .deviceAppManagement, "deviceAppManagement")
  }

  /// The entity that the collection of MDM hangs on.
  private func deviceManagement(_ call: GraphCall) throws(GraphError) -> GraphResponse {
    guard call.method == "GET" else { throw call.methodNotAllowed }
    let root = Resource(.deviceManagement, key: "", sequence: 0, ["id": ""]) { _ in
      resources.deviceSet(call).items()
    }
    return try call.entity(root, of: .deviceManagement, "deviceManagement")
  }

  private func apps(
    _ collection: String, _ rest: ArraySlice<String>, _ call: GraphCall
  ) throws(GraphError) -> GraphResponse {
    let isKnown =
      GraphType.deviceAppManagement.navigation(collection, isBeta: call.path.isBeta) != nil
    guard isKnown else { throw .noSegment(collection) }
    try call.access.require(.apps, call.method)
    switch collection {
    case "iosManagedAppProtections":
      return try changes.policies(collection, .protection, rest, call)
    case "targetedManagedAppConfigurations":
      return try changes.policies(collection, .configuration, rest, call)
    case "managedAppPolicies": return try changes.policies(collection, nil, rest, call)
    case "managedAppRegistrations": return try changes.registrations(rest, call)
    case "managedAppStatuses": return try call.read(resources.statusSet(call), rest)
    case "mobileAppConfigurations": return try changes.mobileAppConfigurations(rest, call)
    default: throw .noSegment(collection)
    }
  }
}
