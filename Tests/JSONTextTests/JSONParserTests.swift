import JSONText
import Testing

@Suite struct JSONParserTests {
  @Test(arguments: [
    (#"{"a":1,"b":[true,null,-2],"c":"x"}"#, #"{"a":1,"b":[true,null,-2],"c":"x"}"#),
    (" [ 1 , 2.5 , 1e3 ] ", "[1,2.5,1000.0]"),
    (#""\u00e9\n\"\\\/ \ud83d\ude00""#, "\"é\\n\\\"\\\\/ 😀\""),
    ("9223372036854775807", "9223372036854775807"),
    (
      "[9223372036854775808,-18446744073709551616]",
      "[9.223372036854776e+18,-1.8446744073709552e+19]"
    ), ("-0", "0"), ("{}", "{}"), ("[]", "[]"),
  ])
  func `valid text is read and written compactly`(text: String, compact: String) throws {
    #expect(try JSON(parsing: text).text == compact)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "tru", "01", "1.", "1e", "-", "\"\u{1}\"",
    "\"\\x\"",
    "\"\\ud800\"", "\"\\udc00\"", "1 2", "1e999", "'a'", "{\"a\":1,\"a\":2}",
    "\"open", "nul", "[1 2]",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSON(parsing: text) }
  }

  @Test func `text that is not UTF-8 is refused`() {
    #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xC0, 0x80, 0x5C, 0x6E, 0x22]) }
  }

  @Test func `nesting is bounded`() throws {
    let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try JSON(parsing: deep) }
    #expect(throws: JSONError.self) { try JSON(parsing: "[\(deep)]") }
  }

  @Test func `an error tells the place`() {
    #expect(throws: JSONError(reason: "',' or '}' is expected", offset: 7)) {
      try JSON(parsing: #"{"a":1 "b":2}"#)
    }
  }

  @Test func `the order of members is kept and does not matter to equality`() throws {
    let one = try JSON(parsing: #"{"b":1,"a":2}"#)
    #expect(one.text == #"{"b":1,"a":2}"#)
    #expect(one == ["a": 2, "b": 1])
    #expect(one != ["a": 2])
  }

  @Test func `pretty text is indented and reads back`() throws {
    let value: JSON = ["a": [1, ["b": nil]], "c": [:], "d": []]
    #expect(
      value.prettyText == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": {},
          "d": []
        }

        """)
    #expect(try JSON(parsing: value.prettyText) == value)
  }

  @Test func `control characters are escaped`() throws {
    let value = JSON.string("\u{1}\u{7F}\t")
    #expect(value.text == #""\u0001\u007f\t""#)
    #expect(try JSON(parsing: value.text) == value)
  }

  @Test(arguments: [
    ("", 1, 1), ("   ", 1, 4), ("[1,\n 2,\n  x]", 3, 3), ("{\n}\nx", 3, 1), ("\n\n", 3, 1),
  ])
  func `what is wrong with a file is said by its line and column`(
    text: String, line: Int, column: Int
  ) throws {
    let bytes = Array(text.utf8)
    let error = #expect(throws: JSONError.self) { _ = try JSON(parsing: bytes[...]) }
    #expect(error?.text(in: bytes).hasPrefix("line \(line), column \(column): ") == true)
  }
}
