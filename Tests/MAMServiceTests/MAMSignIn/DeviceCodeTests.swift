import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMSignIn
@testable import MAMWire

@Suite struct DeviceCodeTests {
  private func begun() throws -> (SignInFixture, JSON) {
    var service = try SignInFixture()
    let reply = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode",
      [("client_id", "app"), ("scope", "User.Read openid")])
    #expect(reply.status == 200)
    return (service, reply.body)
  }

  private func poll(_ service: inout SignInFixture, _ device: JSON) -> ServiceResponse {
    let code = device["device_code"]?.string ?? ""
    // MSAL sends the code under both names.
    return service.token(
      "urn:ietf:params:oauth:grant-type:device_code", ("device_code", code), ("code", code))
  }

  @Test func `a page of another origin gets no code`() throws {
    var service = try SignInFixture()
    let reply = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode", [("client_id", "app"), ("scope", "openid")],
      headers: [HeaderField("Origin", "https://page.example")])
    #expect(reply.failure == "invalid_request 900144")
    #expect(service.core.state.signIns.count == 0)
  }

  @Test func `a missing code is called by its name`() throws {
    var (service, _) = try begun()
    let reply = service.token("urn:ietf:params:oauth:grant-type:device_code")
    #expect(reply.failure == "invalid_request 900144")
    #expect(reply.body["error_description"]?.string?.contains("device_code is missing") == true)
  }

  @Test func `the client waits and is slowed down by the services clock`() throws {
    var (service, device) = try begun()
    #expect(device["interval"] == 5 && device["expires_in"] == 900)
    #expect(device["verification_uri"] == "https://localhost:7443/devicelogin")
    #expect(poll(&service, device).failure == "authorization_pending 70016")
    service.advance(seconds: 4)
    #expect(poll(&service, device).failure == "slow_down 70017")
    service.advance(seconds: 9)
    #expect(poll(&service, device).failure == "slow_down 70017")
    service.advance(seconds: 15)
    #expect(poll(&service, device).failure == "authorization_pending 70016")
  }

  @Test func `an approved code is good once`() throws {
    var (service, device) = try begun()
    let page = service.send(
      "POST", "/devicelogin",
      [
        ("otc", device["user_code"]?.string?.lowercased() ?? ""), ("username", "ana@contoso.com"),
        ("password", "x"), ("action", "approve"),
      ])
    #expect(page.status == 200 && page.page.contains("You are signed in"))
    #expect(poll(&service, device).status == 200)
    #expect(poll(&service, device).failure == "bad_verification_code 7000219")
  }

  @Test func `a declined and an expired code end the waiting`() throws {
    var (service, device) = try begun()
    _ = try service.core.signIn.decideDeviceCode(
      device["user_code"]?.string ?? "", user: "ana", approve: false, service.now)
    #expect(poll(&service, device).failure == "authorization_declined 70018")
    (service, device) = try begun()
    service.advance(seconds: 900)
    #expect(poll(&service, device).failure == "expired_token 70020")
    #expect(
      try service.core.signIn.decideDeviceCode(
        device["user_code"]?.string ?? "", user: "ana", approve: true, service.now) == nil)
  }

  @Test func `the page tells what is wrong`() throws {
    var (service, device) = try begun()
    let code = ("otc", device["user_code"]?.string ?? "")
    let stranger = service.send(
      "POST", "/devicelogin", [code, ("username", "<b>@contoso.com"), ("password", "x")])
    #expect(stranger.status == 400)
    #expect(stranger.page.contains("there is no user &lt;b&gt;@contoso.com"))
    let wrong = service.send(
      "POST", "/devicelogin", [("otc", "XXXX"), ("username", "ana@contoso.com"), ("password", "x")])
    #expect(wrong.page.contains("There is no such code"))
    #expect(
      service.send("GET", "/devicelogin?otc=\"><script>").page.contains("&quot;&gt;&lt;script"))
  }
}
