import JSONText
import Testing

@testable import MAMGraph

@Suite struct BatchTests {
  var world: GraphWorld
  let policies = "/deviceAppManagement/iosManagedAppProtections"

  init() throws { world = try GraphWorld() }

  private mutating func batch(_ requests: JSON..., version: String = "v1.0") -> [JSON] {
    let answer = world.send("POST", "/\(version)/$batch", ["requests": .array(requests)])
    #expect(answer.status == 200)
    return answer.body?["responses"]?.array ?? []
  }

  @Test(arguments: ["v1.0", "beta"])
  mutating func requestsAreAnsweredInTheirOrder(_ version: String) {
    let json: JSON = ["Content-Type": "application/json"]
    let answers = batch(
      ["id": "1", "method": "GET", "url": .string("\(policies)/baseline?$select=displayName")],
      [
        "id": "2", "method": "POST", "url": .string(policies), "headers": json,
        "body": ["displayName": "new"],
      ],
      [
        "id": "3", "method": "delete", "url": "deviceAppManagement/iosManagedAppProtections/strict",
      ],
      ["id": "4", "method": "GET", "url": .string("\(policies)/strict")],
      ["id": "5", "method": "GET", "url": .string("\(policies)/$count")], version: version)
    #expect(answers.map { $0["id"] } == ["1", "2", "3", "4", "5"])
    #expect(answers.map { $0["status"] } == [200, 201, 204, 404, 200])
    #expect(answers[0]["body"]?["displayName"] == "baseline")
    #expect(answers[0]["headers"]?["Content-Type"] == "application/json")
    #expect(answers[0]["headers"]?["ETag"] == "\"p1-1\"")
    #expect((answers[1]["body"]?["notificationRestriction"] != nil) == (version == "beta"))
    #expect(answers[2]["body"] == nil)
    #expect(answers[3]["body"]?["error"]?["code"] == "ResourceNotFound")
    #expect(answers[4]["body"] == 3)
  }

  @Test mutating func whoeverDependsOnAFailureIsNotCarriedOut() {
    let answers = batch(
      ["id": "c", "method": "DELETE", "url": .string("\(policies)/other"), "dependsOn": ["b"]],
      ["id": "b", "method": "DELETE", "url": .string("\(policies)/strict"), "dependsOn": ["a"]],
      ["id": "a", "method": "DELETE", "url": .string("\(policies)/none")],
      ["id": "d", "method": "DELETE", "url": .string("\(policies)/baseline")])
    #expect(answers.map { $0["status"] } == [424, 424, 404, 204])
    #expect(answers[0]["body"]?["error"]?["code"] == "FailedDependency")
    #expect(world.names("/v1.0\(policies)") == ["strict", "other"])
  }

  @Test mutating func whoeverDependsOnALaterOneWaitsForIt() {
    let answers = batch(
      ["id": "1", "method": "GET", "url": .string("\(policies)/strict"), "dependsOn": ["2"]],
      ["id": "2", "method": "DELETE", "url": .string("\(policies)/strict")])
    #expect(answers.map { $0["status"] } == [404, 204])
  }

  @Test(
    arguments: [
      ([:], "requests must be a list of 1 to 20 requests"),
      (["requests": []], "requests must be a list of 1 to 20 requests"),
      (
        ["requests": .array(Array(repeating: ["id": "1"], count: 21))],
        "requests must be a list of 1 to 20 requests"
      ),
      (["requests": [5]], "requests[0] must be an object"),
      (["requests": [["method": "GET", "url": "/me"]]], "requests[0]/id must be a string"),
      (["requests": [["id": "1", "url": "/me"]]], "requests[0]/method must be a string"),
      (
        [
          "requests": [
            ["id": "1", "method": "GET", "url": "/me"], ["id": "1", "method": "GET", "url": "/me"],
          ]
        ], "two requests have the id 1"
      ),
      (
        ["requests": [["id": "1", "method": "GET", "url": "/me", "dependsOn": ["2"]]]],
        "the request 1 depends on 2, which is not in the batch"
      ),
      (
        ["requests": [["id": "1", "method": "GET", "url": "/me", "dependsOn": ["1"]]]],
        "the requests [\"1\"] depend on each other in a circle"
      ),
      (
        ["requests": [["id": "1", "method": "GET", "url": "/me", "headers": ["a": 1]]]],
        "requests[0]/headers must be an object of strings"
      ),
    ] as [(JSON, String)])
  mutating func aBatchThatMakesNoSenseIsRefusedAsAWhole(_ body: JSON, _ message: String) {
    let answer = world.send("POST", "/v1.0/$batch", body)
    #expect(answer.status == 400)
    #expect(answer.body?["error"]?["message"] == .string(message))
  }

  @Test mutating func nothingOfABatchWithACircleIsCarriedOut() {
    let count = "\(policies)/$count"
    let before = world.send("GET", count).body
    let create: JSON = [
      "id": "1", "method": "POST", "url": .string(policies), "body": ["displayName": "half"],
      "headers": ["Content-Type": "application/json"],
    ]
    let answer = world.send(
      "POST", "/v1.0/$batch",
      [
        "requests": [
          create, ["id": "2", "method": "GET", "url": .string(count), "dependsOn": ["3"]],
          ["id": "3", "method": "GET", "url": .string(count), "dependsOn": ["2"]],
        ]
      ])
    #expect(answer.status == 400)
    #expect(world.send("GET", count).body == before)
    #expect(
      world.send("POST", "/v1.0/$batch", ["requests": [create]]).body?["responses"]?.array?
        .first?["status"] == 201)
  }

  @Test mutating func eachRequestHasTheRightsOfTheWhole() {
    let reader = world.bearer("DeviceManagementApps.Read.All")
    let body: JSON = [
      "requests": [
        ["id": "1", "method": "GET", "url": .string("\(policies)/$count")],
        ["id": "2", "method": "DELETE", "url": .string("\(policies)/strict")],
        ["id": "3", "method": "GET", "url": "/groups"],
      ]
    ]
    let answers =
      world.send("POST", "/v1.0/$batch", body, caller: reader).body?["responses"]?.array ?? []
    #expect(answers.map { $0["status"] } == [200, 403, 403])
    // Of its own tenant only.
    #expect(answers[0]["body"] == 2)
    #expect(world.send("POST", "/v1.0/$batch", body, caller: .bearer(nil)).status == 401)
  }

  @Test(
    arguments: [
      "deviceAppManagement/iosManagedAppProtections/$count",
      "/v1.0/deviceAppManagement/iosManagedAppProtections/$count",
      "http://mock:1/v1.0/deviceAppManagement/iosManagedAppProtections/$count",
      "https://graph.microsoft.com/beta/deviceAppManagement/iosManagedAppProtections/$count",
    ])
  mutating func urlsAreRelativeOrAsClientsHaveThem(_ url: String) {
    #expect(batch(["id": "1", "method": "GET", "url": .string(url)]).map { $0["body"] } == [3])
  }

  @Test mutating func aBodyNeedsItsTypeAndABatchHoldsNoBatch() {
    let answers = batch(
      ["id": "1", "method": "POST", "url": .string(policies), "body": ["displayName": "x"]],
      [
        "id": "2", "method": "POST", "url": "/$batch",
        "headers": ["content-type": "application/json"], "body": ["requests": []],
      ])
    #expect(answers.map { $0["status"] } == [415, 400])
    #expect(world.send("GET", "/v1.0/$batch").status == 405)
  }
}
