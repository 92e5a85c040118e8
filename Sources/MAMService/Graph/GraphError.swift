import JSONText
import VirtualTime

/// An error of the administrator API, in the form that Graph gives it.
struct GraphError: Error, Equatable {
  let status: Int
  let code: String
  let message: String

  init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// The request is not what the resource takes.
  static func badRequest(_ message: String) -> GraphError { .init(400, "BadRequest", message) }
  /// The body breaks a rule of the model.
  static func validation(_ message: String) -> GraphError {
    .init(400, "ModelValidationFailure", message)
  }
  /// There is no such resource.
  static func notFound(_ message: String) -> GraphError {
    .init(404, "ResourceNotFound", message)
  }

  /// The answer; its request ID is fixed, because nothing random may reach a history.
  func response(_ now: VirtualInstant) -> GraphResponse {
    let requestID: JSON = "00000000-0000-4000-8000-000000000000"
    let inner: JSON = [
      "date": .string(ISO8601.instant(milliseconds: now.milliseconds)),
      "request-id": requestID, "client-request-id": requestID,
    ]
    return GraphResponse(
      status,
      ["error": ["code": .string(code), "message": .string(message), "innerError": inner]])
  }
}
