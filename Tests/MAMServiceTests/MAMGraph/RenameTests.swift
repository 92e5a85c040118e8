import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// A user who gets another userPrincipalName.
@Suite struct RenameTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  private mutating func rename(_ user: String, to upn: String) -> Int {
    world.send("PATCH", "/v1.0/users/\(user)", ["userPrincipalName": .string(upn)]).status
  }

  @Test mutating func `a renamed user keeps the object ID and the groups`() {
    let before = world.get("/v1.0/users/ben@contoso.com")["id"]
    #expect(rename("ben@contoso.com", to: "benno@contoso.com") == 204)
    let after = world.get("/v1.0/users/benno@contoso.com")
    #expect(after["id"] == before)
    #expect(after["userPrincipalName"] == "benno@contoso.com")
    let groups = world.get("/v1.0/users/benno@contoso.com/memberOf")["value"]?.array ?? []
    #expect(groups.map { $0["displayName"] } == ["staff"])
    #expect(world.send("GET", "/v1.0/users/ben@contoso.com").status == 404)
  }

  @Test mutating func `other letters of the same name are no other user`() {
    #expect(rename("ben@contoso.com", to: "Ben@Contoso.com") == 204)
    #expect(world.get("/v1.0/users/ben@contoso.com")["userPrincipalName"] == "Ben@Contoso.com")
  }

  @Test(arguments: ["dan@contoso.com", "ben@fabrikam.com", "ben", "@contoso.com"])
  mutating func `a name that another has, of another tenant's domain or without one is refused`(
    _ upn: String
  ) {
    #expect(rename("ben@contoso.com", to: upn) == 400)
    #expect(world.get("/v1.0/users/ben@contoso.com")["userPrincipalName"] == "ben@contoso.com")
  }
}
