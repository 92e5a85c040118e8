import CaseModel
import CaseYAML
import Testing

/// Requirements that speak of some members of a record only.
@Suite struct BindingTests {
  private func proving(_ proves: String) throws -> LoadedSuites {
    try load(
      suite(
        "- expect: {app: mail, event: enrollmentRequest, statusCode: 205, didSucceed: false}\n"
          + "  check: c\n  proves: [\(proves)]"))
  }

  @Test func `a check binds requirements to members, whatever the contract says`() throws {
    let loaded = try proving("STA-002, {STA-010: statusCode}, {ENR-008: [at, didSucceed]}")
    #expect(loaded.messages == [])
    let check = try #require(loaded.cases.first?.checks.first)
    #expect(check.requirements == ["STA-002", "STA-010", "ENR-008"])
    #expect(
      check.bindings == [
        .init(requirement: "STA-010", members: ["statusCode"]),
        .init(requirement: "ENR-008", members: ["at", "didSucceed"]),
      ])
  }

  @Test func `the contract binds those that a check does not`() throws {
    let check = try #require(try proving("STA-010, ENR-008").cases.first?.checks.first)
    #expect(
      check.bindings == [
        .init(requirement: "STA-010", members: ["didSucceed"]),
        .init(requirement: "ENR-008", members: ["at", "record"]),
      ])
  }

  @Test(arguments: [
    (
      "{STA-010: didSuceed}",
      "10:18: error: unknown member of this check 'didSuceed'; did you mean 'didSucceed'?"
    ),
    (
      "{STA-010: errorString}",
      "10:18: error: unknown member of this check 'errorString'; known: statusCode, didSucceed, at, "
        + "record"
    ),
    (
      "{STA-010: at, ENR-008: at}",
      "10:18: error: 'proves' takes a requirement ID, or one with its members as {STA-010: "
        + "didSucceed}, not a mapping"
    ),
  ])
  func `a member that the check does not demand is refused`(proves: String, message: String) throws
  {
    #expect(try proving(proves).messages == ["s.yaml:\(message)"])
  }
}
