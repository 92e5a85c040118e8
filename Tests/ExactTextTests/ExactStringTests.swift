import ExactText
import Testing

/// "é" as one scalar, and as a letter with an accent behind it: one text to the standard library, two to us.
private let composed = "\u{E9}"
private let decomposed = "e\u{301}"
private let kelvin = "\u{212A}"

@Suite("Strings are their bytes")
struct ExactStringTests {
  private struct Person: Equatable {
    var name: String
    var nickname: String?
    var groups: [String] = []
  }

  private enum Key: Equatable {
    case named(String)
    case numbered(String, Int)
  }

  @Test
  func `keys of dictionaries and sets are the same only if their bytes are`() {
    var ages: [ExactString: Int] = [:]
    ages[composed] = 1
    ages[decomposed] = 2
    ages["K", default: 0] += 3
    #expect(ages.count == 3)
    #expect(ages[composed] == 1 && ages[decomposed] == 2 && ages[kelvin] == nil)
    #expect(ages.removeValue(forKey: kelvin) == nil && ages.removeValue(forKey: "K") == 3)
    #expect(ages.sortedNames.map(\.utf8.count) == [3, 2])

    var names: Set<ExactString> = ["K"]
    #expect(names.insert(kelvin).inserted)
    #expect(!names.insert(kelvin).inserted)
    #expect([composed, decomposed, composed].distinct.count == 2)
    #expect(names.contains("K") && !names.contains("k"))
  }

  @Test
  func `a long text is equal and hashed like a short one, however it is stored`() {
    let word = "identity"
    let long = String(repeating: word, count: 9)
    var grown = ""
    grown.reserveCapacity(500)
    for _ in 0..<9 { grown += word }
    #expect(long == grown && ExactString(long).hashValue == ExactString(grown).hashValue)
    grown.removeLast(64)
    #expect(grown == word && ExactString(grown).hashValue == ExactString(word).hashValue)
    #expect(ExactString((long + "x").dropLast()) == ExactString(long))
  }

  @Test
  func `operators and patterns compare bytes`() {
    #expect(composed != decomposed && !(composed == decomposed))
    let maybe: String? = composed
    #expect(maybe != decomposed && maybe == composed && decomposed != maybe && maybe != nil)
    let part: Substring? = kelvin[...]
    #expect(part != "K" && maybe != Optional<String>.none)
    #expect(composed[...] != decomposed[...] && composed[...] != decomposed)
    #expect([composed] != [decomposed])
    let list: [String]? = [composed]
    let other: [String]? = [decomposed]
    #expect(list != other && list == [composed])
    #expect(["a": composed] != ["a": decomposed])
    #expect(decomposed < composed && composed > decomposed && !(composed <= decomposed))
    #expect("a" < "ab" && !("ab" < "a") && !("a" < "a") && "" < "a" && "a" <= "a" && "a" >= "a")
    for text in [kelvin, "K"] {
      let found =
        switch text {
        case "K": "letter"
        default: "sign"
        }
      #expect(found == (text.utf8.count == 1 ? "letter" : "sign"))
    }
  }

  @Test
  func `literals beside optional strings and characters are compared like all others`() {
    let text: String? = kelvin
    let isOne = text == "K" || "K" == text || kelvin.first == "K" || kelvin.first! == "K"
    let isLast = kelvin.last == "K" || "K" == kelvin.last! || kelvin[...] == "K"
    #expect(!isOne && !isLast)
    #expect(kelvin.filter { $0 == "K" }.isEmpty && !"\u{37E}".contains { $0 == ";" })
    let found =
      switch text {
      case "K": true
      default: kelvin.first == "K" || kelvin[...] == "K"
      }
    #expect(!found)
  }

  @Test
  func `what the compiler derives for a structure compares bytes too`() {
    #expect(Person(name: composed) != Person(name: decomposed))
    #expect(Person(name: "", nickname: composed) != Person(name: "", nickname: decomposed))
    #expect(
      Person(name: "", nickname: nil, groups: [composed])
        != Person(name: "", nickname: nil, groups: [decomposed]))
    #expect(Key.named(composed) != .named(decomposed))
    #expect(Key.numbered(composed, 1) != .numbered(decomposed, 1))
    #expect(Person(name: composed) == Person(name: composed))
  }

  @Test
  func `lists are searched and sorted by bytes`() {
    #expect(![composed].contains(decomposed) && [composed].contains(composed))
    #expect([composed, decomposed].firstIndex(of: decomposed) == 1)
    #expect([decomposed, composed, decomposed].lastIndex(of: composed) == 1)
    #expect([composed, "f", decomposed].sorted().map(\.utf8.count) == [3, 1, 2])
    #expect(![composed].starts(with: [decomposed]) && ![composed].elementsEqual([decomposed]))
    #expect(["b", "a"].max() == "b" && ["b", "a"].min() == "a")
  }
}

