import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

/// What an administrator changes takes effect at the next check-in.
@Suite struct EffectTests {
  var world: GraphWorld
  var token = ""
  var id = ""

  init() throws {
    world = try GraphWorld()
    id = world.core.enrolled("ana@contoso.com")
    token = world.core.accessToken("ana@contoso.com")
  }

  private mutating func checkIn(_ version: String? = nil) -> JSON {
    world.core.handle(.checkIn(id, bearer: token, version: version), now: at(1)).body
  }

  @Test(
    arguments: [
      ("allowedOutboundDataTransferDestinations", "managedApps", false),
      ("allowedInboundDataTransferSources", "none", false), ("saveAsBlocked", true, false),
      ("allowedDataStorageLocations", ["box"], false),
      ("blockDataIngestionIntoOrganizationDocuments", true, true),
      ("allowedDataIngestionLocations", ["camera"], true),
      ("appDataEncryptionType", "afterDeviceRestart", false),
      ("notificationRestriction", "blockOrganizationalData", true),
      ("contactSyncBlocked", true, false), ("pinRequired", false, false),
      ("managedBrowserToOpenLinksRequired", true, false),
      ("periodOfflineBeforeWipeIsEnforced", "P7D", false),
      ("minimumRequiredSdkVersion", "12.0", false),
    ] as [(String, JSON, Bool)])
  mutating func aPropertyReachesTheAppUnderItsName(_ name: String, _ value: JSON, _ isBeta: Bool) {
    let version = checkIn()["version"]?.string
    let root = isBeta ? "/beta/deviceAppManagement" : apps
    let body = JSON.object([name: value])
    #expect(world.send("PATCH", "\(root)/iosManagedAppProtections/baseline", body).status == 200)
    let answer = checkIn(version)
    #expect(answer["policy"]?[name] == value)
    #expect(answer["version"] != version.map(JSON.string))
    if isBeta {
      #expect(
        world.send("PATCH", "\(apps)/iosManagedAppProtections/baseline", body).status == 400)
    }
  }

  @Test mutating func aConfigurationForAllLicensedUsersIsTheDefault() {
    let path = "\(apps)/targetedManagedAppConfigurations"
    let created = world.send(
      "POST", path,
      [
        "displayName": "Everyone", "customSettings": [["name": "greeting", "value": "bye"]],
        "apps": [["mobileAppIdentifier": .iosApp("com.contoso.mail")]],
      ])
    let policy = created.body?["id"]?.string ?? ""
    #expect(checkIn()["configuration"] == [["greeting": "hello"]])
    let all: JSON = [
      "assignments": [
        ["target": ["@odata.type": "#microsoft.graph.allLicensedUsersAssignmentTarget"]]
      ]
    ]
    #expect(world.send("POST", "\(path)/\(policy)/assign", all).status == 204)
    let answer = checkIn()
    #expect(
      answer["configuration"] == [
        ["greeting": "hello"], ["greeting": "bye", "__IsDefault": true],
      ])
    #expect(world.get("\(path)/\(policy)")["customSettings"]?.array?.count == 1)
    // The same settings for a group are not default any more, and the app has to learn that.
    let group: JSON = [
      "assignments": [
        ["target": ["@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": "staff"]]
      ]
    ]
    _ = world.send("POST", "\(path)/\(policy)/assign", group)
    #expect(
      checkIn(answer["version"]?.string)["configuration"] == [
        ["greeting": "hello"], ["greeting": "bye"],
      ])
  }

  @Test mutating func aSeededDefaultIsForEveryApp() throws {
    try world.core.directory.seed(
      ["configurations": ["all": ["default": true, "settings": ["colour": "red"]]]], at(0))
    #expect(
      checkIn()["configuration"] == [
        ["greeting": "hello"], ["colour": "red", "__IsDefault": true],
      ])
    try world.core.directory.seed(
      ["configurations": ["all": ["default": true, "apps": ["docs"], "settings": [:]]]], at(0))
    #expect(checkIn()["configuration"] == [["greeting": "hello"]])
  }

  @Test mutating func licensedUsersAreThoseOfThePolicysTenant() {
    let all: JSON = [
      "assignments": [
        ["target": ["@odata.type": "#microsoft.graph.allLicensedUsersAssignmentTarget"]]
      ]
    ]
    _ = world.send("POST", "\(apps)/iosManagedAppProtections/baseline/assign", all)
    _ = world.send("POST", "\(apps)/iosManagedAppProtections/other/assign", ["assignments": []])
    func policy(_ user: String) -> String? {
      world.core.management.policy(
        .protection, for: world.core.state.users[user]!, key: user, bundleId: "com.contoso.mail")?
        .name
    }
    #expect(policy("ana@contoso.com") == "baseline")
    #expect(policy("dan@contoso.com") == nil)
    #expect(policy("eve@fabrikam.com") == nil)
  }

  @Test mutating func anAppCanBeAddedAndTakenAway() {
    let path = "\(apps)/iosManagedAppProtections/strict/apps"
    let created = world.send(
      "POST", path,
      [
        "mobileAppIdentifier": [
          "@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": "a.b",
        ]
      ])
    #expect(created.status == 201)
    #expect(created.body?["id"] == "a.b.ios")
    #expect(world.names(path, "id") == ["com.contoso.mail.ios", "a.b.ios"])
    #expect(world.get("\(path)/a.b.ios")["mobileAppIdentifier"]?["bundleId"] == "a.b")
    #expect(world.send("DELETE", "\(path)/a.b.ios") == GraphResponse(204))
    #expect(world.send("DELETE", "\(path)/a.b.ios").status == 404)
  }

  @Test(
    arguments: [
      ("iosManagedAppProtections", "assign", ["assignments": []]),
      ("managedAppPolicies", "assign", ["assignments": []]),
      ("iosManagedAppProtections", "targetApps", ["apps": []]),
      ("managedAppPolicies", "targetApps", ["apps": [], "appGroupType": "allApps"]),
      ("managedAppPolicies", "microsoft.graph.targetApps", ["apps": []]),
    ] as [(String, String, JSON)])
  mutating func actionsAreFoundBelowBothCollections(
    _ collection: String, _ action: String, _ body: JSON
  ) {
    let response = world.send("POST", "\(apps)/\(collection)('baseline')/\(action)", body)
    #expect(response == GraphResponse(204))
    let policy = world.get("\(apps)/iosManagedAppProtections/baseline")
    #expect(policy["version"] == "\"p1-2\"")
  }
}
