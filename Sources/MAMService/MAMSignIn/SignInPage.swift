internal import ExactText
import JSONText
import MAMWire

/// The pages of the sign-in host: plain HTML that any browser or test can use, also without scripts.
package enum SignInPage {
  /// Which app asks for a sign-in, and where.
  struct Place {
    var app: String
    /// The name of the tenant; nil for any.
    var tenant: String?
  }

  /// Asks a user to sign in; what the client has sent goes along.
  static func signIn(_ form: JSON, at place: Place, error: String?) -> ServiceResponse {
    var hidden = ""
    for member in form.object?.members ?? [] where !["username", "password"].contains(member.name) {
      hidden += input("hidden", member.name, member.value.string ?? "")
    }
    let name = form["username"]?.string ?? form["login_hint"]?.string ?? ""
    return page(
      "Sign in",
      """
      \(mock)
      <dl><dt>App</dt><dd>\(escaped(place.app))</dd>
      <dt>Tenant</dt><dd>\(escaped(place.tenant ?? "any"))</dd></dl>
      \(alert(error))<form method="post">\(hidden)
      \(credentials(name: name, hasFocus: true))
      <p><button>Sign in</button></p></form>
      """, status: error == nil ? 200 : 400, hasForm: true)
  }

  /// What every page says that asks for a password.
  private static let mock =
    "<p><strong class=\"mock\">mock</strong> This is mamconform, not a real directory: do not enter a real password.</p>"

  /// The fields for name and password; the first that is empty has the focus.
  private static func credentials(name: String, hasFocus: Bool) -> String {
    func focus(_ isHere: Bool) -> String { hasFocus && isHere ? " autofocus" : "" }
    return """
      <p><label for="username">User name</label><input id="username" name="username" type="text"
      autocomplete="username" autocapitalize="none" spellcheck="false" required\(focus(name.isEmpty)) value="\(
      escaped(name))"></p>
      <p><label for="password">Password</label><input id="password" type="password" name="password"
      autocomplete="current-password"\(focus(!name.isEmpty))></p>
      """
  }

  /// Asks a user for the code of a device.
  static func deviceLogin(_ query: String) -> ServiceResponse {
    deviceLogin(code: RequestReader.form(Array(query.utf8))["otc"]?.string ?? "", error: nil)
  }

  static func deviceLogin(code: String, error: String?) -> ServiceResponse {
    page(
      "Enter the code",
      """
      \(mock)
      \(alert(error))<form method="post">
      <p><label for="otc">Code</label><input id="otc" name="otc" type="text" autocomplete="off" required\(
      code.isEmpty ? " autofocus" : "") value="\(escaped(code))"></p>
      \(credentials(name: "", hasFocus: !code.isEmpty))
      <p><button name="action" value="approve">Sign in</button>
      <button class="plain" name="action" value="decline">Decline</button></p></form>
      """, status: error == nil ? 200 : 400, hasForm: true)
  }

  /// What submits the only form of a page, and its hash (Content Security Policy Level 3, section 2.3.1).
  private static let submission = (
    script: "document.forms[0].submit()",
    hash: "sha256-ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE="
  )

  /// Sends the outcome on by a form that submits itself, or the user where scripts do not run (OAuth 2.0
  /// Form Post Response Mode, section 2).
  static func post(_ parameters: [(String, String)], to uri: String) -> ServiceResponse {
    let inputs = parameters.map { input("hidden", $0.0, $0.1) }.joined()
    return page(
      "Continue",
      """
      <form method="post" action="\(escaped(uri))">\(inputs)
      <noscript><p><button>Continue</button></p></noscript></form>
      <script>\(submission.script)</script>
      """, script: submission.hash, hasForm: true)
  }

  /// Tells a user something.
  static func message(_ text: String) -> ServiceResponse {
    page("Sign-in", "<p>\(escaped(text))</p>")
  }

  /// Tells a user what is wrong with the client.
  static func failure(
    _ refusal: Refusal, title: String = "Sign-in is not possible"
  ) -> ServiceResponse {
    let number = refusal.number.map { "AADSTS\($0): " } ?? ""
    var response = page(
      title, alert(number + refusal.message), status: refusal.status)
    response.code = refusal.code
    return response
  }

  private static func alert(_ text: String?) -> String {
    text.map { "<p role=\"alert\">\(escaped($0))</p>\n" } ?? ""
  }

  private static func input(_ type: String, _ name: String, _ value: String) -> String {
    "<input type=\"\(type)\" name=\"\(escaped(name))\" value=\"\(escaped(value))\">"
  }

  /// A page.
  ///
  /// - Parameter script: the hash of the only script that may run in it; nil for none.
  private static func page(
    _ title: String, _ body: String, status: Int = 200, script: String? = nil, hasForm: Bool = false
  ) -> ServiceResponse {
    ServiceResponse(
      status: status,
      .text(
        PageLayout.html(title: title, body, isNarrow: true), mediaType: "text/html; charset=utf-8"),
      headers: PageLayout.headers(script: script, hasForm: hasForm))
  }

  /// A string in HTML, inside and outside of attributes.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
