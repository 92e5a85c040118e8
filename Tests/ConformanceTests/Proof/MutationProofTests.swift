import CaseModel
import Contract
import ExactText
import Foundation
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

@Suite struct MutationProofTests {
  private static func record(
    _ kind: RecordKind, _ name: String, _ fields: JSONObject = [:]
  ) -> Record {
    Record(time: .defaultEpoch, kind: kind, name: name, app: "mail", fields: fields)
  }

  /// Two prompts, the second in the second process, between them a call that returns an object.
  private static var history: History {
    var history = History(epoch: .defaultEpoch)
    history.records = [
      record(.life, "launched"),
      record(.event, "prompt", ["kind": "pin", "identity": "ana@contoso.com"]),
      record(.message, "policyForIdentity"),
      record(
        .result, "policyForIdentity", ["value": ["isPINRequired": true, "names": ["a", "b"]]]),
      record(.life, "launched"),
      record(.event, "prompt", ["kind": "pin", "identity": nil]),
      record(.result, "launch", ["value": nil]),
    ]
    history.reached = [
      .init(
        step: 0, window: 2..<4, time: .defaultEpoch,
        result: ["isPINRequired": true, "names": ["a", "b"]]),
      .init(step: 1, window: 4..<7, time: .defaultEpoch, result: nil),
    ]
    return history
  }

  private func mutation(
    _ place: ExactString, _ path: ExactString?, _ change: HistoryMutation.Change,
    _ occurrence: HistoryMutation.Occurrence = .every
  ) -> History? {
    HistoryMutation(place: place, path: path, change: change, occurrence: occurrence)
      .applied(to: Self.history)
  }

  @Test func `records are told apart by what says which one they are`() {
    #expect(
      Self.history.records.map { HistoryMutation.place(of: $0)?.text } == [
        nil, "event prompt[pin]", nil, "result policyForIdentity", nil, "event prompt[pin]", nil,
      ])
  }

  @Test func `each member of objects and the first element of arrays are changed on their own`() {
    #expect(
      HistoryMutation.paths(of: Self.history.records[3]) == [
        "value.isPINRequired", "value.names", "value.names.[]",
      ])
    let request = Self.record(.request, "enroll", ["identity": "ana", "status": 200])
    #expect(HistoryMutation.paths(of: request) == ["identity"])
  }

  @Test func `a record that is dropped or repeated moves the windows behind it`() throws {
    let dropped = try #require(mutation("event prompt[pin]", nil, .dropped))
    #expect(dropped.records.count == 5)
    #expect(dropped.reached.map(\.window) == [1..<3, 3..<5])
    let repeated = try #require(mutation("event prompt[pin]", nil, .repeated, .later))
    #expect(repeated.records.count == 8)
    #expect(repeated.reached.map(\.window) == [2..<4, 4..<8])
    #expect(
      try #require(mutation("event prompt[pin]", nil, .dropped, .relaunched)).records.count == 6)
  }

  @Test func `what a call returns is another value for the check of its step too`() throws {
    let other = try #require(
      mutation("result policyForIdentity", "value.isPINRequired", .replaced))
    #expect(other.reached[0].result?["isPINRequired"] == false)
    #expect(other.reached[1].result == nil)
    let shorter = try #require(mutation("result policyForIdentity", "value.names", .replaced))
    #expect(shorter.reached[0].result?["names"] == ["a"])
    let first = try #require(mutation("result policyForIdentity", "value.names.[]", .emptied))
    #expect(first.records[3].fields["value"]?["names"] == [nil, "b"])
  }

  @Test func `what is null cannot be emptied, and what is not there cannot be changed`() {
    #expect(mutation("event prompt[pin]", "identity", .emptied, .later) == nil)
    #expect(mutation("event prompt[pin]", "window", .replaced) == nil)
    #expect(
      mutation("event prompt[pin]", "identity", .emptied)?.records[1].fields["identity"] == .null)
    #expect(
      mutation("event prompt[pin]", "identity", .replaced)?.records[1].fields["identity"]
        == "other@contoso.com")
  }

  @Test func `what no check looks at is a gap, unless the list has a reason`() throws {
    let item = CaseSelectionTests.item("policy", "pin")
    let result = CaseResult(
      conformanceCase: item, verdict: .pass, checks: [], problem: nil, history: Self.history,
      wallMilliseconds: 1, virtualTime: .zero)
    let options = RunOptions(adapter: [], serviceProgram: "", scratchFolder: "")
    let findings = MutationProof([result], options).run()
    let open = MutationReport(findings, accepted: []).gaps.map {
      "\($0.mutation.place.text) \($0.mutation.path?.text ?? "-") \($0.mutation.change)"
    }
    // The case asks that something is returned, and that alone.
    #expect(open.contains("result policyForIdentity value.isPINRequired emptied"))
    #expect(!open.contains("result policyForIdentity value emptied"))
    #expect(open.contains("event prompt[pin] - dropped"))
    let accepted = [
      MutationReport.Unjudged(
        records: ["event prompt[*]"], member: nil, changes: [], reason: "nobody asks", line: 2),
      MutationReport.Unjudged(
        records: ["result policyForIdentity"], member: "value.*", changes: ["emptied", "replaced"],
        reason: "nobody looks", line: 5),
      MutationReport.Unjudged(
        records: ["event dialog[*]"], member: nil, changes: [], reason: "idle", line: 9),
    ]
    let report = MutationReport(findings, accepted: accepted)
    #expect(report.open.isEmpty)
    #expect(report.idle.map(\.line) == [9])
    let lines = report.text(listsAccepted: true).split(separator: "\n").map { ExactString($0) }
    #expect(lines.contains("    nobody asks"))
    #expect(report.text(listsAccepted: false).hasSuffix("accepted with a reason, 0 not\n"))
    let file = URL(filePath: #filePath).appending(
      path: "../../../../suites/schemas/mutations.schema.json")
    let schema = try JSON(parsing: [UInt8](Data(contentsOf: file.standardized))[...])
    #expect(SchemaCheck(schema).complaints(report.document(program: "0.1.0")) == [])
  }
}
