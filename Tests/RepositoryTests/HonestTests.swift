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
  }

  /// Every function of the tests, found by indentation, which the format check holds to be right.
  private func functions() throws -> [Function] {
    try swiftFiles("Tests").flatMap { file -> [Function] in
      var found: [Function] = []
      for (index, line) in file.lines.enumerated() {
        guard !line.isComment, let match = line.firstMatch(of: /\bfunc (`[^`]+`|\w+)/) else {
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

  @Test("Every test expects something, itself or by a function that does")
  func expectations() throws {
    let all = try functions()
    let tests = all.filter(\.isTest)
    #expect(tests.count > 500)
    var expecting: Set<String> = []
    var before = -1
    while expecting.count != before {
      before = expecting.count
      for function in all where !expecting.contains(function.name) {
        let isExpecting = function.body.contains { line in
          line.contains(/#expect|#require|Issue\.record/)
            || line.matches(of: /(\w+)\(/).contains { expecting.contains(String($0.1)) }
        }
        if isExpecting { expecting.insert(function.name) }
      }
    }
    for test in tests {
      #expect(expecting.contains(test.name), "\(test.path):\(test.line) expects nothing")
    }
  }

  @Test("No test leaves before it has expected anything")
  func earlyReturns() throws {
    for test in try functions() where test.isTest {
      for line in test.body {
        if line.contains(/#expect|#require|Issue\.record/) { break }
        // What stands deeper is in a closure or a loop, and leaves only that.
        let leaves = line.contains(/^    ((guard|if) .*)?(else )?\{ return \}$|^    return$/)
        #expect(!leaves, "\(test.path):\(test.line): \(line)")
      }
    }
  }

  @Test("Lists that are compared in pairs are as long as each other")
  func pairs() throws {
    for file in try swiftFiles("Sources", "Tests") {
      for (number, line) in file.code where line.contains(/\bfor .* in zip\(/) {
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
    "Tests/CommandTests/ScratchTests.swift", "Tests/ParticipantsTests/FolderRemovalTests.swift",
    // What a machine without IPv6 cannot show.
    "Tests/Clients/test_loopback.py",
  ]

  @Test("No test is switched off")
  func switches() throws {
    for file in try swiftFiles("Tests") where !HonestTests.conditional.contains(file.path) {
      for (number, line) in file.code {
        let isOff = line.contains(/\.enabled\(|\.disabled\(|withKnownIssue|XCTSkip/)
        #expect(!isOff || file.path.hasSuffix("HonestTests.swift"), "\(file.path):\(number)")
      }
    }
  }

  @Test("No test of the clients and the example is switched off")
  func skips() throws {
    let clients = try files("py", in: "Tests", "Examples")
    for file in clients where !HonestTests.conditional.contains(file.path) {
      for (number, line) in file.lines.enumerated() {
        #expect(!line.contains(/unittest\.skip|skipTest|@skip/), "\(file.path):\(number + 1)")
      }
    }
  }
}
