import Testing

@testable import ReferenceSDK

@Suite("Identity names")
struct IdentityNameTests {
  @Test(arguments: [
    ("ana@contoso.com", "ANA@Contoso.COM"), ("jürgen@contoso.com", "JÜRGEN@contoso.com"),
    ("σίσυφος@contoso.com", "ΣΊΣΥΦΟΣ@contoso.com"),
  ])
  func `letter case does not tell two names apart`(left: String, right: String) {
    #expect(IdentityName(left) == IdentityName(right))
    #expect(IdentityName(left).hashValue == IdentityName(right).hashValue)
  }

  @Test(arguments: [
    ("ana@contoso.com", "anna@contoso.com"), ("straße@contoso.com", "strasse@contoso.com"),
    ("\u{131}da@contoso.com", "ida@contoso.com"), ("", "ana@contoso.com"),
    // KELVIN SIGN is not how the letter K is written in another case, but in another normal form.
    ("\u{212A}im@contoso.com", "kim@contoso.com"),
    ("\u{E9}va@contoso.com", "e\u{301}va@contoso.com"),
  ])
  func `different letters do`(left: String, right: String) {
    #expect(IdentityName(left) != IdentityName(right))
  }

  @Test
  func `a name keeps the case it was given in`() {
    #expect(IdentityName("Ana@Contoso.com").text == "Ana@Contoso.com")
  }

  @Test
  func `the organisation is the part behind the last at sign`() {
    #expect(IdentityName("ana@Contoso.com").organisation == "contoso.com")
    #expect(IdentityName("\"a@b\"@contoso.com").organisation == "contoso.com")
    #expect(IdentityName("ana").organisation == nil)
    #expect(IdentityName("ana@").organisation == nil)
    #expect(IdentityName("").organisation == nil)
  }
}
