import Arguments
import Testing
import Wording

@Suite struct ShellWordsTests {
  @Test func `splits as a shell does`() throws {
    #expect(try ShellWords.split("a  b\tc") == ["a", "b", "c"])
    #expect(
      try ShellWords.split(#"python3 'my adapter.py' "x \"y\" \z" a\ b ''"#)
        == ["python3", "my adapter.py", #"x "y" \z"#, "a b", ""])
    #expect(try ShellWords.split(#"'it'\''s'"#) == ["it's"])
  }

  @Test func `refuses what a shell would wait for`() {
    for (text, message) in [
      ("a 'b", "the quote ' is not closed: a 'b"),
      ("a \"b", "the quote \" is not closed: a \"b"),
      ("a\\", "the command ends in a backslash: a\\"),
      ("  ", "the command is empty"),
    ] {
      #expect(throws: UsageError(message)) { try ShellWords.split(text) }
    }
  }
}
