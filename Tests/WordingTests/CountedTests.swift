import Testing

@testable import Wording

@Suite struct CountedTests {
  @Test func `one thing has the singular, and every other number the plural`() {
    #expect(Counted.text(1, "check") == "1 check")
    #expect(Counted.text(0, "check") == "0 checks")
    #expect(Counted.text(2, "check") == "2 checks")
    #expect(Counted.text(1, "entry", "entries") == "1 entry")
    #expect(Counted.text(2, "entry", "entries") == "2 entries")
  }
}
