import JSONText
import Testing
import VirtualTime

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

@Suite struct EnrollmentTests {
  var core: ServiceCore

  init() throws { core = try seededCore() }

  @Test mutating func aLicensedAndTargetedUserEnrolls() {
    let token = core.accessToken("ana@contoso.com")
    let response = core.handle(.enroll("ana@contoso.com", bearer: token), now: at(0))
    #expect(
      response.body == [
        "enrollmentId": "e1", "identity": "ana@contoso.com", "objectId": "o-ana",
      ])
    #expect(response.facts.subject == "Ana@contoso.com")
    #expect(response.facts.identity == "ana@contoso.com")
    #expect(response.facts.detail["bundleId"] == "com.contoso.mail")
  }

  @Test mutating func enrollingAgainGivesTheSameEnrollment() {
    let id = core.enrolled("ana@contoso.com")
    #expect(core.enrolled("ANA@contoso.com") == id)
    #expect(core.enrolled("ana@contoso.com", device: "tablet") == "e2")
  }

  @Test mutating func withoutATokenOfTheUserNobodyEnrolls() {
    let bens = core.accessToken("ben@contoso.com")
    for bearer in [nil, "at99", bens] {
      let response = core.handle(.enroll("ana@contoso.com", bearer: bearer), now: at(0))
      #expect(response.status == 401)
      #expect(response.code == "InvalidToken")
      #expect(response.headers == [HeaderField("WWW-Authenticate", "Bearer")])
    }
  }

  @Test mutating func anUnlicensedUserIsRefused() {
    let token = core.accessToken("eve@contoso.com")
    let response = core.handle(.enroll("eve@contoso.com", bearer: token), now: at(0))
    #expect(response.status == 403)
    #expect(response.code == "AccountNotLicensed")
  }

  @Test(arguments: [("enabled", false, "TenantNotEnabled"), ("migrating", true, "TenantMigration")])
  func `the tenants state comes before the licence`(_ name: String, _ value: Bool, _ code: String)
    throws
  {
    let token = core.accessToken("eve@contoso.com")
    try core.directory.changeTenant("contoso", JSONObject([(name, .bool(value))]))
    let response = core.handle(.enroll("eve@contoso.com", bearer: token), now: at(0))
    #expect(response.status == 403)
    #expect(response.code == code)
  }

  @Test(arguments: ["2020-01", "2020-06"])
  func `new editions are told that no policy targets the user`(_ edition: String) {
    let token = core.accessToken("ben@contoso.com")
    let response = core.handle(
      .enroll("ben@contoso.com", bearer: token, edition: edition), now: at(0))
    #expect(response.status == 403)
    #expect(response.code == "LicensedNotTargeted")
  }

  @Test(arguments: ["2016-09", "2016-12", "2017-11"])
  func `old editions enroll untargeted users and then get no policy`(_ edition: String) {
    let token = core.accessToken("ben@contoso.com")
    let response = core.handle(
      .enroll("ben@contoso.com", bearer: token, edition: edition), now: at(0))
    #expect(response.status == 200)
    #expect(core.handle(.checkIn("e1", bearer: token), now: at(0)).body == ["result": "none"])
  }

  @Test mutating func aPolicyForAnotherAppDoesNotTargetThisOne() {
    let token = core.accessToken("ana@contoso.com")
    let response = core.handle(
      .enroll("ana@contoso.com", bearer: token, bundleId: "com.contoso.docs"), now: at(0))
    #expect(response.code == "LicensedNotTargeted")
  }

  @Test mutating func aBodyWithoutAMemberIsABadRequest() {
    var request = ServiceRequest.enroll("ana@contoso.com", bearer: nil)
    for name in ["identity", "bundleId", "deviceTag", "appVersion", "sdkVersion", "edition"] {
      var body = request.body.object!
      body[name] = nil
      request.body = .object(body)
      #expect(core.handle(request, now: at(0)).code == "BadRequest")
    }
    request.body = .null
    #expect(core.handle(request, now: at(0)).status == 400)
  }

  @Test mutating func unenrollingEndsTheEnrollmentOnce() {
    let id = core.enrolled("ana@contoso.com")
    let token = core.accessToken("ana@contoso.com")
    #expect(core.handle(.unenroll(id, bearer: token), now: at(0)).body == [:])
    let again = core.handle(.unenroll(id, bearer: token), now: at(0))
    #expect(again.status == 404)
    #expect(again.code == "NotEnrolled")
    #expect(core.handle(.checkIn(id, bearer: token), now: at(0)).code == "Gone")
  }

  @Test mutating func onlyTheUserEndsTheEnrollment() {
    let id = core.enrolled("ana@contoso.com")
    let bens = core.accessToken("ben@contoso.com")
    #expect(core.handle(.unenroll(id, bearer: bens), now: at(0)).code == "InvalidToken")
    #expect(core.handle(.checkIn(id, bearer: bens), now: at(0)).code == "InvalidToken")
    #expect(core.state.enrollments.count == 1)
  }

  @Test mutating func locateTellsTheHostsAndKnowsOnlyItsUsers() throws {
    let hosts = HostURLs { "http://\($0)" }
    let known = ServiceRequest(.locate, body: ["identity": "ANA@contoso.com"], hosts: hosts)
    #expect(
      core.handle(known, now: at(0)).body == [
        "enrollment": "http://enrollment", "policy": "http://policy",
        "telemetry": "http://telemetry", "authority": "http://signIn/contoso", "tenant": "contoso",
      ])
    let unknown = ServiceRequest(.locate, body: ["identity": "zoe@contoso.com"])
    #expect(core.handle(unknown, now: at(0)).code == "UserNotFound")
    try core.directory.changeUser("ana", ["deleted": true], at(0))
    #expect(core.handle(known, now: at(0)).status == 404)
  }

  @Test mutating func telemetryIsCounted() {
    let response = core.handle(
      ServiceRequest(.telemetry, body: ["events": [1, 2]]), now: at(0))
    #expect(response.body == [:])
    #expect(response.facts.detail == ["events": 2])
    #expect(core.handle(ServiceRequest(.telemetry, body: []), now: at(0)).code == "BadRequest")
  }
}
