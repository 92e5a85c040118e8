import Foundation
import Testing

@testable import Audit

/// Property lists in all their forms, right and wrong.
@Suite("Readers of property lists")
struct PropertyListReaderTests {
  private static var sample: [String: Any] {
    [
      "a": "text & <tag>", "list": ["ü", "日本"], "number": -5, "big": 123_456_789_012,
      "real": 1.5, "yes": true, "no": false, "data": Data([0, 1, 2, 255]), "empty": [String: Any](),
      "date": Date(timeIntervalSince1970: 0), "long": String(repeating: "x", count: 300),
    ]
  }

  /// What is in a value, without places and with sorted keys.
  private func shape(_ value: PropertyValue) -> String {
    switch value.content {
    case .dictionary(let members):
      "{" + members.map { "\($0.key)=\(shape($0.value))" }.sorted().joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(shape).joined(separator: ",") + "]"
    case .string(let text): "'\(text)'"
    case .integer(let number): "\(number)"
    case .real(let number): "r\(number)"
    case .boolean(let flag): "\(flag)"
    case .date: "date"
    case .data(let bytes): "\(bytes)"
    case .other: "other"
    }
  }

  private func read(_ text: String) throws(FileProblem) -> PropertyList {
    try PropertyList.read(Array(text.utf8), file: "x")
  }

  private func xml(_ inner: String, head: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(head)<plist version=\"1.0\">\n\(inner)\n</plist>\n"
  }

  @Test
  func `XML and binary of the same value, as another writer has made them, are read as the same`()
    throws
  {
    let first = try PropertyList.read(Array(AppSample.plist(Self.sample)), file: "x")
    let second = try PropertyList.read(Array(AppSample.plist(Self.sample, .binary)), file: "x")
    #expect(first.format == .xml && second.format == .binary)
    #expect(shape(first.root) == shape(second.root))
    #expect(first.root["big"]?.integer == 123_456_789_012)
    #expect(first.root["data"]?.content == .data([0, 1, 2, 255]))
    #expect(second.root["list"]?.strings == ["ü", "日本"])
  }

  @Test
  func `a value of XML has its line and column, one of a binary file its offset`() throws {
    let list = try read(xml("<dict>\n  <key>a</key> <true/>\n</dict>"))
    #expect(list.root.place(of: "a") == .text(line: 4, column: 3))
    #expect(list.root["a"]?.place == .text(line: 4, column: 16))
    let binary = try PropertyList.read(Array(AppSample.plist(["a": true], .binary)), file: "x")
    #expect(binary.root.place.offset == 8)
  }

