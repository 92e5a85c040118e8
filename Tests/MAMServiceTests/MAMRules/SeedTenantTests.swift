import JSONText
import Testing

@testable import MAMSignIn
@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMServer

/// What belongs to which tenant, and what a tenant may be called.
@Suite struct SeedTenantTests {
  static let guid = "11111111-2222-4333-8444-555555555555"

  private func seeded() throws -> ServiceCore {
    let core = ServiceCore()
    try core.directory.seed(
      [
        "tenants": ["contoso": ["id": .string(SeedTenantTests.guid)], "fabrikam": .null],
        "users": [
          "ana": ["upn": "ana@contoso.com", "tenant": "contoso"],
          "ben": ["upn": "ben@contoso.com", "tenant": "contoso"],
          "zoe": ["upn": "zoe@fabrikam.com", "tenant": "fabrikam"],
        ],
        "groups": ["staff": ["id": "g-1", "members": ["ana"]]],
      ], at(0))
    core.state.commit()
    return core
  }

  @Test(
    arguments: [
      (
        ["groups": ["crew": ["id": "g-1", "members": ["ben"]]]],
        "group \"crew\" has the id of group \"staff\"", "groups crew id"
      ),
      (["groups": ["g-1": []]], "group \"g-1\" has the id of group \"staff\"", "groups g-1"),
      (
        ["groups": ["mixed": ["ana", "zoe"]]],
        "group \"mixed\" is of tenant \"contoso\", but \"zoe\" is of tenant \"fabrikam\"",
        "groups mixed 1"
      ),
      (
        ["groups": ["mixed": ["tenant": "contoso", "members": ["zoe"]]]],
        "group \"mixed\" is of tenant \"contoso\", but \"zoe\" is of tenant \"fabrikam\"",
        "groups mixed members 0"
      ),
      (
        ["users": ["zoe": ["upn": "zoe@fabrikam.com", "tenant": "contoso"]]],
        "user \"zoe\" already exists in tenant \"fabrikam\", which cannot be changed",
        "users zoe tenant"
      ),
      (
        ["tenants": ["adatum": ["id": .string(guid.uppercased())]]],
        "tenant \"adatum\" has the id \(guid), which belongs to tenant \"contoso\"",
        "tenants adatum id"
      ),
      (
        ["tenants": ["t": ["id": "five"]]],
        "tenant \"t\": \"id\" must be a GUID such as \(StableID.guid(of: "t")), not \"five\"",
        "tenants t id"
      ),
    ] as [(JSON, String, String)])
  func `what cannot be is said`(_ seed: JSON, _ message: String, _ path: String) throws {
    let core = try seeded()
    let error = #expect(throws: CommandError.self) { try core.directory.seed(seed.object!, at(0)) }
    #expect(error?.description == message)
    #expect(error?.path.joined(separator: " ") == path)
  }

  @Test(
    arguments: [
      "", ".", "..", "a/b", "a b", "a?b", "a%20b", "a#b", "\u{e9}", "common", "Organizations",
      "consumers", "adfs", "v1.0", "beta", "_mam", "locate", "checkin", "devicelogin", "token",
    ])
  func `a tenant that no path reaches is refused`(_ name: String) throws {
    let core = ServiceCore()
    let tenants: JSON = .object([name: .null])
    let error = #expect(throws: CommandError.self) {
      try core.directory.seed(["tenants": tenants], at(0))
    }
    #expect(error?.description.hasPrefix("tenant \"\(name)\" cannot sign anybody in: ") == true)
    #expect(error?.path == ["tenants", name])
  }

  @Test(arguments: ["contoso", "Contoso-2", "a.b_c~d", "contoso.onmicrosoft.com", "v2.0"])
  func `any other name is reached`(_ name: String) throws {
    let service = try SignInFixture(["tenants": .object([name: .null])])
    #expect(try service.core.signIn.authority(name) == .tenant(name))
  }

  @Test func `a tenant cannot take what is of another later`() throws {
    let core = try seeded()
    let error = #expect(throws: CommandError.self) {
      try core.directory.changeTenant("fabrikam", ["id": .string(SeedTenantTests.guid)])
    }
    #expect(error?.path == ["id"])
    try core.directory.changeTenant("contoso", ["id": .string(SeedTenantTests.guid)])
  }

  @Test func `a group belongs to the tenant of its members`() throws {
    let core = try seeded()
    try core.directory.seed(["groups": ["crew": ["zoe"], "none": []]], at(0))
    #expect(core.state.groups["crew"]?.tenant == "fabrikam")
    #expect(core.state.groups["none"]?.tenant == "contoso")
    let world: JSONObject = [
      "tenants": ["contoso": .null, "fabrikam": .null],
      "users": ["zoe": ["upn": "zoe@fabrikam.com", "tenant": "fabrikam"]],
      "groups": ["crew": ["zoe"], "none": []],
    ]
    #expect(
      Seed(world: world).part(of: "fabrikam")["groups"]?.object?.members.map(\.name) == ["crew"])
    #expect(
      Seed(world: world).part(of: "contoso")["groups"]?.object?.members.map(\.name) == ["none"])
  }
}
