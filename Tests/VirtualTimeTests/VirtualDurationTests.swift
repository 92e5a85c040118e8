import Testing
import VirtualTime

@Suite struct VirtualDurationTests {
  @Test(arguments: [
    ("24 h", 86_400_000), ("8h", 28_800_000), ("30 d", 2_592_000_000), ("1 ms", 1),
    ("90 s", 90_000),
    ("5 min", 300_000), ("23:59:59.999", 86_399_999), ("24:00:00", 86_400_000),
    ("24 h - 1 ms", 86_399_999), ("8 h + 30 min", 30_600_000), ("- 3 h", -10_800_000),
  ])
  func `durations are read exactly`(text: String, milliseconds: Int) throws {
    #expect(VirtualDuration(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "h", "24", "24 hours", "1.5 h", "24:60:00", "1:2:3", "24:00:00.5", "40000 d", "1 h +",
    "99999999999999999999 ms", "--1 h",
  ])
  func `anything else is refused`(text: String) {
    #expect(VirtualDuration(text) == nil)
  }

  @Test func `durations are written with hours that are not folded into days`() {
    #expect(VirtualDuration.hours(24).description == "24:00:00.000")
    #expect(VirtualDuration(milliseconds: 86_399_999).description == "23:59:59.999")
    #expect(VirtualDuration.days(30).description == "720:00:00.000")
    #expect(VirtualDuration(milliseconds: -1).description == "-0:00:00.001")
  }

  @Test func `several whole days can be written as days`() {
    #expect(VirtualDuration.days(400).inDays == "400 d")
    #expect(VirtualDuration.hours(36).inDays == "36:00:00.000")
    #expect(VirtualDuration.days(1).inDays == "24:00:00.000")
    #expect(VirtualDuration.zero.inDays == "0:00:00.000")
  }
}
