import CaseModel
import CaseYAML
import Testing

/// The exact message for every kind of bad check.
@Suite("Messages for bad checks")
struct CheckMessageTests {
  /// The verb's line of a check, and what is said of it; the step is on line 8.
  static let table: [(verb: String, message: String)] = [
    (
      "expect: {evnt: log}",
      "8:17: error: 'expect' needs exactly one of 'event', 'request', 'life', 'delivered' or "
        + "'discarded'; did you mean 'event' by 'evnt'?"
    ),
    (
      "expect: enroll",
      "8:17: error: 'expect' takes a pattern such as {request: enroll}, not 'enroll'"
    ),
    (
      "expect: {event: enrolmentRequest}",
      "8:25: error: unknown event 'enrolmentRequest'; did you mean 'enrollmentRequest'?"
    ),
    (
      "expect: {request: enrol}",
      "8:27: error: unknown endpoint 'enrol'; did you mean 'enroll'?"
    ),
    (
      "expect: {life: dead}",
      "8:24: error: unknown change of life 'dead'; known: launched, stopped, killed, exited, any"
    ),
    (
      "none: {event: policyRequest, statuscode: 100}",
      "8:38: error: 'policyRequest' has no member 'statuscode'; did you mean 'statusCode'?"
    ),
    (
      "none: {request: enroll, subjet: ana}",
      "8:33: error: 'enroll' has no member 'subjet'; did you mean 'subject'?"
    ),
    (
      "expect: {request: enroll, by: docks}",
      "8:39: error: unknown app 'docks'; did you mean 'docs'?"
    ),
    (
      "expect: {request: enroll, at: noon}",
      "8:39: error: 'at' takes a duration such as '24 h', '1 ms' or '23:59:59.999', not 'noon'"
    ),
    (
      "expect: {request: enroll, identity: anna}",
      "8:45: error: unknown user 'anna'; did you mean 'ana'?"
    ),
    (
      "expect: {request: enroll, status: {in: 200}}",
      "8:48: error: 'in' takes a list of values, not an integer"
    ),
    (
      "expect: {request: enroll, status: {in: [200], not: 3}}",
      "8:44: error: 'in' must stand alone in its braces"
    ),
    (
      "expect: {event: enrollmentRequest, statusCode: \"100\"}",
      "8:56: error: 'statusCode' takes an integer, not '100'"
    ),
    (
      "expect: {event: enrollmentRequest, statusCode: {not: {in: [100, low]}}}",
      "8:73: error: 'statusCode' takes an integer, not 'low'"
    ),
    (
      "expect: {event: enrollmentRequest, statusCode: {in: []}}",
      "8:61: error: 'in' takes at least one value, and the list is empty"
    ),
    (
      "expect: {event: enrollmentRequest, statusCode: {inn: [100]}}",
      "8:57: error: 'statusCode' is never a mapping, and 'inn' is no operator; did you mean 'in'?"
    ),
    (
      "expect: {event: prompt, kind: password}",
      "8:39: error: unknown kind 'password'; known: credentials, userName, pin, dialog, blocked"
    ),
    (
      "expect: {request: enroll, status: refused}",
      "8:43: error: 'status' takes an integer, not 'refused'"
    ),
    (
      "expect: {request: enroll, code: {exists: 1}}",
      "8:50: error: 'exists' takes true or false, not an integer"
    ),
    (
      "expect: {request: enroll, count: -1}",
      "8:42: error: 'count' takes an integer from 0 to 1000000, not -1"
    ),
    (
      "expect: {request: enroll, count: {min: 2, max: 1}}",
      "8:42: error: 'count' allows nothing: 'min' is 2, and 'max' is 1"
    ),
    (
      "expect: {request: enroll, count: {min: 0}}",
      "8:42: error: 'count' allows everything; give 'max', or a 'min' above 0"
    ),
    (
      "expect: {event: enrollmentRequest, didSucceed: no}",
      "8:56: error: 'didSucceed' takes true or false, not 'no'"
    ),
    (
      "expect: {<<: {request: enroll}, request: enroll}",
      "8:18: error: merge keys ('<<') are not supported; "
        + "write the members out, or let an alias stand for the whole value"
    ),
    (
      "sequence: {request: enroll}",
      "8:19: error: 'sequence' takes a list of patterns, not a mapping"
    ),
    (
      "sequence: [{request: enroll}]",
      "8:19: error: 'sequence' takes at least two patterns, not a list"
    ),
    ("quiet: {request: enroll}", "8:16: error: 'quiet' needs the key 'for'"),
  ]

  @Test(arguments: table.indices)
  func `every bad pattern has its place, its reason and a suggestion`(_ index: Int) throws {
    let (verb, message) = Self.table[index]
    let suites = try load(suite("- \(verb)\n  check: a\n  proves: [ENR-009]"))
    #expect(suites.messages == ["s.yaml:\(message)"])
    #expect(suites.cases.isEmpty)
  }

  @Test(arguments: [
    ("proves: [ENR-009]", "8:9: error: 'none' needs the key 'check'"),
    ("check: a", "8:9: error: 'none' needs the key 'proves'"),
    (
      "check: a\n  proves: [ENR-099]",
      "10:18: error: unknown requirement 'ENR-099'; did you mean 'ENR-009'?"
    ),
    ("check: a\n  proves: []", "10:17: error: 'proves' names no requirement"),
    (
      "check: a\n  proves: ENR-009",
      "10:17: error: 'proves' takes a list of requirement IDs, not 'ENR-009'; write [ENR-009]"
    ),
    (
      "check: a\n  proves: [ENR-009, ENR-009]",
      "10:27: error: the requirement ENR-009 is given twice"
    ),
    (
      "check: Not Early\n  proves: [ENR-009]",
      "9:16: error: 'Not Early' is not an ID; "
        + "write lower-case words joined by hyphens, such as 'retry-after-24h'"
    ),
    (
      "check: a\n  proves: [ENR-009]\n  count: 2",
      "11:9: error: 'count' must not be next to the verb; put it in the braces of the verb"
    ),
    (
      "check: a\n  proves: [ENR-022]\n  editions: [2016-09]",
      "8:9: warning: the check 'a' is never made; "
        + "its requirements hold in none of the editions that it is for"
    ),
  ])
  func `a check must have an ID and name requirements that exist`(_ rest: String, _ message: String)
    throws
  {
    let suites = try load(suite("- none: {request: enroll}\n  \(rest)"))
    #expect(suites.messages == ["s.yaml:\(message)"])
  }
}
