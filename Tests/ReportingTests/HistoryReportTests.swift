import Conformance
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Reporting

@Suite struct HistoryReportTests {
  let records = [
    Record(time: Samples.epoch, kind: .message, name: "launch", app: "mail"),
    Record(
      time: Samples.epoch + .hours(24), kind: .event, name: "enrollmentRequest", app: "mail",
      fields: ["statusCode": 205, "identity": "ana@contoso.com"]),
    Record(
      time: Samples.epoch + .hours(24), kind: .event, name: "prompt", app: "mail",
      fields: ["kind": "pin", "name": "x", "app": "y"]),
    Record(time: Samples.epoch + .days(30), kind: .admin, name: "wipe"),
  ]

  @Test func `reads as recorded`() throws {
    let text = HistoryReport.text(records, epoch: Samples.epoch)
    try expectGolden("history.txt", Array(text.utf8))
  }

  @Test func `stored histories are read back unchanged`() throws {
    var history = History(epoch: Samples.epoch)
    history.records = records
    #expect(try HistoryReport.records(history.lines) == records)
  }

  @Test func `a line that is no record is named`() {
    #expect(throws: HistoryError(line: 2, reason: "\"t\", \"kind\" or \"name\" is missing")) {
      try HistoryReport.records(Array("{\"t\":1,\"kind\":\"event\",\"name\":\"b\"}\n{}\n".utf8))
    }
  }

  @Test func `file names are safe unique and short`() {
    #expect(
      HistoryFileName.path(of: "enrollment-retry/retry[failure=a b/c]@2020-06")
        == "enrollment-retry/retry[failure=a%20b%2Fc]@2020-06.jsonl")
    #expect(HistoryFileName.path(of: "../x/..") == "%2E./x%2F...jsonl")
    let long = HistoryFileName.path(of: "s/" + String(repeating: "x", count: 999))
    let other = HistoryFileName.path(of: "s/" + String(repeating: "x", count: 998))
    #expect(long.utf8.count < 220 && long != other)
  }
}
