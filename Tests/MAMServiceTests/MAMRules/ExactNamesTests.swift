import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// Names that Swift's own comparison takes for one are two to the service.
@Suite struct ExactNamesTests {
  private static let composed = "jos\u{E9}@contoso.com"
  private static let decomposed = "jose\u{301}@contoso.com"
  private static let seed: JSON = [
    "tenants": ["contoso": .null],
    "apps": [
      "mail": ["bundleId": "com.contoso.mail", "device": "phone"],
      "caf\u{E9}": ["bundleId": "com.contoso.caf\u{E9}"],
      "cafe\u{301}": ["bundleId": "com.contoso.cafe\u{301}"],
    ],
    "users": [
      "one": ["upn": .string(composed), "tenant": "contoso"],
      "two": ["upn": .string(decomposed), "tenant": "contoso"],
      "kim": ["upn": "Kim@contoso.com", "tenant": "contoso"],
    ],
    "groups": ["caf\u{E9}": ["one"], "cafe\u{301}": ["two", "kim"]],
    "policies": ["baseline": ["assign": ["caf\u{E9}", "cafe\u{301}"], "apps": ["mail"]]],
  ]

  private func core() throws -> ServiceCore {
    let core = ServiceCore()
    try core.directory.seed(Self.seed.object!, at(0))
    core.state.commit()
    return core
  }

  @Test func `two normal forms of one name are two users`() throws {
    let core = try core()
    #expect(core.state.users.count == 3)
    for name in [Self.composed, Self.decomposed] {
      #expect(core.signIn(name).status == 200)
      #expect(core.signIn(name.replacing("jos", with: "JOS")).status == 200)
      let found = try #require(core.state.users[userKey(name)])
      #expect(Array(found.upn.utf8) == Array(name.utf8))
    }
    #expect(core.signIn("\u{212A}im@contoso.com").status != 200)
    #expect(core.signIn("kIM@contoso.com").status == 200)
  }

  @Test func `who is not there in this form is not there`() throws {
    let core = ServiceCore()
    try core.directory.seed(
      [
        "tenants": ["contoso": .null],
        "users": ["one": ["upn": .string(Self.composed), "tenant": "contoso"]],
      ], at(0))
    core.state.commit()
    #expect(core.signIn(Self.composed).status == 200)
    #expect(core.signIn(Self.decomposed).status != 200)
  }

  @Test func `groups apps and enrollments are kept apart`() throws {
    let core = try core()
    #expect(core.state.groups.count == 2 && core.state.apps.count == 3)
    let members = core.state.groups.rows.map { $0.members.count }
    #expect(members == [1, 2])
    _ = core.enrolled(Self.composed)
    let id = core.enrolled(Self.decomposed)
    #expect(
      id != "none" && core.state.enrollments.rows.map(\.user.utf8.count).sorted() == [17, 18])
    // A token of one user does not enroll the other.
    let token = core.accessToken(Self.composed)
    #expect(core.handle(.enroll(Self.decomposed, bearer: token), now: at(0)).status != 200)
  }

  @Test func `only one is forgotten`() throws {
    let core = try core()
    let id = core.enrolled(Self.composed)
    #expect(id != "none")
    core.state.users[userKey(Self.decomposed)] = nil
    #expect(core.state.users.count == 2)
    #expect(core.signIn(Self.composed).status == 200 && core.signIn(Self.decomposed).status != 200)
  }

  @Test func `tables roll back the row that was changed`() throws {
    let core = try core()
    core.state.users[userKey(Self.composed)] = nil
    core.state.rollback()
    #expect(core.state.users.keys.map(\.utf8.count).sorted() == [15, 17, 18])
  }
}
