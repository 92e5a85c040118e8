import Testing

@testable import ReferenceSDK

@Suite("Identity names")
struct IdentityNameTests {
  @Test(
    "Letter case does not tell two names apart",
    arguments: [
      ("ana@contoso.com", "ANA@Contoso.COM"), ("jürgen@contoso.com", "JÜRGEN@contoso.com"),
      ("σίσυφος@contoso.com", "ΣΊΣΥΦΟΣ@contoso.com"),
    ])
  func equal(left: String, right: String) {
    #expect(IdentityName(left) == IdentityName(right))
    #expect(IdentityName(left).hashValue == IdentityName(right).hashValue)
  }

  @Test(
    "Different letters do",
    arguments: [
      ("ana@contoso.com", "anna@contoso.com"), ("straße@contoso.com", "strasse@contoso.com"),
      ("\u{131}da@contoso.com", "ida@contoso.com"), ("", "ana@contoso.com"),
      // KELVIN SIGN is not how the letter K is written in another case, but in another normal form.
      ("\u{212A}im@contoso.com", "kim@contoso.com"),
      ("\u{E9}va@contoso.com", "e\u{301}va@contoso.com"),
    ])
  func different(left: String, right: String) {
    #expect(IdentityName(left) != IdentityName(right))
  }

  @Test("A name keeps the case it was given in")
  func keepsText() { #expect(IdentityName("Ana@Contoso.com").text == "Ana@Contoso.com") }

  @Test("The organisation is the part behind the last at sign")
  func organisation() {
    #expect(IdentityName("ana@Contoso.com").organisation == "contoso.com")
    #expect(IdentityName("\"a@b\"@contoso.com").organisation == "contoso.com")
    #expect(IdentityName("ana").organisation == nil)
    #expect(IdentityName("ana@").organisation == nil)
    #expect(IdentityName("").organisation == nil)
  }
}
