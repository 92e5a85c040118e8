internal import ExactText
import JSONText
package import MAMDirectory
import MAMRules
import MAMWire
import VirtualTime

/// What all rules of the sign-in host work on, and the checks that they share.
package protocol SignInContext {
  /// Everything the service remembers.
  var state: ServiceState { get }
  /// Signs tokens; nil for tokens that are counted, which a history needs.
  var signer: (any TokenSigning)? { get }
}

extension SignInContext {
  /// A parameter of a form that must have a value.
  func parameter(_ name: String, _ request: ServiceRequest) throws(Refusal) -> String {
    guard let text = request.body[name]?.string, !text.isEmpty else {
      throw Refusal(.invalidRequest, 900_144, "\(name) is missing")
    }
    return text
  }

  /// The names of parameters that a request has more than once; none under a coordinator, where nobody looks.
  func repeatedParameters(_ request: ServiceRequest) -> [String] {
    guard signer != nil, let http = request.http else { return [] }
    return RequestReader.repeatedNames(
      http.method == "POST" ? http.body : Array(http.query.utf8))
  }

  /// Refuses a request with one of these parameters more than once (RFC 6749, sections 3.1 and 3.2).
  func checkRepetition(_ names: [String]) throws(Refusal) {
    guard let name = names.first else { return }
    throw Refusal(
      .invalidRequest, 9_000_411, "the parameter \(name.prefix(80)) is given more than once")
  }

  /// The scopes of a form; at an endpoint without a version, `resource` stands for all of a resource.
  func scope(_ form: JSON, _ request: ServiceRequest) throws(Refusal) -> String {
    var words = [form["scope"]?.string ?? ""]
    if let http = request.http, AuthorityForm(path: http.path) != .v2,
      let resource = form["resource"]?.string, !resource.isEmpty
    {
      words.append("\(resource)/.default")
    }
    let scope = words.filter { !$0.isEmpty }.joined(separator: " ")
    guard !scope.isEmpty else { throw Refusal(.invalidRequest, 900_144, "scope is missing") }
    return scope
  }

  /// Refuses a claims request that is not JSON object (OpenID Connect Core, section 5.5); under a
  /// coordinator nobody looks at it.
  func checkClaims(_ form: JSON) throws(Refusal) {
    guard signer != nil, let text = form["claims"]?.string, !text.isEmpty else { return }
    if let fault = RequestReader.fault(of: Array(text.utf8)) {
      throw Refusal(.invalidRequest, 90_023, "claims is not JSON: \(fault)")
    }
    guard (try? JSON(parsing: Array(text.utf8)[...]))?.object != nil else {
      throw Refusal(.invalidRequest, 90_023, "claims must be an object of JSON")
    }
  }

  /// True for a request at an endpoint without a version, as of ADAL, whose answers and tokens are of version 1.0.
  func isOfVersion1(_ request: ServiceRequest) -> Bool {
    request.http.map { AuthorityForm(path: $0.path) == .plain } ?? false
  }

  /// A counted text with a mark that only whoever got it knows; as it is where tokens are counted.
  ///
  /// - Throws: a server error if there are no random bytes.
  func unguessable(_ text: String) throws(Refusal) -> String {
    try signer?.unguessable(text) ?? text
  }

  /// The issuer of the tokens of an authority, as its discovery document names it and the tokens bear it
  /// (OpenID Connect Discovery, section 3).
  ///
  /// - Parameter tenant: the one that gives out a token; nil for every tenant, for which a client puts in
  ///   the one of its token.
  func issuer(_ tenant: Tenant?, _ request: ServiceRequest, _ http: HTTPRequest) -> String {
    switch AuthorityForm(path: http.path) {
    case .v2: "\(http.origin)/\(tenant?.id ?? "{tenantid}")/v2.0"
    case .plain, .adfs: "\(http.origin)/\(request.tenant ?? "common")"
    }
  }
}
