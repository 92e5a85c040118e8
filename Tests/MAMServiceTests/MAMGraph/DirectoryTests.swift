import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

@Suite struct DirectoryTests {
  var world: GraphWorld
  let ems = "11111111-1111-4111-8111-111111111111"

  init() throws { world = try GraphWorld() }

  private let zoe: JSON = [
    "accountEnabled": true, "displayName": "Zoe", "mailNickname": "zoe",
    "userPrincipalName": "Zoe@contoso.com", "usageLocation": "NL",
    "passwordProfile": ["password": "secret", "forceChangePasswordNextSignIn": false],
  ]

  // MARK: Users

  @Test mutating func aUserShowsSomePropertiesOnlyIfAsked() {
    let user = world.get("/v1.0/users/ana")
    #expect(user["id"] == "o-ana")
    #expect(user["userPrincipalName"] == "ana@contoso.com")
    #expect(user["accountEnabled"] == nil)
    #expect(user["passwordProfile"] == nil)
    let selected = world.get("/v1.0/users/ana?$select=accountEnabled,assignedLicenses")
    #expect(selected["accountEnabled"] == true)
    #expect(selected["assignedLicenses"] == [["disabledPlans": [], "skuId": .string(ems)]])
    #expect(world.send("GET", "/v1.0/users?$select=passwordProfile").status == 400)
    #expect(world.names("/v1.0/users?$filter=accountEnabled%20eq%20true").count == 4)
  }

  @Test mutating func aNewUserSignsInButHasNoLicence() {
    let created = world.send("POST", "/v1.0/users", zoe)
    #expect(created.status == 201)
    let id = created.body?["id"]?.string ?? ""
    #expect(id == "00000000-0000-4000-8001-000000000001")
    #expect(world.core.state.users["zoe@contoso.com"]?.tenant == "contoso")
    #expect(world.core.state.users["zoe@contoso.com"]?.isLicensed == false)
    #expect(world.get("/v1.0/users/\(id)?$select=usageLocation")["usageLocation"] == "NL")
    #expect(world.core.signIn("zoe@contoso.com").status == 200)
    #expect(world.get("/v1.0/users/zoe@contoso.com/licenseDetails")["value"] == [])
  }

