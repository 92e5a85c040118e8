internal import ExactText
import JSONText
import MAMWire

/// What a request carries, read once for all the rules that look at it, and only if one does.
final class RequestContent {
  /// The request as it came.
  let request: HTTPRequest
  /// The parameters of the query.
  private(set) lazy var query = RequestReader.form(Array(request.query.utf8)).members
  /// The body as a form.
  private(set) lazy var form = RequestReader.form(request.body).members
  /// The body as JSON; nil if it is none.
  private(set) lazy var json = try? JSON(parsing: request.body[...])

  init(_ request: HTTPRequest) { self.request = request }
}
