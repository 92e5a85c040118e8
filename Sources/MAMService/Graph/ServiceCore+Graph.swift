import JSONText
public import VirtualTime

extension ServiceCore {
  /// Answers a request to the administrator API from the same state that the apps see.
  ///
  /// Resources and conventions are those of Microsoft Graph's `deviceAppManagement`; policies,
  /// configurations and users may also be named as the seed names them.
  public mutating func administer(_ request: GraphRequest, now: VirtualInstant) -> GraphResponse {
    let call = GraphCall(
      method: request.method.uppercased(), path: GraphPath(request.path), body: request.body,
      now: now)
    do throws(GraphError) {
      return try answer(call, request.path)
    } catch {
      return error.response(now)
    }
  }

  /// Answers a request to the administrator API that came over HTTP.
  mutating func graph(_ request: ServiceRequest, _ now: VirtualInstant) -> ServiceResponse {
    guard let http = request.http else {
      return ServiceResponse(
        Refusal(.badRequest, "the administrator API is HTTP only"), at: .graph)
    }
    let response = administer(
      GraphRequest(
        http.method, http.path, query: http.query, headers: http.headers, body: request.body,
        caller: request.isAdministrator ? .administrator : .bearer(request.bearer),
        origin: http.origin),
      now: now)
    return ServiceResponse(
      status: response.status, response.body.map { .json($0) } ?? .none,
      headers: response.headers)
  }

  private mutating func answer(
    _ call: GraphCall, _ path: String
  ) throws(GraphError) -> GraphResponse {
    let segments = call.path.segments
    if segments.first == "users", segments.count >= 3 {
      return try user(segments[1], segments[2...], call)
    }
    if segments.first == "deviceAppManagement", segments.count >= 2 {
      let rest = segments[2...]
      switch segments[1] {
      case "iosManagedAppProtections":
        return try policies(PolicyCollection(name: segments[1], kind: .protection), rest, call)
      case "targetedManagedAppConfigurations":
        return try policies(PolicyCollection(name: segments[1], kind: .configuration), rest, call)
      case "managedAppPolicies":
        return try policies(PolicyCollection(name: segments[1], kind: nil), rest, call)
      case "managedAppRegistrations": return try registrations(rest, call)
      default: break
      }
    }
    throw .notFound("there is no resource \(path)")
  }
}
