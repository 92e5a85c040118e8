import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

/// What MDM tells apps, the allowed accounts among it (requirements ACC-001 and ACC-002).
@Suite struct MobileAppConfigurationTests {
  var world: GraphWorld
  let path = "\(apps)/mobileAppConfigurations"
  let first = "\(apps)/mobileAppConfigurations/00000000-0000-4000-8007-000000000001"
  let type: JSON = "#microsoft.graph.iosMobileAppConfiguration"

  init() throws { world = try GraphWorld() }

  private func setting(_ name: String, _ kind: String, _ text: String) -> JSON {
    [
      "appConfigKey": .string(name), "appConfigKeyType": .string(kind),
      "appConfigKeyValue": .string(text),
    ]
  }

  private mutating func checkIn(_ id: String, _ user: String, _ version: String? = nil) -> JSON {
    let token = world.core.accessToken(user)
    return world.core.handle(.checkIn(id, bearer: token, version: version), now: at(1)).body
  }

  private mutating func create(_ name: String, _ settings: [JSON]) -> String {
    let created = world.send(
      "POST", path,
      [
        "@odata.type": type, "displayName": .string(name), "targetedMobileApps": ["mail"],
        "settings": .array(settings),
      ])
    #expect(created.status == 201)
    return "\(path)/\(created.body?["id"]?.string ?? "")"
  }

  private func assigned(to target: String, _ group: String? = nil) -> JSON {
    var body: JSONObject = ["@odata.type": .string("#microsoft.graph.\(target)")]
    if let group { body["groupId"] = .string(group) }
    return ["assignments": [["target": .object(body)]]]
  }

