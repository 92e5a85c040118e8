import SystemFiles
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("*", "", true), ("*", "a/b", true), ("a*c", "abbc", true), ("a*c", "abcd", false),
    ("?", "", false), ("?", "é", true), ("a?c", "abc", true), ("*[x]*", "a[x]b", true),
    ("a", "a", true), ("a", "ab", false), ("", "", true), ("**a", "bba", true),
  ])
  func `a star stands for anything, a question mark for one character`(
    pattern: String, name: String, matches: Bool
  ) {
    #expect(Glob(pattern).matches(name) == matches)
  }

  @Test func `many stars take no time worth mentioning`() {
    let pattern = String(repeating: "*a", count: 50) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 2000)))
  }

  @Test func `only a star and a question mark make a pattern`() {
    #expect(Glob.isPattern("a*") && Glob.isPattern("a?"))
    #expect(!Glob.isPattern("suite/id[axis=value]@2020-06"))
  }
}
