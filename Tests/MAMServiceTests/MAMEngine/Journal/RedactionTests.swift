import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

@Suite struct RedactionTests {
  @Test(
    arguments: [
      ("password=p%26q&username=ana", "password=[redacted]&username=ana"),
      ("a=b&CLIENT_SECRET=x", "a=b&CLIENT_SECRET=[redacted]"),
      ("client%5Fsecret=x&flag", "client%5Fsecret=[redacted]&flag"),
      ("claims={%22id_token%22:1}&b", "claims={\"id_token\":\"[redacted]\"}&b"),
      (
        "code=1&code_verifier=2&device_code=3",
        "code=[redacted]&code_verifier=[redacted]&device_code=[redacted]"
      ),
      ("assertion=a=b=c", "assertion=[redacted]"),
      (#"{"refresh_token":"x","n":1}"#, #"{"refresh_token":"[redacted]","n":1}"#),
      (#"{"a":[{"password":["x"]}]}"#, #"{"a":[{"password":"[redacted]"}]}"#),
      (#"{"error":{"code":"ac1"}}"#, #"{"error":{"code":"[redacted]"}}"#),
      (#"{"password":null}"#, #"{"password":null}"#),
      ("hello", "hello"), ("", ""),
    ])
  func `bodies lose their secrets`(_ text: String, _ shown: String) {
    var redaction = Redaction()
    #expect(redaction.body(Array(text.utf8)) == shown)
  }

  /// What debugging needs stays.
  @Test(
    arguments: [
      "grant_type=authorization_code&scope=openid User.Read&token_type=Bearer&response_type=code",
      "client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "grant_type=urn:ietf:params:oauth:grant-type:device_code&redirect_uri=http://localhost:84/a?b=1",
      #"{"identity":"ana@contoso.com","bundleId":"com.contoso.mail","appVersion":"1.0"}"#,
      #"{"events":[{"name":"tokenAcquired","errorCode":"AADSTS50076","status":403}]}"#,
      #"{"passwordRequired":true,"tokenType":"pop","expires_in":3599,"$skiptoken":"5b31"}"#,
      "$filter=displayName eq 'Mail' and version ne '1:2'",
    ])
  func `what is no secret stays`(_ text: String) {
    var redaction = Redaction()
    #expect(redaction.body(Array(text.utf8)) == text)
    #expect(redaction.finished(redaction.form(text)) == text)
  }

  /// A secret at places where a client should not have put it.
  private static let stray = "s3cr3t-77aa"

  @Test(
    arguments: [
      "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(stray)\r\n--b--",
      "username=a\r\npassword=\(stray)", "<a><password>\(stray)=</password></a>",
      "username=a;password=\(stray)", "\"password=\(stray)\"", "{\"password\":\"\(stray)=",
      "x {\"password\":\"\(stray)\",\"u\":\"http://h/?a=b\"}",
      "X\"password\":\"\(stray)\",\"u\":\"http://h/?a=b\"}",
      "{\"p\\u0061ssword\":\"\(stray)\"", "p\0a\0s\0s\0w\0o\0r\0d\0=\(stray)",
      "claims={\"access_token\":\"\(stray)\"}",
      "claims=%7B%22access_token%22%3A%22\(stray)%22%7D", "state=a%26password%3D\(stray)",
      "state=a%2526password%253D\(stray)",
      "post_logout_redirect_uri=http://h/?code=\(stray)",
      "redirect_uri=http%3A%2F%2Fh%2F%3Fpassword%3D\(stray)",
      "$filter=password eq '\(stray)'", "user[password]=\(stray)", "a=http://u:\(stray)@h/",
      "{\"a\":\"{\\\"password\\\":\\\"\(stray)\\\"}\"}", "{\"a\":\"b=1&password=\(stray)\"}",
      "{\"a\":\"http://h/#id_token=\(stray)\"}", "{\"a\":\"Authorization: Bearer \(stray)\"}",
      "{\"password=\(stray)\":1}", "{\"name\":\"password\",\"value\":\"\(stray)\"}",
      "{\"accessToken\":\"\(stray)\"}", "{\"refreshToken\":\"\(stray)\"}",
      "{\"clientSecret\":\"\(stray)\"}", "{\"newPassword\":\"\(stray)\"}",
      "{\"currentPassword\":[\"\(stray)\"]}", "{\"secretText\":{\"a\":\"\(stray)\"}}",
      "{\"error\":{\"code\":\"\(stray)\"}}", "api_key=\(stray)", "PWD=\(stray)",
      "subject_token=\(stray)", "a=eyJhbGciOiJub25lIn0.\(stray).x",
    ])
  func `a secret at a strange place is not seen`(_ text: String) {
    var redaction = Redaction()
    let body = redaction.finished(redaction.body(Array(text.utf8)))
    #expect(!body.contains(Self.stray) && body.contains(Redaction.mark), "\(body)")
    var query = Redaction()
    let parameters = query.parameters(text).map { "\($0.name)=\($0.value)" }
    if text.contains("="), !text.contains("\""), !text.contains("\0"), !text.contains("<") {
      #expect(!query.finished(query.form(text)).contains(Self.stray))
      #expect(!query.finished(parameters.joined()).contains(Self.stray))
    }
  }

  @Test(
    arguments: [
      ("/contoso/oauth2/v2.0/token", "/contoso/oauth2/v2.0/token"),
      ("/contoso/oauth2/v2.0/token;password=p", "/contoso/oauth2/v2.0/token;password=[redacted]"),
      ("/a;b=1/c", "/a;b=1/c"), ("/users('ana%40contoso.com')", "/users('ana%40contoso.com')"),
    ])
  func `paths lose their secrets`(_ path: String, _ shown: String) {
    var redaction = Redaction()
    #expect(redaction.path(path) == shown)
  }

  @Test(
    arguments: [
      (
        #"{"error":{"code":"Gone","message":"there is no /token;password=p at this host"}}"#,
        #"{"error":{"code":"Gone","message":"there is no /token;password=[redacted] at this host"}}"#
      ),
      (
        #"{"error":"invalid_client","error_description":"AADSTS7000218: a: the client_secret is wrong"}"#,
        #"{"error":"invalid_client","error_description":"AADSTS7000218: a: the client_secret is wrong"}"#
      ),
      (
        #"{"code":"x","token_endpoint":"http://h/token","expires_in":1,"id_token":"y"}"#,
        #"{"code":"[redacted]","token_endpoint":"http://h/token","expires_in":1,"id_token":"[redacted]"}"#
      ),
    ])
  func `answers lose their secrets and keep their errors`(_ text: String, _ shown: String) throws {
    var redaction = Redaction()
    #expect(redaction.answer(try JSON(parsing: text)).text == shown)
  }

  @Test(
    arguments: [
      ("Authorization", "Bearer abc", "Bearer [redacted]"),
      ("authorization", "abc", "[redacted]"),
      ("Proxy-Authorization", "Basic eA==", "Basic [redacted]"), ("Cookie", "a=b", "[redacted]"),
      ("Set-Cookie", "a=b; path=/", "[redacted]"),
      (
        "Location", "app://x?state=1&code=abc#id_token=y",
        "app://x?state=1&code=[redacted]#id_token=[redacted]"
      ),
      ("Referer", "http://x/y", "http://x/y"), ("Accept", "*/*", "*/*"),
      ("Authorization", "s3cr3t x", "[redacted]"), ("X-Auth-Token", "a", "[redacted]"),
      ("X-Ms-Token-Aad-Access-Token", "a", "[redacted]"), ("Api-Key", "a", "[redacted]"),
      ("Authentication", "a", "[redacted]"), ("Origin", "http://u:pw@h", "http://[redacted]@h"),
      ("Host", "u:pw@h", "[redacted]"), ("WWW-Authenticate", "Bearer", "Bearer"),
      ("User-Agent", "curl/8 (x; y=z)", "curl/8 (x; y=z)"), ("X-Info", "password: a", "[redacted]"),
    ])
  func `headers lose their secrets`(_ name: String, _ value: String, _ shown: String) {
    var redaction = Redaction()
    #expect(redaction.field(HeaderField(name, value)) == HeaderField(name, shown))
  }

  @Test func `a page loses the secrets of its fields`() {
    var redaction = Redaction()
    let page = """
      <p>code</p><input type="hidden" name="code" value="abc"><input name="otc" required value="X">
      <input type="hidden" name="state" value="s">
      """
    #expect(
      redaction.content(.text(page, mediaType: "text/html")) == """
        <p>code</p><input type="hidden" name="code" value="[redacted]"><input name="otc" required \
        value="[redacted]">
        <input type="hidden" name="state" value="s">
        """)
  }

  @Test func `a token is taken out of the texts around it too`() {
    var redaction = Redaction(secrets: ["0123456789"])
    _ = redaction.form("refresh_token=rt-abcdef-1&password=password")
    #expect(
      redaction.finished(["no rt-abcdef-1 for 0123456789, rt-abcdef-1", "password"])
        == ["no [redacted] for [redacted], [redacted]", "password"])
  }

  @Test func `a token of the service is taken out wherever it stands`() throws {
    let core = try seededCore()
    core.signer = SignInFixture.signer
    var signIn = ServiceRequest.signIn("ana@contoso.com")
    var form = signIn.body.object!
    form["scope"] = "mam offline_access"
    signIn.body = .object(form)
    let answer = core.handle(signIn, now: at(0)).body
    let token = try #require(answer["access_token"]?.string)
    let refreshToken = try #require(answer["refresh_token"]?.string)
    core.state.users["ben@contoso.com"]?.password = "correct \"horse\" battery"
    let redaction = Redaction(state: core.state)
    for text in ["x\(token)x", "\(refreshToken).", "correct \\\"horse\\\" battery"] {
      let shown = redaction.finished(["a": .string(text), text: .null])
      #expect(shown.text.contains(Redaction.mark))
      #expect(!shown.text.contains(text.dropFirst().dropLast()))
    }
  }

  @Test func `overlapping secrets leave nothing behind`() {
    var redaction = Redaction()
    for secret in ["abcdefgh", "abcdefghSECRET", "SECRETxyz"] { _ = redaction.hide(secret) }
    #expect(redaction.finished("1 abcdefghSECRETxyz 2") == "1 [redacted] 2")
  }

  @Test func `many secrets are found in time that does not grow`() {
    var redaction = Redaction()
    let form = (0..<20_000).map { "code=secret-code-\($0)" }.joined(separator: "&")
    #expect(!redaction.form(form).contains("secret-code"))
    let text = String(repeating: "secret-code-19999 ", count: 2000)
    #expect(redaction.finished(text) == String(repeating: "[redacted] ", count: 2000))
    // Percent signs within percent signs do not multiply the work.
    let nested = "a=" + String(repeating: "%2525253D%25=", count: 5000)
    _ = redaction.body(Array(nested.utf8))
  }

  /// Everything secret that goes through the service, and every way out of it.
  @Test func `no secret leaves the journal`() throws {
    let administrator = "the-administrators-token"
    let service = try LoneWorld(token: administrator)
    let bearer = [HeaderField("Authorization", "Bearer \(administrator)")]
    let headers =
      bearer + [
        HeaderField("Cookie", "session=cookie-5e1f"), HeaderField("X-Info", administrator),
        HeaderField("X-User-Code", "code-6f6f"), HeaderField("x-otp", "otp-7071"),
      ]
    for (form, query) in [
      ("grant_type=password&client_id=a&scope=s&username=ana@contoso.com&password=pass-77aa", ""),
      ("grant_type=refresh_token&client_id=a&scope=s&refresh_token=rt-88bb%2D1", "?code=code-99cc"),
      ("grant_type=authorization_code&code=code-99cc&code_verifier=verifier-1212", ""),
      ("grant_type=device_code&device_code=device-3434&client_secret=secret-5656", ""),
      ("grant_type=x&assertion=assert-7878&client_assertion=assert-9090", "?access_token=at-abab"),
      (#"{"id_token":"idt-cdcd","password":"json-efef"}"#, ""),
      (#"{"password":"broken-0a0a"#, ""),
    ] {
      var request = ServiceRequest(
        .token, bearer: "bearer-1b1b", tenant: "common",
        body: RequestReader.body(Array(form.utf8), of: .token))
      request.client = "c"
      service.send(
        request, "POST", "/common/oauth2/v2.0/token" + query, headers: headers, form: form)
    }
    // What one request has in a wrong place, and answers and messages quote.
    service.send(
      ServiceRequest(
        .enroll,
        body: [
          "identity": .string(administrator), "deviceTag": .string("d\(administrator)"),
          "bundleId": ["password": "bundle-2c2c"], "appVersion": "password=version-3d3d",
        ]))
    service.send(.locate(administrator), "POST", "/locate;password=path-4e4e")
    service.ask("POST", "faults", ["fault": ["kind": "lost"]], headers: bearer)
    service.send(.locate(administrator))
    let secrets = [
      "code-6f6f", "otp-7071",
      "bundle-2c2c", "version-3d3d", "path-4e4e", administrator, "cookie-5e1f", "pass-77aa",
      "rt-88bb", "code-99cc", "verifier-1212",
      "device-3434", "secret-5656", "assert-7878", "assert-9090", "at-abab", "idt-cdcd",
      "json-efef", "broken-0a0a", "bearer-1b1b",
    ]
    let tokens = service.engine.core.state.allRows.filter { $0.kind.hasSuffix("Token") }.map(\.key)
    #expect(!tokens.isEmpty)
    let expectation: JSON = ["match": ["status": 599], "exactly": 1]
    let ways = [
      service.ask("GET", "journal", headers: bearer),
      service.ask("GET", "journal.har", headers: bearer),
      service.ask("POST", "journal/expect", expectation, headers: bearer),
      service.ask(
        "POST", "journal/wait", ["match": ["endpoint": "token"], "count": 7], headers: bearer),
      service.ask(
        "POST", "journal/never", ["from": .int(at(0).milliseconds), "within": 1], headers: bearer),
      service.ask("GET", "held", headers: bearer),
    ]
    for way in ways {
      let text = try #require(way).body.text
      #expect(text.contains("[redacted]"))
      for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
      for token in tokens { #expect(!text.contains("\"\(token)\""), "\(token)") }
    }
  }
}
