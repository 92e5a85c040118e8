import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMRules
@testable import MAMWire

/// What rules cost that look at bodies.
@Suite struct RuleCostTests {
  private func time(_ rule: JSONObject) throws -> Duration {
    let service = try LoneWorld()
    for number in 0..<20 {
      var rule = rule
      rule["id"] = .string("r\(number)")
      try service.fault(["kind": "lost"], rule)
    }
    let body: JSON = ["list": .array((0..<20_000).map { ["number": .int($0)] })]
    let request = ServiceRequest(.locate, body: body)
    return processorTime { service.send(request) }
  }

  @Test func `a body is read once and only if the rest fits`() throws {
    let one = try time(["method": "PUT"])
    let elsewhere = try time(["method": "PUT", "body": ["json": ["a": 1]]])
    #expect(elsewhere < one * 2 + .milliseconds(100))
    let parsing = processorTime {
      let text = JSON.array((0..<20_000).map { ["number": .int($0)] }).text
      _ = try? JSON(parsing: text)
    }
    #expect(try time(["body": ["json": ["a": 1]]]) < one * 2 + parsing * 6 + .milliseconds(100))
  }

  @Test(
    arguments: [
      "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "a{255}", "[]{9]{3}", "[[:alpha:]{]{2}",
      "(ab|c{3}){100}", "a{0,20}", "\\{999\\}",
    ])
  func `ordinary patterns are taken`(_ pattern: String) {
    #expect(throws: Never.self) { _ = try TextPattern(pattern) }
  }

  @Test(
    arguments: ["a{256}", "a.{9999}", "((a{200}){2}){10}", "(abcde){250}", "a{1,256}", "x{200}{6}"])
  func `patterns that are too long written out are refused`(_ pattern: String) {
    #expect(throws: CommandError.self) { _ = try TextPattern(pattern) }
  }

  @Test func `only the beginning of a text is looked at`() throws {
    let pattern = try TextPattern("b$|^c")
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: TextPattern.mostBytes)
    let end = [UInt8(ascii: "b")]
    #expect(!(long + end).withUnsafeBufferPointer(pattern.fits))
    #expect((long.dropLast() + end).withUnsafeBufferPointer(pattern.fits))
    // It goes on working after it has been made again.
    #expect([UInt8(ascii: "c")].withUnsafeBufferPointer(pattern.fits))
  }
}
