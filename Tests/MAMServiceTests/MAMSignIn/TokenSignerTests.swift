import Foundation
import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer
@testable import MAMSignIn
@testable import MAMWire

@Suite struct TokenSignerTests {
  /// Everything secret that a sign-in gives out, from a service whose counters stand where they began.
  private func secrets(of user: String, _ service: inout SignInFixture) throws -> [String] {
    let tokens = service.password("\(user)@contoso.com").body
    let device = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode", [("client_id", "app"), ("scope", "User.Read")]
    ).body
    let members = [
      tokens["access_token"], tokens["refresh_token"], device["device_code"], device["user_code"],
    ]
    return try members.map { try #require($0?.string) }
  }

  @Test func `what was given out before a reset is nobodys afterwards`() throws {
    var service = try SignInFixture()
    let before = try secrets(of: "ana", &service)
    service.core.remember(ServiceState())
    try service.core.directory.seed(world.object!, service.now)
    let after = try secrets(of: "ana", &service)
    #expect(before.count == 4 && after.count == 4)
    for (old, new) in zip(before, after) { #expect(old != new) }
    #expect(service.core.state.issuedToken(before[0]) == nil)
    #expect(
      service.token("refresh_token", ("refresh_token", before[1])).failure
        == "invalid_grant 9002313")
  }

  @Test func `what was given out after a snapshot is nobodys once it is restored`() throws {
    var service = try SignInFixture()
    let snapshot = service.core.state.allRows
    let lost = try secrets(of: "ana", &service)
    service.core.remember(try ServiceState(rows: snapshot))
    let given = try secrets(of: "ana", &service)
    #expect(lost.count == 4 && given.count == 4)
    for (old, new) in zip(lost, given) { #expect(old != new) }
  }

  @Test func `without a signer tokens are counted`() throws {
    #expect(try ServiceCore().signIn.unguessable("rt1") == "rt1")
  }

  /// Every way to get a token, from a service whose signer is broken.
  private func answers(_ signer: TokenSigner) throws -> [ServiceResponse] {
    var service = try SignInFixture([
      "clients": [
        "app": ["redirectUris": ["http://localhost"]],
        "robot": ["secret": "s-e-c-r-e-t", "roles": ["User.Read.All"]],
      ]
    ])
    service.core.signer = signer
    return [
      service.password(),
      service.token(
        "client_credentials", client: "robot", ("client_secret", "s-e-c-r-e-t"),
        ("scope", "https://graph.microsoft.com/.default")),
    ]
  }

  @Test func `without a signature there is no token`() throws {
    let broken = [
      TokenSigner(sign: { _, _ in nil }), TokenSigner(sign: { _, _ in [] }),
      TokenSigner(load: { "no key at all" }),
    ]
    for signer in broken {
      for answer in try answers(signer) {
        #expect(answer.status == 500)
        #expect(answer.body["error"] == "server_error")
        #expect(answer.body["access_token"] == nil && answer.body["id_token"] == nil)
      }
    }
  }

  @Test func `a key of another kind signs nothing`() throws {
    var service = try SignInFixture()
    let file = try withFolder { folder in
      _ = try CertificateAuthority(folder: folder.path).serverCertificate()
      return try PEMFile.read("\(folder.path)/ca-key.pem")
    }
    service.core.signer = TokenSigner(load: { file })
    #expect(service.password().status == 500)
    #expect(service.send("GET", "/contoso/discovery/v2.0/keys").status == 500)
  }

  @Test func `without random bytes there is no token and no code`() throws {
    let key = TokenSigner()
    _ = try key.keySet
    let text = key.keyText
    let empty = TokenSigner(load: { text }, random: RandomBytes { _ in false })
    for answer in try answers(empty) {
      #expect(answer.status == 500 && answer.body["error"] == "server_error")
    }
    var service = try SignInFixture()
    service.core.signer = empty
    let device = service.send(
      "POST", "/contoso/oauth2/v2.0/devicecode", [("client_id", "app"), ("scope", "User.Read")])
    #expect(device.status == 500 && device.body["device_code"] == nil)
    let page = service.send(
      "POST", "/contoso/oauth2/v2.0/authorize",
      [
        ("client_id", "app"), ("redirect_uri", "http://localhost:1/"), ("response_type", "code"),
        ("scope", "mam"), ("username", "ana@contoso.com"), ("password", "x"),
      ])
    #expect(page.location?.contains("error=server_error") == true)
    #expect(page.location?.contains("code=") == false)
  }
}
