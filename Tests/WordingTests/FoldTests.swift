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

  @Test(arguments: [
    // The two spaces behind a time stay, and a string of JSON is not parted.
    (
      "+0:00  mail event {\"text\":\"two words\",\"code\":1}",
      ["+0:00  mail event", "    {\"text\":\"two words\",", "    \"code\":1}"]
    ),
    // One that is longer than a line is.
    (
      "{\"text\":\"more words than a line has\"}",
      ["{\"text\":\"more words than a", "    line has\"}"]
    ),
    // A quote that is not closed, and a colour, part nothing.
    (
      "a \"word that is not closed goes on",
      ["a \"word that is not closed", "    goes on"]
    ),
    ("\u{1B}[31mfail\u{1B}[0m  one two three", ["\u{1B}[31mfail\u{1B}[0m  one two three"]),
  ])
  func `values are folded between words and members`(line: String, lines: [String]) {
    #expect(Fold.values(line, width: 27, indent: 4) == lines)
  }

  @Test func `a command is parted as a shell reads it`() {
    #expect(
      Fold.paragraphs("Write:\n    mamconform run --sut ./a --report b", width: 30)
        == "Write:\n    mamconform run --sut ./a \\\n        --report b")
  }
}
