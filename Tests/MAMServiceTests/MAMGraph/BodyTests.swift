import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMWire

@Suite struct BodyTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  @Test mutating func anAppMustSayOfWhichKindItIs() {
    let untyped: JSON = ["mobileAppIdentifier": ["bundleId": "a.b"]]
    let policies = "\(apps)/iosManagedAppProtections"
    for (path, body, place) in [
      ("baseline/targetApps", ["apps": [untyped]], "apps[0]/"),
      ("baseline/apps", untyped, ""), ("", ["displayName": "x", "apps": [untyped]], "apps[0]/"),
    ] as [(String, JSON, String)] {
      let response = world.send("POST", "\(policies)/\(path)", body)
      #expect(response.status == 400)
      #expect(
        response.body?["error"]?["message"]?.string
          == "\(place)mobileAppIdentifier needs an @odata.type: #microsoft.graph.iosMobileAppIdentifier"
      )
    }
    #expect(world.core.state.changes.isEmpty)
  }

  @Test(
    arguments: [
      (
        ["periodOfflineBeforeAccessCheck": "1 day, 0:00:00"],
        "periodOfflineBeforeAccessCheck must be an ISO 8601 duration"
      ),
      (
        ["periodOfflineBeforeAccessCheck": 43200],
        "periodOfflineBeforeAccessCheck must be an ISO 8601 duration"
      ),
      (["pinRequired": "true"], "pinRequired must be true or false"),
      (["pinRequired": .null], "pinRequired must be true or false"),
      (["minimumPinLength": "4"], "minimumPinLength must be a non-negative integer"),
      (["minimumPinLength": .double(4.5)], "minimumPinLength must be a non-negative integer"),
      (["minimumPinLength": -1], "minimumPinLength must be a non-negative integer"),
      (["minimumPinLength": 4_294_967_296], "minimumPinLength must be a non-negative integer"),
      (["displayName": 5], "displayName must be a string"),
      (["displayName": .null], "displayName must be a string"),
      (["description": 5], "description must be a string or null"),
      (["minimumRequiredOsVersion": 13], "minimumRequiredOsVersion must be a string or null"),
      (
        ["pinCharacterSet": "roman"],
        "pinCharacterSet must be one of numeric, alphanumericAndSymbol"
      ),
      (["pinCharacterSet": 1], "pinCharacterSet must be one of numeric, alphanumericAndSymbol"),
      (
        ["allowedDataStorageLocations": "box"],
        "allowedDataStorageLocations must be a list of oneDriveForBusiness, sharePoint, box, localStorage"
      ),
      (
        ["allowedDataStorageLocations": ["iManage"]],
        "allowedDataStorageLocations must be a list of oneDriveForBusiness, sharePoint, box, localStorage"
      ),
      (
        ["colour": "red"],
        "there is no property colour on type microsoft.graph.iosManagedAppProtection"
      ),
      (
        ["notificationRestriction": "block"],
        "there is no property notificationRestriction on type microsoft.graph.iosManagedAppProtection in v1.0: only beta has it"
      ),
      (
        ["createdDateTime": "yesterday"],
        "createdDateTime must be an instant such as 2020-06-04T09:00:00Z"
      ),
      (["isAssigned": "no"], "isAssigned must be true or false"),
      (
        ["@odata.type": "#microsoft.graph.androidManagedAppProtection"],
        "@odata.type must be #microsoft.graph.iosManagedAppProtection, not \"#microsoft.graph.androidManagedAppProtection\""
      ),
      (["assignments": []], "assignments are set by the action assign"),
    ] as [(JSONObject, String)])
  mutating func aValueThatDoesNotFitIsRefused(_ members: JSONObject, _ message: String) {
    let response = world.send(
      "PATCH", "\(apps)/iosManagedAppProtections/baseline", .object(members))
    #expect(response.status == 400)
    #expect(response.body?["error"]?["code"] == "BadRequest")
    #expect(response.body?["error"]?["message"] == .string(message))
    #expect(world.core.state.changes.isEmpty)
  }

  @Test(
    arguments: [
      (
        "targetedManagedAppConfigurations",
        ["displayName": "x", "customSettings": [["value": "1"]]],
        "customSettings[0]/name is missing"
      ),
      (
        "targetedManagedAppConfigurations",
        ["displayName": "x", "customSettings": [["name": "a", "value": 1]]],
        "customSettings[0]/value must be a string or null"
      ),
      (
        "targetedManagedAppConfigurations",
        ["displayName": "x", "customSettings": [["name": .null]]],
        "customSettings[0]/name must be a string"
      ),
      (
        "targetedManagedAppConfigurations", ["displayName": "x", "customSettings": [5]],
        "customSettings[0] must be an object of the type microsoft.graph.keyValuePair"
      ),
      (
        "targetedManagedAppConfigurations", ["displayName": "x", "customSettings": ["a": "1"]],
        "customSettings must be a list, each item an object of the type microsoft.graph.keyValuePair"
      ),
      (
        "targetedManagedAppConfigurations", ["displayName": "x", "pinRequired": true],
        "there is no property pinRequired on type microsoft.graph.targetedManagedAppConfiguration"
      ),
      (
        "iosManagedAppProtections", ["displayName": "x", "apps": [["id": "a"]]],
        "apps[0]/mobileAppIdentifier is missing"
      ),
      (
        "iosManagedAppProtections/baseline/apps",
        [
          "mobileAppIdentifier": [
            "@odata.type": "#microsoft.graph.androidMobileAppIdentifier", "packageId": "a",
          ]
        ], "mobileAppIdentifier needs an @odata.type: #microsoft.graph.iosMobileAppIdentifier"
      ),
      (
        "iosManagedAppProtections/baseline/targetApps", ["apps": .null],
        "apps must be a list, each item an object of the type microsoft.graph.managedMobileApp"
      ),
      (
        "iosManagedAppProtections/baseline/targetApps", ["apps": [], "appGroupType": "some"],
        "appGroupType must be one of selectedPublicApps, allCoreMicrosoftApps, allMicrosoftApps, allApps"
      ),
      (
        "iosManagedAppProtections/baseline/assign", ["assignments": [[:]]],
        "assignments[0]/target is missing"
      ),
      (
        "iosManagedAppProtections/baseline/assign",
        ["assignments": [["target": ["groupId": "staff"]]]],
        "assignments[0]/target needs an @odata.type: #microsoft.graph.groupAssignmentTarget, #microsoft.graph.exclusionGroupAssignmentTarget, #microsoft.graph.allLicensedUsersAssignmentTarget, #microsoft.graph.allDevicesAssignmentTarget"
      ),
      (
        "iosManagedAppProtections/baseline/assign",
        ["assignments": [["target": ["@odata.type": "#microsoft.graph.groupAssignmentTarget"]]]],
        "assignments[0]/target/groupId is missing"
      ),
      (
        "iosManagedAppProtections/baseline/assign",
        [
          "assignments": [
            [
              "target": [
                "@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": "nobody",
              ]
            ]
          ]
        ], "there is no group nobody"
      ),
      (
        "iosManagedAppProtections/baseline/assign",
        [
          "assignments": [
            ["target": ["@odata.type": "#groupAssignmentTarget", "groupId": "staff"]]
          ]
        ],
        "assignments[0]/target needs an @odata.type: #microsoft.graph.groupAssignmentTarget, #microsoft.graph.exclusionGroupAssignmentTarget, #microsoft.graph.allLicensedUsersAssignmentTarget, #microsoft.graph.allDevicesAssignmentTarget"
      ),
      (
        "iosManagedAppProtections/baseline/assign",
        [
          "assignments": [
            [
              "target": [
                "@odata.type": "##microsoft.graph.groupAssignmentTarget", "groupId": "staff",
              ]
            ]
          ]
        ],
        "assignments[0]/target needs an @odata.type: #microsoft.graph.groupAssignmentTarget, #microsoft.graph.exclusionGroupAssignmentTarget, #microsoft.graph.allLicensedUsersAssignmentTarget, #microsoft.graph.allDevicesAssignmentTarget"
      ),
      (
        "iosManagedAppProtections", ["displayName": "x", "periodBeforePinReset": "P1\u{301}D"],
        "periodBeforePinReset must be an ISO 8601 duration"
      ),
      (
        "iosManagedAppProtections/baseline/assign", ["assignments": 5],
        "assignments must be a list, each item an object of the type microsoft.graph.targetedManagedAppPolicyAssignment"
      ),
    ] as [(String, JSON, String)])
  mutating func whatIsPostedIsCheckedToTheBottom(
    _ path: String, _ body: JSON, _ message: String
  ) {
    let response = world.send("POST", "\(apps)/\(path)", body)
    #expect(response.status == 400)
    #expect(response.body?["error"]?["message"] == .string(message))
    #expect(world.core.state.changes.isEmpty)
  }

  @Test(
    arguments: [
      ("iosManagedAppProtections", [:], "displayName is required"),
      ("iosManagedAppProtections", ["displayName": ""], "displayName must not be empty"),
      ("iosManagedAppProtections/baseline/assign", [:], "assignments is required"),
      ("iosManagedAppProtections/baseline/targetApps", [:], "apps is required"),
      ("iosManagedAppProtections/baseline/apps", [:], "mobileAppIdentifier is required"),
    ] as [(String, JSON, String)])
  mutating func whatIsMissingFailsTheModel(_ path: String, _ body: JSON, _ message: String) {
    let error = world.send("POST", "\(apps)/\(path)", body).body?["error"]
    #expect(error?["code"] == "ModelValidationFailure")
    #expect(error?["message"] == .string(message))
  }

  @Test(arguments: [.null, "x", 5, [], true] as [JSON])
  mutating func aBodyThatIsNoObjectIsRefused(_ body: JSON) {
    for (method, path) in [("POST", ""), ("PATCH", "/baseline"), ("POST", "/baseline/assign")] {
      let response = world.send(method, "\(apps)/iosManagedAppProtections\(path)", body)
      #expect(response.body?["error"]?["message"] == "the body must be a JSON object")
    }
  }

  @Test mutating func whatWasReadCanBeSentBack() throws {
    for version in ["v1.0", "beta"] {
      for path in [
        "iosManagedAppProtections/strict", "targetedManagedAppConfigurations/mailconfig",
      ] {
        let before = world.get("/\(version)/deviceAppManagement/\(path)")
        let response = world.send("PATCH", "/\(version)/deviceAppManagement/\(path)", before)
        #expect(response.status == 200)
        #expect(response.body?["version"] == before["version"])
      }
    }
  }

  @Test mutating func v1DoesNotShowMembersOfEnumerationsThatItDoesNotKnow() {
    let path = "deviceAppManagement/iosManagedAppProtections/baseline"
    #expect(world.get("/v1.0/\(path)")["allowedDataStorageLocations"] == ["sharePoint"])
    #expect(
      world.get("/beta/\(path)")["allowedDataStorageLocations"] == ["sharePoint", "photoLibrary"])
  }

  @Test mutating func scopeTagsAreKeptInBeta() {
    let path = "/beta/deviceAppManagement/iosManagedAppProtections/baseline"
    #expect(world.get(path)["roleScopeTagIds"] == ["0"])
    _ = world.send("PATCH", path, ["roleScopeTagIds": ["0", "7"]])
    #expect(world.get(path)["roleScopeTagIds"] == ["0", "7"])
  }

  @Test(
    arguments: [
      ("2025-10-31T23:59:59.999Z", "PT12H"), ("2025-11-01T00:00:00Z", "PT24H"),
    ])
  mutating func thePortalsOfflineBlockGrewInLate2025(_ instant: String, _ duration: String) {
    let now = ISO8601.milliseconds(instant)! - at(0).milliseconds
    let created = world.send(
      "POST", "\(apps)/iosManagedAppProtections", ["displayName": "x"], now: at(now))
    #expect(created.body?["periodOfflineBeforeAccessCheck"] == .string(duration))
    #expect(created.body?["periodOfflineBeforeWipeIsEnforced"] == "P90D")
  }
}
