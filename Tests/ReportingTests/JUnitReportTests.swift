import CaseModel
import Conformance
import Foundation
import FoundationXML
import Testing

@testable import Reporting

@Suite struct JUnitReportTests {
  let strict = JUnitReport(times: .fixed)

  func document(_ bytes: [UInt8]) throws -> XMLDocument { try XMLDocument(data: Data(bytes)) }

  @Test func `reports every verdict as recorded`() throws {
    try expectGolden("junit.xml", strict.bytes(Samples.all, Samples.description()))
  }

  @Test func `rich profile adds place and properties`() throws {
    let rich = JUnitReport(profile: .rich, times: .fixed)
    try expectGolden("junit-rich.xml", rich.bytes(Samples.all, Samples.description()))
  }

  @Test func `counts of suites and of the whole agree with the cases`() throws {
    let root = try #require(
      try document(strict.bytes(Samples.all, Samples.description())).rootElement())
    var total = 0
    for suite in root.elements(forName: "testsuite") {
      let cases = suite.elements(forName: "testcase")
      total += cases.count
      for (attribute, element) in [
        ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
      ] {
        let found = cases.filter { !$0.elements(forName: element).isEmpty }.count
        #expect(suite.attribute(forName: attribute)?.stringValue == String(found))
      }
      #expect(suite.attribute(forName: "tests")?.stringValue == String(cases.count))
    }
    #expect(root.attribute(forName: "tests")?.stringValue == String(total))
    #expect(total == Samples.all.count)
  }

  @Test func `every case has name class name time and at most one outcome with message and text`()
    throws
  {
    let cases = try document(strict.bytes(Samples.all, Samples.description()))
      .nodes(forXPath: "//testcase").compactMap { $0 as? XMLElement }
    var seen: Set<[String]> = []
    for item in cases {
      let name = try #require(item.attribute(forName: "name")?.stringValue)
      let className = try #require(item.attribute(forName: "classname")?.stringValue)
      #expect(seen.insert([className, name]).inserted)
      #expect(item.attribute(forName: "time")?.stringValue?.contains(".") == true)
      let outcomes = (item.children ?? []).compactMap { $0 as? XMLElement }
      #expect(outcomes.count <= 1)
      for outcome in outcomes {
        #expect(outcome.attribute(forName: "message")?.stringValue?.isEmpty == false)
        #expect(outcome.attribute(forName: "type")?.stringValue?.isEmpty == false)
        #expect(outcome.stringValue?.contains("reproduce: mamconform run") == true)
      }
    }
  }

  @Test func `failure names every requirement of the failed checks`() throws {
    let failure = try #require(
      try document(strict.bytes([Samples.failed], Samples.description()))
        .nodes(forXPath: "//failure").first)
    let text = try #require(failure.stringValue)
    for words in ["ENR-008 Retry after 24 hours", "ENR-999", "STA-002", "at +24:00:00.000"] {
      #expect(text.contains(words))
    }
    #expect(!text.contains("not-early"))
  }

  @Test func `illegal characters are replaced and the rest is read back unchanged`() throws {
    let text = try #require(
      try document(strict.bytes([Samples.failed], Samples.description()))
        .nodes(forXPath: "//failure").first?.stringValue)
    #expect(text.contains("none \u{FFFD}\u{FFFD}[31m & <none>"))
    #expect(!text.unicodeScalars.contains("\u{1}"))
  }

  @Test func `overlong text is cut with a note`() throws {
    var long = Samples.failed
    long.checks[1].found = String(repeating: "x", count: 300_000)
    let failure = try #require(
      try document(strict.bytes([long], Samples.description())).nodes(forXPath: "//failure").first)
    let text = try #require(failure.stringValue)
    #expect(text.count <= XMLWriter.maximumTextLength)
    #expect(text.hasSuffix("more characters left out]"))
  }

  @Test func `a file that would be too large for readers loses details but no case`() throws {
    var long = Samples.failed
    long.checks[1].found = String(repeating: "x", count: 99_000)
    let many = (0..<400).map { index in
      var copy = long
      copy.conformanceCase.id = "case-\(index)"
      return copy
    }
    let bytes = strict.bytes(many, Samples.description(planned: 400))
    #expect(bytes.count < 30_000_000)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.split(separator: "<testcase ").count == 401)
    #expect(text.contains("Details left out"))
  }

  @Test func `a run that did not start is an error and never an empty report`() throws {
    var description = Samples.description()
    description.problem = Problem(
      code: "interrupted", participant: "mamconform", message: "interrupted after 0 of 5 cases")
    let bytes = strict.bytes([], description)
    try expectGolden("junit-interrupted.xml", bytes)
    #expect(try document(bytes).nodes(forXPath: "//error").count == 1)
  }

  @Test func `measured times are seconds that the schema accepts`() {
    let text = String(
      decoding: JUnitReport().bytes([Samples.passed], Samples.description()), as: UTF8.self)
    #expect(text.contains("time=\"0.012346\""))
    #expect(text.contains("time=\"3.210500\""))
    #expect(text.contains("timestamp=\"2023-11-14T22:13:20\""))
  }

  @Test func `identical runs differ in times only`() {
    var later = Samples.description()
    later.startedMilliseconds += 86_400_000
    later.wallMilliseconds *= 2
    var slower = Samples.failed
    slower.wallMilliseconds *= 3
    #expect(
      strict.bytes([Samples.failed], Samples.description()) == strict.bytes([slower], later))
  }

  /// Where the schema of Jenkins is; it is not part of this project, so the machine may not have it: named by
  /// `MAMCONFORM_JUNIT_XSD`, or in the folder `shared` beside the checkout.
  static let schema: String? = {
    if let named = ProcessInfo.processInfo.environment["MAMCONFORM_JUNIT_XSD"] { return named }
    let beside = URL(filePath: #filePath).appending(path: "../../../../shared/schemas/junit-10.xsd")
      .standardized.path
    return FileManager.default.fileExists(atPath: beside) ? beside : nil
  }()

  @Test(
    .enabled(
      if: schema != nil,
      "there is no junit-10.xsd in ../shared/schemas, and MAMCONFORM_JUNIT_XSD names no copy of it")
  )
  func `strict profile is accepted by the schema of Jenkins`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    let bytes = JUnitReport().bytes(Samples.all, Samples.description())
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xmllint", "--noout", "--schema", try #require(Self.schema), file.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
