import Foundation
import JSONText
import StepProtocol
import Testing

@testable import Conformance

@Suite("The step protocol's JSON Schema")
struct AdapterCheckSchemaTests {
  func text(_ path: String) throws -> String {
    try String(contentsOf: Adapters.root.appending(path: path), encoding: .utf8)
  }

  func definitions() throws -> JSON {
    let schema = try JSON(parsing: text("suites/schemas/step-protocol.schema.json"))
    return try #require(schema["$defs"])
  }

  func words(_ list: JSON?) throws -> [String] {
    try #require(list?.array).compactMap(\.string)
  }

  @Test
  func `it lists the operations of the protocol in their order`() throws {
    let listed = try words(definitions()["message"]?["properties"]?["op"]?["enum"])
    #expect(listed == StepOperation.allCases.map(\.rawValue))
  }

  @Test
  func `it lists the events of the document in their order`() throws {
    let document = try text("Sources/StepProtocol/StepProtocol.docc/StepProtocol.md")
    let section = try #require(document.components(separatedBy: "\n## Events\n").last)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let documented = rows.flatMap { row in
      let cell = row.split(separator: "|")[0]
      return cell.split(separator: "`").map(String.init).filter { !$0.contains(" ") && $0 != "," }
    }
    let listed = try words(definitions()["event"]?["properties"]?["event"]?["enum"])
    #expect(listed == documented)
  }

  @Test
  func `it lists the capabilities that the adapter check knows`() throws {
    let items = try definitions()["hello"]?["properties"]?["capabilities"]?["items"]
    #expect(try words(items?["examples"]) == Capability.allCases.map(\.rawValue))
  }

  @Test
  func `every operation and event has a definition of its members`() throws {
    let definitions = try definitions()
    for operation in StepOperation.allCases {
      #expect(definitions["args.\(operation.rawValue)"] != nil)
    }
    for event in try words(definitions["event"]?["properties"]?["event"]?["enum"]) {
      #expect(definitions["event.\(event)"] != nil)
    }
  }
}
