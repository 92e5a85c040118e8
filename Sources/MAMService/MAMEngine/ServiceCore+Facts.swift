internal import ExactText
import JSONText
import MAMDirectory
import MAMGraph
import MAMRules
import MAMWire

extension ServiceCore {
  /// What is known of a request before it is judged.
  ///
  /// `identity` is the user whom the request names, `subject` the one who is signed in, or has approved the
  /// code that the request brings; an expired token still has its subject, so that a record shows whose
  /// token was refused.
  func facts(of request: ServiceRequest) -> RequestFacts {
    var facts = RequestFacts()
    let body = request.body
    func copy(_ names: String...) {
      for name in names {
        if let value = body[name] { facts.detail.append(name, value) }
      }
    }
    facts.subject = owner(of: request.token)
    switch request.endpoint {
    case .locate: facts.identity = body["identity"]?.string
    case .token:
      facts.identity = body["username"]?.string
      let token = (body["refresh_token"]?.string).flatMap { state.refreshTokens[$0] }
      facts.subject =
        owner(of: token) ?? facts.identity.flatMap { state.users[userKey($0)]?.upn }
        ?? approver(of: body)
      facts.detail.append("grant", body["grant_type"] ?? .null)
      facts.detail.append("clientId", body["client_id"] ?? .null)
      // What a library sends where nobody has configured anything says nothing of the SDK.
      if let uri = body["redirect_uri"]?.string, uri != RequestFacts.redirectOfLibraries {
        facts.detail.append("redirectUri", .string(uri))
      }
      facts.detail.append("authority", request.tenant.map(JSON.string) ?? .null)
    case .enroll:
      facts.identity = body["identity"]?.string
      facts.device = body["deviceTag"]?.string
      copy("bundleId", "appVersion", "sdkVersion", "edition")
    case .checkin, .unenroll:
      if let id = body["enrollmentId"]?.string, let enrollment = state.enrollments[id] {
        facts.identity = enrollment.identity
        facts.device = enrollment.deviceTag
        facts.tenant = state.users[enrollment.user]?.tenant
        facts.detail.append("bundleId", .string(enrollment.bundleId))
      }
      copy("enrollmentId", "policyVersion", "wipeId", "reason")
    case .telemetry:
      facts.detail.append("events", .int(body["events"]?.array?.count ?? 0))
    case .discovery, .keys, .authorize, .deviceCode, .deviceLogin, .userRealm, .signOut,
      .userInfo:
      facts.identity = userAtSignIn(request)
      facts.detail.append("authority", request.tenant.map(JSON.string) ?? .null)
    case .graph:
      facts.device = body["deviceTag"]?.string
      guard let http = request.http else { break }
      if let enrollment = enrollmentInPath(http.path) {
        facts.identity = enrollment.identity
        facts.device = enrollment.deviceTag
        facts.detail.append("bundleId", .string(enrollment.bundleId))
      } else {
        facts.identity = userInPath(http.path)
      }
    }
    if facts.tenant == nil {
      let user = (facts.identity ?? facts.subject).flatMap { state.users[userKey($0)] }
      facts.tenant =
        user?.tenant ?? request.token?.tenant
        ?? request.tenant.flatMap { state.tenant(named: $0)?.name }
    }
    return facts
  }

  private func owner(of token: Token?) -> String? { token?.user.flatMap { state.users[$0]?.upn } }

  /// Who has signed in to get the code that a token request brings.
  private func approver(of form: JSON) -> String? {
    guard let code = form["device_code"]?.string ?? form["code"]?.string else { return nil }
    return state.signIns[code]?.user.flatMap { state.users[$0]?.upn }
  }

  /// The user whom a request to the pages and documents of the sign-in host names.
  private func userAtSignIn(_ request: ServiceRequest) -> String? {
    if let name = request.body["username"]?.string { return name }
    guard let http = request.http else { return nil }
    if request.endpoint == .userRealm {
      return PercentEncoding.decoded(http.path.split(separator: "/").last ?? "")
    }
    if let hint = request.body["login_hint"]?.string { return hint }
    guard !http.query.isEmpty else { return nil }
    let query = RequestReader.form(Array(http.query.utf8))
    return query["login_hint"]?.string ?? query["username"]?.string
  }

  /// The enrollment whose registration, or something below it, a path of the administrator API is.
  private func enrollmentInPath(_ path: String) -> Enrollment? {
    let segments = GraphPath(path).segments
    guard let place = segments.firstIndex(of: "managedAppRegistrations"),
      place + 1 < segments.count
    else { return nil }
    return state.enrollments[segments[place + 1]]
  }

  /// The user whose resource, or one below it, a path of the administrator API is.
  private func userInPath(_ path: String) -> String? {
    let segments = GraphPath(path).segments
    guard segments.count > 1, segments[0] == "users" else { return nil }
    guard let key = state.findUser(segments[1]) else {
      return segments[1].contains("@") ? segments[1] : nil
    }
    return state.users[key]?.upn
  }

  /// A selector in which users, apps and tenants are called as requests call them: by UPN, bundle ID and
  /// the tenant's name.
  ///
  /// - Throws: an error for what nobody is called, because no request would ever fit.
  func resolved(_ selector: RequestSelector) throws(CommandError) -> RequestSelector {
    var selector = selector
    if let name = selector.identity {
      if let key = state.findUser(name) {
        selector.identity = key
      } else if !name.contains("@") {
        throw CommandError(
          "there is no user \"\(name)\": give a UPN, or the name or object ID of a user")
      }
    }
    if let name = selector.app {
      if let app = state.apps[name] {
        selector.app = app.bundleId
      } else if !name.contains(".") {
        throw CommandError(
          "there is no app \"\(name)\": give a bundle ID, or the name of a seed's app")
      }
    }
    if let name = selector.tenant {
      guard let tenant = state.tenant(named: name) else {
        throw CommandError(
          "there is no tenant \"\(name)\"; the service knows "
            + state.tenants.rows.map(\.name).joined(separator: ", "))
      }
      selector.tenant = tenant.name
    }
    if let slash = selector.instance?.lastIndex(of: "/"), let instance = selector.instance,
      let app = state.apps[String(instance[instance.index(after: slash)...])]
    {
      selector.instance = instance[...slash] + app.bundleId
    }
    return selector
  }
}
