import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

@Suite struct CheckInTests {
  var core: ServiceCore
  let id: String
  let token: String

  init() throws {
    core = try seededCore()
    id = core.enrolled("ana@contoso.com")
    token = core.accessToken("ana@contoso.com")
  }

  /// What stands for the policies at the start in a version.
  private static let policy = "p1-c57bff79e3e45212"
  private static let configuration = "c1-d1238ab142a3045d"
  private static let version = "\(policy)+\(configuration)"

  private mutating func checkIn(_ version: String? = nil, now: VirtualInstant = at(0)) -> JSON {
    core.handle(.checkIn(id, bearer: token, version: version), now: now).body
  }

  @Test mutating func theFirstCheckInGivesPolicyAndConfiguration() {
    let response = core.handle(.checkIn(id, bearer: token), now: at(0))
    #expect(response.body["result"] == "policy")
    #expect(response.body["version"]?.string == Self.version)
    #expect(response.body["policy"]?["pinRequired"] == true)
    #expect(response.body["policy"]?["contactSyncBlocked"] == false)
    #expect(response.body["policy"]?["appDataEncryptionType"] == "useDeviceSettings")
    #expect(response.body["configuration"] == [["greeting": "hello"]])
    #expect(response.facts.identity == "ana@contoso.com")
    #expect(
      response.facts.detail == [
        "bundleId": "com.contoso.mail", "enrollmentId": "e1", "policyVersion": .null,
        "version": .string(Self.version), "result": "policy",
      ])
  }

  @Test mutating func theSameVersionIsUnchanged() {
    #expect(checkIn(Self.version) == ["result": "unchanged"])
    #expect(checkIn("p0.0")["result"] == "policy")
  }

  @Test mutating func aChangeOfContentThatTheAppSeesIsANewVersion() throws {
    try core.directory.seed(
      ["policies": ["baseline": ["assign": ["staff"], "apps": ["mail"], "settings": [:]]]], at(1))
    #expect(checkIn(Self.version)["version"] == "p1-1f54e295aa3aaaaf+c1-d1238ab142a3045d")
    try core.directory.seed(
      [
        "configurations": [
          "mailconfig": ["assign": ["staff"], "apps": ["mail"], "settings": ["greeting": 5]]
        ]
      ], at(1))
    let answer = checkIn("p1-1f54e295aa3aaaaf+c1-d1238ab142a3045d")
    #expect(answer["configuration"] == [["greeting": "5"]])
    #expect(checkIn(answer["version"]?.string) == ["result": "unchanged"])
  }

  @Test mutating func anAssignmentThatTheUserDoesNotSeeIsUnchanged() throws {
    try core.directory.seed(
      [
        "groups": ["others": ["ben"]],
        "policies": [
          "baseline": [
            "assign": ["staff", "others"], "apps": ["mail", "docs"],
            "settings": ["pinRequired": true],
          ]
        ],
      ], at(1))
    #expect(checkIn(Self.version) == ["result": "unchanged"])
  }

  @Test mutating func thePolicyThatWasMadeFirstComesFirst() throws {
    try core.directory.seed(
      ["policies": ["second": ["assign": ["staff"], "apps": ["mail"], "settings": [:]]]], at(1))
    #expect(checkIn(Self.version) == ["result": "unchanged"])
    try core.directory.seed(
      ["policies": ["baseline": ["apps": ["mail"], "settings": ["pinRequired": true]]]], at(2))
    #expect(checkIn(Self.version)["version"]?.string == "p2-1f54e295aa3aaaaf+\(Self.configuration)")
  }

  @Test mutating func withoutAPolicyThereIsNone() throws {
    try core.directory.seed(["groups": ["staff": []]], at(1))
    #expect(checkIn(Self.version) == ["result": "none"])
  }

  @Test mutating func configurationNeedsNoPolicy() throws {
    try core.directory.seed(["policies": ["baseline": ["assign": []]]], at(1))
    #expect(checkIn(Self.version) == ["result": "none", "configuration": [["greeting": "hello"]]])
    #expect(core.state.enrollments[id]?.policyVersion == Self.configuration)
  }

  @Test mutating func theSameContentHasTheSameVersionHoweverItCameAbout() throws {
    let policies = { (isRequired: Bool) -> JSONObject in
      [
        "policies": [
          "baseline": [
            "assign": ["staff"], "apps": ["mail"], "settings": ["pinRequired": .bool(isRequired)],
          ]
        ]
      ]
    }
    try core.directory.seed(policies(false), at(1))
    #expect(checkIn(Self.version)["result"] == "policy")
    try core.directory.seed(policies(true), at(2))
    #expect(checkIn(Self.version) == ["result": "unchanged"])
  }

  @Test mutating func onlyTheFirstConfigurationForAllIsTheDefaultAndNoneThatNamesTheUser() throws {
    try core.directory.seed(
      [
        "groups": ["all": ["ana"]],
        "configurations": [
          "first": ["default": true, "settings": ["k": "1"]],
          "second": ["default": true, "settings": ["k": "2"]],
          "both": ["default": true, "assign": ["all"], "settings": ["k": "3"]],
        ],
      ], at(1))
    #expect(
      checkIn()["configuration"] == [
        ["greeting": "hello"], ["k": "1", "__IsDefault": true], ["k": "2"], ["k": "3"],
      ])
  }

  @Test mutating func whoEnrollsAfterADeliveredWipeBeginsAnew() throws {
    core.management.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(0))
    // A wipe that the app does not know of yet stays.
    #expect(core.enrolled("ana@contoso.com") == id)
    #expect(checkIn()["result"] == "wipe")
    #expect(core.state.enrollments[id]?.hasCheckedIn == true)
    let next = core.enrolled("ana@contoso.com")
    #expect(next != id)
    #expect(core.state.enrollments[id] == nil)
    #expect(
      core.handle(.checkIn(next, bearer: token), now: at(0)).body["result"] == "policy")
  }

  @Test mutating func aLostLicenceIsRefused() throws {
    try core.directory.changeUser("ana", ["licensed": false], at(0))
    #expect(
      core.handle(.checkIn(id, bearer: token), now: at(0)).code == "AccountNotLicensed")
  }

  @Test mutating func aWipeGoesFromPendingToDeliveredToAcknowledged() throws {
    core.management.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(1))
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
    core.management.wipe(userKey: "ana@contoso.com", deviceTag: "tablet", at(1))
    core.management.wipe(userKey: "ben@contoso.com", deviceTag: "phone", at(1))
    #expect(core.state.wipes.count == 0)
    #expect(checkIn()["result"] == "policy")
  }

  @Test mutating func aSecondWipeOfTheSameEnrollmentIsTheFirst() {
    core.management.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(1))
    core.management.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(2))
    #expect(core.state.wipes.count == 1)
  }

  @Test mutating func deregisteringCancelsTheWipe() {
    core.management.wipe(userKey: "ana@contoso.com", deviceTag: "phone", at(1))
    _ = core.handle(.unenroll(id, bearer: token), now: at(2))
    #expect(core.state.wipes["w1"]?.state == .cancelled)
  }

  @Test mutating func aRegistrationCanBeGoneForgottenOrAskedToEnrollAnew() throws {
    func set(_ change: RegistrationChange) throws -> Int {
      try core.directory.changeRegistrations(
        of: "ana", bundleId: "com.contoso.mail", to: change, at(1))
    }
    #expect(try set(.reenroll) == 1)
    #expect(checkIn() == ["result": "reenroll"])
    #expect(core.enrolled("ana@contoso.com") == id)
    #expect(checkIn()["result"] == "policy")
    #expect(try set(.gone) == 1)
    let gone = core.handle(.checkIn(id, bearer: token), now: at(2))
    #expect(gone.status == 410)
    #expect(gone.code == "Gone")
    #expect(core.enrolled("ana@contoso.com") == "e2")
    #expect(try set(.forgotten) == 1)
    #expect(core.handle(.unenroll("e2", bearer: token), now: at(2)).code == "NotEnrolled")
    #expect(try set(.gone) == 0)
  }
}
