internal import ExactText
import JSONText

/// The pages of the sign-in host: plain HTML that any browser or test can use, also without scripts.
enum SignInPage {
  /// Asks a user to sign in; what the client has sent goes along.
  static func signIn(_ form: JSON, error: String?) -> ServiceResponse {
    var hidden = ""
    for member in form.object?.members ?? [] where !["username", "password"].contains(member.name) {
      hidden += input("hidden", member.name, member.value.string ?? "")
    }
    let name = form["username"]?.string ?? form["login_hint"]?.string ?? ""
    return page(
      "Sign in",
      """
      \(alert(error))<form method="post">\(hidden)
      <p><label>User name <input name="username" autocomplete="username" required value="\(
        escaped(name))"></label></p>
      <p><label>Password <input type="password" name="password" autocomplete="current-password"
      ></label></p>
      <p><button>Sign in</button></p></form>
      """, status: error == nil ? 200 : 400)
  }

  /// Asks a user for the code of a device.
  static func deviceLogin(_ query: String) -> ServiceResponse {
    deviceLogin(code: RequestReader.form(Array(query.utf8))["otc"]?.string ?? "", error: nil)
  }

  static func deviceLogin(code: String, error: String?) -> ServiceResponse {
    page(
      "Enter the code",
      """
      \(alert(error))<form method="post">
      <p><label>Code <input name="otc" required value="\(escaped(code))"></label></p>
      <p><label>User name <input name="username" autocomplete="username" required></label></p>
      <p><label>Password <input type="password" name="password" autocomplete="current-password"
      ></label></p>
      <p><button name="action" value="approve">Sign in</button>
      <button name="action" value="decline">Decline</button></p></form>
      """, status: error == nil ? 200 : 400)
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
      """, script: submission.hash)
  }

  /// Tells a user something.
  static func message(_ text: String) -> ServiceResponse {
    page("Sign-in", "<p>\(escaped(text))</p>")
  }

  /// Tells a user what is wrong with the client.
  static func failure(_ refusal: Refusal) -> ServiceResponse {
    let number = refusal.number.map { "AADSTS\($0): " } ?? ""
    var response = page(
      "Sign-in is not possible", alert(number + refusal.message), status: refusal.status)
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
    _ title: String, _ body: String, status: Int = 200, script: String? = nil
  ) -> ServiceResponse {
    let source = script.map { "; script-src '\($0)'" } ?? ""
    return ServiceResponse(
      status: status,
      .text(
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>\(title)</title></head>
        <body><main><h1>\(title)</h1>
        \(body)
        </main></body></html>

        """, mediaType: "text/html; charset=utf-8"),
      headers: [
        HeaderField("Cache-Control", "no-store"),
        HeaderField(
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'\(source)"),
      ])
  }

  /// A text in HTML, inside and outside of attributes.
  static func escaped(_ text: String) -> String {
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
