import VirtualTime

extension ServiceCore {
  /// Answers what the sign-in host has beside the token endpoint.
  mutating func signIn(
    _ request: ServiceRequest, _ now: VirtualInstant
  ) throws(Refusal) -> ServiceResponse {
    throw Refusal(.notFound, "there is no \(request.endpoint.rawValue) at this host")
  }
}
