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

  @Test
  func `marks stand behind the records at which a check looked, and at the time that was due`()
    throws
  {
    let entry: JSON = [
      "checks": [
        [
          "id": "asks", "verdict": "fail", "virtualMilliseconds": 86_400_000,
          "looked": ["first": 2, "count": 2], "found": "it comes late",
          "dueMilliseconds": 172_800_000, "difference": ["subject": "event prompt"],
        ],
        [
          "id": "silent", "verdict": "pass", "virtualMilliseconds": 0,
          "looked": ["first": 2, "count": 0],
        ],
        ["id": "never-reached", "verdict": "inconclusive"],
      ]
    ]
    let marks = HistoryMark.all(of: entry)
    let lines = HistoryReport.text(records, epoch: Samples.epoch, marks: marks)
      .split(separator: "\n").map(String.init)
    #expect(lines.count == 7)
    #expect(lines[1] == "--- +0:00:00.000  pass: check silent looked here, over no record")
    #expect(
      lines[4]
        == "--- +24:00:00.000  fail: check asks looked here, over #2 to #3: it comes late")
    #expect(lines[5] == "--- +48:00:00.000  event prompt expected here by asks")
    #expect(
      HistoryMark.all(of: ["checks": [["id": "of-an-older-report", "verdict": "fail"]]]) == [])
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
