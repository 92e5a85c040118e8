import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMWire

/// What clients may do although it is not needed.
@Suite struct LeniencyTests {
  var world: GraphWorld
  let policies = "\(apps)/iosManagedAppProtections"

  init() throws { world = try GraphWorld() }

  @Test mutating func anIntegralNumberIsAnInteger() {
    let answer = world.send("PATCH", "\(policies)/baseline", ["minimumPinLength": .double(8.0)])
    #expect(answer.body?["minimumPinLength"] == 8)
    #expect(
      world.send("PATCH", "\(policies)/baseline", ["minimumPinLength": .double(1e300)]).status
        == 400)
  }

  @Test mutating func optionsOfTheClientsOwnArePassedOver() {
    #expect(world.names("\(policies)?_=1591261200&$top=1") == ["baseline"])
    #expect(world.send("DELETE", "\(policies)/strict?_=1").status == 204)
    #expect(
      world.message("\(policies)?filter=pinRequired")
        == "the query option filter is not supported; write $filter")
    #expect(world.send("GET", "\(policies)?$colour=red").status == 400)
  }

  @Test mutating func aChangeAnswersWithWhatIsSelected() {
    let made = world.send(
      "POST", "\(policies)?$select=id&$expand=apps", ["displayName": "x"])
    #expect(made.status == 201)
    #expect(made.body?["displayName"] == nil)
    #expect(made.body?["apps"] == [])
    let changed = world.send(
      "PATCH", "\(policies)/baseline?$select=minimumPinLength", ["minimumPinLength": 9])
    #expect(changed.body?["minimumPinLength"] == 9)
    #expect(changed.body?["displayName"] == nil)
  }

  @Test(
    arguments: [
      ("POST", "deviceAppManagement/iosManagedAppProtections", ["displayName": "x"]),
      ("PATCH", "deviceAppManagement/iosManagedAppProtections/baseline", ["description": "x"]),
      (
        "POST", "groups",
        ["displayName": "x", "mailEnabled": false, "mailNickname": "x", "securityEnabled": true]
      ),
      ("POST", "users/ana/assignLicense", ["addLicenses": [], "removeLicenses": []]),
    ] as [(String, String, JSON)])
  mutating func aWrongSelectionChangesNothing(_ method: String, _ path: String, _ body: JSON) {
    for options in ["$select=colour", "$expand=colour", "$top=1", "$filter=true"] {
      #expect(world.send(method, "/v1.0/\(path)?\(options)", body).status == 400)
      #expect(world.core.state.changes.isEmpty)
    }
  }

  @Test mutating func aPageCanBeEmptyAndIsNeverLongerThanTheServerLikes() {
    let empty = world.get("\(policies)?$top=0&$count=true")
    #expect(empty["value"] == [])
    #expect(empty["@odata.count"] == 3)
    #expect(empty["@odata.nextLink"] == nil)
    #expect(world.names("\(policies)?$top=5000").count == 3)
    for number in 0..<1000 {
      _ = world.send("POST", policies, ["displayName": .string("n\(number)")])
    }
    let page = world.get("\(policies)?$top=5000&$select=id")
    #expect(page["value"]?.array?.count == 999)
    let rest = world.get(
      page["@odata.nextLink"]?.string?.replacing("http://mock:1", with: "") ?? "")
    #expect(rest["value"]?.array?.count == 4)
    #expect(world.names("\(policies)?$top=99999999999999999999&$skip=1000").count == 3)
  }

  @Test(arguments: ["p1-1", "\"p1-1", "W/p1-1", "\"p1-1\" \"p1-2\"", ""])
  mutating func anEntityTagNeedsItsQuotes(_ tag: String) {
    let headers = [HeaderField("If-Match", tag)]
    #expect(
      world.send("PATCH", "\(policies)/baseline", ["description": "x"], headers: headers).status
        == 400)
    #expect(world.core.state.changes.isEmpty)
  }

  @Test(
    arguments: [
      ("\"p1-1\"", 200), ("\"p9-9\", \"p1-1\"", 200), ("*", 200), ("W/\"p1-1\"", 412),
      ("\"p1-2\"", 412), ("\"a,b\"", 412),
    ])
  mutating func aConditionIsAListOfTags(_ tags: String, _ status: Int) {
    let headers = [HeaderField("If-Match", tags)]
    #expect(
      world.send("PATCH", "\(policies)/baseline", ["description": "x"], headers: headers).status
        == status)
  }

  @Test mutating func whatHasAVersionHasAnEntityTag() {
    let id = world.core.enrolled("ana@contoso.com")
    let token = world.core.accessToken("ana@contoso.com")
    let path = "\(apps)/managedAppRegistrations/\(id)"
    func isTag(_ value: JSON?) -> Bool {
      let text = value?.string ?? ""
      return text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 2
    }
    let before = world.send("GET", path)
    #expect(isTag(before.body?["version"]))
    #expect(before.headers.first { $0.name == "ETag" }?.value == before.body?["version"]?.string)
    #expect(world.get(path)["version"] == before.body?["version"])
    _ = world.core.handle(.checkIn(id, bearer: token, version: nil), now: at(1))
    #expect(isTag(world.get(path)["version"]))
    #expect(world.get(path)["version"] != before.body?["version"])
    let operation = world.send("POST", "\(path)/operations", ["displayName": "note"])
    #expect(isTag(operation.body?["version"]))
    let targets = world.get("\(policies)/baseline/apps")["value"]?.array ?? []
    #expect(targets.allSatisfy { isTag($0["version"]) })
    #expect(targets[0]["version"] != targets[1]["version"])
  }
}
