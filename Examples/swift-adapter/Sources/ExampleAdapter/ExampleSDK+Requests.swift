import AdapterKit
import Foundation

/// An operation ended with a status code that is no success.
struct Failed: Error {
  var code: Int64
}

extension Result where Failure == Failed {
  /// The code of a failure; 0 for success.
  var code: Int64 {
    if case .failure(let failure) = self { failure.code } else { 0 }
  }
}

extension ExampleSDK {
  /// What the error codes of the service mean, whatever the operation was.
  private static let serviceErrors: [String: Int64] = [
    "BadRequest": 201, "invalid_grant": 203, "interaction_required": 203, "InvalidToken": 203,
    "AccountNotLicensed": 200, "LicensedNotTargeted": 225, "TenantMigration": 222,
    "TenantNotEnabled": 200, "UserNotFound": 204, "NotEnrolled": 104, "Gone": 220,
  ]

  /// Sends a request, and gives its answer: an object with the members that are needed.
  ///
  /// - Parameter failure: the code if the host does not answer, or not with an error that is known.
  func ask(
    _ url: String, _ body: [String: JSONValue], token: String? = nil, or failure: Int64,
    needs: [String], then: @escaping (Result<JSONValue, Failed>) -> Void
  ) {
    var headers = ["Content-Type": "application/json"]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    host.post(url, headers: headers, body: JSONValue.object(body).data) {
      then(Self.judge($0, or: failure, needs: needs))
    }
  }

  private static func judge(
    _ outcome: AppHost.Outcome, or failure: Int64, needs: [String]
  ) -> Result<JSONValue, Failed> {
    guard case .response(let status, let body) = outcome else {
      if case .timedOut = outcome { return .failure(Failed(code: 216)) }
      return .failure(Failed(code: failure))
    }
    let answer = JSONValue(body)
    if status == 200 {
      if let answer, answer.object != nil, needs.allSatisfy({ answer[$0] != nil }) {
        return .success(answer)
      }
      return .failure(Failed(code: failure == 217 ? 217 : 206))
    }
    // The service nests its error; RFC 6749 does not.
    let word = answer?["error"]?["code"]?.string ?? answer?["error"]?.string
    return .failure(Failed(code: word.flatMap { serviceErrors[$0] } ?? failure))
  }

  // MARK: - Tokens

  /// Trades the user's password for a refresh token, as the authentication library does.
  func signIn(
    _ identity: String, _ authority: String, then: @escaping (Result<String, Failed>) -> Void
  ) {
    askForToken(
      identity, authority,
      [("grant_type", "password"), ("username", identity), ("password", "secret")], then: then)
  }

  func purgeTokens(_ identity: String) {
    state.tokens[Self.folded(identity)] = nil
    save()
  }

  /// A fresh access token by the refresh token; 203 without one.
  func accessToken(
    _ identity: String, _ hosts: SavedState.Hosts,
    then: @escaping (Result<String, Failed>) -> Void
  ) {
    guard let token = state.tokens[Self.folded(identity)] else {
      return then(.failure(Failed(code: 203)))
    }
    askForToken(
      identity, hosts.authority, [("grant_type", "refresh_token"), ("refresh_token", token)],
      then: then)
  }

  private func askForToken(
    _ identity: String, _ authority: String, _ grant: [(String, String)],
    then: @escaping (Result<String, Failed>) -> Void
  ) {
    let form = (grant + [("client_id", settings.client), ("scope", "mam")])
      .map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
    host.post(
      "\(authority)/oauth2/v2.0/token",
      headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Data(form.utf8)
    ) { [self] outcome in
      let answer = Self.judge(outcome, or: 217, needs: ["access_token"])
      guard case .success(let value) = answer else {
        return then(.failure(Failed(code: answer.code)))
      }
      if let token = value["refresh_token"]?.string {
        state.tokens[Self.folded(identity)] = token
        save()
      }
      then(.success(value["access_token"]?.string ?? ""))
    }
  }

  private static func escaped(_ text: String) -> String {
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
  }
}
