import JSONText
public import VirtualTime

extension ServiceCore {
  /// Answers a request to the administrator API from the same state that the apps see.
  public mutating func administer(_ request: GraphRequest, now: VirtualInstant) -> GraphResponse {
    GraphError.notFound("there is no resource \(request.path)").response(now)
  }
}
