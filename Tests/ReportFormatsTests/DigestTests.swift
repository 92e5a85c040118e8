import Testing

@testable import ReportFormats

@Suite struct DigestTests {
  @Test func `is that of FIPS 180`() {
    #expect(
      Digest.of(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
