import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

@Suite struct AccessTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  @Test mutating func withoutAValidTokenNobodyIsAnswered() throws {
    let callers: [GraphRequest.Caller] = [
      .bearer(nil), .bearer(""), .bearer("unknown"),
      world.bearer("DeviceManagementApps.Read.All", expires: at(0).milliseconds),
      world.bearer("DeviceManagementApps.Read.All", user: "zoe@contoso.com"),
    ]
    for caller in callers {
      let response = world.send("GET", "\(apps)/managedAppPolicies", caller: caller)
      #expect(response.status == 401)
      #expect(response.body?["error"]?["code"] == "InvalidAuthenticationToken")
      #expect(response.headers == [HeaderField("WWW-Authenticate", "Bearer")])
    }
    let deleted = world.bearer("DeviceManagementApps.Read.All")
    try world.core.directory.changeUser("ana", ["deleted": true], at(0))
    #expect(world.send("GET", "\(apps)/managedAppPolicies", caller: deleted).status == 401)
  }

  @Test(
    arguments: [
      ("GET", "\(apps)/managedAppPolicies", "DeviceManagementApps.Read.All", 200),
      ("GET", "\(apps)/managedAppPolicies", "DeviceManagementApps.ReadWrite.All", 200),
      (
        "GET", "\(apps)/managedAppPolicies",
        "https://graph.microsoft.com/DeviceManagementApps.Read.All", 200
      ),
      ("GET", "\(apps)/managedAppPolicies", "devicemanagementapps.read.all", 200),
      ("GET", "\(apps)/managedAppPolicies", "openid User.Read", 403),
      (
        "GET", "\(apps)/managedAppPolicies", "https://other.example/DeviceManagementApps.Read.All",
        403
      ),
      ("POST", "\(apps)/iosManagedAppProtections", "DeviceManagementApps.Read.All", 403),
      ("POST", "\(apps)/iosManagedAppProtections", "DeviceManagementApps.ReadWrite.All", 201),
      ("DELETE", "\(apps)/iosManagedAppProtections/strict", "DeviceManagementApps.Read.All", 403),
      ("GET", "/v1.0/users/ben/managedAppRegistrations", "User.ReadWrite.All", 403),
      ("GET", "/v1.0/users/ben/managedAppRegistrations", "DeviceManagementApps.Read.All", 200),
      (
        "POST", "/v1.0/users/ben/wipeManagedAppRegistrationsByDeviceTag",
        "DeviceManagementApps.Read.All", 403
      ),
      ("GET", "/v1.0/users", "User.Read", 403),
      ("GET", "/v1.0/users", "User.Read.All", 200),
      ("GET", "/v1.0/users", "Directory.Read.All", 200),
      ("GET", "/v1.0/users/ana", "User.Read", 200),
      ("GET", "/v1.0/users/ben", "User.Read", 403),
      ("GET", "/v1.0/me", "User.Read", 200),
      ("GET", "/v1.0/me/memberOf", "User.Read", 200),
      ("PATCH", "/v1.0/users/ben", "User.Read.All", 403),
      ("PATCH", "/v1.0/users/ben", "User.ReadWrite.All", 204),
      ("PATCH", "/v1.0/me", "User.ReadWrite", 204),
      ("GET", "/v1.0/groups", "Group.Read.All", 200),
      ("GET", "/v1.0/groups", "User.Read.All", 403),
      ("GET", "/v1.0/groups/staff/members", "GroupMember.Read.All", 200),
      ("DELETE", "/v1.0/groups/staff", "GroupMember.ReadWrite.All", 403),
      ("DELETE", "/v1.0/groups/staff/members/ben/$ref", "GroupMember.ReadWrite.All", 204),
      ("DELETE", "/v1.0/groups/staff", "Group.ReadWrite.All", 204),
      ("GET", "/v1.0/subscribedSkus", "Organization.Read.All", 200),
      ("GET", "/v1.0/subscribedSkus", "User.Read.All", 403),
      ("GET", "/v1.0/users/ben/licenseDetails", "User.Read.All", 200),
      ("GET", "/v1.0/organization", "User.Read", 200),
      ("GET", "/v1.0/deviceManagement/managedDevices", "DeviceManagementApps.Read.All", 403),
      (
        "GET", "/v1.0/deviceManagement/managedDevices", "DeviceManagementManagedDevices.Read.All",
        200
      ),
    ])
  mutating func aTokenPermitsWhatItsScopesSay(
    _ method: String, _ path: String, _ scopes: String, _ status: Int
  ) {
    let caller = world.bearer(scopes)
    let response = world.send(method, path, ["displayName": "x"], caller: caller)
    #expect(response.status == status)
    guard status == 403 else { return }
    let isOfIntune = path.contains("/device")
    #expect(
      response.body?["error"]?["code"]
        == (isOfIntune ? "Forbidden" : "Authorization_RequestDenied"))
  }

  @Test mutating func aRefusalNamesThePermissions() {
    let caller = world.bearer("User.Read")
    let response = world.send("POST", "\(apps)/managedAppPolicies", [:], caller: caller)
    #expect(
      response.body?["error"]?["message"]
        == "the token has none of the permissions that this request needs: DeviceManagementApps.ReadWrite.All"
    )
  }

  @Test mutating func onlyAUserIsMe() {
    #expect(world.send("GET", "/v1.0/me").status == 400)
    let application = world.bearer("User.Read.All", user: nil)
    #expect(world.send("GET", "/v1.0/me", caller: application).status == 400)
    #expect(world.send("GET", "/v1.0/users/ana", caller: application).status == 200)
    let ana = world.bearer("User.Read")
    #expect(world.send("GET", "/v1.0/me", caller: ana).body?["id"] == "o-ana")
    #expect(
      world.send("GET", "/v1.0/me/displayName", caller: ana).body?["value"] == "ana")
  }

  @Test mutating func aTokenSeesItsTenantOnly() throws {
    let scopes =
      "DeviceManagementApps.ReadWrite.All Directory.ReadWrite.All "
      + "DeviceManagementManagedDevices.Read.All"
    let caller = world.bearer(scopes, user: "eve@fabrikam.com", tenant: "fabrikam")
    func names(_ path: String, _ property: String = "displayName") -> [JSON?] {
      var world = world
      let body = world.send("GET", path, caller: caller).body
      return (body?["value"]?.array ?? []).map { $0[property] }
    }
    #expect(names("\(apps)/managedAppPolicies") == ["other"])
    #expect(names("/v1.0/users") == ["eve"])
    #expect(names("/v1.0/groups", "id") == ["g-partners"])
    #expect(names("/v1.0/organization") == ["fabrikam"])
    #expect(names("/v1.0/subscribedSkus", "skuPartNumber") == ["INTUNE_A"])
    #expect(names("/v1.0/deviceManagement/managedDevices") == [])
    #expect(names("\(apps)/mobileAppConfigurations") == [])
    for path in [
      "\(apps)/iosManagedAppProtections/baseline", "/v1.0/users/ana", "/v1.0/groups/staff",
      "/v1.0/users/ana/managedAppRegistrations",
    ] {
      #expect(world.send("GET", path, caller: caller).status == 404)
      #expect(world.send("DELETE", path, caller: caller).status == 404)
    }
    let target: JSON = [
      "assignments": [
        ["target": ["@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": "staff"]]
      ]
    ]
    #expect(
      world.send("POST", "\(apps)/managedAppPolicies/other/assign", target, caller: caller).status
        == 400)
    let created = world.send(
      "POST", "\(apps)/iosManagedAppProtections", ["displayName": "mine"], caller: caller)
    #expect(created.status == 201)
    #expect(names("\(apps)/managedAppPolicies") == ["other", "mine"])
    let contoso = world.bearer("DeviceManagementApps.Read.All")
    #expect(
      world.send("GET", "\(apps)/managedAppPolicies/$count", caller: contoso).body == 3)
    #expect(world.get("\(apps)/managedAppPolicies/$count") == 5)
  }

  @Test mutating func registrationsAreOfTheTenantOfTheirUser() {
    _ = world.core.enrolled("ana@contoso.com")
    _ = world.core.enrolled("eve@fabrikam.com")
    let caller = world.bearer("DeviceManagementApps.Read.All")
    let path = "\(apps)/managedAppRegistrations"
    #expect(world.send("GET", "\(path)/$count", caller: caller).body == 1)
    #expect(world.send("GET", "\(path)/e2", caller: caller).status == 404)
    #expect(world.get("\(path)/$count") == 2)
  }

  @Test mutating func theErrorRepeatsTheClientsNameOfTheRequest() {
    let response = world.send(
      "GET", "/v1.0/nothing", headers: [HeaderField("client-request-id", "mine")])
    let inner = response.body?["error"]?["innerError"]
    #expect(inner?["client-request-id"] == "mine")
    #expect(inner?["request-id"] == "00000000-0000-4000-8000-000000000000")
  }
}
