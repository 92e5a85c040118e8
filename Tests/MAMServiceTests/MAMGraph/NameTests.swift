import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// Names in paths and options, as administrators' tools write them.
@Suite struct NameTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  private mutating func members(_ path: String) -> [String] {
    let answer = world.get(path)
    return (answer["value"]?.array?.first ?? answer).object?.members.map(\.name)
      .filter { $0 != "@odata.type" && $0 != "@odata.etag" && $0 != "@odata.context" } ?? []
  }

  // MARK: Expanding and selecting

  @Test(arguments: [
    "$expand=assignments", "$expand=assignments($select=id,target)&$select=id,displayname",
    "$select=id,displayName,description&$expand=Assignments",
  ])
  mutating func whatEveryPolicyHasIsExpandedWithoutACast(_ options: String) {
    let items = world.get("\(apps)/managedAppPolicies?\(options)")["value"]?.array ?? []
    #expect(items.count == 4)
    for item in items { #expect(item["assignments"]?.array != nil) }
    #expect(items[0]["assignments"]?.array?.count == 1)
  }

  @Test mutating func aNavigationIsExpandedForEachType() {
    let answer = world.get(
      "\(apps)/managedAppPolicies?$select=id&$expand=microsoft.graph.iosManagedAppProtection/apps,"
        + "microsoft.graph.targetedManagedAppConfiguration/apps")
    #expect(answer["value"]?.array?.map { $0["apps"]?.array?.count } == [2, 1, 1, 1])
    #expect(
      answer["@odata.context"]
        == "https://graph.microsoft.com/v1.0/$metadata#deviceAppManagement/managedAppPolicies(id,microsoft.graph.iosManagedAppProtection/apps(),microsoft.graph.targetedManagedAppConfiguration/apps())"
    )
    #expect(
      world.message(
        "\(apps)/managedAppPolicies?$expand=apps,microsoft.graph.iosManagedAppProtection/apps")
        == "$expand: expected apps once, found it twice")
  }

  @Test mutating func aNavigationInSelectShowsNothingByItself() {
    let path = "\(apps)/iosManagedAppProtections"
    #expect(members("\(path)?$select=id,assignments,displayName") == ["id", "displayName"])
    #expect(
      members("\(path)?$expand=assignments&$select=id,assignments,displayName") == [
        "id", "displayName", "assignments@odata.context", "assignments",
      ])
  }

  @Test mutating func aPropertyOfDerivedTypesIsSelectedWithoutACast() {
    let path = "\(apps)/managedAppPolicies"
    #expect(members("\(path)?$select=id,isAssigned") == ["id", "isAssigned"])
    #expect(
      world.message("\(path)?$filter=isAssigned")
        == "$filter, position 1: expected a property; there is no property isAssigned on type microsoft.graph.managedAppPolicy; write microsoft.graph.iosManagedAppProtection/isAssigned or microsoft.graph.targetedManagedAppConfiguration/isAssigned"
    )
  }

  // MARK: Letter case

  @Test(
    arguments: [
      (
        "/V1.0/DeviceAppManagement/IosManagedAppProtections('baseline')?$select=displayname",
        "displayName"
      ),
      ("/BETA/deviceappmanagement/iosmanagedappprotections/baseline/displayname", "value"),
      ("/v1.0/USERS/ana?$select=userprincipalname", "userPrincipalName"),
      ("/v1.0/users/ana/LicenseDetails?$select=SKUID", "skuId"),
      ("/v1.0/Groups/staff/Members?$select=id", "id"),
    ])
  mutating func namesAreTakenInAnyLetterCaseAndAnsweredAsTheyAre(_ path: String, _ name: String) {
    #expect(members(path) == [name])
    let context = world.get(path)["@odata.context"]?.string ?? ""
    for wrong in [
      "DeviceApp", "IosManaged", "USERS", "LicenseDetails", "Groups", "SKUID", "displayname",
    ] {
      #expect(!context.contains(wrong))
    }
  }

  @Test(
    arguments: [
      "startsWith(displayName,'Base')", "StartsWith(DISPLAYNAME,'base') AND PinRequired EQ True",
      "NOT(saveAsBlocked) and displayname Ne 'other'", "Apps/Any(a:a/ID eq 'x') or pinrequired",
      "apps/$COUNT gt 1", "periodOfflineBeforeAccessCheck le Duration'PT12H' and pinRequired",
      "ISOF('Microsoft.Graph.IosManagedAppProtection') and pinRequired",
    ])
  mutating func conditionsAreTakenInAnyLetterCase(_ filter: String) {
    let path = "\(apps)/iosManagedAppProtections?$filter=\(PercentEncoding.encoded(filter))"
    #expect(world.names(path) == ["baseline"])
  }

  @Test mutating func orderIsTakenInAnyLetterCase() {
    #expect(
      world.names("\(apps)/iosManagedAppProtections?$OrderBy=DisplayName%20DESC")
        == ["strict", "other", "baseline"])
  }

  @Test mutating func keysKeepTheirLetterCase() {
    #expect(GraphPath("/v1.0/Users/Members").segments == ["users", "Members"])
    #expect(
      GraphPath("/v1.0/groups/Members/MEMBERS/X/$REF").segments == [
        "groups", "Members", "members", "X", "$ref",
      ])
    #expect(
      GraphPath("/v1.0/users('Groups')/memberof").segments == ["users", "Groups", "memberOf"])
    #expect(
      GraphPath("/beta/managedAppPolicies/Microsoft.Graph.IOSmanagedappprotection/Apps/ASSIGN")
        .segments
        == ["managedAppPolicies", "microsoft.graph.iosManagedAppProtection", "Apps", "assign"])
  }

  // MARK: Casts

  @Test(
    arguments: [
      (
        "isof('microsoft.graph.iosManagedAppProtection') or isof('microsoft.graph.androidManagedAppProtection')",
        3
      ),
      ("isof('microsoft.graph.androidManagedAppProtection')", 0),
      ("isof(microsoft.graph.targetedManagedAppProtection)", 3),
      ("isof('microsoft.graph.managedAppConfiguration')", 1),
      ("isof('microsoft.graph.managedAppPolicy')", 4),
    ])
  mutating func aTypeThatNoEntityHasIsFalse(_ filter: String, _ count: Int) {
    let text = PercentEncoding.encoded(filter)
    #expect(world.names("\(apps)/managedAppPolicies?$filter=\(text)").count == count)
  }

  @Test mutating func aTypeThatDoesNotExistIsRefused() {
    #expect(
      world.message("\(apps)/managedAppPolicies?$filter=isof('microsoft.graph.iosPolicy')")
        == "$filter, position 6: expected 'microsoft.graph.iosManagedAppProtection' or 'microsoft.graph.targetedManagedAppConfiguration', found 'microsoft.graph.iosPolicy'"
    )
  }

  @Test(
    arguments: [
      ("targetedManagedAppProtection", ["baseline", "strict", "other"]),
      ("managedAppProtection", ["baseline", "strict", "other"]),
      ("managedAppConfiguration", ["mailconfig"]), ("androidManagedAppProtection", []),
    ])
  mutating func aCollectionIsCastToAnyTypeOfIts(_ type: String, _ names: [String]) {
    #expect(world.names("\(apps)/managedAppPolicies/microsoft.graph.\(type)") == names)
    #expect(
      world.get("\(apps)/managedAppPolicies/microsoft.graph.\(type)/$count") == .int(names.count))
  }

  @Test(
    arguments: [
      "iosManagedAppProtection", "targetedManagedAppProtection", "managedAppProtection",
      "managedAppPolicy",
    ])
  mutating func actionsStandBehindTypes(_ type: String) {
    let id = "T_00000000-0000-4000-8000-000000000001"
    for collection in ["managedAppPolicies", "iosManagedAppProtections"] {
      let path = "\(apps)/\(collection)('\(id)')/microsoft.graph.\(type)"
      #expect(world.get(path)["displayName"] == "baseline")
      #expect(world.send("POST", "\(path)/assign", ["assignments": []]).status == 204)
      #expect(world.send("POST", "\(path)/microsoft.graph.targetApps", ["apps": []]).status == 204)
      #expect(world.get("\(path)/apps")["value"] == [])
    }
  }

  @Test mutating func aTypeThatAPolicyIsNotOfIsNotFound() {
    let path = "\(apps)/managedAppPolicies/baseline/microsoft.graph.targetedManagedAppConfiguration"
    #expect(world.send("GET", path).status == 404)
    #expect(world.send("POST", "\(path)/assign", ["assignments": []]).status == 404)
  }
}
