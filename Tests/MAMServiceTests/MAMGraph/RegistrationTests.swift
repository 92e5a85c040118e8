import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

@Suite struct RegistrationTests {
  var world: GraphWorld
  let path = "\(apps)/managedAppRegistrations"

  init() throws {
    world = try GraphWorld()
    _ = world.core.enrolled("ana@contoso.com")
    _ = world.core.enrolled("ben@contoso.com", device: "tablet")
    world.core.state.commit()
  }

  private mutating func checkIn(_ id: String, _ user: String, now: VirtualInstant) {
    let token = world.core.accessToken(user)
    _ = world.core.handle(.checkIn(id, bearer: token), now: now)
  }

  @Test mutating func aRegistrationShowsItsAppAndDevice() {
    let registration = world.get("\(path)/e1")
    #expect(registration["@odata.type"] == "#microsoft.graph.iosManagedAppRegistration")
    #expect(registration["userId"] == "o-ana")
    #expect(registration["deviceName"] == "phone")
    // MDM knows the device.
    #expect(registration["platformVersion"] == "13.5")
    #expect(registration["flaggedReasons"] == [])
    #expect(
      registration["appIdentifier"] == [
        "@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": "com.contoso.mail",
      ])
    #expect(
      world.names("\(path)?$filter=deviceTag%20eq%20'tablet'&$select=id", "id") == ["e2"])
    #expect(world.send("DELETE", "\(path)/e1").status == 405)
  }

  @Test mutating func onlyBetaShowsTheDeviceThatMDMKnows() {
    let names = ["managedDeviceId", "azureADDeviceId", "deviceModel", "deviceManufacturer"]
    let beta = path.replacing("v1.0", with: "beta")
    let device = world.get("/v1.0/deviceManagement/managedDevices")["value"]?.array?[0]["id"]
    let (known, unknown) = (world.get("\(beta)/e1"), world.get("\(beta)/e2"))
    #expect(device?.string != nil)
    #expect(names.map { known[$0] } == [device, .null, "iPhone", "Apple"])
    #expect(names.map { unknown[$0] } == [.null, .null, .null, .null])
    let stable = world.get("\(path)/e1")
    #expect(names.allSatisfy { stable[$0] == nil })
    #expect(world.names("\(beta)?$filter=deviceModel%20eq%20'iPhone'", "id") == ["e1"])
  }

  @Test mutating func anAppMayTellMoreOfItsDevice() {
    let token = world.core.accessToken("ben@contoso.com")
    var request = ServiceRequest.enroll("ben@contoso.com", bearer: token, device: "tablet")
    var body = request.body.object!
    body["deviceName"] = "Ben's iPad"
    body["platformVersion"] = "13.4.1"
    request.body = .object(body)
    #expect(world.core.handle(request, now: at(1)).body["enrollmentId"] == "e2")
    #expect(world.get("\(path)/e2")["deviceName"] == "Ben's iPad")
    #expect(world.get("\(path)/e2")["platformVersion"] == "13.4.1")
  }

  @Test mutating func aFlaggedDeviceListsItsUser() throws {
    let flagged = "\(path)/getUserIdsWithFlaggedAppRegistration"
    #expect(world.get(flagged)["value"] == [])
    _ = try world.core.directory.changeRegistrations(
      of: "ben", bundleId: "mail", to: .rootedDevice, at(1))
    for call in [flagged, flagged + "()"] { #expect(world.get(call)["value"] == ["o-ben"]) }
    #expect(
      world.get(flagged)["@odata.context"]
        == "https://graph.microsoft.com/v1.0/$metadata#Collection(Edm.String)")
    #expect(world.get("\(path)/e2")["flaggedReasons"] == ["rootedDevice"])
    #expect(
      world.names("\(path)?$filter=flaggedReasons/any(r:r%20eq%20'rootedDevice')", "id") == ["e2"])
    try world.core.directory.seed(
      ["mdmDevices": ["phone": ["user": "ana", "jailBroken": true]]], at(2))
    #expect(world.get(flagged)["value"] == ["o-ana", "o-ben"])
    #expect(world.get(flagged + "/$count") == 2)
    _ = try world.core.directory.changeRegistrations(of: "ben", bundleId: "mail", to: .none, at(3))
    #expect(world.get(flagged)["value"] == ["o-ana"])
  }

  @Test mutating func whatIsAppliedIsWhatTheAppWasGiven() {
    let policy = "\(apps)/iosManagedAppProtections/baseline"
    func pins(_ world: inout GraphWorld, _ relation: String) -> [JSON?] {
      (world.get("\(path)/e1/\(relation)")["value"]?.array ?? []).map { $0["minimumPinLength"] }
    }
    checkIn("e1", "ana@contoso.com", now: at(1))
    let version = world.get("\(path)/e1/appliedPolicies")["value"]?.array?[0]["version"]
    _ = world.send("PATCH", policy, ["minimumPinLength": 9], now: at(2))
    #expect(pins(&world, "appliedPolicies") == [6, nil])
    #expect(world.get("\(path)/e1/appliedPolicies")["value"]?.array?[0]["version"] == version)
    #expect(pins(&world, "intendedPolicies") == [9, nil])
    checkIn("e1", "ana@contoso.com", now: at(3))
    #expect(pins(&world, "appliedPolicies") == [9, nil])
    // What no app sees is as it is, once the app has checked in.
    _ = world.send("PATCH", policy, ["displayName": "Renamed"], now: at(4))
    checkIn("e1", "ana@contoso.com", now: at(5))
    #expect(world.names("\(path)/e1/appliedPolicies")[0] == "Renamed")
    // The app goes on with a policy that is deleted, until it hears of that.
    _ = world.send("DELETE", policy, now: at(6))
    #expect(pins(&world, "appliedPolicies") == [9, nil])
    #expect(pins(&world, "intendedPolicies") == [nil])
    checkIn("e1", "ana@contoso.com", now: at(7))
    #expect(pins(&world, "appliedPolicies") == [nil])
  }

  @Test mutating func whatNobodyHasAnyMoreIsForgotten() throws {
    checkIn("e1", "ana@contoso.com", now: at(1))
    checkIn("e2", "ben@contoso.com", now: at(1))
    #expect(world.core.state.deliveredPolicies.rows.map(\.uses) == [2, 2])
    world.core.management.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(2))
    let token = world.core.accessToken("ana@contoso.com")
    _ = world.core.handle(.unenroll("e1", bearer: token, wipeId: "w1", reason: "wipe"), now: at(3))
    #expect(world.core.state.deliveredPolicies.rows.map(\.uses) == [1, 1])
    world.core.directory.forget(tenant: "contoso")
    #expect(world.core.state.deliveredPolicies.count == 0)
  }

  @Test mutating func operationsAreNotedAndWipesFollowTheApp() {
    let created = world.send(
      "POST", "\(path)/e1/operations", ["displayName": "Call the user", "state": "open"],
      now: at(1000))
    #expect(created.status == 201)
    #expect(created.body?["id"] == "o1")
    #expect(created.body?["lastModifiedDateTime"] == "2020-06-04T09:00:01Z")
    #expect(
      created.headers == [
        HeaderField(
          "Location",
          "http://mock:1\(path)('e1')/operations('o1')")
      ])
    let wipe = "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag"
    #expect(world.send("POST", wipe, ["deviceTag": "phone"]) == GraphResponse(204))
    func operations() -> [JSON?] {
      (world.get("\(path)/e1/operations")["value"]?.array ?? []).map { $0["state"] }
    }
    #expect(operations() == ["pending", "open"])
    checkIn("e1", "ana@contoso.com", now: at(2000))
    #expect(operations() == ["delivered", "open"])
    #expect(world.get("\(path)/e1/operations/w1")["displayName"] == "Wipe")
    let token = world.core.accessToken("ana@contoso.com")
    _ = world.core.handle(
      .unenroll("e1", bearer: token, wipeId: "w1", reason: "wipe"), now: at(3000))
    #expect(world.send("GET", "\(path)/e1").status == 404)
    #expect(world.core.state.operations.count == 0)
  }

  @Test(
    arguments: [
      (
        "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag", [:], 400,
        "ModelValidationFailure"
      ),
      (
        "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag", ["deviceTag": 5], 400,
        "Request_BadRequest"
      ),
      (
        "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag", ["deviceTag": ""], 400,
        "ModelValidationFailure"
      ),
      (
        "POST", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag",
        ["deviceTag": "x", "id": "e1"], 400, "Request_BadRequest"
      ),
      (
        "GET", "/v1.0/users/ana/wipeManagedAppRegistrationsByDeviceTag", .null, 405,
        "MethodNotAllowed"
      ),
      (
        "POST", "/v1.0/users/zoe/wipeManagedAppRegistrationsByDeviceTag", ["deviceTag": "x"], 404,
        "Request_ResourceNotFound"
      ),
      ("POST", "\(apps)/managedAppRegistrations/e9/operations", [:], 404, "ResourceNotFound"),
      ("POST", "\(apps)/managedAppRegistrations/e1/operations", ["state": 5], 400, "BadRequest"),
      (
        "POST", "\(apps)/managedAppRegistrations/getUserIdsWithFlaggedAppRegistration", .null, 405,
        "MethodNotAllowed"
      ),
      ("POST", "\(apps)/managedAppStatuses", [:], 405, "MethodNotAllowed"),
      ("GET", "\(apps)/managedAppStatuses/nothing", .null, 404, "ResourceNotFound"),
    ] as [(String, String, JSON, Int, String)])
  mutating func whatCannotBeDoneIsRefused(
    _ method: String, _ path: String, _ body: JSON, _ status: Int, _ code: String
  ) {
    let response = world.send(method, path, body)
    #expect(response.status == status)
    #expect(response.body?["error"]?["code"] == .string(code))
    #expect(world.core.state.changes.isEmpty)
  }

  @Test mutating func theSummaryCountsWhoHasThePolicy() {
    checkIn("e1", "ana@contoso.com", now: at(60_000))
    let summary = world.get("\(apps)/iosManagedAppProtections/baseline/deploymentSummary")
    #expect(summary["configurationDeployedUserCount"] == 1)
    #expect(summary["lastRefreshTime"] == "2020-06-04T09:01:00Z")
    #expect(
      summary["configurationDeploymentSummaryPerApp"] == [
        [
          "mobileAppIdentifier": [
            "@odata.type": "#microsoft.graph.iosMobileAppIdentifier",
            "bundleId": "com.contoso.mail",
          ],
          "configurationAppliedUserCount": 1,
        ]
      ])
  }

  @Test mutating func whatStandsBetweenAUserAndMAMIsSaid() throws {
    func failures(_ user: String) -> [String] {
      (world.get("/v1.0/users/\(user)/getManagedAppDiagnosticStatuses()")["value"]?.array ?? [])
        .filter { $0["state"] == "Failed" }.map { $0["validationName"]?.string ?? "" }
    }
    #expect(failures("ana") == ["Check-in"])
    checkIn("e1", "ana@contoso.com", now: at(1))
    #expect(failures("ana") == [])
    #expect(failures("dan") == ["Licence", "Policy", "Registration", "Check-in"])
    try world.core.directory.changeTenant("contoso", ["enabled": false])
    #expect(failures("ana") == ["Tenant"])
  }

  @Test mutating func aUsersPoliciesAreThoseAssigned() {
    #expect(
      world.names("/v1.0/users/ana/getManagedAppPolicies") == ["baseline", "mailconfig"])
    #expect(world.names("/v1.0/users/dan/getManagedAppPolicies()") == [])
  }

  @Test mutating func statusesCountWhatIsThere() {
    let statuses = world.get("\(apps)/managedAppStatuses")["value"]?.array ?? []
    #expect(
      statuses.map { $0["id"] } == ["appregistrationsummary", "userstatus", "policystatus"])
    #expect(statuses[0]["@odata.type"] == "#microsoft.graph.managedAppStatusRaw")
    #expect(statuses[0]["content"]?["registrations"] == 2)
    #expect(world.get("\(apps)/managedAppStatuses('policystatus')")["content"]?["assigned"] == 3)
  }
}
