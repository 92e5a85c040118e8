import Conformance
import Foundation
import JSONText
import Testing

@testable import Reporting

@Suite struct JSONReportTests {
  let report = JSONReport(times: .fixed)

  @Test func `reports every verdict as recorded`() throws {
    try expectGolden("run.json", report.bytes(Samples.all, Samples.description()))
  }

  @Test func `holds to the published schema`() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../suites/schemas/run.schema.json")
    let schema = try JSON(parsing: String(decoding: Data(contentsOf: url), as: UTF8.self))
    var description = Samples.description()
    description.problem = Samples.broken.problem
    let document = JSON.object(report.document(Samples.all, description))
    #expect(SchemaCheck(schema).complaints(document) == [])
    #expect(SchemaCheck(schema).complaints(["format": "mamconform-run"]) != [])
  }
}
