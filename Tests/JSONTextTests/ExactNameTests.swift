import JSONText
import Testing

@Suite("Names and strings of JSON are their bytes")
struct ExactNameTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  @Test
  func `two names that differ in their normal form are two members, in small and in large objects`()
    throws
  {
    for others in [0, 40] {
      let filling = (0..<others).map { "\"n\($0)\":0," }.joined()
      let text = "{\(filling)\"\(Self.composed)\":1,\"\(Self.decomposed)\":2,\"\\u212A\":3,\"K\":4}"
      let object = try JSON(parsing: text)
      #expect(object[Self.composed] == 1 && object[Self.decomposed] == 2)
      #expect(object["\u{212A}"] == 3 && object["K"] == 4)
      #expect(Array(object.text.utf8).count == Array(text.utf8).count - 3)
      #expect(object.object?.members.count == others + 4)
    }
    #expect(throws: JSONError.self) { try JSON(parsing: #"{"é":1,"é":2}"#) }
  }

  @Test
  func `setting a member leaves that of the other spelling alone`() {
    var object: JSONObject = [Self.composed: 1, Self.decomposed: 2]
    object[Self.decomposed] = 3
    #expect(object[Self.composed] == 1 && object.members.count == 2)
    object[Self.composed] = nil
    #expect(object[Self.decomposed] == 3 && object.members.count == 1)
  }

  @Test
  func `values are equal only if their bytes are`() {
    let (composed, decomposed) = (JSON.string(Self.composed), JSON.string(Self.decomposed))
    #expect(composed != decomposed && composed == .string(Self.composed))
    #expect(JSON.array([composed]) != [decomposed])
    #expect(JSON.object(["a": composed]) != ["a": decomposed])
    #expect(JSON.object([Self.composed: 1]) != .object([Self.decomposed: 1]))
    #expect(
      JSON.object([Self.composed: 1, "b": 2]) != .object(["b": 2, Self.decomposed: 1]))
    #expect(JSONObject([(Self.composed, 1)]).members != JSONObject([(Self.decomposed, 1)]).members)
    #expect(JSON.object(["a": ["b": [composed]]]) != ["a": ["b": [decomposed]]])
    #expect(JSON.object([Self.composed: 1, "b": 2]) == .object(["b": 2, Self.composed: 1]))
  }

  @Test
  func `values have the same hash only if their bytes are the same, in whatever order`() {
    func hash(_ value: JSON) -> Int { value.hashValue }
    #expect(hash([.string(Self.composed)]) != hash([.string(Self.decomposed)]))
    #expect(hash([Self.composed: 1]) != hash([Self.decomposed: 1]))
    #expect(hash([Self.composed: 1, "b": 2]) == hash(["b": 2, Self.composed: 1]))
    #expect(hash([Self.composed: 1, "b": 2]) != hash([Self.composed: 2, "b": 1]))
  }

  @Test
  func
    `names of the same length and ends are told apart, and a name given twice is found at any place`()
    throws
  {
    #expect(try JSON(parsing: #"{"abcd":1,"acbd":2,"a":3,"":4}"#)["acbd"] == 2)
    for count in 1...70 {
      let names = (0..<count).map { "n\($0 / 10)\($0 % 10)e" }
      let text = names.map { "\"\($0)\":0" }.joined(separator: ",")
      #expect(try JSON(parsing: "{\(text)}").object?.members.map(\.name) == names)
      for name in names {
        #expect(throws: JSONError.self) { try JSON(parsing: "{\(text),\"\(name)\":1}") }
        let object = JSONObject(names.map { ($0, 0) } + [(name, 1)])
        #expect(object.members.count == count && object[name] == 1)
      }
    }
  }
}
