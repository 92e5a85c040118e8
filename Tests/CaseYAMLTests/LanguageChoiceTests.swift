import CaseModel
import CaseYAML
import JSONText
import Testing

/// How a case leaves an SDK the choices that the contract leaves it.
@Suite("Choices in the case language")
struct LanguageChoiceTests {
  @Test
  func `a check may be advisory, and a step hang on a record`() throws {
    let loaded = try load(
      suite(
        """
        - launch: mail
        - expect: {event: prompt, app: mail}
          check: asked
          proves: [ENR-028]
          advisory: true
        - user: {app: mail, prompt: credentials, action: enter}
          if: {event: prompt, app: mail, kind: credentials}
        - none: {event: {in: [dialog, exitRequested]}}
          check: nothing-else
          proves: [ENR-028]
        """))
    #expect(loaded.messages == [])
    let steps = try #require(loaded.cases.first).steps
    #expect(steps[1].check?.isAdvisory == true)
    #expect(steps[3].check?.isAdvisory == false)
    #expect(steps[2].condition?.name == "prompt")
    guard case .count(let pattern, _)? = steps[3].check?.demand else {
      Issue.record("no pattern")
      return
    }
    #expect(pattern.name == nil)
    #expect(pattern.alternatives == ["dialog", "exitRequested"])
  }

  @Test
  func `a step may be left out because of a record`() throws {
    let loaded = try load(
      suite(
        """
        - launch: mail
        - none: {event: prompt, app: mail}
          unless: {event: dialog, app: mail}
          check: not-asked
          proves: [ENR-028]
        """))
    #expect(loaded.messages == [])
    let step = try #require(loaded.cases.first).steps[1]
    #expect(step.exception?.name == "dialog")
    #expect(step.condition == nil)
  }

  @Test
  func `one of several values may be a mapping, and a value none of several`() throws {
    let loaded = try load(
      suite(
        """
        - launch: mail
        - call: mail.policyForIdentity(pat)
          returns: {in: [null, {isPINRequired: false}]}
          check: free
          proves: [POL-006]
        - none: {event: unenrollRequest, statusCode: {not: {in: [213, 214]}}}
          check: code
          proves: [DRG-021]
        """))
    #expect(loaded.messages == [])
    let checks = try #require(loaded.cases.first).checks
    let member = RecordPattern.Field(name: "isPINRequired", matcher: .equals(false))
    #expect(checks[0].demand == .returns(.anyOf([.equals(.null), .members([member])])))
    guard case .count(let pattern, _) = checks[1].demand else {
      Issue.record("no pattern")
      return
    }
    #expect(pattern.fields[0].matcher == .noneOf([213, 214]))
  }

  @Test(arguments: [
    ("2", nil), ("0", "'atLeast' takes an integer from 1 to 1000, not 0"),
    ("two", "'atLeast' takes an integer, not 'two'"),
  ])
  func `a list of so many elements is demanded by their number`(
    _ count: String, _ message: String?
  ) throws {
    let loaded = try load(
      suite(
        "- launch: mail\n- call: mail.registeredAccounts\n  returns: {atLeast: \(count)}\n"
          + "  check: c\n  proves: [ENR-028]"))
    if let message {
      #expect(loaded.messages.contains { $0.contains(message) }, "\(loaded.messages)")
    } else {
      #expect(loaded.messages == [])
      #expect(
        loaded.cases.first?.checks.first?.demand == .returns(.atLeast(2), isIdentity: true))
    }
  }

  @Test(arguments: [
    ("call: mail.enrolledAccount", true), ("call: mail.registeredAccounts", true),
    ("call: mail.getIdentityForCurrentActivity", true), ("call: mail.primaryUser", true),
    ("call: mail.aadAuthorityUriOverride", false), ("call: mail.aadClientIdOverride", false),
    ("call: mail.instance", false), ("file: {app: mail, do: owner, path: a}", true),
    ("file: {app: mail, do: read, path: a}", false), ("file: {app: mail, do: list}", false),
  ])
  func `only what is an identity is returned in any letter case`(_ verb: String, _ expected: Bool)
    throws
  {
    let loaded = try load(
      suite(
        "- launch: mail\n- \(verb)\n  returns: {first: x}\n  check: c\n  proves: [ENR-028]",
        header: "editions: 2017-11+"))
    #expect(loaded.messages == [])
    #expect(
      loaded.cases.first?.checks.first?.demand == .returns(.first("x"), isIdentity: expected))
  }

  @Test(arguments: [
    (
      "- user: {app: mail, prompt: pin, action: enter}\n"
        + "  if: {event: prompt, at: {after: c, by: 1 h}}",
      "'if' counts from the record of 'c', which only a check can"
    ),
    (
      "- stop: mail\n  unless: {event: prompt, at: {after: c, by: 1 h}}",
      "'unless' counts from the record of 'c', which only a check can"
    ),
    (
      "- sequence: [{event: prompt, at: {after: nobody, by: 1 h}}, {event: log}]\n"
        + "  check: d\n  proves: [ENR-028]",
      "'after' names 'nobody', but no check of that name counts a record before"
    ),
    (
      "- none: {event: openedURL, activity: anna}\n  check: d\n  proves: [ENR-028]",
      "unknown user 'anna'; did you mean 'ana'?"
    ),
    (
      "- none: {event: notification, userInfo: {not: {a: 1}}}\n  check: d\n  proves: [ENR-028]",
      "'not' takes a value or a list, not a mapping"
    ),
    (
      "- none: {event: log, message: {not: {in: [{a: 1}]}}}\n  check: d\n  proves: [ENR-028]",
      "'not' takes a value or a list, not a mapping"
    ),
    (
      "- call: mail.registeredAccounts\n  returns: {first: {in: [ana, ben]}}\n  check: d\n"
        + "  proves: [ENR-028]",
      "'first' takes a value, not a pattern with 'in'"
    ),
    (
      "- call: mail.registeredAccounts\n  returns: {has: {startsWith: a}}\n  check: d\n"
        + "  proves: [ENR-028]",
      "'has' takes a value, not a pattern with 'startsWith'"
    ),
  ])
  func `what could never be true, or always, is reported`(_ step: String, _ message: String) throws
  {
    let loaded = try load(
      suite("- expect: {event: log}\n  check: c\n  proves: [ENR-028]\n" + step))
    #expect(loaded.messages.contains { $0.contains(message) }, "\(loaded.messages)")
  }

  @Test(arguments: [
    ("none: {event: {in: [dialogue]}}", "unknown event 'dialogue'"),
    ("none: {event: {in: [any]}}", "unknown event 'any'"),
    ("none: {event: {in: []}}", "at least one name"),
    ("none: {request: {on: [enroll]}}", "unknown key 'on'"),
  ])
  func `what is misspelt is reported`(_ verb: String, _ message: String) throws {
    let loaded = try load(suite("- \(verb)\n  check: c\n  proves: [ENR-028]"))
    #expect(loaded.messages.contains { $0.contains(message) }, "\(loaded.messages)")
  }

  @Test
  func `a condition is a pattern, and only a check can be advisory`() throws {
    let loaded = try load(suite("- launch: mail\n  if: prompt\n- stop: mail\n  advisory: true"))
    #expect(loaded.messages.contains { $0.contains("'if' takes a pattern") }, "\(loaded.messages)")
    #expect(
      loaded.messages.contains { $0.contains("'advisory' is not allowed with 'stop'") },
      "\(loaded.messages)")
  }
}