  @Test mutating func whoCannotBeAUserIsRefused() {
    for (name, value, code) in [
      ("userPrincipalName", "zoe" as JSON?, "Request_BadRequest"),
      ("userPrincipalName", "ana@contoso.com", "Request_BadRequest"),
      ("passwordProfile", nil, "ModelValidationFailure"),
      ("mailNickname", "", "ModelValidationFailure"),
      ("shoeSize", 45, "Request_BadRequest"), ("accountEnabled", "yes", "Request_BadRequest"),
    ] {
      var body = zoe.object!
      body[name] = value
      let response = world.send("POST", "/v1.0/users", .object(body))
      #expect(response.status == 400)
      #expect(response.body?["error"]?["code"] == .string(code))
    }
    #expect(
      world.send("PATCH", "/v1.0/users/ana", ["userPrincipalName": "dan@contoso.com"]).status == 400
    )
    #expect(world.core.state.changes.isEmpty)
  }

  @Test mutating func aDisabledAccountIsSignedOutEverywhere() {
    let token = world.core.accessToken("ana@contoso.com")
    let id = world.core.handle(
      .enroll("ana@contoso.com", bearer: token, device: "phone"), now: at(0)
    ).body["enrollmentId"]?.string
    let disabled = world.send("PATCH", "/v1.0/users/ana", ["accountEnabled": false])
    #expect(disabled == GraphResponse(204))
    #expect(world.core.signIn("ana@contoso.com").code == "invalid_grant")
    #expect(
      world.core.handle(.checkIn(id ?? "", bearer: token), now: at(1)).code == "InvalidToken")
    _ = world.send("PATCH", "/v1.0/users/ana", ["accountEnabled": true, "displayName": "Ana B."])
    #expect(world.core.signIn("ana@contoso.com").status == 200)
    #expect(world.get("/v1.0/users/ana")["displayName"] == "Ana B.")
  }

  @Test mutating func aDeletedUserIsGoneAndTheNameIsFreeForAnother() {
    let token = world.core.accessToken("ana@contoso.com")
    _ = world.core.enrolled("ana@contoso.com")
    #expect(world.send("DELETE", "/v1.0/users/ana") == GraphResponse(204))
    #expect(world.send("GET", "/v1.0/users/ana").status == 404)
    #expect(world.send("DELETE", "/v1.0/users/ana").status == 404)
    #expect(world.names("/v1.0/users", "id").contains("o-ana") == false)
    // What the apps of a deleted user left is still there for a wipe.
    #expect(world.get("/v1.0/users/ana/managedAppRegistrations/$count") == 1)
    var again = zoe.object!
    again["userPrincipalName"] = "ana@contoso.com"
    #expect(world.send("POST", "/v1.0/users", .object(again)).status == 201)
    #expect(world.get("/v1.0/users/ana@contoso.com")["id"] != "o-ana")
    #expect(world.get("/v1.0/users/ana@contoso.com/managedAppRegistrations/$count") == 0)
    #expect(world.get("/v1.0/users/ana@contoso.com/memberOf")["value"] == [])
    #expect(world.core.state.issuedToken(token) == nil)
  }

  // MARK: Groups

  @Test mutating func groupsAreMadeChangedAndDeleted() {
    let created = world.send(
      "POST", "/v1.0/groups",
      [
        "displayName": "Pilots", "mailEnabled": false, "mailNickname": "pilots",
        "securityEnabled": true,
        "members@odata.bind": ["https://graph.microsoft.com/v1.0/users/o-dan"],
      ], now: at(1000))
    #expect(created.status == 201)
    let id = created.body?["id"]?.string ?? ""
    #expect(id == "00000000-0000-4000-8002-000000000001")
    #expect(created.body?["createdDateTime"] == "2020-06-04T09:00:01Z")
    #expect(
      world.send("PATCH", "/v1.0/groups/\(id)", ["description": "New"]) == GraphResponse(204))
    #expect(world.get("/v1.0/groups/\(id)")["description"] == "New")
    #expect(world.names("/v1.0/groups/\(id)/members") == ["dan"])
    #expect(world.names("/v1.0/users/dan/memberOf") == ["Pilots"])
    #expect(world.send("DELETE", "/v1.0/groups/\(id)") == GraphResponse(204))
    #expect(world.send("GET", "/v1.0/groups/\(id)").status == 404)
    #expect(world.send("POST", "/v1.0/groups", ["displayName": "x"]).status == 400)
  }

  @Test(
    arguments: [
      ("https://graph.microsoft.com/v1.0/directoryObjects/o-dan", 204),
      ("http://127.0.0.1:7080/v1.0/users/dan@contoso.com", 204),
      ("/users('o-dan')", 204), ("/users/o-eve", 400),
      ("https://graph.microsoft.com/v1.0/users/o-ana", 400),
      ("https://graph.microsoft.com/v1.0/users/nobody", 404),
      ("https://graph.microsoft.com/v1.0/groups/staff", 400), ("dan", 400),
    ])
  mutating func aMemberIsAddedByItsURL(_ reference: String, _ status: Int) {
    let response = world.send(
      "POST", "/v1.0/groups/staff/members/$ref", ["@odata.id": .string(reference)])
    #expect(response.status == status)
    #expect(
      world.names("/v1.0/groups/staff/members").count == (status == 204 ? 3 : 2))
  }

  @Test mutating func aGroupHasMembersOfOneTenant() {
    func group(_ users: String...) -> JSON {
      [
        "displayName": "Crew", "mailEnabled": false, "mailNickname": "crew",
        "securityEnabled": true,
        "members@odata.bind": .array(users.map { .string("/users/\($0)") }),
      ]
    }
    let refused = world.send("POST", "/v1.0/groups", group("o-dan", "o-eve"))
    #expect(refused.status == 400)
    #expect(
      refused.body?["error"]?["message"]
        == "eve@fabrikam.com belongs to tenant fabrikam, the group to tenant contoso")
    let made = world.send("POST", "/v1.0/groups", group("o-eve"))
    let id = made.body?["id"]?.string ?? ""
    #expect(made.status == 201 && world.core.state.groups[id]?.tenant == "fabrikam")
    let bound: JSON = ["members@odata.bind": ["/users/o-dan"]]
    #expect(world.send("PATCH", "/v1.0/groups/\(id)", bound).status == 400)
  }

  @Test mutating func aMembershipDecidesAtTheNextCheckIn() {
    let id = world.core.enrolled("ana@contoso.com")
    let token = world.core.accessToken("ana@contoso.com")
    func result() -> JSON? {
      world.core.handle(.checkIn(id, bearer: token), now: at(5)).body["result"]
    }
    #expect(result() == "policy")
    #expect(
      world.send("DELETE", "/v1.0/groups/staff/members/o-ana/$ref") == GraphResponse(204))
    #expect(world.send("DELETE", "/v1.0/groups/staff/members/o-ana/$ref").status == 404)
    #expect(result() == "none")
    _ = world.send("POST", "/v1.0/groups/staff/members/$ref", ["@odata.id": "/users/o-ana"])
    #expect(result() == "policy")
  }

  // MARK: Licences

  @Test mutating func aLicenceDecidesAtTheNextCheckIn() {
    let id = world.core.enrolled("ana@contoso.com")
    let token = world.core.accessToken("ana@contoso.com")
    func code() -> String? { world.core.handle(.checkIn(id, bearer: token), now: at(5)).code }
    func assign(add: JSON, remove: JSON) -> GraphResponse {
      world.send(
        "POST", "/v1.0/users/ana/assignLicense", ["addLicenses": add, "removeLicenses": remove])
    }
    #expect(code() == nil)
    let taken = assign(add: [], remove: [.string(ems)])
    #expect(taken.status == 200)
    #expect(taken.body?["id"] == "o-ana")
    #expect(code() == "AccountNotLicensed")
    let intune = Sku.intune.plans[0].id
    _ = assign(add: [["skuId": .string(ems), "disabledPlans": [.string(intune)]]], remove: [])
    #expect(code() == "AccountNotLicensed")
    #expect(
      world.get("/v1.0/users/ana/licenseDetails")["value"]?.array?[0]["servicePlans"]?.array?.map {
        $0["provisioningStatus"]
      } == ["Disabled", "Success"])
    _ = assign(add: [["skuId": .string(ems)]], remove: [])
    #expect(code() == nil)
  }

  @Test mutating func whatCannotBeAssignedIsRefused() {
    let other = "22222222-2222-4222-8222-222222222222"
    for (body, message) in [
      (["addLicenses": []], "removeLicenses is required"),
      (
        ["addLicenses": [], "removeLicenses": [.string(other)]],
        "the user does not have the licence \(other)"
      ),
      (
        ["addLicenses": [["skuId": .string(other)]], "removeLicenses": []],
        "the tenant has no licence \(other)"
      ),
      (
        [
          "addLicenses": [["skuId": .string(ems), "disabledPlans": ["x"]]], "removeLicenses": [],
        ], "the licence \(ems) has no service plan x"
      ),
    ] as [(JSON, String)] {
      let response = world.send("POST", "/v1.0/users/dan/assignLicense", body)
      #expect(response.body?["error"]?["message"] == .string(message))
    }
    let assign: JSON = ["addLicenses": [["skuId": .string(ems)]], "removeLicenses": []]
    #expect(world.send("POST", "/v1.0/users/dan/assignLicense", assign).status == 200)
    _ = world.send("POST", "/v1.0/users", zoe)
    #expect(
      world.send("POST", "/v1.0/users/zoe@contoso.com/assignLicense", assign).body?["error"]?[
        "message"] == .string("all 3 units of the licence \(ems) are taken"))
  }

  @Test mutating func productsCountTheirUsers() {
    let skus = world.get("/v1.0/subscribedSkus")["value"]?.array ?? []
    #expect(
      skus.map { $0["skuPartNumber"] } == ["EMSPREMIUM", "office", "INTUNE_A"])
    // Ben is licensed without saying by what: he has the tenant's product that includes MAM.
    #expect(skus.map { $0["consumedUnits"] } == [2, 1, 1])
    #expect(skus[0]["prepaidUnits"]?["enabled"] == 3)
    #expect(skus[0]["servicePlans"]?.array?.count == 2)
  }

  @Test mutating func theControlChannelHasTheLastWordOnLicences() throws {
    try world.core.directory.changeUser("dan", ["licensed": true], at(0))
    #expect(
      world.names("/v1.0/users/dan/licenseDetails", "skuPartNumber") == ["office", "EMSPREMIUM"])
    try world.core.directory.changeUser("ana", ["licensed": false], at(0))
    #expect(
      world.get("/v1.0/users/ana?$select=assignedLicenses")["assignedLicenses"]?.array?[0][
        "disabledPlans"] == [.string(Sku.intune.plans[0].id)])
  }

  // MARK: MDM

  @Test mutating func devicesShowTheirUser() {
    let device = world.get("/v1.0/deviceManagement/managedDevices")["value"]?.array?[0]
    #expect(device?["deviceName"] == "phone")
    #expect(device?["userPrincipalName"] == "ana@contoso.com")
    #expect(device?["osVersion"] == "13.5")
    let id = device?["id"]?.string ?? ""
    #expect(world.get("/v1.0/deviceManagement/managedDevices/\(id)")["deviceName"] == "phone")
    #expect(world.get("/v1.0/users/ana/managedDevices/$count") == 1)
    #expect(world.send("DELETE", "/v1.0/deviceManagement/managedDevices/\(id)").status == 405)
  }

  @Test mutating func theTenantIsAnOrganization() {
    #expect(world.names("/v1.0/organization") == ["contoso", "fabrikam"])
    let id = StableID.guid(of: "fabrikam")
    #expect(world.get("/v1.0/organization/\(id)")["displayName"] == "fabrikam")
  }
}