  @Test mutating func aSeedTellsTheAppsOfItsDevice() {
    let configuration = world.get(path)["value"]?.array?[0]
    #expect(configuration?["@odata.type"] == type)
    #expect(configuration?["displayName"] == "mail on phone")
    #expect(configuration?["targetedMobileApps"] == ["com.contoso.mail"])
    #expect(
      configuration?["settings"] == [
        setting("IntuneMAMAllowedAccountsOnly", "stringType", "Enabled"),
        setting("limit", "integerType", "3"),
      ])
    let id = world.core.enrolled("ana@contoso.com")
    #expect(
      checkIn(id, "ana@contoso.com")["managedConfiguration"] == [
        "IntuneMAMAllowedAccountsOnly": "Enabled", "limit": 3,
      ])
    // Another device is told nothing, and a check-in says so by saying nothing.
    let other = world.core.enrolled("ana@contoso.com", device: "tablet")
    #expect(checkIn(other, "ana@contoso.com")["result"] == "policy")
    #expect(checkIn(other, "ana@contoso.com")["managedConfiguration"] == nil)
  }

  @Test mutating func aChangeTakesEffectAtTheNextCheckIn() {
    let id = world.core.enrolled("ana@contoso.com")
    let before = checkIn(id, "ana@contoso.com")["version"]?.string
    #expect(checkIn(id, "ana@contoso.com", before)["result"] == "unchanged")
    let changed = world.send(
      "PATCH", first,
      ["settings": [setting("IntuneMAMUPN", "tokenType", "{{userprincipalname}}")]], now: at(2))
    #expect(changed.status == 200)
    #expect(changed.body?["version"] == 2)
    let answer = checkIn(id, "ana@contoso.com", before)
    #expect(answer["result"] == "policy")
    #expect(answer["managedConfiguration"] == ["IntuneMAMUPN": "ana@contoso.com"])
    #expect(world.send("DELETE", first).status == 204)
    let last = checkIn(id, "ana@contoso.com", answer["version"]?.string)
    #expect(last["result"] == "policy")
    #expect(last["managedConfiguration"] == nil)
    #expect(world.send("DELETE", first).status == 404)
  }

  @Test mutating func whatIsToldNeedsNoPolicy() {
    let id = world.core.enrolled("ana@contoso.com")
    _ = world.send("DELETE", "\(apps)/iosManagedAppProtections/baseline")
    let answer = checkIn(id, "ana@contoso.com")
    #expect(answer["result"] == "none")
    #expect(answer["managedConfiguration"]?["limit"] == 3)
  }

  @Test mutating func anAssignmentIsAddedAndTakenAway() {
    let made = create("Limits", [setting("limit", "integerType", "4")])
    let target: JSON = ["@odata.type": "#microsoft.graph.allDevicesAssignmentTarget"]
    let added = world.send("POST", "\(made)/assignments", ["target": target])
    #expect(added.status == 201)
    let place = "\(made)/assignments/\(added.body?["id"]?.string ?? "")"
    #expect(world.get(place)["target"] == target)
    #expect(world.send("DELETE", place).status == 204)
    #expect(world.get("\(made)/assignments")["value"] == [])
  }

  @Test mutating func assignmentsDecideWhoseDevicesAreTold() {
    let made = create(
      "Allowed accounts",
      [
        setting("limit", "integerType", "4"), setting("ratio", "realType", "0.5"),
        setting("isOn", "booleanType", "True"),
        setting("who", "tokenType", "{ {{PartialUPN}} {{serialnumber}} {{deviceid}"),
      ])
    let id = world.core.enrolled("ana@contoso.com")
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"]?["ratio"] == nil)
    let response = world.send(
      "POST", "\(made)/assign", assigned(to: "groupAssignmentTarget", "staff"))
    #expect(response.status == 204)
    #expect(world.get("\(made)/assignments")["value"]?.array?[0]["target"]?["groupId"] == "staff")
    #expect(
      checkIn(id, "ana@contoso.com")["managedConfiguration"] == [
        // The older configuration has the word on what both set.
        "IntuneMAMAllowedAccountsOnly": "Enabled", "limit": 3, "ratio": .double(0.5), "isOn": true,
        "who": "{ ana {{serialnumber}} {{deviceid}",
      ])
    for (target, isTold) in [
      ("exclusionGroupAssignmentTarget", false), ("allLicensedUsersAssignmentTarget", true),
      ("allDevicesAssignmentTarget", true),
    ] {
      let group = target.hasPrefix("exclusion") ? "staff" : nil
      _ = world.send("POST", "\(made)/assign", assigned(to: target, group))
      let told = checkIn(id, "ana@contoso.com")["managedConfiguration"]?["ratio"]
      #expect((told != nil) == isTold, "\(target)")
    }
  }

  @Test mutating func anAssignmentTakesAConfigurationFromTheDeviceOfTheSeed() {
    let id = world.core.enrolled("ana@contoso.com")
    let response = world.send("POST", "\(first)/assign", ["assignments": []])
    #expect(response.status == 204)
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == nil)
  }

  @Test mutating func aDeviceThatNobodyEnrolledIsMeantByAllDevices() throws {
    try world.core.directory.seed(["mdmDevices": ["kiosk": ["tenant": "contoso"]]], at(1))
    let id = world.core.enrolled("ana@contoso.com", device: "kiosk")
    let made = create("Kiosk", [setting("user", "tokenType", "{{mail}}")])
    _ = world.send("POST", "\(made)/assign", assigned(to: "allLicensedUsersAssignmentTarget"))
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == nil)
    _ = world.send("POST", "\(made)/assign", assigned(to: "allDevicesAssignmentTarget"))
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == ["user": "{{mail}}"])
  }

  @Test func `a token is named by letters between two pairs of braces`() {
    func delivered(_ text: String) -> JSON? {
      MobileAppSetting(name: "n", kind: .token, text: text)?.delivered {
        $0 == "mail" ? "ana@contoso.com" : nil
      }
    }
    for (text, told) in [
      ("", ""), ("{", "{"), ("{{", "{{"), ("{{}}", "{{}}"), ("{{mail}", "{{mail}"),
      ("{{mail}}", "ana@contoso.com"), ("{{{Mail}}}", "{ana@contoso.com}"),
      ("é{{mail}}\u{301}", "éana@contoso.com\u{301}"),
      ("{{mail {{mail}}", "{{mail ana@contoso.com"),
      ("{{other}}{{MAIL}}", "{{other}}ana@contoso.com"),
    ] {
      #expect(delivered(text) == .string(told), "\(text)")
    }
    let braces = String(repeating: "{", count: 200_000)
    let time = processorTime { #expect(delivered(braces) == .string(braces)) }
    #expect(time < .seconds(5))
  }

  @Test(
    arguments: [
      ("integerType", "007", 7), ("integerType", "1e3", nil), ("realType", "1.50", .double(1.5)),
      ("realType", "0x1p3", nil), ("realType", "nan", nil), ("realType", "1e999", nil),
      ("booleanType", "TRUE", true), ("booleanType", "1", nil), ("stringType", "", ""),
    ] as [(String, String, JSON?)])
  mutating func aTextIsShownAsItWasWrittenAndToldAsItsType(
    _ kind: String, _ text: String, _ value: JSON?
  ) {
    let response = world.send("PATCH", first, ["settings": [setting("n", kind, text)]])
    guard let value else {
      #expect(response.status == 400)
      return
    }
    #expect(response.body?["settings"] == [setting("n", kind, text)])
    let id = world.core.enrolled("ana@contoso.com")
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == ["n": value])
  }

  @Test mutating func whatWasReadCanBeWrittenBack() throws {
    try world.core.directory.seed(
      [
        "mdmDevices": [
          "phone": [
            "user": "ana",
            "configurations": ["mail": ["a": "b", "c": 1, "d": .double(2.5), "e": true]],
          ]
        ]
      ], at(1))
    let id = world.core.enrolled("ana@contoso.com")
    let before = checkIn(id, "ana@contoso.com")
    let read = world.get(first)
    let written = world.send("PATCH", first, ["settings": read["settings"] ?? .null]).body
    #expect(written?["version"] == read["version"])
    #expect(checkIn(id, "ana@contoso.com") == before)
  }

  @Test mutating func whoIsDeletedHasNoDeviceAnyMore() throws {
    let made = create("Staff", [setting("who", "tokenType", "{{mail}}")])
    _ = world.send("POST", "\(made)/assign", assigned(to: "groupAssignmentTarget", "staff"))
    let id = world.core.enrolled("ben@contoso.com")
    #expect(checkIn(id, "ben@contoso.com")["managedConfiguration"]?["who"] == "ana@contoso.com")
    _ = world.send("DELETE", "/v1.0/users/ana")
    #expect(checkIn(id, "ben@contoso.com")["managedConfiguration"]?["who"] == nil)
    let devices = world.get("/v1.0/deviceManagement/managedDevices")["value"]?.array
    #expect(devices?[0]["userId"] == .null)
  }

  @Test mutating func aUserWithoutMailHasNoneAnywhere() {
    _ = world.send("PATCH", first, ["settings": [setting("mail", "tokenType", "{{mail}}")]])
    let id = world.core.enrolled("ana@contoso.com")
    #expect(world.send("PATCH", "/v1.0/users/ana", ["mail": .null]).status == 204)
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == ["mail": "{{mail}}"])
    let devices = world.get("/v1.0/deviceManagement/managedDevices")["value"]?.array
    #expect(devices?[0]["emailAddress"] == .null)
    #expect(world.send("PATCH", "/v1.0/users/ana", ["displayName": .null]).status == 400)
  }

  @Test mutating func anAppThatIsToldNothingIsNotToldAnEmptyObject() {
    _ = world.send("PATCH", first, ["settings": .null])
    let id = world.core.enrolled("ana@contoso.com")
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == nil)
  }

  @Test mutating func aNewOneSaysItsType() {
    #expect(world.send("POST", path, ["displayName": "x"]).status == 400)
  }

  @Test(
    arguments: [
      (["settings": [["appConfigKey": "a"]]], "settings[0]/appConfigKeyValue is missing"),
      (
        [
          "settings": [
            ["appConfigKey": "a", "appConfigKeyType": "integerType", "appConfigKeyValue": "1.5"]
          ]
        ], "settings[0]/appConfigKeyValue 1.5 is not a value of \"integerType\""
      ),
      (
        [
          "settings": [
            ["appConfigKey": "a", "appConfigKeyValue": "1"],
            ["appConfigKey": "a", "appConfigKeyValue": "2"],
          ]
        ], "settings[1]/appConfigKey a is given twice"
      ),
      (
        ["settings": [["appConfigKey": "", "appConfigKeyValue": "1"]]],
        "settings[0]/appConfigKey must not be empty"
      ),
      (
        ["targetedMobileApps": ["nothing"]],
        "there is no app nothing; write the name of an app of the seed or a bundle ID"
      ),
      (
        ["encodedSettingXml": "PGRpY3Q+"],
        "encodedSettingXml is not supported here: send the same as settings"
      ),
      (["assignments": []], "assignments are set by the action assign"),
    ] as [(JSON, String)])
  mutating func whatCannotBeToldIsRefused(_ body: JSON, _ message: String) {
    let before = world.get(first)
    let response = world.send("PATCH", first, body)
    #expect(response.status == 400)
    #expect(response.body?["error"]?["message"]?.string == message)
    #expect(world.get(first) == before)
  }

  @Test mutating func aPolicyOfAppsIsNotForDevices() {
    let response = world.send(
      "POST", "\(apps)/iosManagedAppProtections/baseline/assign",
      assigned(to: "allDevicesAssignmentTarget"))
    #expect(response.status == 400)
  }

  @Test mutating func aSeedReplacesWhatItToldADevice() throws {
    let id = world.core.enrolled("ana@contoso.com")
    try world.core.directory.seed(
      ["mdmDevices": ["phone": ["user": "ana", "configurations": ["mail": ["limit": 5]]]]], at(2))
    #expect(world.get(first)["version"] == 2)
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == ["limit": 5])
    try world.core.directory.seed(["mdmDevices": ["phone": ["user": "ana"]]], at(3))
    #expect(checkIn(id, "ana@contoso.com")["managedConfiguration"] == nil)
  }

  @Test mutating func whatIsToldOutlastsARestart() {
    let made = create("Kept", [setting("limit", "integerType", "4")])
    _ = world.send("POST", "\(made)/assign", assigned(to: "groupAssignmentTarget", "staff"))
    let state = ServiceState()
    for row in world.core.state.allRows {
      let isLoaded = state.load(row)
      #expect(isLoaded)
    }
    let kept = state.mobileAppConfigurations.rows
    #expect(kept == world.core.state.mobileAppConfigurations.rows)
    #expect(kept.count == 2)
  }

  @Test mutating func anotherTenantNeitherSeesNorChangesIt() {
    let caller = world.bearer(
      "DeviceManagementApps.ReadWrite.All", user: nil, tenant: "fabrikam")
    #expect(world.send("GET", path, caller: caller).body?["value"] == [])
    #expect(world.send("PATCH", first, ["settings": []], caller: caller).status == 404)
    #expect(world.send("DELETE", first, caller: caller).status == 404)
  }
}
