import Testing

@testable import Wording

@Suite struct FoldTests {
  @Test func `the last column of a row is folded below itself`() {
    #expect(
      Fold.paragraphs("formats:\n  html     a page for people, with pictures\n", width: 28)
        == "formats:\n  html     a page for\n           people, with\n           pictures\n")
    // Its first column stands alone, where it is a long one.
    #expect(
      Fold.paragraphs("          one two three four", width: 26)
        == "          one two three\n          four")
  }

  @Test func `a command is parted as a shell reads it`() {
    #expect(
      Fold.paragraphs("Write:\n    mamconform run --sut ./a --report b", width: 30)
        == "Write:\n    mamconform run --sut ./a \\\n        --report b")
  }
}
