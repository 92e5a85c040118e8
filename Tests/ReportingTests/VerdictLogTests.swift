import CaseModel
import Conformance
import Foundation
import JSONText
import Testing

@testable import Reporting

@Suite struct VerdictLogTests {
  let log = VerdictLog(Samples.description())

  private func parse(_ line: [UInt8]) throws -> JSON {
    #expect(line.last == 0x0A && line.count { $0 == 0x0A } == 1)
    return try JSON(parsing: line.dropLast())
  }

  @Test func `every line holds to the published schema`() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../suites/schemas/verdicts.schema.json")
    let schema = try JSON(parsing: String(decoding: Data(contentsOf: url), as: UTF8.self))
    func complaints(_ line: [UInt8], _ name: String) throws -> [String] {
      SchemaCheck(["$ref": .string("#/$defs/\(name)"), "$defs": schema["$defs"] ?? .null])
        .complaints(try parse(line))
    }
    #expect(try complaints(log.opening, "opening") == [])
    for result in Samples.all {
      #expect(try complaints(log.line(result), "case") == [])
      let line = log.line(result, corrected: .pass, historyFile: "histories/a.jsonl")
      #expect(try complaints(line, "case") == [])
    }
    #expect(try complaints(log.ending(finished: 3, problem: nil), "ending") == [])
    #expect(
      try complaints(log.ending(finished: 3, problem: Samples.broken.problem), "ending") == [])
    #expect(try complaints(log.opening, "case") != [])
  }

  @Test func `a pass is short and a failure says what failed`() throws {
    #expect(try parse(log.line(Samples.passed))["checks"] == nil)
    let failed = try parse(log.line(Samples.failed, historyFile: "h.jsonl"))
    #expect(failed["history"] == "h.jsonl")
    let verdicts = failed["checks"]?.array?.compactMap { $0["verdict"]?.string } ?? []
    #expect(verdicts.contains("fail") && !verdicts.contains("pass"))
  }

  @Test func `a log tells how far its run came`() throws {
    let first = log.opening + log.line(Samples.passed)
    let second = first + log.line(Samples.failed)
    #expect(LoggedRun([]) == nil)
    #expect(LoggedRun(Array("[]\n".utf8)) == nil)
    #expect(LoggedRun(second)?.finished == 2)
    #expect(LoggedRun(second)?.isInterrupted == true)
    // Half a line, and a correction, are not further cases.
    #expect(LoggedRun(first + log.line(Samples.failed).prefix(40))?.finished == 1)
    #expect(LoggedRun(second + log.line(Samples.passed, corrected: .pass))?.finished == 2)
    let whole = second + log.ending(finished: 2, problem: nil)
    #expect(LoggedRun(whole)?.isInterrupted == false)
    let interrupted = Problem(code: "interrupted", participant: "mamconform", message: "")
    #expect(
      LoggedRun(second + log.ending(finished: 2, problem: interrupted))?.isInterrupted == true)
  }

  @Test func `a report before the run is an error to every reader`() throws {
    let description = Samples.description().unfinished
    let xml = String(decoding: JUnitReport().bytes([], description), as: UTF8.self)
    #expect(xml.contains("errors=\"1\"") && xml.contains("breakdown.did-not-finish"))
    #expect(JSONReport().document([], description)["problem"]?["code"] == "did-not-finish")
  }
}
