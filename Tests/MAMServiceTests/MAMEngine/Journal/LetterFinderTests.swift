import Testing

@testable import MAMEngine

@Suite struct LetterFinderTests {
  private func finds(_ words: [String], _ text: String) -> Bool {
    var search = LetterFinder(words).search()
    return text.utf8.contains { search.finds($0) }
  }

  @Test func `a word is found wherever it begins`() {
    let words = ["he", "hers", "his", "she"]
    for text in ["ushers", "ahisb", "xhe", "shhe"] { #expect(finds(words, text), "\(text)") }
    for text in ["", "hi", "hxe", "s", "hhhhi"] { #expect(!finds(words, text), "\(text)") }
  }

  @Test func `a word that begins within another is found`() {
    #expect(finds(["abcd", "bce"], "abce"))
    #expect(finds(["aaab", "ab"], "aaaab"))
    #expect(!finds(["abcd", "bce"], "abcf"))
  }

  @Test func `names of secrets are mentioned`() {
    for text in [
      "my password", "pass-word", "ACCESS_TOKEN", "x client_secret", "the code", "p.a.s.s.w.o.r.d",
    ] { #expect(SecretName.isMentioned(in: text), "\(text)") }
    for text in ["xcode", "decode", "ordinary words", "", "encoded pass-es"] {
      #expect(!SecretName.isMentioned(in: text), "\(text)")
    }
    #expect(SecretName.isMentioned(in: "X-Code", withMark: true))
  }
}
