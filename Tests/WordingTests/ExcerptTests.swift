import Testing

@testable import Wording

@Suite struct ExcerptTests {
  @Test(arguments: [
    ("ana \u{1F600} \u{E9}", "ana \u{1F600} \u{E9}"),
    ("\u{FEFF}{}", #"\xEF\xBB\xBF{}"#), ("a\0b\n", #"a\x00b\x0A"#), ("\u{1B}[2J", #"\x1B[2J"#),
    ("\u{202E}evil", #"\xE2\x80\xAEevil"#), ("", ""),
  ])
  func `what cannot be seen is written as its bytes`(text: String, shown: String) {
    #expect(Excerpt.text(Array(text.utf8)[...]) == shown)
  }

  @Test func `what is not UTF-8 is written as its bytes, and the text around it as it is`() {
    #expect(Excerpt.text([0x61, 0xFF, 0xC3, 0x62, 0xED, 0xA0, 0x80]) == #"a\xFF\xC3b\xED\xA0\x80"#)
  }

  @Test(arguments: [
    (0, "0123456789", "9… (1000 bytes)"), (85, "…5678901234", "4… (1000 bytes)"),
    (1000, "…0123456789", "9 (1000 bytes)"),
  ])
  func `of a long text there is the part around the place that matters`(
    offset: Int, beginning: String, end: String
  ) {
    let text = Excerpt.text(
      Array(String(repeating: "0123456789", count: 100).utf8)[...], around: offset)
    #expect(text.hasPrefix(beginning) && text.hasSuffix(end), "\(text)")
    #expect(text.count == 120 + (offset == 85 ? 2 : 1) + " (1000 bytes)".count)
  }

  @Test func `of a very long text there is the beginning and how long the whole is`() {
    let short = String(repeating: "ä", count: 1000)
    #expect(Excerpt.beginning(of: short) == short)
    #expect(Excerpt.beginning(of: "x" + short) == "x" + short.dropLast() + "… (2001 bytes)")
  }

  @Test func `text of others steers no terminal and turns no line around`() {
    #expect(
      Excerpt.harmless("a\u{1B}[2J\tb\n\u{202E}c\u{85}") == "a\u{FFFD}[2J\tb\n\u{FFFD}c\u{FFFD}")
    #expect(Excerpt.harmless("\u{5E9}\u{5DC}\u{200D}") == "\u{5E9}\u{5DC}\u{200D}")
  }

  @Test func `what has no width does not make two names look the same`() {
    for hidden in [
      "\u{AD}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2060}", "\u{FEFF}",
      "\u{E0001}",
    ] {
      #expect(Excerpt.harmless("ana\(hidden)@contoso.com") == "ana\u{FFFD}@contoso.com")
    }
  }

  @Test func `a page shows neither controls nor texts that are turned around`() {
    #expect(
      Markup.text("a\u{1B}b\u{202E}c\u{2066}d\u{9B}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}")
    #expect(Markup.text("\u{5E9}\u{5DC}\u{200F}\n") == "\u{5E9}\u{5DC}\u{FFFD}\n")
  }
}
