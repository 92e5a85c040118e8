import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

@Suite struct FilterTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  private mutating func filtered(_ collection: String, _ filter: String) -> [String] {
    world.names("\(collection)?$filter=\(PercentEncoding.encoded(filter))")
  }

  @Test(
    arguments: [
      ("displayName eq 'strict'", ["strict"]),
      ("displayName eq 'STRICT'", ["strict"]),
      ("displayName ne 'strict'", ["baseline", "other"]),
      ("pinRequired", ["baseline"]),
      ("pinRequired eq true", ["baseline"]),
      ("not pinRequired", ["strict", "other"]),
      ("not (pinRequired or saveAsBlocked)", ["other"]),
      ("pinRequired eq true or saveAsBlocked eq true and displayName eq 'x'", ["baseline"]),
      ("(pinRequired eq true or saveAsBlocked eq true) and displayName eq 'x'", []),
      ("minimumPinLength gt 4", ["baseline"]),
      ("minimumPinLength ge 4 and minimumPinLength lt 6", ["strict", "other"]),
      ("4 le minimumPinLength", ["baseline", "strict", "other"]),
      ("minimumPinLength in (5, 6)", ["baseline"]),
      ("displayName in ('other','strict')", ["strict", "other"]),
      ("startswith(displayName,'B')", ["baseline"]),
      ("endswith(displayName,'line')", ["baseline"]),
      ("contains(displayName,'tri')", ["strict"]),
      ("contains(tolower(displayName), 'tri') eq false", ["baseline", "other"]),
      ("length(displayName) eq 5", ["other"]),
      ("minimumRequiredOsVersion eq null", ["strict", "other"]),
      ("minimumRequiredOsVersion ne null", ["baseline"]),
      ("minimumRequiredOsVersion gt '12'", ["baseline"]),
      ("createdDateTime ge 2020-06-04T09:00:00Z", ["baseline", "strict", "other"]),
      ("createdDateTime gt 2020-06-04T11:00:00+02:00", []),
      ("createdDateTime ge 2020-06-04T09:00Z", ["baseline", "strict", "other"]),
      ("createdDateTime gt 2020-06-04T11:00+02:00", []),
      ("createdDateTime gt 2020-06-04", ["baseline", "strict", "other"]),
      ("periodOfflineBeforeAccessCheck lt duration'PT2H'", ["strict"]),
      ("periodOfflineBeforeAccessCheck eq duration'PT720M'", ["baseline", "other"]),
      ("appDataEncryptionType eq 'useDeviceSettings'", ["baseline", "strict", "other"]),
      (
        "appDataEncryptionType eq microsoft.graph.managedAppDataEncryptionType'whenDeviceLocked'",
        []
      ),
      ("pinCharacterSet in ('numeric')", ["baseline", "strict", "other"]),
      ("allowedDataStorageLocations/any(l:l eq 'sharePoint')", ["baseline"]),
      ("allowedDataStorageLocations/any()", ["baseline"]),
      ("allowedDataStorageLocations/all(l:l eq 'sharePoint')", ["baseline", "strict", "other"]),
      ("allowedDataStorageLocations/$count eq 1", ["baseline"]),
      ("apps/$count gt 1", ["baseline"]),
      ("not apps/any(a:endswith(a/id,'docs.ios'))", ["strict", "other"]),
      (
        "apps/any(a:a/mobileAppIdentifier/microsoft.graph.iosMobileAppIdentifier/bundleId eq 'com.contoso.docs')",
        ["baseline"]
      ),
      (
        "assignments/any(a:a/target/microsoft.graph.groupAssignmentTarget/groupId eq 'g-partners')",
        ["other"]
      ),
      ("deploymentSummary/configurationDeployedUserCount eq 0", ["baseline", "strict", "other"]),
      ("$it/displayName eq 'other'", ["other"]),
    ] as [(String, [String])])
  mutating func aConditionLetsThrough(_ filter: String, _ names: [String]) {
    #expect(filtered("\(apps)/iosManagedAppProtections", filter) == names)
  }

  @Test(
    arguments: [
      ("isof('microsoft.graph.targetedManagedAppConfiguration')", ["mailconfig"]),
      ("microsoft.graph.iosManagedAppProtection/pinRequired eq true", ["baseline"]),
      ("microsoft.graph.iosManagedAppProtection/saveAsBlocked", ["strict"]),
    ] as [(String, [String])])
  mutating func aDerivedTypeIsReachedByItsName(_ filter: String, _ names: [String]) {
    #expect(filtered("\(apps)/managedAppPolicies", filter) == names)
  }

  @Test mutating func valuesOfComplexTypesAreReached() {
    #expect(
      filtered(
        "\(apps)/targetedManagedAppConfigurations",
        "customSettings/any(s:s/name eq 'greeting' and s/value eq 'hello')") == ["mailconfig"])
    #expect(
      filtered(
        "/v1.0/users", "assignedLicenses/any(l:l/skuId eq 11111111-1111-4111-8111-111111111111)")
        == ["ana", "ben"])
  }

  @Test(
    arguments: [
      ("", "$filter, position 1: expected a property, a function or a literal, found the end"),
      (
        "pinRequired eq",
        "$filter, position 15: expected a property, a function or a literal, found the end"
      ),
      (
        "colour eq 1",
        "$filter, position 1: expected a property; there is no property colour on type microsoft.graph.iosManagedAppProtection"
      ),
      (
        "notificationRestriction eq 'allow'",
        "$filter, position 1: expected a property; there is no property notificationRestriction on type microsoft.graph.iosManagedAppProtection in v1.0: only beta has it"
      ),
      (
        "pinRequired eq 'yes'",
        "$filter, position 16: expected true or false, found a string in quotes"
      ),
      ("displayName eq 5", "$filter, position 16: expected a string in quotes, found a number"),
      (
        "displayName eq strict",
        "$filter, position 16: expected a property; there is no property strict on type microsoft.graph.iosManagedAppProtection"
      ),
      ("displayName eq 'x", "$filter, position 16: expected a closing quote"),
      ("displayName = 'x'", "$filter, position 13: expected an operator, found ="),
      ("displayName like 'x'", "$filter, position 13: expected an operator, found like"),
      ("(displayName eq 'x'", "$filter, position 20: expected ), found the end"),
      ("displayName eq 'x')", "$filter, position 19: expected an operator or the end, found )"),
      ("displayName", "$filter, position 1: expected a condition, found a string in quotes"),
      (
        "pinCharacterSet eq 'roman'",
        "$filter, position 20: expected one of 'numeric', 'alphanumericAndSymbol'"
      ),
      (
        "pinCharacterSet eq displayName",
        "$filter, position 20: expected one of 'numeric', 'alphanumericAndSymbol'"
      ),
      (
        "displayName in (pinCharacterSet)",
        "$filter, position 1: expected one of 'numeric', 'alphanumericAndSymbol'"
      ),
      (
        "pinCharacterSet in (tolower(displayName))",
        "$filter, position 21: expected one of 'numeric', 'alphanumericAndSymbol'"
      ),
      (
        "pinCharacterSet gt 'numeric'",
        "$filter, position 17: expected eq, ne or in for a member of an enumeration"
      ),
      (
        "allowedDataStorageLocations/any(l:l eq 'iManage')",
        "$filter, position 40: expected one of 'oneDriveForBusiness', 'sharePoint', 'box', 'localStorage'"
      ),
      (
        "createdDateTime gt '2020-06-04'",
        "$filter, position 20: expected an instant without quotes, such as 2020-06-04T09:00:00Z, found a string in quotes"
      ),
      (
        "createdDateTime gt 2020-13-04",
        "$filter, position 20: expected a number, a date, an instant or a GUID, found 2020-13-04"
      ),
      ("minimumPinLength in 5", "$filter, position 21: expected (, found 5"),
      (
        "minimumPinLength in ('a')",
        "$filter, position 22: expected a number, found a string in quotes"
      ),
      ("startswith(displayName)", "$filter, position 23: expected ,, found )"),
      (
        "startswith(minimumPinLength,'a')",
        "$filter, position 12: expected a string, found a number"
      ),
      (
        "matches(displayName,'a')",
        "$filter, position 1: expected startswith, endswith, contains, tolower, toupper, trim, length or isof, found matches"
      ),
      ("apps eq 5", "$filter, position 9: expected a list or an object, found a number"),
      ("apps/some(a:true)", "$filter, position 6: expected any, all or $count, found some"),
      ("apps/any(a true)", "$filter, position 12: expected :, found true"),
      (
        "apps/any(a:b/id eq 'x')",
        "$filter, position 12: expected a property; there is no property b on type microsoft.graph.iosManagedAppProtection"
      ),
      (
        "apps/any(a:a/mobileAppIdentifier/bundleId eq 'x')",
        "$filter, position 34: expected a property; there is no property bundleId on type microsoft.graph.mobileAppIdentifier; write microsoft.graph.iosMobileAppIdentifier/bundleId"
      ),
      (
        "displayName/x eq 5",
        "$filter, position 13: expected nothing after a simple value"
      ),
      (
        "periodOfflineBeforeAccessCheck eq duration'1 day, 0:00:00'",
        "$filter, position 35: expected an ISO 8601 duration, found '1 day, 0:00:00'"
      ),
      (
        "displayName eq #",
        "$filter, position 16: expected a name, a literal or an operator, found #"
      ),
    ] as [(String, String)])
  mutating func aFaultSaysWhereAndWhatWasExpected(_ filter: String, _ message: String) {
    let path = "\(apps)/iosManagedAppProtections?$filter=\(PercentEncoding.encoded(filter))"
    #expect(world.message(path) == message)
    #expect(world.send("GET", path).status == 400)
  }

  @Test(arguments: ["(", "not ", "tolower("])
  mutating func deepNestingIsRefusedBeforeTheStackEnds(_ opening: String) {
    let filter = String(repeating: opening, count: 5000)
    let path = "\(apps)/iosManagedAppProtections?$filter=\(PercentEncoding.encoded(filter))"
    #expect(world.send("GET", path).status == 400)
  }

  @Test mutating func betaPropertiesAreFilteredInBeta() {
    #expect(
      world.names(
        "/beta/deviceAppManagement/iosManagedAppProtections?filter=notificationRestriction%20eq%20'allow'"
      ).count == 3)
  }
}
