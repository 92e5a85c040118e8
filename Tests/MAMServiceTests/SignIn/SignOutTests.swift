import JSONText
import Testing

@testable import MAMService

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

  @Test func theStateOfTheClientComesBack() throws {
    var service = try SignInFixture()
    #expect(
      leave(&service, [here, ("state", "s&1")]).location
        == "https://app.example/out?a=1&state=s%261")
    #expect(leave(&service, [here]).location == here.1)
  }

  @Test func nobodyIsSentWhereNoClientIs() throws {
    var service = try SignInFixture([
      "clients": [
        "web": ["redirectUris": ["https://app.example/out?a=1"]],
        "native": ["redirectUris": ["http://localhost/"]],
      ]
    ])
    #expect(leave(&service, [here]).status == 302)
    #expect(leave(&service, [here, ("client_id", "web")]).status == 302)
    #expect(
      leave(&service, [("post_logout_redirect_uri", "http://localhost:5/")]).status == 302)
    for (name, value) in [
      ("client_id", "native"), ("client_id", "unknown"),
      ("post_logout_redirect_uri", "https://evil.example/"),
    ] {
      let answer = leave(&service, [here].filter { $0.0 != name } + [(name, value)])
      #expect(answer.status == 200 && answer.page.contains("You are signed out."))
    }
  }
}
