import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMWire

@Suite struct QueryTests {
  var world: GraphWorld
  let policies = "\(apps)/iosManagedAppProtections"

  init() throws { world = try GraphWorld() }

  /// The pages of a collection from a first request on, by one property of the items.
  private mutating func pages(
    _ first: String, headers: [HeaderField] = [],
    between: (inout GraphWorld) -> Void = { _ in }
  ) -> [[String]] {
    var pages: [[String]] = []
    var next: String? = first
    while let path = next, pages.count < 20 {
      let body = world.send("GET", path, headers: pages.isEmpty ? headers : []).body ?? .null
      pages.append((body["value"]?.array ?? []).map { $0["displayName"]?.string ?? "?" })
      next = body["@odata.nextLink"]?.string.map { link in
        #expect(link.hasPrefix("http://mock:1/v1.0/"))
        return String(link.dropFirst("http://mock:1".count))
      }
      between(&world)
    }
    return pages
  }

  @Test func `a separator is seen before a mark that combines with it`() {
    #expect(OptionTexts.split("a;\u{301}b;'c;'", at: ";") == ["a", "\u{301}b", "'c;'"])
    #expect(OptionTexts.split("'\u{301};',d", at: ",") == ["'\u{301};'", "d"])
  }

  @Test mutating func aPageTellsWhereTheNextBegins() {
    #expect(pages("\(policies)?$top=2") == [["baseline", "strict"], ["other"]])
    #expect(pages("\(policies)?$top=3") == [["baseline", "strict", "other"]])
    #expect(pages("\(policies)?$top=1&$skip=1") == [["strict"], ["other"]])
    #expect(pages("\(policies)?$skip=3") == [[]])
    #expect(
      pages("\(policies)?$top=1&$orderby=displayName%20desc")
        == [["strict"], ["other"], ["baseline"]])
    #expect(
      pages("\(policies)?$top=1&$filter=not%20pinRequired&$select=displayName")
        == [["strict"], ["other"]])
  }

  @Test mutating func thePreferredPageSizeIsCarriedOn() {
    let prefer = HeaderField("Prefer", "return=minimal, odata.maxpagesize=2")
    #expect(pages(policies, headers: [prefer]) == [["baseline", "strict"], ["other"]])
    let response = world.send("GET", policies, headers: [prefer])
    #expect(response.headers == [HeaderField("Preference-Applied", "odata.maxpagesize=2")])
    let nonsense = HeaderField("Prefer", "odata.maxpagesize=many")
    #expect(pages(policies, headers: [nonsense]).count == 1)
  }

  @Test mutating func withoutAWishAPageHasAHundredItems() {
    for number in 0..<150 {
      _ = world.send(
        "POST", policies, ["displayName": .string("p\(number)")])
    }
    #expect(pages(policies).map(\.count) == [100, 53])
    #expect(pages("\(policies)?$top=999").map(\.count) == [153])
  }

  @Test mutating func rowsThatComeAndGoBetweenPagesNeitherRepeatNorHideOthers() {
    var number = 0
    let names = pages("\(policies)?$top=1&$orderby=displayName") { world in
      number += 1
      if number == 1 {
        // One before the place, one behind it, and the last one shown goes.
        _ = world.send("POST", "\(apps)/iosManagedAppProtections", ["displayName": "aaa"])
        _ = world.send("POST", "\(apps)/iosManagedAppProtections", ["displayName": "zzz"])
        _ = world.send("DELETE", "\(apps)/iosManagedAppProtections/baseline")
      }
    }
    #expect(names == [["baseline"], ["other"], ["strict"], ["zzz"]])
  }

  @Test mutating func aCountRegardsTheFilterAndNotThePage() {
    let body = world.get("\(policies)?$count=true&$top=1&$filter=not%20pinRequired")
    #expect(body["@odata.count"] == 2)
    #expect(world.get("\(policies)?$count=false")["@odata.count"] == nil)
    #expect(world.get("\(policies)/$count?$filter=pinRequired") == 1)
    #expect(world.get("\(policies)/baseline/apps/$count") == 2)
    #expect(world.get("\(policies)('baseline')/assignments/$count") == 1)
  }

  @Test mutating func aSelectionShowsWhatItNames() {
    let body = world.get("\(policies)/baseline?$select=displayName,%20pinRequired")
    #expect(
      body == [
        "@odata.context":
          "https://graph.microsoft.com/v1.0/$metadata#deviceAppManagement/iosManagedAppProtections(displayName,pinRequired)/$entity",
        "@odata.etag": "\"p1-1\"", "displayName": "baseline", "pinRequired": true,
      ])
    let list = world.get(
      "\(apps)/managedAppPolicies?$select=id,microsoft.graph.iosManagedAppProtection/pinRequired")
    #expect(list["value"]?.array?[0]["pinRequired"] == true)
    #expect(list["value"]?.array?[3]["pinRequired"] == nil)
    #expect(
      list["value"]?.array?[3]["@odata.type"] == "#microsoft.graph.targetedManagedAppConfiguration")
    #expect(world.get("\(policies)/baseline?$select=*")["pinRequired"] == true)
  }

  @Test mutating func anExpansionShowsWhatHangsOnIt() {
    let body = world.get(
      "\(policies)/baseline?$select=id&$expand=apps($select=id;$top=1;$count=true),assignments,deploymentSummary()"
    )
    #expect(body["apps"] == [["id": "com.contoso.mail.ios"]])
    #expect(body["apps@odata.count"] == 2)
    #expect(
      body["apps@odata.context"]
        == "https://graph.microsoft.com/v1.0/$metadata#deviceAppManagement/iosManagedAppProtections('T_00000000-0000-4000-8000-000000000001')/apps"
    )
    #expect(body["assignments"]?.array?[0]["target"]?["groupId"] == "staff")
    #expect(body["deploymentSummary"]?["configurationDeployedUserCount"] == 0)
    #expect(
      body["@odata.context"]?.string?.hasSuffix(
        "(id,apps(id),assignments(),deploymentSummary())/$entity") == true)
    let cast = world.get(
      "\(apps)/managedAppPolicies?$expand=microsoft.graph.iosManagedAppProtection/apps")
    #expect(cast["value"]?.array?.map { $0["apps"]?.array?.count } == [2, 1, 1, nil])
    let members = world.get("/v1.0/groups?$expand=members($select=id,displayName)")
    #expect(
      members["value"]?.array?[0]["members"]?.array?.map { $0["displayName"] } == ["ana", "ben"])
  }

  @Test mutating func severalPropertiesDecideTheOrder() {
    #expect(
      world.names("\(policies)?$orderby=pinRequired%20desc,displayName%20asc")
        == ["baseline", "other", "strict"])
    #expect(
      world.names("\(policies)?$orderby=minimumRequiredOsVersion,displayName")
        == ["other", "strict", "baseline"])
    #expect(
      world.names("\(policies)?$orderby=deploymentSummary/configurationDeployedUserCount")
        == ["baseline", "strict", "other"])
  }

  @Test(
    arguments: [
      (
        "$colour=red",
        "the query option $colour is not supported; expected one of $filter, $select, $expand, $orderby, $top, $skip, $skiptoken, $count, $search, $format"
      ),
      ("top=5", "the query option top is not supported; write $top"),
      (
        "$search=x",
        "$search applies to users and groups"
      ),
      ("$top=1&$top=2", "the query option $top is given twice"),
      ("$top=-1", "$top: expected a non-negative integer, found -1"),
      ("$top=", "$top: expected a non-negative integer, found "),
      ("$top=many", "$top: expected a non-negative integer, found many"),
      ("$skip=-1", "$skip: expected a non-negative integer, found -1"),
      ("$count=yes", "$count: expected true or false, found yes"),
      ("$skiptoken=zz", "$skiptoken: expected the token of an @odata.nextLink, found zz"),
      (
        "$select=id,colour",
        "$select, position 4: expected a property; there is no property colour on type microsoft.graph.iosManagedAppProtection"
      ),
      (
        "$select=",
        "$select, position 1: expected a property; there is no property  on type microsoft.graph.iosManagedAppProtection"
      ),
      (
        "$expand=members",
        "$expand: expected one of apps, assignments, deploymentSummary, found members"
      ),
      ("$expand=apps,apps", "$expand: expected apps once, found it twice"),
      ("$expand=apps($select=id", "$expand, position 15: expected ) after the options of apps"),
      (
        "$expand=apps($select=x)",
        "$expand=apps: $select, position 1: expected a property; there is no property x on type microsoft.graph.managedMobileApp"
      ),
      (
        "$expand=apps($filter=id eq 5)",
        "$expand=apps: $filter, position 7: expected a string in quotes, found a number"
      ),
      (
        "$expand=deploymentSummary($top=1)",
        "$expand=deploymentSummary: the query option $top does not apply here; expected one of $select, $expand"
      ),
      ("$expand=apps($expand=id)", "$expand=apps: $expand: expected nothing to expand, found id"),
      ("$orderby=displayName up", "$orderby, position 13: expected asc or desc, found up"),
      (
        "$orderby=displayName desc id",
        "$orderby, position 18: expected a comma or the end, found id"
      ),
      ("$orderby=apps", "$orderby, position 1: expected a simple property"),
      ("$orderby=", "$orderby, position 1: expected a property, found the end"),
    ] as [(String, String)])
  mutating func aFaultSaysWhatWasExpected(_ query: String, _ message: String) {
    let escaped = query.split(separator: " ").joined(separator: "%20")
    #expect(world.message("\(policies)?\(escaped)") == message)
  }

  @Test(
    arguments: [
      ("GET", "/baseline?$top=1"), ("GET", "/$count?$select=id"),
      ("GET", "/baseline/displayName?$select=id"), ("POST", "?$top=1"),
      ("PATCH", "/baseline?$filter=true"), ("DELETE", "/baseline?$filter=pinRequired"),
    ])
  mutating func optionsThatDoNotApplyAreRefusedAndChangeNothing(_ method: String, _ path: String) {
    let response = world.send(method, policies + path, ["displayName": "x"])
    #expect(response.status == 400)
    #expect(world.core.state.changes.isEmpty)
  }

  @Test mutating func circlesOfExpansionsEnd() {
    let circle = "members($expand=memberOf($expand=members($expand=memberOf)))"
    #expect(world.send("GET", "/v1.0/groups?$expand=\(circle)").status == 400)
    #expect(
      world.message("\(apps)/iosManagedAppProtections?$expand=apps($expand=x)")
        .contains("$expand=apps: $expand:")
    )
  }

  @Test mutating func aLongConditionIsWorkedOut() {
    let terms = Array(repeating: "pinRequired", count: 3000)
    for word in ["%20and%20", "%20or%20"] {
      #expect(
        world.names("\(policies)?$filter=\(terms.joined(separator: word))") == ["baseline"])
    }
  }

  @Test mutating func aPropertyCanBeReadAlone() {
    #expect(world.get("\(policies)/baseline/displayName")["value"] == "baseline")
    #expect(world.send("GET", "\(policies)/baseline/description") == GraphResponse(204))
    #expect(world.send("GET", "\(policies)/baseline/notificationRestriction").status == 400)
    #expect(
      world.get(
        "/beta/deviceAppManagement/iosManagedAppProtections/baseline/notificationRestriction")[
          "value"] == "allow")
  }

  @Test mutating func aTypeInThePathNarrowsACollection() {
    #expect(
      world.names("\(apps)/managedAppPolicies/microsoft.graph.targetedManagedAppConfiguration")
        == ["mailconfig"])
    #expect(
      world.get("\(apps)/managedAppPolicies/baseline/microsoft.graph.iosManagedAppProtection/apps")[
        "value"]?.array?.count == 2)
  }
}
