import Testing

@testable import Wording

@Suite struct SpellingTests {
  @Test(
    arguments: [
      ("licencd", "licensed"), ("LICENSED", "licensed"), ("lisenced", "licensed"),
      ("upnn", "upn"), ("tenant", "tenant"), ("teannt", "tenant"),
    ])
  func `a near word is found`(_ word: String, _ meant: String) {
    #expect(Spelling.nearest(to: word, among: ["upn", "licensed", "tenant"]) == meant)
  }

  @Test func `of two that are equally near the first is meant`() {
    #expect(Spelling.nearest(to: "pat", among: ["cat", "bat"]) == "cat")
  }

  @Test(arguments: ["colour", "", "u", String(repeating: "x", count: 101)])
  func `what is not near is not guessed`(_ word: String) {
    #expect(Spelling.nearest(to: word, among: ["upn", "licensed", "tenant"]) == nil)
  }

  @Test func `a number may lack its zeros, and with other digits is another one`() {
    let known = ["ENR-008", "ENR-018", "2020-06", "2016-09"]
    #expect(Spelling.nearest(to: "enr-8", among: known) == "ENR-008")
    #expect(Spelling.nearest(to: "ENR-0018", among: known) == "ENR-018")
    #expect(Spelling.nearest(to: "2020-6", among: known) == "2020-06")
    #expect(Spelling.nearest(to: "2018-01", among: known) == nil)
    #expect(Spelling.nearest(to: "0", among: ["00", "10"]) == "00")
  }

  @Test func `a few words are listed and many are not`() {
    #expect(Spelling.suggestion(for: "colour", among: ["upn", "tenant"]) == "known: upn, tenant")
    #expect(Spelling.suggestion(for: "colour", among: []) == nil)
    let many = (0...Spelling.longestList).map { "word\($0)" }
    #expect(Spelling.suggestion(for: "colour", among: many) == nil)
  }
}

@Suite struct UsageErrorTests {
  @Test func `a word that is not known is named with the nearest or all that are`() {
    func message(_ word: String, _ known: [String]) -> String? {
      let error = #expect(throws: UsageError.self) {
        try UsageError.check(word, "area", among: known)
      }
      return error?.description
    }
    #expect(message("ENX", ["ENR", "POL"]) == "unknown area 'ENX'; did you mean 'ENR'?")
    #expect(message("ELSEWHERE", ["ENR", "POL"]) == "unknown area 'ELSEWHERE'; known: ENR, POL")
    let many = (1...61).map { "A\($0)" }
    #expect(message("ELSEWHERE", many) == "unknown area 'ELSEWHERE'")
    #expect(throws: Never.self) { try UsageError.check("ENR", "area", among: ["ENR"]) }
  }
}