@Suite("Strings are cut scalar by scalar")
struct ScalarTests {
  @Test
  func `a slash with an accent behind it is a slash`() {
    let path = "a/\u{301}b"
    #expect(path.split(separator: "/") == ["a", "\u{301}b"])
    #expect(
      path.contains("/")
        && path.firstIndex(of: "/") == path.utf8.index(path.startIndex, offsetBy: 1))
    #expect(path.prefix { $0 != "/" } == "a")
    #expect(path.dropFirst(2) == "\u{301}b" && path.dropFirst(9).isEmpty)
    #expect(path.hasPrefix("a/") && !path.hasPrefix("a/b") && path.hasSuffix("\u{301}b"))
    #expect("/\u{301}".first == "/" && "/\u{301}".last == "\u{301}" && "/\u{301}".count == 2)
    #expect("/\u{301}".dropLast() == "/" && "/\u{301}".suffix(1) == "\u{301}")
  }

  @Test
  func `the end of a line is two scalars, and no letter begins with another`() {
    #expect("a\r\nb".split(separator: "\n") == ["a\r", "b"])
    #expect("\r\n".count == 2)
    #expect(!"\(kelvin)ey".hasPrefix("K") && !"\(kelvin)".contains("K"))
    #expect("e\u{301}".hasPrefix("e") && !"\u{E9}".hasPrefix("e"))
    #expect("a;\u{37E}b".split(separator: ";") == ["a", "\u{37E}b"])
    #expect("a,,b".split(separator: ",", omittingEmptySubsequences: false) == ["a", "", "b"])
    #expect("a,b,c".split(separator: ",", maxSplits: 1) == ["a", "b,c"])
    var rest = "/\u{301}x"[...]
    #expect(rest.removeFirst() == "/" && rest.popFirst() == "\u{301}" && rest.removeLast() == "x")
    #expect(rest.popFirst() == nil)
  }

  @Test
  func `a string is found in another by its bytes`() {
    #expect("caf\(decomposed)".contains(decomposed) && !"caf\(decomposed)".contains(composed))
    #expect("caf\(decomposed)".contains("fe"))
    #expect(
      "aab".firstRange(of: "ab")?.lowerBound == "aab".utf8.index("aab".startIndex, offsetBy: 1))
    #expect("abc".firstRange(of: "abcd") == nil && "".firstRange(of: "a") == nil)
    #expect("abc".contains("") && "".contains(""))
    #expect("a\(kelvin)b".replacing("K", with: "x") == "a\(kelvin)b")
    #expect("it's".replacing("'", with: "'\\''") == "it'\\''s")
  }

  @Test
  func
    `the beginning, the end and the place of a string are those of its bytes, however it is stored`()
  {
    let long = String(repeating: "ab", count: 20) + "é" + String(repeating: "ba", count: 20)
    for text in ["", "a", "aab", "abaabaab", "éa", "a\u{301}", long] {
      let bytes = Array(text.utf8)
      for part in ["", "a", "b", "ab", "aab", "baab", "é", "e", "\u{301}", "éb", long, long + "a"] {
        let wanted = Array(part.utf8)
        let place = (0...bytes.count).first { bytes[$0...].starts(with: wanted) }
        for other in [part[...], "x\(part)y".dropFirst().dropLast()] {
          #expect(text.hasPrefix(other) == bytes.starts(with: wanted))
          #expect(text.hasSuffix(other) == bytes.reversed().starts(with: wanted.reversed()))
          #expect(text.contains(other) == (place != nil))
          let body = "-\(text)".dropFirst()
          let range = body.firstRange(of: other)
          let found = range.map { body.utf8.distance(from: body.startIndex, to: $0.lowerBound) }
          #expect(found == place)
          #expect(range.map { String(body[$0]) } == place.map { _ in part })
        }
        #expect(text.hasPrefix(part) == bytes.starts(with: wanted))
        #expect(text.hasSuffix(part) == bytes.reversed().starts(with: wanted.reversed()))
        #expect((text == part) == (bytes == wanted))
        #expect([text].contains(part) == (bytes == wanted))
        #expect(["x", text].firstIndex(of: part) == (bytes == wanted ? 1 : nil))
      }
    }
  }
}
