import Foundation
import Testing

/// A test that cannot fail is worse than none: what can be found of them without running anything.
@Suite("The tests of the repository")
struct HonestTests {
  /// A function of a test file.
  private struct Function {
    let path: String
    let line: Int
    let name: String
    let isTest: Bool
    /// From its signature to its last brace, without comments.
    let body: [Substring]

    func contains(_ pattern: some RegexComponent) -> Bool { body.contains { $0.contains(pattern) } }

    /// True if a return in one of the lines leaves the whole function, or a closure that is the last thing in it.
    func isLeft(at index: Int) -> Bool {
      var index = index
      var indent = Function.indent(body[index])
      while indent > 4 {
        let before = body[..<index]
        guard let opener = before.lastIndex(where: { !$0.isEmpty && Function.indent($0) < indent })
        else { return true }
        indent = Function.indent(body[opener])
        index = opener
        let isStatement = body[opener].contains(
          /^ *(\} )?(guard|if|else|for|while|switch|case|default|do|catch)\b/)
        if isStatement { continue }
        // A closure: nothing may follow its end but the end of what it is in.
        let end = body[(opener + 1)...].firstIndex {
          !$0.isEmpty && Function.indent($0) <= indent
        }
        guard let end, body[end].contains(/^ *\}\)?$/), end + 1 < body.count,
          Function.indent(body[end + 1]) < indent
        else { return false }
      }
      return true
    }

    private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
  }

  /// Every function of the tests, found by indentation, which the format check holds to be right.
  private func functions() throws -> [Function] {
    let declaration = /\bfunc (`[^`]+`|\w+)/
    return try swiftFiles("Tests").flatMap { file -> [Function] in
      var found: [Function] = []
      for (index, line) in file.lines.enumerated() {
        guard !line.isComment, let match = line.firstMatch(of: declaration) else {
          continue
        }
        let indent = line.prefix { $0 == " " }
        let end =
          file.lines[index...].firstIndex { $0 == indent + "}" || $0.hasPrefix(indent + "} ") }
          ?? index
        // A function of one line has no closing line of its own.
        let last = line.hasSuffix("}") ? index : end
        let above = file.lines[..<index].reversed()
          .prefix { !$0.isEmpty && !$0.hasSuffix("}") && !$0.hasSuffix("{") }
        found.append(
          Function(
            path: file.path, line: index + 1, name: String(match.1),
            isTest: line.contains("@Test") || above.contains { $0.contains("@Test") },
            body: file.lines[index...last].filter { !$0.isComment }))
      }
      return found
    }
  }

  @Test
  func `every test expects something, itself or by a function that does`() throws {
    let all = try functions()
    let tests = all.filter(\.isTest)
    #expect(tests.count > 500)
    let (expectation, call) = (/#expect|#require|Issue\.record/, /(\w+)\(/)
    var expecting = Set(
      all.filter { $0.body.contains { $0.contains(expectation) } }.map(\.name))
    let others = all.filter { !expecting.contains($0.name) }.map { function in
      (function.name, calls: function.body.flatMap { $0.matches(of: call).map { String($0.1) } })
    }
    var before = -1
    while expecting.count != before {
      before = expecting.count
      for (name, calls) in others where calls.contains(where: expecting.contains) {
        expecting.insert(name)
      }
    }
    for test in tests {
      #expect(expecting.contains(test.name), "\(test.path):\(test.line) expects nothing")
    }
  }

  @Test
  func `no test leaves before it has expected anything`() throws {
    let (expectation, leave) = (/#expect|#require|Issue\.record/, /^ *return$|\{ return \}$/)
    for test in try functions() where test.isTest {
      for (index, line) in test.body.enumerated() {
        if line.contains(expectation) { break }
        let isReturn = line.contains(leave)
        #expect(!isReturn || !test.isLeft(at: index), "\(test.path):\(test.line): \(line)")
      }
    }
  }

  @Test
  func `a return that leaves a test is told from one that leaves a closure in its middle`() {
    func test(_ lines: String...) -> Function {
      Function(
        path: "x", line: 1, name: "x", isTest: true,
        body: (["  x {"] + lines + ["  }"]).map { $0[...] })
    }
    #expect(test("    guard a else { return }", "    b()").isLeft(at: 1))
    #expect(test("    if a {", "      return", "    }").isLeft(at: 2))
    #expect(test("    for a in b {", "      if a { return }", "    }", "    c()").isLeft(at: 2))
    #expect(test("    try inFolder { folder in", "      return", "    }").isLeft(at: 2))
    let nested = test(
      "    try inFolder { folder in", "      try inFolder { other in", "        if a {",
      "          return", "        }", "        b()", "      }", "    }")
    #expect(nested.isLeft(at: 4))
    #expect(!test("    let a = b.map { c in", "      return", "    }", "    d()").isLeft(at: 2))
    #expect(!test("    a { b in", "      return", "    }", "    c()").isLeft(at: 2))
  }

  @Test
  func `lists that are compared in pairs are as long as each other`() throws {
    let loop = /\bfor .* in zip\(/
    for file in try swiftFiles("Sources", "Tests") {
      for (number, line) in file.code where line.contains(loop) {
        let before = file.lines[max(0, number - 8)..<number - 1]
        #expect(
          before.contains { $0.contains("count") || $0.contains("// As long as") },
          "\(file.path):\(number) says nothing of the lengths: \(line)")
      }
    }
  }

  /// Tests that may be left out, each with a condition that the report shows.
  private static let conditional: Set = [
    "Tests/ReportingTests/JUnitReportTests.swift",
    // Files that cannot be removed, file systems that are full: only root can make them.
    "Tests/CommandTests/ScratchTests.swift", "Tests/SystemFilesTests/FolderRemovalTests.swift",
    // Being the first process of a container.
    "Tests/CommandTests/ProcessTests.swift",
    // What a machine without IPv6 cannot show.
    "Tests/Clients/test_loopback.py",
    // A schema that is no part of this project.
    "Tests/Readers/test_formats.py",
  ]

  @Test
  func `no test is switched off`() throws {
    let off = /\.enabled\(if|\.disabled\((if|"|\))|withKnownIssue|XCTSkip/
    for file in try swiftFiles("Tests") where !HonestTests.conditional.contains(file.path) {
      for (number, line) in file.code {
        let isOff = line.contains(off)
        #expect(!isOff || file.path.hasSuffix("HonestTests.swift"), "\(file.path):\(number)")
      }
    }
  }

  @Test
  func `no test of the clients and the example is switched off`() throws {
    let skip = /unittest\.skip|skipTest|@skip/
    let clients = try files("py", in: "Tests", "Examples")
    for file in clients where !HonestTests.conditional.contains(file.path) {
      for (number, line) in file.lines.enumerated() {
        #expect(!line.contains(skip), "\(file.path):\(number + 1)")
      }
    }
  }
}
