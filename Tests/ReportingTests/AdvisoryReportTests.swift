import CaseModel
import Conformance
import Foundation
import FoundationXML
import JSONText
import Testing
import VirtualTime

@testable import Reporting

/// A finding that is advisory is shown everywhere and fails nowhere.
@Suite struct AdvisoryReportTests {
  private static let advised: CaseResult = {
    var result = Samples.passed
    var check = result.checks[0]
    check.check.id = "told-before-asked"
    check.check.isAdvisory = true
    check.verdict = .advisory
    check.expected = "one event, then the other"
    check.found = "the other way round"
    result.checks.append(check)
    result.verdict = .advisory
    return result
  }()

  @Test(arguments: [JUnitReport.Profile.strict, .rich])
  func `JUnit has it as output of a passed test`(profile: JUnitReport.Profile) throws {
    let bytes = JUnitReport(profile: profile, times: .fixed).bytes(
      [AdvisoryReportTests.advised], Samples.description(planned: 1))
    let root = try #require(try XMLDocument(data: Data(bytes)).rootElement())
    #expect(root.attribute(forName: "failures")?.stringValue == "0")
    #expect(root.attribute(forName: "errors")?.stringValue == "0")
    let test = try #require(try root.nodes(forXPath: "//testcase").first as? XMLElement)
    #expect(test.elements(forName: "failure").isEmpty && test.elements(forName: "error").isEmpty)
    let output = test.elements(forName: "system-out").first?.stringValue ?? ""
    #expect(output.contains("advisory: check told-before-asked"))
    #expect(output.contains("the other way round"))
    if profile == .rich {
      let properties = try test.nodes(forXPath: "properties/property[@name='advisory']/@value")
      #expect(properties.first?.stringValue == "told-before-asked")
    }
  }

  @Test(arguments: [JUnitReport.Profile.strict, .rich])
  func `JUnit has notes as output of their test, passed or failed`(
    profile: JUnitReport.Profile
  ) throws {
    var (passed, failed) = (Samples.passed, Samples.failed)
    passed.notes = ["the adapter says <held>", "and more"]
    failed.notes = ["the adapter says nothing"]
    let bytes = JUnitReport(profile: profile, times: .fixed).bytes(
      [passed, failed], Samples.description(planned: 2))
    let root = try #require(try XMLDocument(data: Data(bytes)).rootElement())
    let outputs = try root.nodes(forXPath: "//testcase/system-out").map(\.stringValue)
    #expect(
      outputs == [
        "note: the adapter says <held>\nnote: and more\n", "note: the adapter says nothing\n",
      ])
    #expect(try root.nodes(forXPath: "//failure").count == 1)
  }

  @Test func `the console shows it and says that the SDK conforms`() {
    let text = ConsoleReport.log(
      [AdvisoryReportTests.advised], Samples.description(planned: 1), times: .fixed)
    #expect(text.contains("ADVISORY"))
    #expect(text.contains("the other way round"))
    #expect(text.contains("1 advisory"))
    #expect(text.contains("The SDK under test conforms."))
  }

  @Test func `the run conforms and the requirement is kept`() {
    let summary = RunSummary([AdvisoryReportTests.advised])
    #expect(summary.exitCode == ExitCode.conforms)
    #expect(summary.violated == [] && summary.undecided == [])
    let document = JSONReport(times: .fixed).document(
      [AdvisoryReportTests.advised], Samples.description(planned: 1))
    #expect(document["cases"]?.array?.first?["verdict"] == "advisory")
  }
}
