import Conformance
import Testing

@testable import Debugger

/// What Tab offers in the debugger.
@Suite struct CompletionTests {
  @Test(arguments: [
    ("break ev", ["event"]),
    ("break event unenroll", ["unenrollRequest"]),
    ("tbreak answer chec", ["checkin"]),
    ("break call registerAnd", ["registerAndEnrollAccount"]),
    ("break requirement ENR-00", (1...9).map { "ENR-00\($0)" }),
    ("break kill ", []),
    ("break event wipe if", []),
    ("info dead", ["deadlines"]),
    ("print apps.mail.dead", ["apps.mail.deadline"]),
    ("help tbre", ["tbreak"]),
  ]) func `names are completed`(line: String, words: [String]) throws {
    let console = try DebugConsole(
      try Cases.named(ConsoleTests.retry), options: Cases.options(defects: []), Cases.contract
    ) { _ in }
    defer { console.close() }
    let found = console.completions(of: line)
    #expect(found.words == words)
    #expect(found.goOn == line.hasPrefix("print"))
  }
}
