import Foundation
import ReferenceSDK
import Testing

/// The page of readings has every open question, each with its readings.
@Suite("The page of readings")
struct ReadingPageTests {
  private let page: [Substring]
  private let questions: [Substring]

  init() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }
    page = try lines("Sources/ReferenceSDK/ReferenceSDK.docc/ReadingsOfTheContract.md")
    questions = try lines("suites/contract/open-questions.yaml")
      .filter { $0.hasPrefix("  - id: ") }.map { $0.dropFirst("  - id: ".count) }
  }

  @Test
  func `every open question has a row, and says something`() {
    #expect(questions.count > 90)
    for question in questions {
      let row = page.first { $0.hasPrefix("| \(question) |") }
      #expect((row?.split(separator: "|").last?.count ?? 0) > 8, "\(question)")
    }
  }

  @Test
  func `every reading stands in the rows of the questions that allow it`() {
    for reading in Reading.all {
      for source in reading.sources where source.hasPrefix("OQ-") {
        let row = page.first { $0.hasPrefix("| \(source) |") } ?? ""
        #expect(row.contains("`\(reading.name)`"), "\(source) allows \(reading.name)")
      }
    }
  }
}
