internal import ExactText
import JSONText
package import MAMGraph
import ServiceProtocol
import Storage
package import VirtualTime

extension ServiceEngine {
  /// Carries out a request to the administrator API and stores what it changed.
  package func administer(_ request: GraphRequest, now: VirtualInstant) -> GraphResponse {
    let response = core.graph.administer(request, now: now)
    do throws(StorageError) {
      try storeChanges()
      return response
    } catch {
      return GraphError(
        .serviceUnavailable, "the change could not be stored: \(error.message)"
      ).response(now)
    }
  }

  /// The `admin` command.
  func administer(
    _ members: JSONObject, _ method: String, _ path: String, _ now: VirtualInstant
  ) -> JSON {
    let request = GraphRequest(method, path, body: members[.body] ?? .null)
    let response = administer(request, now: now)
    return ["status": .int(response.status), "body": response.body ?? .null]
  }
}
