import JSONText
import Testing

@testable import MAMWire

@Suite struct SignOutTests {
  private func leave(_ service: inout SignInFixture, _ parameters: [(String, String)])
    -> ServiceResponse
  {
    let query = parameters.map { "\($0.0)=\(PercentEncoding.encoded($0.1, keeping: ""))" }
    let path = "/contoso/oauth2/v2.0/logout"
    let answer = service.send("GET", "\(path)?\(query.joined(separator: "&"))")
    // All but the names of the requests.
    let posted = service.send("POST", path, parameters)
    #expect(posted.status == answer.status && posted.content == answer.content)
    #expect(posted.location == answer.location)
    return answer
  }

  private let here = ("post_logout_redirect_uri", "https://app.example/out?a=1")

  @Test func `the state of the client comes back`() throws {
    var service = try SignInFixture([
      "clients": ["web": ["redirectUris": ["https://app.example/out?a=1"]]]
    ])
    #expect(
      leave(&service, [here, ("state", "s&1")]).location
        == "https://app.example/out?a=1&state=s%261")
    #expect(leave(&service, [here]).location == here.1)
  }

  @Test func `nobody is sent where no client is`() throws {
    var service = try SignInFixture([
      "clients": [
        "web": ["redirectUris": ["https://app.example/out?a=1"]],
        "native": ["redirectUris": ["http://localhost/"]], "bare": [:],
      ]
    ])
    #expect(leave(&service, [here]).status == 302)
    #expect(leave(&service, [here, ("client_id", "web")]).status == 302)
    #expect(
      leave(&service, [("post_logout_redirect_uri", "http://localhost:5/")]).status == 302)
    for (name, value, number) in [
      ("client_id", "native", "50011"), ("client_id", "unknown", "700016"),
      ("client_id", "bare", "500113"),
      ("post_logout_redirect_uri", "https://evil.example/", "500113"),
      ("post_logout_redirect_uri", "//evil.example/", "500113"),
      ("post_logout_redirect_uri", "javascript:alert(1)", "500113"),
      ("post_logout_redirect_uri", "https://app.example/out?a=1@evil.example/", "500113"),
    ] {
      let answer = leave(&service, [here].filter { $0.0 != name } + [(name, value)])
      #expect(answer.status == 400 && answer.location == nil)
      #expect(answer.page.contains("You are signed out"))
      #expect(answer.page.contains("AADSTS\(number): "), "\(value)")
    }
    #expect(leave(&service, []).page.contains("You are signed out."))
  }

  @Test(arguments: ["https://app.example/", "http://evil.example/", "ftp://localhost/", "x:y"])
  func `a service that takes every client sends users to their own machine only`(_ uri: String)
    throws
  {
    var service = try SignInFixture()
    let answer = leave(&service, [("post_logout_redirect_uri", uri)])
    #expect(answer.location == nil && answer.page.contains("AADSTS500113: "))
    for native in [
      "http://localhost:8400/", "http://127.0.0.1:1/x", "msauth.com.contoso.mail://auth",
    ] {
      #expect(leave(&service, [("post_logout_redirect_uri", native)]).status == 302)
    }
  }
}
