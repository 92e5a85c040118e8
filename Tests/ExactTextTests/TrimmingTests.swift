import ExactText
import Testing

@Suite("Trimming")
struct TrimmingTests {
  @Test(arguments: [
    ("", ""), (" \t\r\n", ""), ("a", "a"), ("  a b\t", "a b"), ("\u{A0}ü\u{3000}", "ü"),
    ("a \u{301} ", "a \u{301}"),
  ])
  func `white space goes from both ends and nowhere else`(text: String, expected: String) {
    #expect(text.trimmed() == expected)
  }
}
