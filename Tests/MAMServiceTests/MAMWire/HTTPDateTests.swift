import Testing

@testable import MAMWire

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      (1_591_261_200, "Thu, 04 Jun 2020 09:00:00 GMT"),
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
  func `an instant has its date`(_ second: Int, _ text: String) {
    #expect(HTTPDate.text(secondsSinceEpoch: second) == text)
  }

  @Test(
    arguments: [253_402_300_800, 3_153_600_000_000, Int.max], [-62_167_219_201, Int.min])
  func `what four digits of the year cannot tell is the last that they can`(
    _ late: Int, _ early: Int
  ) {
    #expect(HTTPDate.text(secondsSinceEpoch: late) == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate.text(secondsSinceEpoch: early) == "Sat, 01 Jan 0000 00:00:00 GMT")
  }
}
