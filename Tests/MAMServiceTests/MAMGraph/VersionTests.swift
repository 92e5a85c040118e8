import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMWire

@Suite struct VersionTests {
  var world: GraphWorld
  let policy = "\(apps)/iosManagedAppProtections/baseline"

  init() throws { world = try GraphWorld() }

  @Test mutating func theVersionIsTheEntityTag() {
    let response = world.send("GET", policy)
    #expect(response.headers == [HeaderField("ETag", "\"p1-1\"")])
    #expect(response.body?["@odata.etag"] == "\"p1-1\"")
    #expect(response.body?["version"] == "\"p1-1\"")
    let patched = world.send("PATCH", policy, ["printBlocked": true])
    #expect(patched.headers == [HeaderField("ETag", "\"p1-2\"")])
  }

  @Test(
    arguments: [
      (nil, 200), ("\"p1-1\"", 200), ("*", 200), ("\"x\", \"p1-1\"", 200), ("\"p1-2\"", 412),
      ("\"x\"", 412), ("W/\"p1-1\"", 412),
    ] as [(String?, Int)])
  mutating func aConditionMustHold(_ condition: String?, _ status: Int) {
    let headers = condition.map { [HeaderField("If-Match", $0)] } ?? []
    let response = world.send("PATCH", policy, ["printBlocked": true], headers: headers)
    #expect(response.status == status)
    if status == 412 { #expect(response.body?["error"]?["code"] == "PreconditionFailed") }
    #expect(world.core.state.changes.isEmpty == (status == 412))
  }

  @Test(
    arguments: [
      ("DELETE", "", .null), ("POST", "/assign", ["assignments": []]),
      ("POST", "/targetApps", ["apps": []]),
      (
        "POST", "/apps",
        [
          "mobileAppIdentifier": [
            "@odata.type": "#microsoft.graph.iosMobileAppIdentifier", "bundleId": "a.b",
          ]
        ]
      ),
      ("DELETE", "/apps/com.contoso.mail.ios", .null),
    ] as [(String, String, JSON)])
  mutating func everyChangeMindsTheCondition(_ method: String, _ part: String, _ body: JSON) {
    let old = [HeaderField("if-match", "\"p1-0\"")]
    #expect(world.send(method, policy + part, body, headers: old).status == 412)
    let known = [HeaderField("if-match", "\"p1-1\"")]
    #expect(world.send(method, policy + part, body, headers: known).status < 300)
  }

  @Test mutating func aConditionCountsForReadingToo() {
    for (condition, status) in [("\"p1-0\"", 412), ("\"p1-1\"", 200), ("*", 200)] {
      let headers = [HeaderField("If-Match", condition)]
      #expect(world.send("GET", policy, headers: headers).status == status, "\(condition)")
    }
  }

  @Test mutating func whatIsKnownIsNotSentAgain() {
    let known = [HeaderField("If-None-Match", "\"p1-1\"")]
    #expect(
      world.send("GET", policy, headers: known)
        == GraphResponse(304, headers: [HeaderField("ETag", "\"p1-1\"")]))
    _ = world.send("PATCH", policy, ["printBlocked": true])
    #expect(world.send("GET", policy, headers: known).status == 200)
  }

  @Test mutating func aNewResourceHasAPlace() {
    let response = world.send(
      "POST", "/beta/deviceAppManagement/targetedManagedAppConfigurations", ["displayName": "x"])
    #expect(response.status == 201)
    #expect(
      response.headers == [
        HeaderField("ETag", "\"c2-1\""),
        HeaderField(
          "Location",
          "http://mock:1/beta/deviceAppManagement/targetedManagedAppConfigurations('A_00000000-0000-4000-8000-000000000002')"
        ),
      ])
  }

  @Test mutating func aChangeOfNothingKeepsTheVersion() {
    #expect(world.send("PATCH", policy, ["pinRequired": true]).body?["version"] == "\"p1-1\"")
  }
}
