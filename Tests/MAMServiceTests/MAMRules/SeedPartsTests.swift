import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules

/// The parts of a seed for licences, MDM devices and tenants of policies.
@Suite struct SeedPartsTests {
  @Test(
    arguments: [
      (
        ["licences": ["ems": ["unit": 1]]],
        "licence \"ems\" has no member \"unit\"; did you mean \"units\"?"
      ),
      (
        ["licences": ["ems": ["units": -1]]],
        "licence \"ems\": \"units\" must be an integer from 0 to 2147483647, not -1"
      ),
      (
        ["licences": ["ems": ["servicePlans": [5]]]],
        "licence \"ems\": \"servicePlans\" must be a list of strings, not [5]"
      ),
      (
        ["licences": ["ems": ["tenant": "nobody"]]],
        "licence \"ems\" has the unknown tenant \"nobody\"; known: t"
      ),
      (
        ["users": ["ana": ["upn": "a@b", "tenant": "t", "licences": "ems"]]],
        "user \"ana\": \"licences\" must be a list of strings, not \"ems\""
      ),
      (
        ["users": ["ana": ["upn": "a@b", "tenant": "t", "licences": ["ems"]]]],
        "user \"ana\" has the unknown licence \"ems\""
      ),
      (
        ["groups": ["g": ["members": [], "tenant": "x"]]],
        "group \"g\" has the unknown tenant \"x\"; known: t"
      ),
      (
        ["groups": ["g": ["members": [], "colour": 1]]],
        "group \"g\" has no member \"colour\"; known: id, members, tenant, displayName, description"
      ),
      (
        ["policies": ["p": ["tenant": "x"]]],
        "policy \"p\" has the unknown tenant \"x\"; known: t"
      ),
      (
        ["policies": ["p": ["default": true]]],
        "policy \"p\" has no member \"default\"; known: assign, exclude, apps, appGroupType, "
          + "settings, tenant, displayName, description, allLicensedUsers"
      ),
      (
        ["configurations": ["c": ["default": 1]]],
        "configuration \"c\": \"default\" must be true or false, not 1"
      ),
      (
        ["mdmDevices": ["phone": ["user": "zoe"]]],
        "MDM device \"phone\" has the unknown user \"zoe\""
      ),
      (
        ["mdmDevices": ["phone": ["jailbroken": true]]],
        "MDM device \"phone\" has no member \"jailbroken\"; did you mean \"jailBroken\"?"
      ),
      (
        ["mdmDevices": ["phone": ["configurations": ["mail": [:]]]]],
        "MDM device \"phone\" has the unknown app \"mail\""
      ),
      (
        ["mdmDevices": ["phone": ["configurations": ["a.b": 5]]]],
        "MDM device \"phone\" needs an object as the configuration of a.b"
      ),
      (
        ["mdmDevices": ["phone": ["configurations": ["a.b": ["list": [1]]]]]],
        "MDM device \"phone\" has a configuration of a.b that is not a string, number or boolean with a name: \"list\""
      ),
      (
        [
          "apps": ["mail": ["bundleId": "a.b"]],
          "mdmDevices": ["phone": ["configurations": ["a.b": [:], "mail": [:]]]],
        ], "MDM device \"phone\" has two configurations for a.b"
      ),
    ] as [(JSON, String)])
  func `what cannot be seeded is said`(_ seed: JSON, _ message: String) throws {
    let core = ServiceCore()
    try core.directory.seed(["tenants": ["t": .null]], at(0))
    let error = #expect(throws: CommandError.self) { try core.directory.seed(seed.object!, at(0)) }
    #expect(error?.description == message)
  }

  @Test func `a licence decides unless the user says otherwise`() throws {
    let core = ServiceCore()
    try core.directory.seed(
      [
        "tenants": ["t": .null],
        "licences": ["ems": [:], "office": ["servicePlans": ["EXCHANGE_S"]]],
        "users": [
          "a": ["upn": "a@t", "tenant": "t", "licences": ["ems"]],
          "b": ["upn": "b@t", "tenant": "t", "licences": ["office"]],
          "c": ["upn": "c@t", "tenant": "t", "licences": []],
          "d": ["upn": "d@t", "tenant": "t", "licences": ["office"], "licensed": true],
          "e": ["upn": "e@t", "tenant": "t"],
        ],
      ], at(0))
    #expect(core.state.users.rows.map(\.isLicensed) == [true, false, false, true, true])
  }

  @Test func `what names no tenant belongs to the first`() throws {
    let core = ServiceCore()
    try core.directory.seed(
      [
        "tenants": ["one": .null, "two": .null], "groups": ["g": []], "policies": ["p": .null],
        "mdmDevices": ["d": .null],
      ], at(0))
    #expect(core.state.groups["g"]?.tenant == "one")
    #expect(core.state.policies.rows.map(\.tenant) == ["one"])
    #expect(core.state.devices["d"]?.tenant == "one")
  }

  @Test func `every new row is read back as it was stored`() throws {
    let world = try GraphWorld()
    let core = world.core
    _ = core.enrolled("ana@contoso.com")
    for (method, path, body) in [
      ("POST", "\(apps)/managedAppRegistrations/e1/operations", ["state": "open"]),
      ("PATCH", "/v1.0/users/ana", ["displayName": "Ana"]),
      ("PATCH", "/v1.0/groups/staff", ["description": "x"]),
    ] as [(String, String, JSON)] {
      #expect(
        core.graph.administer(GraphRequest(method, path, body: body), now: at(0)).status < 300)
    }
    let rows = core.state.allRows
    let again = ServiceCore(state: try ServiceState(rows: rows))
    #expect(again.state.allRows == rows)
    for kind in ["operation", "sku", "licence", "profile", "device"] {
      #expect(rows.contains { $0.kind == kind })
    }
  }
}
