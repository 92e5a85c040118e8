import CaseModel
import CaseYAML
import Contract
import Foundation
import Testing

/// The exact message for every kind of bad suite, case, matrix and world.
@Suite("Messages for bad suites")
struct SuiteMessageTests {
  private static let step = "- none: {request: enroll}\n  check: a\n  proves: [ENR-009]"

  @Test(arguments: [
    ("suite: s\narea: ENR\ntitle: T", "1:1: error: 'suite' needs the key 'cases'"),
    ("suite: s\narea: ENR\ntitle: T\ncases: []", "4:8: error: the suite has no cases"),
    (
      "suite: S\narea: ENR\ntitle: T\ncases: [1]",
      "1:8: error: 'S' is not an ID; "
        + "write lower-case words joined by hyphens, such as 'retry-after-24h'"
    ),
    (
      "suite: s\narea: ENRO\ntitle: T\ncases: [1]",
      "2:7: error: unknown area 'ENRO'; did you mean 'ENR'?"
    ),
    (
      "suit: s\narea: ENR\ntitle: T\ncases: [1]",
      "1:1: error: unknown key 'suit' in 'suite'; did you mean 'suite'?"
    ),
    (
      "- a",
      "1:1: error: 'suite' takes a mapping with 'suite', 'area', 'title' or 'cases', not a list"
    ),
    (
      "suite: s\narea: ENR\ntitle: T\ncases: [{id: a, title: T, step: []}]",
      "4:27: error: unknown key 'step' in 'cases'; did you mean 'steps'?"
    ),
  ])
  func `the header of a suite is checked`(_ text: String, _ message: String) throws {
    #expect(try load(text).messages.first == "s.yaml:\(message)")
  }

