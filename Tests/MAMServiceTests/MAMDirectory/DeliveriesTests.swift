import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMGraph
@testable import MAMWire

/// What a check-in brings is remembered only as long as nothing has changed on which it hangs.
@Suite struct DeliveriesTests {
  @Test func `another generation knows nothing`() {
    let deliveries = Deliveries()
    deliveries.keep(Delivery(version: "a", hasPolicy: true, answer: [:]), "e1", 1)
    #expect(deliveries.delivery("e1", 1)?.version == "a")
    #expect(deliveries.delivery("e1", 2) == nil)
    deliveries.keep(Delivery(version: "b", hasPolicy: true, answer: [:]), "e2", 2)
    #expect(deliveries.delivery("e1", 2) == nil)
    #expect(deliveries.delivery("e2", 2)?.version == "b")
  }

  @Test func `there is room for so many`() {
    let deliveries = Deliveries()
    for number in 0...Deliveries.capacity {
      deliveries.keep(Delivery(version: nil, hasPolicy: false, answer: [:]), "e\(number)", 1)
    }
    #expect(deliveries.delivery("e0", 1) == nil)
    #expect(deliveries.delivery("e\(Deliveries.capacity)", 1) != nil)
  }

  @Test func `enrollments with the same answer share it`() {
    let deliveries = Deliveries()
    func keep(_ id: String, _ version: String, length: Int) {
      let text = String(
        decoding: [UInt8](repeating: UInt8(ascii: "x"), count: length), as: UTF8.self)
      let answer: JSONObject = ["policy": .string(text)]
      deliveries.keep(Delivery(version: version, hasPolicy: true, answer: answer), id, 1)
    }
    for number in 0..<100 { keep("e\(number)", "a", length: 1 << 20) }
    let alone = deliveries.bytes
    #expect(1 << 20...2 << 20 ~= alone)
    for number in 100..<110 { keep("e\(number)", "b\(number)", length: 1 << 20) }
    #expect(deliveries.bytes == 11 * alone)
    for number in 110..<130 { keep("e\(number)", "c\(number)", length: 1 << 20) }
    #expect(deliveries.bytes <= Deliveries.maximumBytes)
    #expect(deliveries.delivery("e129", 1) != nil)
    // Too long for everybody: worked out each time.
    keep("e200", "d", length: Deliveries.maximumBytes)
    #expect(deliveries.delivery("e200", 1) == nil)
    // Answers of one version that differ are not mixed up.
    keep("e201", "same", length: 1)
    keep("e202", "same", length: 2)
    #expect(deliveries.delivery("e201", 1)?.answer["policy"] == "x")
    #expect(deliveries.delivery("e202", 1)?.answer["policy"] == "xx")
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
  func `a change is seen at once`(_ method: String, _ path: String, _ body: JSON) throws {
    var world = try GraphWorld()
    // What the tokens stand for names the user as MDM is to tell it.
    _ = world.send(
      "POST", "\(apps)/mobileAppConfigurations",
      [
        "@odata.type": "#microsoft.graph.iosMobileAppConfiguration", "displayName": "Account",
        "targetedMobileApps": ["mail"],
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
    world.core.state.commit()
    _ = world.send(method, path, body)
    world.core.state.rollback()
    #expect(world.core.handle(.checkIn(id, bearer: token), now: at(1)).body == before)
    #expect((200..<300).contains(world.send(method, path, body).status))
    let after = world.core.handle(
      .checkIn(id, bearer: token, version: before["version"]?.string), now: at(1))
    #expect(after.body["result"] != "unchanged")
    #expect(after.body != before)
  }
}
