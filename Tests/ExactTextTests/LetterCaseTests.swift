import ExactText
import Testing

@Suite("Letter case")
struct LetterCaseTests {
  @Test(arguments: [
    ("ana@contoso.com", "ANA@Contoso.COM"), ("jörg@contoso.com", "JÖRG@contoso.com"),
    ("οδος", "ΟΔΟΣ"), ("οδοσ", "οδος"), ("straße", "STRAẞE"), ("жук", "ЖУК"), ("", ""),
    ("e\u{301}", "E\u{301}"), ("ǆ", "Ǆ"), ("ǆ", "ǅ"),
  ])
  func `strings that differ in letter case only are the same`(left: String, right: String) {
    #expect(left.isSameIgnoringCase(as: right) && right.isSameIgnoringCase(as: left))
    #expect(left.foldedCase() == right.foldedCase())
  }

  @Test(arguments: [
    ("ana", "anna"), ("straße", "strasse"), ("straße", "STRASSE"),
    ("\u{131}da", "ida"), ("\u{131}da", "IDA"), ("\u{130}da", "ida"), ("\u{130}da", "i\u{307}da"),
    ("\u{212A}im", "Kim"), ("\u{212A}im", "kim"), ("\u{212B}sa", "\u{C5}sa"),
    ("\u{2126}", "\u{3C9}"),
    ("\u{E9}", "e\u{301}"), ("\u{E9}", "E\u{301}"), ("\u{C9}", "e\u{301}"), ("e", "\u{E9}"),
    ("\u{17F}", "s"), ("\u{B5}", "\u{3BC}"), ("", "a"),
  ])
  func `others are not`(left: String, right: String) {
    #expect(!left.isSameIgnoringCase(as: right) && !right.isSameIgnoringCase(as: left))
    #expect(left.foldedCase() != right.foldedCase())
  }

  @Test
  func
    `no two scalars that differ in their normal form only become one, and folding twice is folding once`()
  {
    // To the standard library, strings that differ in their normal form only are one text.
    var seen: [String: [Unicode.Scalar]] = [:]
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = String(scalar).foldedCase()
      if folded.unicodeScalars.count != 1 || folded.foldedCase() != folded {
        Issue.record("\(value) is not folded to one scalar that stays")
      }
      seen[folded, default: []].append(scalar)
    }
    for value in UInt8(0)..<0x80 {
      let scalar = Unicode.Scalar(value)
      seen[String(scalar).foldedCase(), default: []].append(scalar)
    }
    for (_, scalars) in seen {
      for (index, left) in scalars.enumerated() {
        for right in scalars[..<index] where String(left).isCanonically(String(right)) {
          #expect(
            String(left).foldedCase() != String(right).foldedCase(), "\(left.value) \(right.value)")
        }
      }
    }
  }

  @Test
  func `words of protocols know the letters of ASCII only`() {
    #expect("Content-Type".asciiLowercased() == "content-type")
    #expect("\u{212A}EY É".asciiLowercased() == "\u{212A}ey É")
    #expect("get ß".asciiUppercased() == "GET ß")
    #expect("Ab"[...].asciiLowercased() == "ab")
  }
}

extension String {
  /// True if the standard library takes both for one text.
  fileprivate func isCanonically(_ other: String) -> Bool { Set([self]).contains(other) }
}
