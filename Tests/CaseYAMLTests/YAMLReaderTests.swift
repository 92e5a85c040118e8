import CaseModel
import CaseYAML
import Foundation
import JSONText
import Testing

@Suite("YAML reader")
struct YAMLReaderTests {
  private func read(_ bytes: Data) throws -> (node: YAMLNode?, messages: [String]) {
    try withFolder([:]) { folder in
      let path = "\(folder)/f.yaml"
      try bytes.write(to: URL(fileURLWithPath: path))
      let (node, diagnostics) = YAMLNode.load(path: path)
      return (node, LoadedSuites(cases: [], diagnostics: diagnostics).messages)
    }
  }

  private func read(_ text: String) throws -> (node: YAMLNode?, messages: [String]) {
    try read(Data(text.utf8))
  }

  @Test
  func `only plain null, booleans and decimal integers are typed`() throws {
    let (node, messages) = try read(
      """
      [null, ~, true, false, 12, -3, +4, 007, yes, no, on, 1.0, 1e3, 0x10, 24 h, 12:30:00, "true", '1',
       99999999999999999999, {a: , b: x}]
      """)
    #expect(messages == [])
    #expect(
      node?.json() == [
        nil, nil, true, false, 12, -3, 4, 7, "yes", "no", "on", "1.0", "1e3", "0x10", "24 h",
        "12:30:00", "true", "1", "99999999999999999999", ["a": nil, "b": "x"],
      ])
  }

  @Test
  func `every value and key knows its line and its column in characters`() throws {
    let node = try #require(try read("é: [x, \"ö\", y]\nk:\n  - z\n").node)
    guard case .mapping(let members) = node.content else { return #expect(Bool(false)) }
    #expect(members.map(\.location.line) == [1, 2])
    #expect(members.map(\.location.column) == [1, 1])
    #expect(members[0].value.elements?.map(\.location.column) == [5, 8, 13])
    #expect(members[1].value.elements?.map(\.location.line) == [3])
    #expect(members[1].value.elements?.map(\.location.column) == [5])
  }

  @Test
  func `anchors and aliases are read, folded and literal blocks are strings`() throws {
    let (node, messages) = try read("a: &x {n: 1}\nb: *x\nc: |\n  12\nd: >-\n  e\n  f\n")
    #expect(messages == [])
    #expect(node?.json() == ["a": ["n": 1], "b": ["n": 1], "c": "12\n", "d": "e f"])
  }

  @Test
  func `a byte order mark is skipped`() throws {
    #expect(try read(Data([0xEF, 0xBB, 0xBF]) + Data("a: 1".utf8)).node?.json() == ["a": 1])
  }

  @Test(arguments: [
    ("", "f.yaml: error: the file is empty"),
    ("# only a comment\n", "f.yaml: error: the file is empty"),
    (
      "a: 1\nb: 2\na: 3\n",
      "f.yaml:3:1: error: the key 'a' is given twice; the first is at line 1"
    ),
    (
      "a: 1\n---\nb: 2\n",
      "f.yaml:2:1: error: a second document starts here; write it to a separate file"
    ),
    (
      "a:\n\tb: 1\n",
      "f.yaml:2:1: error: a tab stands where only spaces are allowed; indent with spaces"
    ),
    (
      "a: {b: ${c}}\n",
      "f.yaml:1:9: error: while parsing a flow mapping: did not find expected ',' or '}'; "
        + "put \"${...}\" in quotes inside braces and brackets"
    ),
    (
      "call: m.f(a, b: c)\n",
      "f.yaml:1:15: error: mapping values are not allowed in this context; "
        + "put a call with named arguments in quotes"
    ),
    (
      "title: this: that\n",
      "f.yaml:1:12: error: mapping values are not allowed in this context; "
        + "put a string that has ': ' in it in quotes"
    ),
    (
      "a: @b\n",
      "f.yaml:1:4: error: while scanning for the next token: found character that cannot start "
        + "any token; put a string that starts with '@', '`' or '%' in quotes"
    ),
    (
      "a: [1, 2\n",
      "f.yaml:1:4: error: '[' opens here and is not closed; add ']'"
    ),
    (
      "{\"tenants\": {\"contoso\": {}}",
      "f.yaml:1:1: error: '{' opens here and is not closed; add '}'"
    ),
    (
      "a: 1\nb: {c: [1, {d: 2}\n\n# the end\n",
      "f.yaml:2:8: error: '[' opens here and is not closed; add ']'"
    ),
    (
      "a: [1, 2\nb: 3]}\n",
      "f.yaml:2:2: error: while parsing a flow sequence: did not find expected ',' or ']'; "
        + "look for wrong indentation, or a missing colon, quote, bracket or brace, up to here"
    ),
    (
      "a: \"b\n",
      "f.yaml:1:4: error: a quote opens here and is not closed; "
        + "close it before the end of the file"
    ),
    (
      "a: 1\nbcd\n",
      "f.yaml:2:3: error: while scanning a simple key: could not find expected ':'; "
        + "look for wrong indentation, or a missing colon, quote, bracket or brace, up to here"
    ),
    (
      "a: *b\n",
      "f.yaml:1:4: error: the alias '*b' has no anchor '&b' before it"
    ),
    (
      "a: &b [*b]\n",
      "f.yaml:1:8: error: the alias '*b' has no anchor '&b' before it"
    ),
    (
      "a: !!str 1\n",
      "f.yaml:1:4: error: the tag 'tag:yaml.org,2002:str' is not supported; "
        + "quotes make a string of any value"
    ),
    (
      "{[1]: 2}\n",
      "f.yaml:1:2: error: a key must be a string, not a list; "
        + "put a string with braces or brackets in quotes"
    ),
    (
      "a: \u{7}\n",
      "f.yaml:1:4: error: control characters are not allowed; "
        + "write it as an escape such as \"\\u0007\""
    ),
  ])
  func `broken YAML has its place, its reason and a suggestion`(_ text: String, _ message: String)
    throws
  {
    let messages = try read(text).messages
    #expect(messages == [message])
  }

  @Test
  func `bytes that are not UTF-8 are placed at the first of them`() throws {
    #expect(
      try read(Data("a: é\nb: ".utf8) + Data([0xFF, 0x41])).messages
        == ["f.yaml:2:4: error: this is not UTF-8; save the file in UTF-8"])
    #expect(
      try read(Data([0xFF, 0xFE, 0x61, 0x00])).messages
        == ["f.yaml:1:1: error: this is not UTF-8; save the file in UTF-8"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `nesting, size, values and aliases are bounded, an alias bomb too`() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(try read(deep).messages == ["f.yaml:1:65: error: nested more than 64 levels deep"])
    let indented = (0..<80).map { String(repeating: " ", count: $0) + "- \n" }.joined()
    #expect(try read(indented).messages.count == 1)
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for i in 1..<10 {
      let aliases = Array(repeating: "*a\(i - 1)", count: 10).joined(separator: ", ")
      bomb += "a\(i): &a\(i) [\(aliases)]\n"
    }
    let messages = try read(bomb).messages
    #expect(
      messages == [
        "f.yaml:5:45: error: more than 100000 values, aliases expanded; split the file"
      ])
    let flat = "[" + String(repeating: "x,", count: 100_001) + "x]"
    #expect(try read(flat).messages.first?.contains("more than 100000 values") == true)
    let aliases = "[&a x," + String(repeating: "*a,", count: 1001) + "x]"
    #expect(try read(aliases).messages.first?.hasSuffix("error: more than 1000 aliases") == true)
    let large = "a: '" + String(repeating: "x", count: 4 << 20) + "'"
    #expect(
      try read(large).messages == ["f.yaml: error: the file is larger than 4 MiB; split the file"])
    let levels = "a: &a " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let nested =
      "\nb: " + String(repeating: "[", count: 30) + "*a" + String(repeating: "]", count: 30)
    #expect(
      try read(levels + nested).messages
        == ["f.yaml:2:34: error: nested more than 64 levels deep"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a key that comes again behind very many others costs no more`() throws {
    let names =
      (0..<25_000).map { "key-\($0): 1\n" } + Array(repeating: "key-24999: 2\n", count: 24_000)
    let (node, messages) = try read(names.joined())
    #expect(node?.members?.count == 25_000)
    #expect(
      messages.first
        == "f.yaml:25001:1: error: the key 'key-24999' is given twice; the first is at line 25000")
  }

  @Test
  func `folders, missing and unreadable files, and pipes are told apart`() throws {
    try withFolder(["d/x": ""]) { folder in
      func message(_ name: String) -> String? {
        LoadedSuites(
          cases: [], diagnostics: YAMLNode.load(path: "\(folder)/\(name)").diagnostics
        ).messages.first
      }
      #expect(message("d") == "d: error: this is a folder, not a file")
      #expect(
        message("none.yaml")
          == "none.yaml: error: the file cannot be read: No such file or directory")
      mkfifo("\(folder)/pipe", 0o600)
      #expect(message("pipe") == "pipe: error: this is not a regular file")
      if getuid() != 0 {
        chmod("\(folder)/d/x", 0)
        #expect(message("d/x") == "x: error: the file cannot be read: Permission denied")
      }
    }
  }
}
