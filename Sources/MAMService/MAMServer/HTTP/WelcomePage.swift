internal import ExactText
import JSONText
import MAMDirectory
import MAMEngine
import MAMSignIn
import MAMWire
import VirtualTime

/// What somebody sees who opens the service's URL: what it is, where it is, and where to read on.
///
/// The secret of the control API is not in it: everybody who reaches the port may ask for the page.
struct WelcomePage {
  /// The URLs of the hosts, by name, in the order in which they are shown.
  let hosts: [(name: String, url: String)]
  let users: Int
  let tenants: Int
  /// Where the service's time comes from, and the time.
  let clock: String

  private static let documentation = [
    (
      "StandaloneService",
      "how to start the service, sign in, enroll an app, change a policy, make it fail"
    ),
    ("ControlAPI", "how a test moves the clock, adds fault rules and asks the journal"),
    ("ServiceProtocol", "what an app's SDK says to the service"),
  ]
  private static let folder = "Sources/MAMService/MAMService.docc"

  /// The answer in the form that the client likes best: a page for browsers, JSON for programs that ask for
  /// it, else a string.
  func response(accepting accept: String) -> ServiceResponse {
    let accept = accept.asciiLowercased()
    let content: ServiceResponse.Content
    if accept.contains("text/html") {
      content = .text(html, mediaType: "text/html; charset=utf-8")
    } else if accept.contains("application/json") {
      content = .json(json)
    } else {
      content = .text(text, mediaType: "text/plain; charset=utf-8")
    }
    var response = ServiceResponse(status: 200, content)
    response.headers =
      PageLayout.headers(script: nil) + [HeaderField("Vary", "Accept")]
    return response
  }

  private var knows: String {
    users == 0
      ? "none yet: start it with --seed FILE, or POST a seed to the control API"
      : "\(users) \(users == 1 ? "user" : "users") in \(tenants) \(tenants == 1 ? "tenant" : "tenants")"
  }

  private var text: String {
    let width = hosts.map(\.name.utf8.count).max() ?? 0
    let urls = hosts.map { host in
      "  \(host.name)\(String(repeating: " ", count: width - host.name.utf8.count))  \(host.url)\n"
    }.joined()
    let pages = WelcomePage.documentation.map { "  \($0.0).md: \($0.1)\n" }.joined()
    return """
      mamconform: a mock MAM service. Nothing here is real.
      It knows \(knows).
      Its clock: \(clock).

      hosts
      \(urls)
      documentation, in \(WelcomePage.folder)
      \(pages)  mamconform serve --help: every option
      The URL of the control API is "control" of the line that the service has printed at its start.

      """
  }

  private var json: JSON {
    [
      "service": "mamconform", "mock": true, "users": .int(users), "tenants": .int(tenants),
      "clock": .string(clock),
      "hosts": .object(JSONObject(hosts.map { ($0.name, .string($0.url)) })),
      "documentation": .array(
        WelcomePage.documentation.map { .string("\(WelcomePage.folder)/\($0.0).md") }),
    ]
  }

  private var html: String {
    let rows = hosts.map {
      "<tr><th scope=\"row\">\(SignInPage.escaped($0.name))</th><td><code>\(SignInPage.escaped($0.url))"
        + "</code></td></tr>\n"
    }.joined()
    let pages = WelcomePage.documentation.map {
      "<li><code>\($0.0).md</code>: \(SignInPage.escaped($0.1))</li>\n"
    }.joined()
    return PageLayout.html(
      title: "mamconform, a mock MAM service",
      """
      <p>Nothing here is real: no account, no token, no policy.</p>
      <p>It knows \(SignInPage.escaped(knows)). Its clock: \(SignInPage.escaped(clock)).</p>
      <h2>Hosts</h2>
      <table>
      \(rows)</table>
      <h2>Documentation</h2>
      <p>In <code>\(WelcomePage.folder)</code>:</p>
      <ul>
      \(pages)<li><code>mamconform serve --help</code>: every option</li>
      </ul>
      <p>The URL of the control API is <code>control</code> of the line that the service has printed at its
      start.</p>
      """)
  }
}

extension HTTPServer {
  /// The page at the root of the port that serves everything; nil for another request.
  func welcome(_ http: HTTPRequest) -> ServiceResponse? {
    guard http.path == "/", http.method == "GET" || http.method == "HEAD", let own = clock.own,
      let hosts = http.origin.hasPrefix("https://") ? sharedSecure : shared,
      !engine.hasStub(for: http, now: own.now)
    else { return nil }
    let urls = hosts.urls(for: http)
    let state = engine.core.state
    let instant = ISO8601.instant(milliseconds: own.now.milliseconds)
    let page = WelcomePage(
      hosts: [("everything", http.origin), ("graph", "\(http.origin)/v1.0")]
        + ServiceHost.allCases.map { ("\($0)", urls[$0]) },
      users: state.users.count, tenants: state.tenants.count,
      clock: "\(own.mode.rawValue), \(instant)")
    return page.response(accepting: http.header("accept") ?? "")
  }
}
