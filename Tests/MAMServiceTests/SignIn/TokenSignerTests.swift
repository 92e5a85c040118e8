import JSONText
import Testing
import VirtualTime

@testable import MAMService

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

  @Test func whatWasGivenOutBeforeAResetIsNobodysAfterwards() throws {
    var service = try SignInFixture()
    let before = try secrets(of: "ana", &service)
    service.core.replaceState(with: ServiceCore())
    try service.core.seed(world.object!, service.now)
    let after = try secrets(of: "ana", &service)
    #expect(before.count == 4 && after.count == 4)
    for (old, new) in zip(before, after) { #expect(old != new) }
    #expect(service.core.issuedToken(before[0]) == nil)
    #expect(
      service.token("refresh_token", ("refresh_token", before[1])).failure
        == "invalid_grant 9002313")
  }

  @Test func whatWasGivenOutAfterASnapshotIsNobodysOnceItIsRestored() throws {
    var service = try SignInFixture()
    let snapshot = service.core.state.allRows
    let lost = try secrets(of: "ana", &service)
    service.core.replaceState(with: try ServiceCore(rows: snapshot))
    let given = try secrets(of: "ana", &service)
    #expect(lost.count == 4 && given.count == 4)
    for (old, new) in zip(lost, given) { #expect(old != new) }
  }

  @Test func withoutASignerTokensAreCounted() {
    #expect(ServiceCore().unguessable("rt1") == "rt1")
  }
}
