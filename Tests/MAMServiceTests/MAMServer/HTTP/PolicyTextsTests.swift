import JSONText
import Testing

@testable import MAMServer

@Suite struct PolicyTextsTests {
  private func large(_ value: Int) -> JSONObject {
    JSONObject((0..<20).map { ("name\($0)", .int(value + $0)) })
  }

  @Test func `every text is the one that JSON writes`() {
    var texts = PolicyTexts()
    func check(_ value: JSON) {
      var bytes: [UInt8] = []
      texts.write(value, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == value.text)
    }
    check([:])
    check(["a": 1, "b": [1, 2]])
    check([1, "x", nil])
    var policy = large(0)
    for round in 0..<3 {
      check(["result": "policy", "policy": .object(policy)])
      check(["policy": .object(policy), "again": .object(policy)])
      // Changed in its place, if it has one of its own.
      policy["name7"] = .string("round \(round)")
    }
    for value in 0..<200 { check(["policy": .object(large(value))]) }
  }
}