  @Test(arguments: [
    ("editions: [2016-9]", "7:16: error: unknown edition '2016-9'; did you mean '2016-09'?"),
    ("editions: []", "7:15: error: the list of editions is empty"),
    (
      "editions: 2018+",
      "7:15: error: unknown edition '2018'; "
        + "known: 2016-09, 2016-12, 2017-11, 2020-01, 2020-06"
    ),
    ("limit: -1 d", "7:12: error: 'limit' takes a duration that is not negative, not '-1 d'"),
    (
      "matrix: [a]", "7:13: error: 'matrix' takes a mapping with an axis for each key, not a list"
    ),
    ("matrix: {a: []}", "7:17: error: the axis 'a' has no values"),
    (
      "matrix: {a: 1}",
      "7:17: error: 'a' takes a list, a mapping or {range: [first, last]}, not an integer"
    ),
    ("matrix: {a: [1, 1]}", "7:21: error: the value '1' is given twice"),
    (
      "matrix: {a: [[1]]}",
      "7:18: error: a matrix list contains scalars, not a list; "
        + "name the values: make 'a' a mapping"
    ),
    (
      "matrix: {a: {range: [2, 1]}}",
      "7:25: error: the range from 2 to 1 is empty; write the smaller number first"
    ),
    (
      "matrix: {a: {range: [1, 100000]}}",
      "7:25: error: the range from 1 to 100000 has 100000 values, and may have at most 2000"
    ),
    (
      "matrix: {a: {range: [1]}}",
      "7:25: error: 'range' takes two integers, [first, last], not a list"
    ),
    (
      "matrix: {a: {range: [1, 1000]}, b: {range: [1, 3]}}",
      "7:13: error: the matrix has more than 2000 combinations"
    ),
    (
      "matrix: {edition: [1]}",
      "7:14: error: 'edition' cannot be the name of an axis; "
        + "write a word of letters, digits, '-' and '_' other than 'edition'"
    ),
    (
      "matrix: {a: [1]}",
      "5:5: warning: the matrix axis 'a' is never used; "
        + "write '${a}' in a step, or leave the axis out"
    ),
    (
      "given: {user: {}}",
      "7:13: error: unknown key 'user' in 'given'; did you mean 'users'?"
    ),
    (
      "given: {users: {zoe: {upn: zoe@contoso.com, tenant: contosso, objectId: o-zoe}}}",
      "7:57: error: unknown tenant 'contosso'; did you mean 'contoso'?"
    ),
    (
      "given: {users: {ana: {licensed: nope}}}",
      "7:37: error: 'licensed' takes true or false, not 'nope'"
    ),
    (
      "given: {groups: {staff: [anna]}}",
      "7:30: error: unknown user 'anna'; did you mean 'ana'?"
    ),
    (
      "given: {policies: {baseline: {settings: {pinReqired: true}}}}",
      "7:46: error: unknown policy setting 'pinReqired'; did you mean 'pinRequired'?"
    ),
    (
      "given: {apps: {mail: {device: desk}}}",
      "7:35: error: unknown device 'desk'; known: phone, tablet"
    ),
    ("given: {apps: {new: {}}}", "7:25: error: 'new' needs the key 'bundleId'"),
  ])
  func `editions, matrix, limit and given are checked; they are on line 7`(
    _ header: String, _ message: String
  ) throws {
    #expect(
      try load(suite(Self.step, header: header)).messages.first == "s.yaml:\(message)")
  }

  @Test(arguments: [
    "given: {users: {zoe: {upn: zoe@contoso.com, tenant: contosso, objectId: o-zoe}}}",
    "given: {users: {zoe: {upn: zoe@contoso.com}}, apps: {new: {}}}",
  ])
  func `a mistake in given does not hide those of the steps`(header: String) throws {
    let steps = "- launch: mial\n- call: mail.registerAndEnrollAccount(zoe)\n\(Self.step)"
    let suites = try load(suite(steps, header: header))
    #expect(suites.cases.isEmpty)
    #expect(suites.messages.contains { $0.contains("unknown app 'mial'; did you mean 'mail'?") })
    // Of what the names of 'given' say nothing is made up.
    #expect(suites.messages.count(where: { !$0.contains(":7:") }) == 1, "\(suites.messages)")
  }

  @Test(arguments: [
    ("${hours} h", "11:18: error: unknown matrix axis 'hours'; did you mean 'hour'?"),
    ("${kind.codes}", "11:18: error: unknown member of '${kind}' 'codes'; did you mean 'code'?"),
    ("${kind.code.x}", "11:18: error: '${kind.code}' has no members; write '${kind.code}'"),
    ("${hour", "11:18: error: '${' is not closed in '${hour'; add '}'"),
    (
      "1${kind.all}",
      "11:18: error: a mapping cannot be used inside the text '1${kind.all}'; "
        + "name one of its members, such as ${axis.member}"
    ),
    (
      "${kind.all}",
      "9:33: error: unknown key 'a' in 'advance'; known: to"
    ),
  ])
  func `what stands in ${...} is checked`(_ text: String, _ message: String) throws {
    let header = """
      matrix:
        hour: [1]
        kind: {x: {code: 1, all: {a: 1}}}
      """
    let suites = try load(suite("- advance: \(text)\n\(Self.step)", header: header))
    #expect(suites.messages.first == "s.yaml:\(message)")
  }

  @Test
  func `a second case or check with an ID is told where the first is`() throws {
    let text = suite("\(Self.step)\n\(Self.step)")
    let messages = try load(text).messages
    #expect(
      messages == [
        "s.yaml:12:16: error: the check 'a' is defined twice; the first is at line 9"
      ])
    let one =
      "  - {id: c, title: T, steps: [{none: {request: enroll}, check: a, proves: [ENR-009]}]}"
    #expect(
      try load("suite: s\narea: ENR\ntitle: T\ncases:\n\(one)\n\(one)").messages == [
        "s.yaml:6:10: error: the case 'c' is defined twice; the first is at line 5"
      ])
  }

  @Test
  func `what is wrong with a case hides nothing of what is wrong with its steps`() throws {
    let text = """
      suite: s
      area: ENR
      title: T
      cases:
        - {id: One, editions: [2020-06, 2031-01], steps: [{lunch: mail}]}
        - {id: two, title: T, steps: [{launch: mail}, {none: {request: enroll}, check: a, proves: [ENR-009]}]}
        - {id: two, title: T, steps: [{launch: male}, {none: {request: enroll}, check: a, proves: [ENR-009]}]}
      """
    let suites = try load(text)
    #expect(
      suites.messages.map { $0.prefix { $0 != ";" } } == [
        "s.yaml:5:10: error: 'One' is not an ID",
        "s.yaml:5:5: error: 'cases' needs the key 'title'",
        "s.yaml:5:35: error: unknown edition '2031-01'",
        "s.yaml:5:54: error: unknown verb 'lunch'",
        "s.yaml:7:10: error: the case 'two' is defined twice",
        "s.yaml:7:42: error: unknown app 'male'",
      ], "\(suites.messages)")
    #expect(suites.cases.map(\.id).allSatisfy { $0 == "two" })
  }

  @Test
  func `two files cannot define one suite, and a suite needs a world`() throws {
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    let text = suite(Self.step)
    try withFolder(["world.yaml": world, "a.yaml": text, "b.yaml": text]) { folder in
      let messages = SuiteLoader.load(paths: [folder], contract: contract).messages
      #expect(messages.count == 1)
      #expect(
        messages[0].hasPrefix(
          "b.yaml:1:8: error: the suite 's' is defined twice; the first is at"))
      #expect(messages[0].hasSuffix("/a.yaml:1"))
    }
    try withFolder(["a.yaml": text]) { folder in
      #expect(
        SuiteLoader.load(paths: [folder], contract: contract).messages
          == ["a.yaml: error: there is no 'world.yaml' next to the suite or above it"])
    }
    try withFolder(["contract/x.yaml": text]) { folder in
      let messages = SuiteLoader.load(paths: [folder], contract: contract).messages
      #expect(messages.count == 1)
      #expect(messages[0].hasSuffix(": error: the folder contains no suite"))
    }
  }

  /// Cases are expanded on several threads, but reported, and taken, in the order in which they are written.
  @Test
  func `the order of cases and of what is wrong with them is that of the files`() throws {
    let world = try String(contentsOfFile: "\(repository)/suites/world.yaml", encoding: .utf8)
    var files = ["world.yaml": world]
    for number in 10..<40 {
      // Every third file has a mistake.
      let step = number.isMultiple(of: 3) ? "- launch: mial\n\(Self.step)" : Self.step
      files["s\(number).yaml"] = suite(step)
        .replacingOccurrences(of: "suite: s\n", with: "suite: s\(number)\n")
    }
    try withFolder(files) { folder in
      let loaded = SuiteLoader.load(paths: [folder], contract: contract)
      let wrong = (10..<40).filter { $0.isMultiple(of: 3) }
      #expect(loaded.messages.map { String($0.prefix(8)) } == wrong.map { "s\($0).yaml" })
      #expect(loaded.brokenFiles == wrong.map { "\(folder)/s\($0).yaml" })
      var order: [String] = []
      for item in loaded.cases where order.last != item.suite { order.append(item.suite) }
      #expect(order == (10..<40).filter { !wrong.contains($0) }.map { "s\($0)" })
    }
  }

  /// A suite with a mistake in a place that much hangs on, and two more in its steps.
  private func mistakes(_ name: String, _ header: String) throws -> [String] {
    let text = suite("- launch: mial\n- advance: 1 mss\n\(Self.step)", header: header)
    return try load(text.replacingOccurrences(of: "suite: s\n", with: "suite: \(name)\n")).messages
  }

  @Test(arguments: [
    ("My suite", ""), ("s", "matrix: 5"), ("s", "matrix: {a: }"), ("s", "matrix: {a b: [1]}"),
    ("s", "matrix: {a: [{x: 1}]}"), ("s", "matrix: {a: [1], b: ['${c}']}"),
  ])
  func `a mistake in the header or the matrix hides none in the steps`(
    _ name: String, _ header: String
  ) throws {
    let messages = try mistakes(name, header)
    #expect(messages.count == 3, "\(messages)")
    #expect(messages.contains { $0.contains("unknown app 'mial'; did you mean 'mail'?") })
    #expect(messages.contains { $0.contains("'advance' takes a duration") })
  }

  @Test func `a mistake in what a step demands hides none in what it proves`() throws {
    let text = "- quiet: {for: 1 x, request: enrol}\n  check: a\n  proves: [ENR-909]"
    #expect(
      try load(suite(text)).messages == [
        "s.yaml:8:36: error: unknown endpoint 'enrol'; did you mean 'enroll'?",
        "s.yaml:8:22: error: 'for' takes a duration such as '24 h', '1 ms' or '23:59:59.999', "
          + "not '1 x'",
        "s.yaml:10:18: error: unknown requirement 'ENR-909'; did you mean 'ENR-009'?",
      ])
  }

  @Test func `what comes of a mistake is not reported beside it`() throws {
    // A value with a reference that stands for nothing.
    let header = "matrix: {a: {x: {fault: {endpoint: locate, kind: refused}}}}"
    let reference = try load(suite("- fault: ${a.falt}\n\(Self.step)", header: header))
    #expect(
      reference.messages == [
        "s.yaml:9:16: error: unknown member of '${a}' 'falt'; did you mean 'fault'?"
      ])
    // A step that is named, and cannot be read.
    let step = "- launch: mial\n  name: start\n\(Self.step.replacing("none", with: "expect"))"
    let named = try load(suite("\(step)\n  over: {from: start}"))
    #expect(named.messages == ["s.yaml:8:17: error: unknown app 'mial'; did you mean 'mail'?"])
  }

  @Test func `a case that demands nothing is remarked upon`() throws {
    let loaded = try load(suite("- launch: mail"))
    #expect(loaded.cases.isEmpty)
    #expect(
      loaded.messages == [
        "s.yaml:5:5: warning: the case has no check, so it is never run; "
          + "add a step that demands something, such as 'expect' with 'check' and 'proves'"
      ])
  }

  @Test
  func `at most 100 findings are kept, errors before warnings`() throws {
    let steps = (1...150).map { "- launch: {app: mail, settings: {SplashIconFil: \($0)}}" }
    let suites = try load(suite((steps + ["- lanch: mail", Self.step]).joined(separator: "\n")))
    #expect(suites.diagnostics.count == 100)
    #expect(suites.hasErrors)
  }
}
