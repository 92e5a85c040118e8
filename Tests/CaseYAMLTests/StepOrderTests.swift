import CaseModel
import CaseYAML
import Testing

/// Steps that can never be carried out where they stand.
@Suite("The order of steps")
struct StepOrderTests {
  private static let check = "- none: {request: enroll}\n  check: last\n  proves: [ENR-009]"

  private func messages(_ steps: String, header: String = "") throws -> [String] {
    try load(suite("\(steps)\n\(Self.check)", header: header)).messages
  }

  @Test(arguments: [
    ("- kill: mail", "8:9"), ("- stop: mail", "8:9"), ("- suspend: mail", "8:9"),
    ("- call: mail.registeredAccounts", "8:9"),
    ("- launch: docs\n- signIn: {app: mail, identity: ana}", "9:9"),
    ("- kill: mail\n- call: mail.policy\n- launch: mail", "8:9"),
  ])
  func `an app that was never launched can be asked nothing`(steps: String, place: String) throws {
    #expect(
      try messages(steps) == [
        "s.yaml:\(place): error: the app 'mail' is not launched before this step; put '- launch: mail' before it"
      ])
  }

  @Test(arguments: [
    ("- kill: mail\n- kill: mail", "killed", "10:9"),
    ("- stop: mail\n- call: mail.policy\n- call: mail.policy", "closed", "10:9"),
    ("- kill: mail\n- advance: 1 d\n- background: mail\n- launch: mail", "killed", "11:9"),
  ])
  func `an app that was ended can be asked nothing`(
    steps: String, word: String, place: String
  ) throws {
    #expect(
      try messages("- launch: mail\n\(steps)") == [
        "s.yaml:\(place): error: the app 'mail' was \(word) before this step, and is not launched again; "
          + "put '- launch: mail' between them"
      ])
  }

  @Test func `a launch that an edition leaves out is missing there`() throws {
    #expect(
      try messages(
        "- launch: mail\n  editions: [2020-06]\n- kill: mail", header: "editions: 2020-01+")
        == [
          "s.yaml:11:9: error: the app 'mail' is not launched before this step in 2020-01; "
            + "the launch is left out there by its 'editions'"
        ])
  }

  @Test func `time does not go back, and ends with the limit`() throws {
    #expect(
      try messages("- advance: 25 h\n- advance: {to: 24 h}") == [
        "s.yaml:9:9: error: the case cannot advance to 24:00:00.000: 25:00:00.000 have passed by then; "
          + "'advance: 1 h' counts from here, 'advance: {to: 1 h}' from the start of the case"
      ])
    #expect(
      try messages("- advance: 500 d\n- advance: 500 d") == [
        "s.yaml:8:9: error: the case takes 12000:00:00.000 of virtual time up to here, and its limit is "
          + "9600:00:00.000; shorten it, or give the case 'limit: 500 d'"
      ])
    #expect(
      try messages(
        "- quiet: {for: 25 h, request: enroll}\n  check: q\n  proves: [ENR-009]",
        header: "limit: 1 d")
        == [
          "s.yaml:9:9: error: the case takes 25:00:00.000 of virtual time up to here, and its limit is "
            + "24:00:00.000; shorten it, or give the case 'limit: 2 d'"
        ])
  }

  @Test(arguments: [
    "- launch: {app: mail, unlessRunning: true}\n- kill: mail",
    "- reinstall: {app: mail, keychain: kept}\n- stop: mail",
    "- kill: {app: mail, request: enroll, point: applied}\n- launch: mail",
    "- kill: {app: mail, callback: policyRequest}\n- launch: mail",
    "- launch: mail\n  if: {request: enroll}\n- kill: mail",
    "- launch: mail\n- kill: mail\n  if: {request: enroll}\n- kill: mail",
    "- launch: mail\n- kill: mail\n- relaunch: mail\n- kill: mail\n- launch: mail\n- stop: mail",
    "- launch: mail\n- kill: mail\n- launch: mail\n  if: {request: enroll}\n- call: mail.policy",
    "- kill: mail\n  if: {life: launched, app: mail}",
    "- advance: 25 h\n  unless: {request: enroll}\n- advance: {to: 24 h}",
    "- advance: 24 h\n- advance: {to: 24 h}", "- advance: 400 d",
    "- file: {app: mail, do: onDisk, path: a, content: b}",
  ])
  func `what may be carried out is no mistake`(steps: String) throws {
    #expect(try messages(steps) == [])
  }

  @Test func `an app or a step that the matrix chooses counts`() throws {
    #expect(
      try messages(
        "- launch: ${app}\n- ${verb}: ${app}",
        header: "matrix: {app: [mail, docs], verb: [kill, stop]}") == [])
  }

  @Test func `a step that cannot be read may have launched an app, and hides no mistake in time`()
    throws
  {
    #expect(
      try messages("- lanch: mail\n- kill: mail\n- advance: 500 d") == [
        "s.yaml:8:9: error: unknown verb 'lanch'; did you mean 'launch'?",
        "s.yaml:10:9: error: the case takes 12000:00:00.000 of virtual time up to here, and its limit is "
          + "9600:00:00.000; shorten it, or give the case 'limit: 500 d'",
      ])
  }
}