  @Test
  func `UTF-16 with and without a mark, a byte order mark, and Latin-1 are read`() throws {
    let text = xml("<string>ü</string>")
    let units = Array(text.utf16)
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let latin = text.replacingOccurrences(of: "UTF-8", with: "ISO-8859-1")
    for bytes in [
      [0xFE, 0xFF] + big, [0xFF, 0xFE] + little, big, little,
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), Array(latin.data(using: .isoLatin1)!),
    ] {
      #expect(try PropertyList.read(bytes, file: "x").root.string == "ü")
    }
  }

  @Test
  func `the old text form is read, with comments, quotes and escapes`() throws {
    let list = try read("// !$*UTF8*$!\n{ a = b/c.d; /* x */ \"k e\" = ( one, \"t\\\"w\\no\", ); }")
    #expect(list.format == .openStep)
    #expect(list.root["a"]?.string == "b/c.d")
    #expect(list.root["k e"]?.strings == ["one", "t\"w\no"])
  }

  @Test
  func `CDATA, comments, references and empty elements are what XML says they are`() throws {
    let list = try read(
      xml(
        "<array><string><![CDATA[<a>&]]></string><!-- x --><string/><string>&#x41;&#66;&amp;</string></array>"
      ))
    #expect(list.root.strings == ["<a>&", "", "AB&"])
  }

  @Test
  func `a key that is there twice is said, and the first counts`() throws {
    let list = try read(xml("<dict><key>a</key><true/>\n<key>a</key><false/></dict>"))
    #expect(list.root["a"]?.boolean == true)
    #expect(
      list.remarks.map(\.line) == [
        "x:4:1: the key 'a' occurs twice, first in line 3; readers differ in which one counts; remove one"
      ])
  }

  /// What is wrong with a text, and how it is said.
  static let wrong: [(String, String)] = [
    ("", "x: the file is empty"),
    ("<plist>", "x:1:1: the property list is empty"),
    ("<plist><dict><key>a</key></dict></plist>", "x:1:26: the key 'a' has no value"),
    (
      "<plist><dict>\n<true/></dict></plist>",
      "x:2:1: <true> stands where a <key> must; in a <dict>, keys and values take turns"
    ),
    (
      "<plist><array><string>a</string>",
      "x:1:8: <array> does not end; see whether the file is cut off"
    ),
    (
      "<plist><string>a &who; b</string></plist>",
      "x:1:18: '&who' is not an entity of XML; write &amp; for '&'"
    ),
    (
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
      "x:1:17: the document type holds declarations, which are not read; remove the part in brackets: a property list needs no entities of its own"
    ),
    ("<plist><integer>1.5</integer></plist>", "x:1:8: '1.5' is not an integer"),
    (
      "<plist><bool>true</bool></plist>",
      "x:1:8: <bool> is not an element of a property list; values are dict, array, string, integer, real, true, false, date and data"
    ),
    ("<plist><true/></plist>x", "x:1:23: something follows the end of the property list"),
    (
      "<plist><string>a\u{0}b</string></plist>",
      "x:1: byte 16 is NUL; a property list or source file is text; see whether the file is damaged"
    ),
    (
      "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><plist/>",
      "x:1:1: its encoding 'shift_jis' is not read; write it in UTF-8, as 'plutil -convert xml1' does"
    ),
    ("{ a = (b c); }", "x:1:10: ',' or ')' is expected here"),
    ("{ a = b; ", "x:1:1: the '{' has no '}'; see whether the file is cut off"),
  ]

  @Test(arguments: wrong)
  func `what is wrong is said with its place and what to do`(_ text: String, _ message: String) {
    let problem = #expect(throws: FileProblem.self) { try read(text) }
    #expect(problem?.line == message)
  }

  @Test
  func `values nested too deep are refused in every form, and do not end the program`() {
    let deep = 100_000
    let texts = [
      "<plist>" + String(repeating: "<array>", count: deep),
      String(repeating: "(", count: deep), String(repeating: "{a=", count: deep),
    ]
    for text in texts {
      let problem = #expect(throws: FileProblem.self) { try read(text) }
      #expect(problem?.message == "values are nested more than 128 deep")
    }
  }

  /// A binary property list of objects, the first of which is the root.
  private func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
      bytes += object
    }
    let table = bytes.count
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 1] + number(objects.count) + number(0)
      + number(table)
  }

  private func number(_ value: Int) -> [UInt8] {
    (0..<8).reversed().map { UInt8(value >> ($0 * 8) & 255) }
  }

  @Test
  func `a binary list that holds itself, or comes to more than it is, is refused`() {
    let own = #expect(throws: FileProblem.self) {
      try PropertyList.read(binary([[0xA1, 1], [0xA1, 0]]), file: "x")
    }
    #expect(
      own?.line == "x: byte 8: object 0 holds itself; see whether the file is cut off or damaged")
    // Each of thirty arrays names the next one four times.
    let bomb = (0..<30).map { [0xA4] + Array(repeating: UInt8($0 + 1), count: 4) } + [[0x09]]
    let many = #expect(throws: FileProblem.self) {
      try PropertyList.read(binary(bomb), file: "x")
    }
    #expect(many?.message == "it has more than 200000 values")
  }

  @Test
  func `of a file that is cut off it is said that it may be`() {
    let binary = Array(AppSample.plist(Self.sample, .binary))
    let text = Array("{ a = (b, \"c\"); d = <00>; /* e */ f = g; }".utf8)
    for file in [binary, text] {
      for length in (file == text ? 1 : 8)..<file.count {
        let problem = #expect(throws: FileProblem.self) {
          try PropertyList.read(Array(file[..<length]), file: "x")
        }
        #expect(
          problem?.suggestion?.contains("cut off") == true, "\(length): \(problem?.line ?? "")")
      }
    }
  }

  @Test
  func `wherever a file is cut off or changed, it is read or refused`() {
    let files = [
      AppSample.plist(Self.sample), AppSample.plist(Self.sample, .binary), MachOSample().data,
    ]
    var seed: UInt64 = 7
    for file in files.map(Array.init) {
      for length in stride(from: 0, to: file.count, by: 3) { expectNoCrash(Array(file[..<length])) }
      for _ in 0..<1000 {
        var bytes = file
        for _ in 0..<3 {
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[Int(seed >> 33) % bytes.count] = UInt8(truncatingIfNeeded: seed >> 24)
        }
        expectNoCrash(bytes)
      }
    }
    #expect(seed != 7)
  }

  private func expectNoCrash(_ bytes: [UInt8]) {
    do throws(FileProblem) {
      if MachOReader.isMachO(bytes) {
        _ = try MachOReader.read(bytes, file: "x")
      } else {
        _ = try PropertyList.read(bytes, file: "x")
      }
    } catch {
      #expect(!error.message.isEmpty)
    }
  }
}
