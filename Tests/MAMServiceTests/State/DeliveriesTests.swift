import JSONText
import Testing
import VirtualTime

@testable import MAMService

/// What a check-in brings is remembered only as long as nothing has changed on which it hangs.
@Suite struct DeliveriesTests {
  @Test func anotherGenerationKnowsNothing() {
    var deliveries = Deliveries()
    deliveries.keep(Delivery(version: "a", hasPolicy: true, answer: [:]), "e1", 1)
    #expect(deliveries.delivery("e1", 1)?.version == "a")
    #expect(deliveries.delivery("e1", 2) == nil)
    deliveries.keep(Delivery(version: "b", hasPolicy: true, answer: [:]), "e2", 2)
    #expect(deliveries.delivery("e1", 2) == nil)
    #expect(deliveries.delivery("e2", 2)?.version == "b")
  }

  @Test func thereIsRoomForSoMany() {
    var deliveries = Deliveries()
    for number in 0...Deliveries.capacity {
      deliveries.keep(Delivery(version: nil, hasPolicy: false, answer: [:]), "e\(number)", 1)
    }
    #expect(deliveries.delivery("e0", 1) == nil)
    #expect(deliveries.delivery("e\(Deliveries.capacity)", 1) != nil)
  }

  /// Every kind of change that an administrator can make between two check-ins.
  @Test(
    arguments: [
      ("PATCH", "\(apps)/iosManagedAppProtections/baseline", ["pinRequired": false]),
      ("DELETE", "\(apps)/iosManagedAppProtections/baseline", .null),
      ("POST", "\(apps)/iosManagedAppProtections/baseline/assign", ["assignments": []]),
      ("POST", "\(apps)/iosManagedAppProtections/baseline/targetApps", ["apps": []]),
      (
        "PATCH", "\(apps)/targetedManagedAppConfigurations/mailconfig",
        ["customSettings": [["name": "greeting", "value": "good day"]]]
      ),
      ("DELETE", "/v1.0/groups/staff/members/o-ana/$ref", .null),
      ("DELETE", "/v1.0/groups/staff", .null),
      ("PATCH", "/v1.0/users/ana", ["displayName": "Anna"]),
      (
        "PATCH", "\(apps)/mobileAppConfigurations/00000000-0000-4000-8007-000000000001",
        ["settings": []]
      ),
    ] as [(String, String, JSON)])
  func aChangeIsSeenAtOnce(_ method: String, _ path: String, _ body: JSON) throws {
    var world = try GraphWorld()
    // What the tokens stand for names the user as MDM is to tell it.
    _ = world.send(
      "POST", "\(apps)/mobileAppConfigurations",
      [
        "displayName": "Account", "targetedMobileApps": ["mail"],
        "settings": [
          [
            "appConfigKey": "name", "appConfigKeyType": "tokenType",
            "appConfigKeyValue": "{{username}}",
          ]
        ],
      ])
    _ = world.send(
      "POST", "\(apps)/mobileAppConfigurations/00000000-0000-4000-8007-000000000002/assign",
      [
        "assignments": [
          ["target": ["@odata.type": "#microsoft.graph.allDevicesAssignmentTarget"]]
        ]
      ])
    let id = world.core.enrolled("ana@contoso.com")
    let token = world.core.accessToken("ana@contoso.com")
    let before = world.core.handle(.checkIn(id, bearer: token), now: at(1)).body
    #expect(before["managedConfiguration"]?["name"] == "ana")
    // A change that is undone is none.
    world.core.commit()
    _ = world.send(method, path, body)
    world.core.rollback()
    #expect(world.core.handle(.checkIn(id, bearer: token), now: at(1)).body == before)
    #expect((200..<300).contains(world.send(method, path, body).status))
    let after = world.core.handle(
      .checkIn(id, bearer: token, version: before["version"]?.string), now: at(1))
    #expect(after.body["result"] != "unchanged")
    #expect(after.body != before)
  }
}
