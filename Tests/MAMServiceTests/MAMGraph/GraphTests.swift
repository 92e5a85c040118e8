import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

@Suite struct GraphTests {
  var core: ServiceCore
  let baseline = "T_00000000-0000-4000-8000-000000000001"

  init() throws { core = try seededCore() }

  private mutating func send(
    _ method: String, _ path: String, _ body: JSON = .null, now: VirtualInstant = at(0)
  ) -> GraphResponse {
    core.graph.administer(
      GraphRequest(method, "/v1.0/deviceAppManagement/" + path, body: body), now: now)
  }

  @Test mutating func aSeededPolicyIsFoundByIDAndByName() {
    for key in ["/\(baseline)", "('\(baseline)')", "/baseline"] {
      let response = send("GET", "iosManagedAppProtections\(key)")
      #expect(response.status == 200)
      #expect(response.body?["id"] == .string(baseline))
    }
  }

  @Test mutating func aPolicyLooksAsInGraph() throws {
    let body = try #require(send("GET", "iosManagedAppProtections/baseline").body)
    #expect(
      body["@odata.context"]
        == .string(
          "https://graph.microsoft.com/v1.0/$metadata#deviceAppManagement/iosManagedAppProtections/$entity"
        ))
    #expect(body["@odata.type"] == nil)
    #expect(body["displayName"] == "baseline")
    #expect(body["createdDateTime"] == "2020-06-04T09:00:00Z")
    #expect(body["version"] == "\"p1-1\"")
    #expect(body["isAssigned"] == true)
    #expect(body["deployedAppCount"] == 1)
    #expect(body["pinRequired"] == true)
    #expect(body["notificationRestriction"] == nil)
    let beta = core.graph.administer(
      GraphRequest("GET", "/beta/deviceAppManagement/iosManagedAppProtections/baseline"),
      now: at(0))
    #expect(beta.body?["notificationRestriction"] == "allow")
  }

  @Test mutating func collectionsHaveAnEnvelopeAndACount() {
    let list = send("GET", "iosManagedAppProtections")
    #expect(list.body?["value"]?.array?.count == 1)
    #expect(list.body?["value"]?.array?[0]["@odata.type"] == nil)
    #expect(send("GET", "iosManagedAppProtections/$count") == GraphResponse(200, 1))
    let all = send("GET", "managedAppPolicies?$top=5").body?["value"]?.array ?? []
    #expect(
      all.map { $0["@odata.type"] } == [
        "#microsoft.graph.iosManagedAppProtection",
        "#microsoft.graph.targetedManagedAppConfiguration",
      ])
  }

  @Test mutating func aNewPolicyHasThePortalsDefaults() throws {
    let response = send(
      "POST", "iosManagedAppProtections",
      [
        "@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "Second",
        "printBlocked": true, "periodOfflineBeforeWipeIsEnforced": "P30D",
      ], now: at(1))
    #expect(response.status == 201)
    let body = try #require(response.body)
    #expect(body["id"] == "T_00000000-0000-4000-8000-000000000002")
    #expect(body["pinRequired"] == true)
    #expect(body["appDataEncryptionType"] == "whenDeviceLocked")
    #expect(body["periodOnlineBeforeAccessCheck"] == "PT30M")
    #expect(body["printBlocked"] == true)
    #expect(body["periodOfflineBeforeWipeIsEnforced"] == "P30D")
    #expect(body["isAssigned"] == false)
    #expect(body["version"] == "\"p2-1\"")
  }

  @Test mutating func anAppSeesWhatTheAdministratorChanges() throws {
    let id = core.enrolled("ana@contoso.com")
    let token = core.accessToken("ana@contoso.com")
    func result() -> JSON? {
      core.handle(
        .checkIn(id, bearer: token, version: "p1-c57bff79e3e45212+c1-d1238ab142a3045d"), now: at(5)
      ).body["result"]
    }
    #expect(result() == "unchanged")
    #expect(send("PATCH", "iosManagedAppProtections/baseline", ["displayName": "B"]).status == 200)
    #expect(result() == "unchanged")
    let patched = send(
      "PATCH", "iosManagedAppProtections/baseline", ["printBlocked": true], now: at(1000))
    #expect(patched.body?["version"] == "\"p1-3\"")
    #expect(patched.body?["lastModifiedDateTime"] == "2020-06-04T09:00:01Z")
    #expect(result() == "policy")
    #expect(
      send("POST", "managedAppPolicies/\(baseline)/assign", ["assignments": []]).status == 204)
    #expect(result() == "none")
    let target: JSON = [
      "assignments": [
        ["target": ["@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": "staff"]]
      ]
    ]
    #expect(send("POST", "iosManagedAppProtections/\(baseline)/assign", target).status == 204)
    #expect(result() == "policy")
    let apps: JSON = ["apps": [["mobileAppIdentifier": .iosApp("com.contoso.docs")]]]
    #expect(
      send("POST", "iosManagedAppProtections/baseline/targetApps", apps).status == 204)
    #expect(result() == "none")
    #expect(send("DELETE", "iosManagedAppProtections/baseline") == GraphResponse(204))
    #expect(send("GET", "iosManagedAppProtections/baseline").status == 404)
  }

  @Test mutating func exclusionsAndLicencesDecideWhoIsAssigned() throws {
    try core.directory.seed(["groups": ["out": ["ana"]]], at(0))
    func assign(_ targets: JSON...) {
      _ = send(
        "POST", "iosManagedAppProtections/baseline/assign",
        ["assignments": .array(targets.map { ["target": $0] })])
    }
    func targets(_ user: String) -> Bool {
      let key = userKey(user)
      return core.management.policy(
        .protection, for: core.state.users[key]!, key: key, bundleId: "com.contoso.mail") != nil
    }
    let all: JSON = ["@odata.type": "#microsoft.graph.allLicensedUsersAssignmentTarget"]
    let without: JSON = [
      "@odata.type": "#microsoft.graph.exclusionGroupAssignmentTarget", "groupId": "out",
    ]
    assign(all)
    #expect(["ana", "ben", "eve"].map { targets("\($0)@contoso.com") } == [true, true, false])
    assign(all, without)
    #expect(["ana", "ben", "eve"].map { targets("\($0)@contoso.com") } == [false, true, false])
    let shown = send("GET", "iosManagedAppProtections/baseline/assignments").body?["value"]?.array
    #expect(shown?.map { $0["target"]?["groupId"] } == [nil, "out"])
  }

  @Test mutating func aConfigurationCarriesCustomSettings() {
    let created = send(
      "POST", "targetedManagedAppConfigurations",
      ["displayName": "C", "customSettings": [["name": "a", "value": "1"]]])
    #expect(created.status == 201)
    #expect(created.body?["id"] == "A_00000000-0000-4000-8000-000000000002")
    let patched = send(
      "PATCH", "targetedManagedAppConfigurations/mailconfig",
      ["customSettings": [["name": "b", "value": "2"]]])
    #expect(patched.body?["customSettings"] == [["name": "b", "value": "2"]])
    let apps = send("GET", "targetedManagedAppConfigurations/mailconfig/apps").body?["value"]
    #expect(apps?.array?[0]["mobileAppIdentifier"]?["bundleId"] == "com.contoso.mail")
  }

  @Test mutating func registrationsShowWhatIsAppliedIntendedAndOrdered() {
    let id = core.enrolled("ana@contoso.com")
    let token = core.accessToken("ana@contoso.com")
    let path = "managedAppRegistrations/\(id)"
    func names(_ part: String) -> [JSON?] {
      (send("GET", "\(path)/\(part)").body?["value"]?.array ?? []).map { $0["displayName"] }
    }
    #expect(names("appliedPolicies") == [])
    #expect(names("intendedPolicies") == ["baseline", "mailconfig"])
    _ = core.handle(.checkIn(id, bearer: token), now: at(60_000))
    #expect(names("appliedPolicies") == ["baseline", "mailconfig"])
    let registration = send("GET", path).body
    #expect(registration?["userId"] == "o-ana")
    #expect(registration?["deviceTag"] == "phone")
    #expect(registration?["lastSyncDateTime"] == "2020-06-04T09:01:00Z")
    for user in ["ana", "o-ana", "ana%40contoso.com", "Ana@contoso.com"] {
      let list = core.graph.administer(
        GraphRequest("GET", "/v1.0/users/\(user)/managedAppRegistrations"), now: at(0))
      #expect(list.body?["value"]?.array?.count == 1)
    }
    let wipe = core.graph.administer(
      GraphRequest(
        "POST", "/beta/users('ana')/microsoft.graph.wipeManagedAppRegistrationsByDeviceTag",
        body: ["deviceTag": "phone"]), now: at(0))
    #expect(wipe == GraphResponse(204))
    let operations = send("GET", "\(path)/operations").body?["value"]?.array ?? []
    #expect(operations.map { $0["state"] } == ["pending"])
    #expect(
      send("GET", "managedAppRegistrations/getUserIdsWithFlaggedAppRegistration()").body?["value"]
        == [])
  }

  @Test(
    arguments: [
      ("POST", "iosManagedAppProtections", [:], 400, "ModelValidationFailure"),
      ("POST", "iosManagedAppProtections", .null, 400, "BadRequest"),
      (
        "POST", "iosManagedAppProtections", ["displayName": "x", "assignments": []], 400,
        "BadRequest"
      ),
      ("POST", "iosManagedAppProtections", ["displayName": "x", "colour": 1], 400, "BadRequest"),
      (
        "POST", "iosManagedAppProtections",
        ["displayName": "x", "periodOfflineBeforeAccessCheck": "12:00:00"], 400, "BadRequest"
      ),
      ("POST", "managedAppPolicies", ["displayName": "x"], 400, "BadRequest"),
      (
        "PATCH", "iosManagedAppProtections/baseline", ["apps": []], 400, "ModelValidationFailure"
      ),
      ("PATCH", "iosManagedAppProtections/nobody", [:], 404, "ResourceNotFound"),
      ("GET", "iosManagedAppProtections/mailconfig", .null, 404, "ResourceNotFound"),
      ("PUT", "iosManagedAppProtections/baseline", [:], 405, "MethodNotAllowed"),
      ("GET", "iosManagedAppProtections/baseline/assign", .null, 405, "MethodNotAllowed"),
      ("GET", "iosManagedAppProtections/baseline/colour", .null, 400, "BadRequest"),
      (
        "POST", "iosManagedAppProtections/baseline/assign",
        [
          "assignments": [
            ["target": ["@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": "x"]]
          ]
        ], 400, "BadRequest"
      ),
      ("POST", "iosManagedAppProtections/baseline/targetApps", ["apps": [[:]]], 400, "BadRequest"),
      ("GET", "androidManagedAppProtections", .null, 400, "BadRequest"),
      ("GET", "managedAppRegistrations/e9", .null, 404, "ResourceNotFound"),
    ] as [(String, String, JSON, Int, String)])
  func `an error has graphs form`(
    _ method: String, _ path: String, _ body: JSON, _ status: Int, _ code: String
  ) {
    let response = core.graph.administer(
      GraphRequest(method, "/v1.0/deviceAppManagement/" + path, body: body), now: at(0))
    #expect(response.status == status)
    #expect(response.body?["error"]?["code"] == .string(code))
    #expect(response.body?["error"]?["innerError"]?["date"] == "2020-06-04T09:00:00Z")
    #expect(core.state.changes.isEmpty)
  }

  @Test func `the control channel reaches the same resources`() throws {
    let service = RunningService()
    try service.ok("seed", world.object!)
    let answer = try service.ok(
      "admin",
      [
        "method": "PATCH", "path": "/deviceAppManagement/iosManagedAppProtections/baseline",
        "body": ["printBlocked": true],
      ])
    #expect(answer["status"] == 200)
    #expect(answer["body"]?["printBlocked"] == true)
  }
}
