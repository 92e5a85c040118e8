internal import ExactText
import JSONText
import MAMCrypto
import MAMWire

/// Who may control the service: anyone who knows the secret of the control API, and no web page.
///
/// The secret is a segment of the URL that the ready line calls `control`, so that a script has it without
/// knowing of it, or the value of a header field.
struct ControlAccess {
  /// The header field that can have the secret instead of the path.
  static let header = "x-mamconform-control"

  /// The secret in the URL; nil if there is none.
  let secret: String?
  /// The administrator's token, which is asked for too if there is one.
  let administratorToken: String?

  /// What has been asked for, once it is clear that it may be.
  struct Admission: Equatable {
    /// The segments of the path behind `/_mam` and the secret, without their escapes.
    let segments: [String]
    /// True if the secret came in the header field.
    let isByHeader: Bool

    /// The path for messages, without the secret.
    var path: String { "/_mam/\(segments.joined(separator: "/"))" }
  }

  /// Lets a request in, or says why not.
  func admit(_ request: HTTPRequest) throws(ControlError) -> Admission {
    guard !ForeignPage.sent(request) else {
      throw ControlError(
        status: 403, code: "Forbidden",
        message: "a web page of another origin cannot control the service")
    }
    var segments = request.path.split(separator: "/").dropFirst().map {
      PercentEncoding.decoded($0)
    }
    var isByHeader = false
    if let secret {
      isByHeader = request.header(ControlAccess.header).map { Secret.isSame($0, secret) } ?? false
      if let first = segments.first, Secret.isSame(first, secret) {
        segments.removeFirst()
      } else if !isByHeader {
        throw ControlError(
          status: 403, code: "Forbidden",
          message:
            "the URL of the control API contains a secret: use the whole \"control\" URL of the ready line, "
            + "or set the secret with --control-token or MAMCONFORM_CONTROL_TOKEN and use "
            + "/_mam/SECRET/..., or at /_mam/... with the header \(ControlAccess.header)")
      }
    }
    try checkAdministrator(request)
    return Admission(segments: segments, isByHeader: isByHeader || secret == nil)
  }

  private func checkAdministrator(_ request: HTTPRequest) throws(ControlError) {
    guard let administratorToken else { return }
    guard let bearer = request.bearer, Secret.isSame(bearer, administratorToken) else {
      throw ControlError(
        status: 401, code: "Unauthorized",
        message: "the control API requires the administrator token: Authorization: Bearer ...")
    }
  }

  /// True if a request may send what is as long as a snapshot.
  ///
  /// - Parameters:
  ///   - target: as it was sent.
  ///   - header: the value of ``header``; nil for none.
  func mayBeLong(_ target: String, header: String?, bearer: String?) -> Bool {
    var isKnown = true
    if let secret {
      let first = target.split(separator: "/").dropFirst().first?.prefix { $0 != "?" }
      isKnown =
        first.map { Secret.isSame(PercentEncoding.decoded($0), secret) } ?? false
        || header.map { Secret.isSame($0, secret) } ?? false
    }
    guard let administratorToken else { return isKnown }
    return isKnown && bearer.map { Secret.isSame($0, administratorToken) } ?? false
  }

  /// A path for a message to somebody who asked at a wrong place, without the secret that may be in it.
  func withoutSecret(_ path: String) -> String {
    guard let secret, path[...].firstRange(of: secret) != nil else { return path }
    return "such path"
  }

  // MARK: What a form cannot send

  /// Refuses a body that a form or a script of any page can send without being asked for leave first:
  /// `text/plain`, forms and none at all (Fetch, section 2.2.2, CORS-safelisted request-header).
  ///
  /// - Parameter takesText: true if YAML is read too.
  static func checkMediaType(_ request: HTTPRequest, takesText: Bool) throws(ControlError) {
    let isBare = request.method == "DELETE" && request.body.isEmpty
    guard ["POST", "PUT", "PATCH", "DELETE"].contains(request.method), !isBare else { return }
    let given = request.headers.filter { $0.isNamed("content-type") }
    let type = given.first?.value.prefix { $0 != ";" }.asciiLowercased().filter { $0 != " " } ?? ""
    let isJSON =
      type == "application/json" || type.hasSuffix("+json") && type.hasPrefix("application/")
    let yaml = ["application/yaml", "application/x-yaml", "text/yaml"]
    guard given.count == 1, isJSON || takesText && yaml.contains(type) else {
      throw ControlError(
        status: 415, code: "UnsupportedMediaType",
        message: "\(request.method) needs the header Content-Type: application/json"
          + (takesText ? ", or application/yaml" : "") + ", which no form of a web page can send; "
          + "curl: --json '{...}' instead of -d")
    }
  }
}
