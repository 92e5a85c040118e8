import JSONText
import Testing

/// Objects with more members than are looked through one by one.
@Suite struct LargeObjectTests {
  private static let names = (0..<20_000).map { "name\($0)" }

  @Test(.timeLimit(.minutes(10)))
  func `a large object is read and compared in time`() throws {
    let members = Self.names.map { "\"\($0)\":1" }
    let forwards = try JSON(parsing: "{\(members.joined(separator: ","))}")
    let backwards = try JSON(parsing: "{\(members.reversed().joined(separator: ","))}")
    #expect(forwards.object?.members.count == 20_000)
    #expect(forwards == backwards)
    #expect(forwards["name19999"] == 1)
    #expect(throws: JSONError.self) {
      try JSON(parsing: "{\(members.joined(separator: ",")),\"name7\":2}")
    }
  }

  @Test func `the last of many values of a name counts`() {
    let object = JSONObject(Self.names.map { ($0, 1) } + [("name5", 2)])
    #expect(object.members.count == 20_000)
    #expect(object["name5"] == 2)
    #expect(object.members[5].name == "name5")
  }

  @Test func `objects that differ in one member are not the same`() {
    let object = JSONObject(Self.names.map { ($0, 1) })
    var other = object
    other["name19000"] = 2
    #expect(object != other)
    other["name19000"] = nil
    other.append("other", 1)
    #expect(object != other)
  }
}
