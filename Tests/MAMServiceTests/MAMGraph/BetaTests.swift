import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMModel
@testable import MAMWire

/// What only `/beta` has of policies.
@Suite struct BetaTests {
  var world: GraphWorld
  let beta = "/beta/deviceAppManagement"

  init() throws { world = try GraphWorld() }

  static let values: [(String, JSON, wrong: JSON)] = [
    ("targetedAppManagementLevels", "unmanaged,mdm", "everything"),
    ("pinRequiredInsteadOfBiometricTimeout", "PT30M", "30"),
    ("allowedOutboundClipboardSharingExceptionLength", 20, "20"),
    ("previousPinBlockCount", 3, true),
    ("maximumRequiredOsVersion", "20.0", 20),
    ("maximumWarningOsVersion", "19.0", 19),
    ("maximumWipeOsVersion", "26.0", 26),
    ("minimumWipeOsVersion", "12.0", 12),
    ("minimumWipeAppVersion", "1.0", 1),
    ("minimumWarningSdkVersion", "14.0", 14),
    ("minimumWipeSdkVersion", "13.0", 13),
    ("maximumAllowedDeviceThreatLevel", "medium", "extreme"),
    ("mobileThreatDefenseRemediationAction", "wipe", "shrug"),
    ("mobileThreatDefensePartnerPriority", "thirdPartyPartnerOverDefender", "none"),
    ("appActionIfUnableToAuthenticateUser", "wipe", ""),
    ("appActionIfIosDeviceModelNotAllowed", "warn", .null),
    ("appActionIfAccountIsClockedOut", "blockWhenSettingIsSupported", 1),
    ("gracePeriodToBlockAppsDuringOffClockHours", "PT1H", "1 hour"),
    ("allowedIosDeviceModels", "iPhone12,1;iPhone13,2", ["iPhone12,1"]),
    ("dialerRestrictionLevel", "customApp", "none"),
    ("customDialerAppProtocol", "contosophone:", 5),
    ("protectedMessagingRedirectAppType", "specificApps", "some"),
    ("messagingRedirectAppUrlScheme", "contosochat:", 5),
    ("thirdPartyKeyboardsBlocked", true, "true"),
    ("filterOpenInToOnlyManagedApps", true, 1),
    ("disableProtectionOfManagedOutboundOpenInData", true, .null),
    ("protectInboundDataFromUnknownSources", true, "no"),
    ("exemptedAppProtocols", [["name": "Default", "value": "skype;itms"]], [["value": "x"]]),
    ("managedUniversalLinks", ["https://*.contoso.com/*"], [5]),
    ("exemptedUniversalLinks", ["https://maps.example.com"], "https://maps.example.com"),
    ("allowWidgetContentSync", true, "yes"),
    ("genmojiConfigurationState", "blocked", true),
    ("screenCaptureConfigurationState", "blocked", true),
    ("writingToolsConfigurationState", "blocked", true),
    ("purviewContentEvaluationRequired", "requiredWhenOnline", true),
    ("appActionIfDeviceComplianceRequired", "blockWhenSettingIsSupported", "x"),
    ("roleScopeTagIds", ["0", "7"], "0"),
  ]

  @Test(arguments: values)
  mutating func aPropertyOfBetaIsTakenKeptAndShown(_ name: String, _ value: JSON, _ wrong: JSON) {
    let path = "\(beta)/iosManagedAppProtections"
    let made = world.send("POST", path, .object(["displayName": "x", name: value]))
    #expect(made.status == 201)
    #expect(made.body?[name] == value)
    let id = made.body?["id"]?.string ?? ""
    #expect(world.get("\(path)/\(id)?$select=\(name)")[name] == value)
    #expect(world.send("PATCH", "\(path)/baseline", .object([name: value])).body?[name] == value)
    for (method, place) in [("POST", path), ("PATCH", "\(path)/baseline")] {
      #expect(
        world.send(method, place, .object(["displayName": "x", name: wrong])).status == 400)
    }
    let row = world.core.state.policies.rows.first { $0.name == "baseline" }!
    #expect(ManagedAppPolicy(json: row.json) == row)

    let v1 = world.send(
      "PATCH", "\(apps)/iosManagedAppProtections/baseline", .object([name: value]))
    #expect(
      v1.body?["error"]?["message"]
        == .string(
          "there is no property \(name) on type microsoft.graph.iosManagedAppProtection in v1.0: only beta has it"
        ))
    #expect(world.get("\(apps)/iosManagedAppProtections/baseline")[name] == nil)
  }

  @Test mutating func noAppSeesWhatNoQueryMapsTo() {
    let id = world.core.enrolled("ana@contoso.com")
    let token = world.core.accessToken("ana@contoso.com")
    let before = world.core.handle(.checkIn(id, bearer: token, version: nil), now: at(1)).body
    let changed = world.send(
      "PATCH", "\(beta)/iosManagedAppProtections/baseline", ["thirdPartyKeyboardsBlocked": true])
    #expect(changed.body?["version"] == "\"p1-2\"")
    let after = world.core.handle(.checkIn(id, bearer: token, version: nil), now: at(1)).body
    #expect(before == after)
    #expect(
      after["policy"]?.object?.members.map(\.name) == ProtectionProperty.all.map(\.name))
  }

  @Test mutating func aConfigurationHasSettingsOfTheCatalogueInBeta() {
    let path = "\(beta)/targetedManagedAppConfigurations"
    let instance: JSON = [
      "@odata.type": "#microsoft.graph.deviceManagementConfigurationSimpleSettingInstance",
      "settingDefinitionId": "com.contoso.setting",
      "simpleSettingValue": ["value": "on"],
    ]
    let body: JSON = [
      "displayName": "x", "targetedAppManagementLevels": "mdm",
      "settings": [["settingInstance": instance]],
    ]
    let made = world.send("POST", path, body)
    #expect(made.status == 201)
    #expect(made.body?["targetedAppManagementLevels"] == "mdm")
    #expect(made.body?["settings"] == nil)
    let id = made.body?["id"]?.string ?? ""
    let settings: JSON = [["id": "0", "settingInstance": instance]]
    #expect(world.get("\(path)/\(id)?$expand=settings")["settings"] == settings)
    #expect(world.get("\(path)/\(id)/settings")["value"] == settings)
    #expect(
      world.send("POST", path, ["displayName": "x", "settings": [["id": "0"]]]).body?["error"]?[
        "message"] == "settings[0]/settingInstance is missing")
    #expect(
      world.send("POST", "\(apps)/targetedManagedAppConfigurations", body).body?["error"]?[
        "message"]
        == "there is no property targetedAppManagementLevels on type microsoft.graph.targetedManagedAppConfiguration in v1.0: only beta has it"
    )
    #expect(
      world.send("GET", "\(apps)/targetedManagedAppConfigurations/\(id)/settings").status == 400)
  }
}
