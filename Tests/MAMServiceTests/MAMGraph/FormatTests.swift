import JSONText
import Testing

@testable import MAMGraph
@testable import MAMWire

/// In which form an answer comes, and with which annotations.
@Suite struct FormatTests {
  var world: GraphWorld
  let policies = "\(apps)/iosManagedAppProtections"

  init() throws { world = try GraphWorld() }

  @Test(arguments: ["$format=json", "$format=application/json", "$FORMAT=Application%2FJSON"])
  mutating func jsonMayBeAskedFor(_ option: String) {
    #expect(world.names("\(policies)?\(option)&$top=1") == ["baseline"])
    for path in ["\(policies)/baseline", "\(policies)/$count", "\(policies)/baseline/displayName"] {
      #expect(world.send("GET", "\(path)?\(option)").status == 200)
    }
    #expect(world.send("POST", "\(policies)?\(option)", ["displayName": "x"]).status == 201)
    #expect(world.get("/beta/users?\(option.dropFirst())")["value"]?.array?.count == 4)
  }

  @Test(arguments: ["xml", "atom", "", "jsonp"])
  mutating func thereIsNoOtherFormat(_ format: String) {
    #expect(world.send("GET", "\(policies)?$format=\(format)").status == 400)
    #expect(
      world.message("\(policies)?$format=\(format)")
        == "$format: expected json or application/json, found \(format)")
  }

  @Test mutating func theFormatIsThatOfTheWholeAnswer() {
    #expect(world.send("GET", "\(policies)?$expand=apps($format=json)").status == 400)
    #expect(world.send("GET", "\(policies)?$format=json&$format=json").status == 400)
  }

  private mutating func get(_ path: String, accept: String) -> JSON {
    world.send("GET", path, headers: [HeaderField("Accept", accept)]).body ?? .null
  }

  private func annotations(_ json: JSON) -> Set<String> {
    var names: Set<String> = []
    for member in json.object?.members ?? [] {
      if member.name.contains("@") { names.insert(member.name) }
      names.formUnion(annotations(member.value))
    }
    for item in json.array ?? [] { names.formUnion(annotations(item)) }
    return names
  }

  @Test mutating func withoutMetadataOnlyLinksAndCountsStay() {
    let path = "\(apps)/managedAppPolicies?$top=1&$count=true"
    let accept = "Application/JSON; odata.metadata=none; charset=utf-8"
    #expect(annotations(get(path, accept: accept)) == ["@odata.count", "@odata.nextLink"])
    let expanded = get("\(policies)/baseline?$expand=apps($count=true)", accept: accept)
    #expect(annotations(expanded) == ["apps@odata.count"])
    #expect(
      expanded["apps"]?.array?[0]["mobileAppIdentifier"] == ["bundleId": "com.contoso.mail"])
    let made = world.send(
      "POST", policies, ["displayName": "x"], headers: [HeaderField("accept", accept)])
    #expect(made.status == 201)
    #expect(annotations(made.body ?? .null) == [])
  }

  @Test(
    arguments: [
      "application/json", "application/json;odata.metadata=minimal", "*/*", "",
      "application/json;odata.metadata=full", "text/plain;odata.metadata=none, application/json",
      "application/json, application/json;odata.metadata=none",
    ])
  mutating func elseTheMetadataIsMinimal(_ accept: String) {
    let body = get("\(apps)/managedAppPolicies", accept: accept)
    #expect(body == world.get("\(apps)/managedAppPolicies"))
    #expect(annotations(body) == ["@odata.context", "@odata.type", "@odata.etag"])
  }
}
