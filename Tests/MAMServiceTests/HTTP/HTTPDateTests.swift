import Testing

@testable import MAMService

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      (1_591_261_200, "Thu, 04 Jun 2020 09:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
      // A date that a fault moves on beyond what can be written.
      (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (256_556_000_000, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
      (-62_167_219_201, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
  func aDateHasFourDigitsOfTheYear(_ seconds: Int, _ text: String) {
    #expect(HTTPDate.text(secondsSinceEpoch: seconds) == text)
  }
}
