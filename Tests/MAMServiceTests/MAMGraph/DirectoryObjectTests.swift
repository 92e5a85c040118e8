import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// From the IDs of groups and users to their names, and to what MAM does not need.
@Suite struct DirectoryObjectTests {
  var world: GraphWorld
  var staff = ""
  var ana = ""

  init() throws {
    world = try GraphWorld()
    staff = world.get("/v1.0/groups/staff")["id"]?.string ?? ""
    ana = world.get("/v1.0/users/ana@contoso.com")["id"]?.string ?? ""
  }

  @Test mutating func objectsAreFoundByTheirIDs() {
    let path = "/v1.0/directoryObjects/getByIds"
    let ids: JSON = [.string(staff), .string(ana), "unknown", .string(staff), "ana@contoso.com"]
    let answer = world.send("POST", path, ["ids": ids])
    #expect(answer.status == 200)
    #expect(
      answer.body?["@odata.context"]
        == "https://graph.microsoft.com/v1.0/$metadata#directoryObjects")
    let found = answer.body?["value"]?.array ?? []
    #expect(found.map { $0["displayName"] } == ["staff", "ana"])
    #expect(
      found.map { $0["@odata.type"] } == ["#microsoft.graph.group", "#microsoft.graph.user"])
    let users = world.send("POST", path, ["ids": ids, "types": ["user"]]).body?["value"]?.array
    #expect(users?.map { $0["id"] } == [.string(ana)])
    let selected = world.send("POST", "\(path)?$select=id,displayName", ["ids": ids])
    #expect(
      selected.body?["value"]?.array?.first?.object?.members.map(\.name)
        == ["@odata.type", "id", "displayName"])
    #expect(world.send("POST", path, [:]).status == 400)
    #expect(world.send("POST", path, ["ids": "x"]).status == 400)
    #expect(world.send("GET", path).status == 405)
  }

  @Test mutating func anObjectIsReadByItsID() {
    let group = world.get("/v1.0/directoryObjects/\(staff)")
    #expect(group["@odata.type"] == "#microsoft.graph.group")
    #expect(group["displayName"] == "staff")
    #expect(
      group["@odata.context"]
        == "https://graph.microsoft.com/v1.0/$metadata#directoryObjects/$entity")
    #expect(world.get("/v1.0/directoryObjects('\(ana)')/displayName")["value"] == "ana")
    #expect(
      world.get("/v1.0/directoryObjects/\(staff)/microsoft.graph.group")["displayName"] == "staff")
    #expect(world.send("GET", "/v1.0/directoryObjects/ana").status == 404)
    #expect(world.send("DELETE", "/v1.0/directoryObjects/\(staff)").status == 405)
    let stranger = world.bearer("DeviceManagementApps.Read.All")
    #expect(world.send("GET", "/v1.0/directoryObjects/\(staff)", caller: stranger).status == 403)
    let neighbour = world.bearer("Directory.Read.All", user: nil, tenant: "fabrikam")
    #expect(world.send("GET", "/v1.0/directoryObjects/\(staff)", caller: neighbour).status == 404)
  }

  @Test mutating func whatNobodyHasSetIsNull() {
    let group = world.get(
      "/v1.0/groups/staff?$select=id,membershipRule,membershipRuleProcessingState,onPremisesSyncEnabled,proxyAddresses"
    )
    #expect(group["membershipRule"] == .null)
    #expect(group["onPremisesSyncEnabled"] == .null)
    #expect(group["proxyAddresses"] == [])
    let user = world.get(
      "/v1.0/users/ana?$select=companyName,onPremisesSyncEnabled,otherMails,employeeOrgData")
    #expect(user["companyName"] == .null)
    #expect(user["otherMails"] == [])
    // It is not shown unasked, but kept if it is set.
    #expect(world.get("/v1.0/users/ana@contoso.com")["companyName"] == nil)
    #expect(
      world.send("PATCH", "/v1.0/users/ana@contoso.com", ["companyName": "Contoso"]).status == 204)
    #expect(
      world.get("/v1.0/users/ana@contoso.com?$select=companyName")["companyName"] == "Contoso")
    #expect(world.names("/v1.0/users?$filter=companyName%20eq%20'contoso'") == ["ana"])
    #expect(world.send("GET", "/v1.0/groups?$select=membershipRules").status == 400)
  }

  private mutating func search(_ collection: String, _ text: String, eventual: Bool = true)
    -> [String]?
  {
    let headers = eventual ? [HeaderField("ConsistencyLevel", "eventual")] : []
    let answer = world.send(
      "GET", "/v1.0/\(collection)?$search=\(PercentEncoding.encoded(text))", headers: headers)
    return answer.body?["value"]?.array?.map { $0["displayName"]?.string ?? "" }
  }

  @Test mutating func usersAndGroupsAreSearched() {
    #expect(search("groups", "\"displayName:staff\"") == ["staff"])
    #expect(search("groups", "\"displayname:STA\"") == ["staff"])
    #expect(search("groups", "\"displayName:taff\"") == [])
    #expect(search("users", "\"displayName:ana\" OR \"mail:ben@\"") == ["ana", "ben"])
    #expect(search("users", "\"mail:contoso\" AND \"displayName:b\"") == ["ben"])
    #expect(search("users", "\"mail:contoso\" \"displayName:b\"") == ["ben"])
    for wrong in [
      "staff", "\"staff\"", "\"colour:red\"", "\"displayName:a", "\"displayName:a\" NOT \"mail:b\"",
    ] {
      #expect(search("groups", wrong) == nil)
    }
    #expect(search("groups", "\"displayName:staff\"", eventual: false) == nil)
    #expect(search("deviceAppManagement/managedAppPolicies", "\"displayName:baseline\"") == nil)
  }
}
