import JSONText
import Testing
import VirtualTime

@testable import MAMService

@Suite struct RedactionTests {
  @Test(
    arguments: [
      ("password=p%26q&username=ana", "password=[redacted]&username=ana"),
      ("a=b&CLIENT_SECRET=x", "a=b&CLIENT_SECRET=[redacted]"),
      ("client%5Fsecret=x&flag", "client%5Fsecret=[redacted]&flag"),
      (
        "code=1&code_verifier=2&device_code=3",
        "code=[redacted]&code_verifier=[redacted]&device_code=[redacted]"
      ),
      ("assertion=a=b=c", "assertion=[redacted]"),
      (#"{"refresh_token":"x","n":1}"#, #"{"refresh_token":"[redacted]","n":1}"#),
      (#"{"a":[{"password":["x"]}]}"#, #"{"a":[{"password":"[redacted]"}]}"#),
      (#"{"error":{"code":"Gone"},"code":"x"}"#, #"{"error":{"code":"Gone"},"code":"[redacted]"}"#),
      (#"{"password":null}"#, #"{"password":null}"#),
      (#"{"password":"abc="#, "[redacted] 17 bytes that are neither JSON nor a form"),
      ("hello", "hello"), ("", ""),
    ])
  func bodiesLoseTheirSecrets(_ text: String, _ shown: String) {
    var redaction = Redaction()
    #expect(redaction.body(Array(text.utf8)) == shown)
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
    ])
  func headersLoseTheirSecrets(_ name: String, _ value: String, _ shown: String) {
    var redaction = Redaction()
    #expect(redaction.field(HeaderField(name, value)) == HeaderField(name, shown))
  }

  @Test func aPageLosesTheSecretsOfItsFields() {
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

  @Test func aTokenIsTakenOutOfTheTextsAroundItToo() {
    var redaction = Redaction(administratorToken: "0123456789")
    _ = redaction.form("refresh_token=rt-abcdef-1&password=password")
    #expect(
      redaction.finished(["no rt-abcdef-1 for 0123456789, rt-abcdef-1", "password"])
        == ["no [redacted] for [redacted], [redacted]", "password"])
  }

  /// Everything secret that goes through the service, and every way out of it.
  @Test func noSecretLeavesTheJournal() throws {
    let administrator = "the-administrators-token"
    let service = try LoneWorld(token: administrator)
    let bearer = [HeaderField("Authorization", "Bearer \(administrator)")]
    let headers =
      bearer + [
        HeaderField("Cookie", "session=cookie-5e1f"), HeaderField("X-Token", administrator),
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
    let secrets = [
      administrator, "cookie-5e1f", "pass-77aa", "rt-88bb", "code-99cc", "verifier-1212",
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
      service.ask("POST", "journal/never", ["within": 1], headers: bearer),
    ]
    for way in ways {
      let text = try #require(way).body.text
      #expect(text.contains("token"))
      for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
      for token in tokens { #expect(!text.contains("\"\(token)\""), "\(token)") }
    }
  }
}
