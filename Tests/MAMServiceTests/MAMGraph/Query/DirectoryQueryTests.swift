import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMRules
@testable import MAMWire

/// Queries that the real directory answers only to who asks for its index, and those that it never answers.
@Suite struct DirectoryQueryTests {
  var world: GraphWorld

  init() throws { world = try GraphWorld() }

  private mutating func send(_ path: String, _ level: String? = nil) -> GraphResponse {
    world.send(
      "GET", "/v1.0/\(path.replacing(" ", with: "%20").replacing("\"", with: "%22"))",
      headers: level.map { [HeaderField("ConsistencyLevel", $0)] } ?? [])
  }

  private mutating func failure(_ path: String, _ level: String? = nil) -> String {
    let answer = send(path, level)
    return "\(answer.status) \(answer.body?["error"]?["code"]?.string ?? "")"
  }

  @Test(
    arguments: [
      "users?$filter=endswith(mail,'contoso.com')", "users?$filter=displayName ne 'ana'",
      "users?$filter=not startswith(displayName,'a')", "users?$filter=not(displayName eq 'ana')",
      "users?$filter=startswith(displayName,'a')&$orderby=displayName",
      "users?$filter=accountEnabled eq true and (displayName eq 'x' or mail ne null)",
      "groups?$filter=displayName ne 'x'", "users/ana/memberOf?$filter=displayName eq 'staff'",
      "users/ana/memberOf?$orderby=displayName",
      "groups/staff/members/microsoft.graph.user?$filter=displayName eq 'ana'",
      "users/ana/transitiveMemberOf/microsoft.graph.group?$filter=displayName eq 'staff'",
    ])
  mutating func anAdvancedQueryNeedsTheHeaderAndTheCount(_ path: String) {
    #expect(failure(path) == "400 Request_UnsupportedQuery")
    #expect(failure("\(path)&$count=true") == "400 Request_UnsupportedQuery")
    #expect(failure(path, "eventual") == "400 Request_UnsupportedQuery")
    #expect(failure("\(path)&$count=true", "session") == "400 Request_UnsupportedQuery")
    let answer = send("\(path)&$count=true", "Eventual")
    #expect(answer.status == 200)
    #expect(answer.body?["@odata.count"]?.int == answer.body?["value"]?.array?.count)
    #expect(world.send("GET", "/beta/\(path.replacing(" ", with: "%20"))").status == 400)
  }

  @Test(
    arguments: [
      "users/$count", "groups/$count", "users?$count=true", "users/ana/memberOf?$count=true",
      "groups/staff/members/$count", "users/$count?$filter=endswith(mail,'contoso.com')",
      "users?$search=\"displayName:ana\"", "users/ana/memberOf/microsoft.graph.group/$count",
    ])
  mutating func countsAndSearchesNeedTheHeaderAlone(_ path: String) {
    #expect(failure(path) == "400 Request_UnsupportedQuery")
    #expect(send(path, "eventual").status == 200)
  }

  @Test(
    arguments: [
      "users?$filter=displayName eq 'ana'", "users?$filter=startswith(displayName,'a')",
      "users?$filter=displayName in ('ana','ben') or mail eq 'x'", "users?$orderby=displayName",
      "users?$top=999", "users?$top=1", "users?$select=id", "users?$count=false",
      "users/ana/memberOf", "groups?$expand=members", "users/ana/managedDevices/$count",
      "users/ana/licenseDetails?$filter=skuPartNumber ne 'x'",
      "users/ana/managedAppRegistrations?$filter=deviceTag ne 'x'&$orderby=id&$count=true",
      "deviceManagement/managedDevices?$filter=not endswith(deviceName,'x')&$top=1000",
      "deviceAppManagement/managedAppPolicies?$filter=contains(displayName,'a')&$top=5000",
    ])
  mutating func ordinaryQueriesAndThoseOfIntuneNeedNothing(_ path: String) {
    #expect(send(path).status == 200, "\(send(path))")
  }

  @Test(
    arguments: [
      "users?$top=1000", "users?$top=0", "groups?$top=5000", "users/ana/memberOf?$top=1000",
      "users?$skip=1", "users?$filter=contains(displayName,'a')&$count=true",
      "users?$filter=tolower(displayName) eq 'ana'&$count=true", "subscribedSkus?$top=1",
      "subscribedSkus?$filter=skuPartNumber eq 'INTUNE_A'", "subscribedSkus?$orderby=skuPartNumber",
      "users?$filter=length(displayName) eq 3&$count=true",
    ])
  mutating func whatTheDirectoryNeverAnswersIsRefused(_ path: String) {
    #expect(failure(path, "eventual") == "400 Request_UnsupportedQuery")
  }

  @Test mutating func aRefusalSaysWhatIsMissing() {
    #expect(
      send("users?$filter=endswith(mail,'x')").body?["error"]?["message"]
        == "endswith in $filter on directory objects needs the header ConsistencyLevel: eventual")
    #expect(
      send("users?$filter=endswith(mail,'x')", "eventual").body?["error"]?["message"]
        == "endswith in $filter on directory objects needs $count=true in addition to the header ConsistencyLevel: eventual"
    )
    #expect(
      send("users?$top=1000").body?["error"]?["message"]
        == "$top: a page of directory objects has from 1 to 999 items, not 1000")
  }

  @Test mutating func theNextPageNeedsTheHeaderToo() {
    let first = send("users?$filter=displayName ne 'x'&$count=true&$top=2", "eventual")
    let next = first.body?["@odata.nextLink"]?.string?.replacing("http://mock:1/v1.0/", with: "")
    #expect(failure(next ?? "") == "400 Request_UnsupportedQuery")
    #expect(send(next ?? "", "eventual").body?["value"]?.array?.count == 2)
  }

  @Test(
    arguments: [
      ("zoe", "zoe"), ("users/ana/zoe", "zoe"), ("deviceAppManagement/zoe", "zoe"),
      ("deviceManagement/zoe", "zoe"), ("groups/staff/zoe/x", "zoe"),
      ("deviceAppManagement/managedAppPolicies/baseline/zoe", "zoe"),
      (
        "deviceAppManagement/iosManagedAppProtections/baseline/notificationRestriction",
        "notificationRestriction"
      ),
    ])
  mutating func anUnknownSegmentIsABadRequest(_ path: String, _ segment: String) {
    for method in ["GET", "POST", "PATCH", "DELETE"] {
      let answer = world.send(method, "/v1.0/\(path)", [:])
      #expect(answer.status == 400)
      #expect(answer.body?["error"]?["code"] == "BadRequest")
      // Below a resource the rights come first.
      guard path.hasPrefix("device"), !path.contains("/b") else { continue }
      let weak = world.bearer("User.Read")
      world.core.state.commit()
      #expect(
        world.send(method, "/v1.0/\(path)", [:], caller: weak).body?["error"]?["code"]
          == "BadRequest")
      #expect(
        answer.body?["error"]?["message"]
          == .string("Resource not found for the segment '\(segment)'."))
    }
    #expect(world.core.state.changes.isEmpty)
  }

  @Test mutating func nobodyIsMeWithAnApplicationsToken() {
    let robot = world.bearer("User.Read.All", user: nil)
    for path in ["me", "me/memberOf", "me/displayName"] {
      let answer = world.send("GET", "/v1.0/\(path)", caller: robot)
      #expect(answer.status == 400)
      #expect(answer.body?["error"]?["code"] == "BadRequest")
      #expect(
        answer.body?["error"]?["message"]
          == "/me request is only valid with delegated authentication flow.")
    }
  }

  @Test mutating func anExpansionOfTheDirectoryEndsAtTwentyWithoutAWord() throws {
    var users: JSONObject = [:]
    for number in 10..<40 {
      users["u\(number)"] = ["upn": .string("u\(number)@contoso.com"), "tenant": "contoso"]
    }
    try world.core.directory.seed(
      [
        "users": .object(users),
        "groups": ["many": .array(users.members.map { .string($0.name) })],
      ], at(0))
    let expanded = send("groups/many?$expand=members").body
    #expect(expanded?["members"]?.array?.count == 20)
    #expect(expanded?["members@odata.nextLink"] == nil)
    for nested in [
      "$top=5", "$count=true", "$filter=displayName eq 'a'", "$orderby=displayName",
      "$expand=memberOf",
    ] {
      let refused = send("groups/many?$expand=members(\(nested))")
      #expect(refused.status == 400, "\(nested)")
      #expect(refused.body?["error"]?["code"] == "Request_UnsupportedQuery")
    }
    let narrow = send("groups/many?$expand=members($select=id)").body?["members"]?.array
    #expect(narrow?.count == 20 && narrow?.first?["displayName"] == nil)
    #expect(send("groups/many/members").body?["value"]?.array?.count == 30)
  }

  @Test mutating func longFiltersOfTheDirectoryNeedTheIndex() {
    let most = (1...15).map { "'\($0)'" }.joined(separator: ",")
    let name = String(repeating: "a", count: 120)
    for (filter, status) in [
      ("displayName in (\(most))", 200), ("displayName in (\(most),'16')", 400),
      ("displayName eq '\(name)'", 200), ("displayName eq '\(name)a'", 400),
      ("startswith(displayName,'\(name)a')", 200),
    ] {
      let answer = send("users?$filter=\(filter)")
      #expect(answer.status == status, "\(filter)")
      if status == 400 {
        #expect(answer.body?["error"]?["code"] == "Request_UnsupportedQuery")
      }
    }
  }

  @Test mutating func theRootOfMDMCanBeRead() {
    #expect(
      send("deviceManagement?$expand=managedDevices").body?["managedDevices"]?.array?.count == 1)
    #expect(world.send("POST", "/v1.0/deviceManagement", [:]).status == 405)
  }
}
