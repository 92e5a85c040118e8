import JSONText
import Testing
import VirtualTime

@testable import MAMService

@Suite struct CheckInTests {
  var core: ServiceCore
  let id: String
  let token: String

  init() throws {
    core = try seededCore()
    id = core.enrolled("ana@contoso.com")
    token = core.accessToken("ana@contoso.com")
  }

  private mutating func checkIn(_ version: String? = nil, now: VirtualInstant = at(0)) -> JSON {
    core.handle(.checkIn(id, bearer: token, version: version), now: now).body
  }

  @Test mutating func theFirstCheckInGivesPolicyAndConfiguration() {
    let response = core.handle(.checkIn(id, bearer: token), now: at(0))
    #expect(response.body["result"] == "policy")
    #expect(response.body["version"] == "p1.1+c1.1")
    #expect(response.body["policy"]?["pinRequired"] == true)
    #expect(response.body["policy"]?["contactSyncBlocked"] == false)
    #expect(response.body["policy"]?["appDataEncryptionType"] == "useDeviceSettings")
    #expect(response.body["configuration"] == [["greeting": "hello"]])
    #expect(response.facts.identity == "ana@contoso.com")
    #expect(
      response.facts.detail == [
        "bundleId": "com.contoso.mail", "enrollmentId": "e1", "policyVersion": .null,
        "version": "p1.1+c1.1", "result": "policy",
      ])
  }

  @Test mutating func theSameVersionIsUnchanged() {
    #expect(checkIn("p1.1+c1.1") == ["result": "unchanged"])
    #expect(checkIn("p0.0")["result"] == "policy")
  }

  @Test mutating func aChangeOfContentThatTheAppSeesIsANewVersion() throws {
    try core.seed(
      ["policies": ["baseline": ["assign": ["staff"], "apps": ["mail"], "settings": [:]]]], at(1))
    #expect(checkIn("p1.1+c1.1")["version"] == "p1.2+c1.1")
    try core.seed(
      [
        "configurations": [
          "mailconfig": ["assign": ["staff"], "apps": ["mail"], "settings": ["greeting": 5]]
        ]
      ], at(1))
    #expect(checkIn("p1.2+c1.1")["configuration"] == [["greeting": "5"]])
    #expect(checkIn("p1.2+c1.2") == ["result": "unchanged"])
  }

  @Test mutating func anAssignmentThatTheUserDoesNotSeeIsUnchanged() throws {
    try core.seed(
      [
        "groups": ["others": ["ben"]],
        "policies": [
          "baseline": [
            "assign": ["staff", "others"], "apps": ["mail", "docs"],
            "settings": ["pinRequired": true],
          ]
        ],
      ], at(1))
    #expect(checkIn("p1.1+c1.1") == ["result": "unchanged"])
  }

  @Test mutating func thePolicyThatWasMadeFirstComesFirst() throws {
    try core.seed(
      ["policies": ["second": ["assign": ["staff"], "apps": ["mail"], "settings": [:]]]], at(1))
    #expect(checkIn("p1.1+c1.1") == ["result": "unchanged"])
    try core.seed(
      ["policies": ["baseline": ["apps": ["mail"], "settings": ["pinRequired": true]]]], at(2))
    #expect(checkIn("p1.1+c1.1")["version"] == "p2.1+c1.1")
  }

  @Test mutating func withoutAPolicyThereIsNone() throws {
    try core.seed(["groups": ["staff": []]], at(1))
    #expect(checkIn("p1.1+c1.1") == ["result": "none"])
  }

  @Test mutating func aLostLicenceIsRefused() throws {
    try core.changeUser("ana", ["licensed": false], at(0))
    #expect(
      core.handle(.checkIn(id, bearer: token), now: at(0)).code == "AccountNotLicensed")
  }

  @Test mutating func aWipeGoesFromPendingToDeliveredToAcknowledged() throws {
    core.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(1))
    #expect(core.state.wipes["w1"]?.state == .pending)
    let response = core.handle(.checkIn(id, bearer: token), now: at(2))
    #expect(response.body == ["result": "wipe", "wipeId": "w1"])
    #expect(response.facts.detail["wipeId"] == "w1")
    #expect(core.state.wipes["w1"]?.state == .delivered)
    #expect(checkIn() == ["result": "wipe", "wipeId": "w1"])
    let done = core.handle(
      .unenroll(id, bearer: token, wipeId: "w1", reason: "wipe"), now: at(3))
    #expect(done.status == 200)
    #expect(done.facts.detail["wipeId"] == "w1")
    #expect(core.state.wipes["w1"]?.state == .acknowledged)
    #expect(core.enrolled("ana@contoso.com") == "e2")
    #expect(core.handle(.checkIn("e2", bearer: token), now: at(4)).body["result"] == "policy")
  }

  @Test mutating func aWipeWithoutAnEnrollmentOnTheDeviceDoesNothing() {
    core.wipe(userKey: "ana@contoso.com", deviceTag: "tablet", at(1))
    core.wipe(userKey: "ben@contoso.com", deviceTag: "phone", at(1))
    #expect(core.state.wipes.count == 0)
    #expect(checkIn()["result"] == "policy")
  }

  @Test mutating func aSecondWipeOfTheSameEnrollmentIsTheFirst() {
    core.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(1))
    core.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(2))
    #expect(core.state.wipes.count == 1)
  }

  @Test mutating func deregisteringCancelsTheWipe() {
    core.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(1))
    _ = core.handle(.unenroll(id, bearer: token), now: at(2))
    #expect(core.state.wipes["w1"]?.state == .cancelled)
  }

  @Test mutating func aRegistrationCanBeGoneForgottenOrAskedToEnrollAnew() throws {
    func set(_ change: String) throws -> Int {
      try core.changeRegistrations(
        of: "ana", bundleId: "com.contoso.mail", to: change, at(1))
    }
    #expect(try set("reenroll") == 1)
    #expect(checkIn() == ["result": "reenroll"])
    #expect(core.enrolled("ana@contoso.com") == id)
    #expect(checkIn()["result"] == "policy")
    #expect(try set("gone") == 1)
    let gone = core.handle(.checkIn(id, bearer: token), now: at(2))
    #expect(gone.status == 410)
    #expect(gone.code == "Gone")
    #expect(core.enrolled("ana@contoso.com") == "e2")
    #expect(try set("forgotten") == 1)
    #expect(core.handle(.unenroll("e2", bearer: token), now: at(2)).code == "NotEnrolled")
    #expect(try set("gone") == 0)
  }
}
