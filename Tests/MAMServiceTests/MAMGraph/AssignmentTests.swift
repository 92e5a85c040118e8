import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph

/// Whom a policy is assigned to, as administrators' tools write it.
@Suite struct AssignmentTests {
  var world: GraphWorld
  let policy = "deviceAppManagement/iosManagedAppProtections/baseline"

  init() throws { world = try GraphWorld() }

  private func target(_ kind: String, _ members: JSONObject = ["groupId": "staff"]) -> JSON {
    .object(
      JSONObject(
        [("@odata.type", .string("#microsoft.graph.\(kind)AssignmentTarget"))]
          + members.members.map { ($0.name, $0.value) }))
  }

  private mutating func assign(_ version: String, _ assignments: JSON...) -> GraphResponse {
    world.send("POST", "/\(version)/\(policy)/assign", ["assignments": .array(assignments)])
  }

  @Test(arguments: ["v1.0", "beta"])
  mutating func filtersAndSourcesAreTakenKeptAndShownInBeta(_ version: String) {
    let filtered: JSON = [
      "source": "policySets", "sourceId": "set-1",
      "target": target(
        "group",
        [
          "groupId": "staff", "deviceAndAppManagementAssignmentFilterId": "f-1",
          "deviceAndAppManagementAssignmentFilterType": "include",
        ]),
    ]
    let plain: JSON = [
      "source": "direct", "sourceId": .null,
      "target": target(
        "allLicensedUsers",
        [
          "deviceAndAppManagementAssignmentFilterId": .null,
          "deviceAndAppManagementAssignmentFilterType": "none",
        ]),
    ]
    #expect(assign(version, filtered, plain).status == 204)
    let staff = world.core.state.groups.rows.first { $0.name == "staff" }!.id
    let beta = world.get("/beta/\(policy)/assignments")["value"]?.array ?? []
    #expect(
      beta.map { $0["target"] } == [
        [
          "@odata.type": "#microsoft.graph.groupAssignmentTarget",
          "deviceAndAppManagementAssignmentFilterId": "f-1",
          "deviceAndAppManagementAssignmentFilterType": "include", "groupId": .string(staff),
        ],
        [
          "@odata.type": "#microsoft.graph.allLicensedUsersAssignmentTarget",
          "deviceAndAppManagementAssignmentFilterId": .null,
          "deviceAndAppManagementAssignmentFilterType": "none",
        ],
      ])
    #expect(beta.map { $0["source"] } == ["policySets", "direct"])
    #expect(beta.map { $0["sourceId"] } == ["set-1", .null])
    let v1 = world.get("/v1.0/\(policy)/assignments")["value"]?.array ?? []
    #expect(
      v1.first == [
        "id": .string("\(staff)_groupAssignmentTarget"),
        "target": [
          "@odata.type": "#microsoft.graph.groupAssignmentTarget", "groupId": .string(staff),
        ],
      ])
    // What beta shows can be sent back.
    let version = world.get("/beta/\(policy)")["version"]
    #expect(assign("beta", .object(beta[0].object!), .object(beta[1].object!)).status == 204)
    #expect(world.get("/beta/\(policy)")["version"] == version)
    // And it is in the state.
    let row = world.core.state.policies.rows.first { $0.name == "baseline" }!
    #expect(ManagedAppPolicy(json: row.json) == row)
  }

  @Test mutating func aTargetHasOneFilterOnly() {
    let one: JSON = ["target": target("group")]
    let other: JSON = [
      "target": target(
        "group", ["groupId": "staff", "deviceAndAppManagementAssignmentFilterType": "exclude"])
    ]
    #expect(assign("v1.0", one, one).status == 204)
    #expect(world.get("/v1.0/\(policy)/assignments")["value"]?.array?.count == 1)
    #expect(assign("v1.0", one, other).status == 400)
    let wrong: JSON = [
      "target": target(
        "group", ["groupId": "staff", "deviceAndAppManagementAssignmentFilterType": "some"])
    ]
    #expect(
      assign("beta", wrong).body?["error"]?["message"]
        == "assignments[0]/target/deviceAndAppManagementAssignmentFilterType must be one of none, include, exclude"
    )
  }

  @Test mutating func whoIsOnlyExcludedIsNotAssigned() {
    let before = world.get("\(apps)/managedAppStatuses/policystatus")["content"]?["assigned"]?.int
    #expect(assign("v1.0", ["target": target("exclusionGroup")]).status == 204)
    #expect(world.get("/v1.0/\(policy)")["isAssigned"] == false)
    let after = world.get("\(apps)/managedAppStatuses/policystatus")["content"]?["assigned"]?.int
    #expect(before.map { $0 - 1 } == after)
    #expect(assign("v1.0", ["target": target("allLicensedUsers", [:])]).status == 204)
    #expect(world.get("/v1.0/\(policy)")["isAssigned"] == true)
  }

  @Test mutating func oneAtATime() {
    _ = assign("v1.0")
    let places = "/v1.0/\(policy)/assignments"
    let everybody = target("allLicensedUsers", [:])
    let made = world.send("POST", places, ["target": everybody])
    #expect(made.status == 201)
    #expect(made.body?["id"] == "allLicensedUsers_allLicensedUsersAssignmentTarget")
    #expect(world.send("POST", places, ["target": target("group")]).status == 201)
    // To the same target it is the same assignment.
    let again = world.send("POST", places, ["target": everybody])
    #expect(again.body?["id"] == made.body?["id"])
    #expect(world.get(places)["value"]?.array?.count == 2)
    let place = "\(places)/\(made.body?["id"]?.string ?? "")"
    #expect(world.send("DELETE", place).status == 204)
    #expect(world.send("DELETE", place).status == 404)
    #expect(world.get(places)["value"]?.array?.map { $0["target"]?["groupId"] != nil } == [true])
    #expect(world.send("POST", places, [:]).status == 400)
    #expect(world.send("POST", places, ["target": target("allDevices", [:])]).status == 400)
    #expect(world.send("POST", places, ["target": target("group", ["groupId": "x"])]).status == 400)
  }
}
