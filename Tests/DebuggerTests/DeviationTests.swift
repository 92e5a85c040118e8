import CaseModel
import Conformance
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Debugger

/// Where an SDK parts from the reference SDK, and what of that is left open to it.
@Suite struct DeviationTests {
  private let epoch = VirtualInstant.defaultEpoch

  /// The result of a case in which an app signs in, an enrollment fails, and another one comes later.
  private func result(clientID: String, words: JSON, hours: Int) throws -> CaseResult {
    var history = History(epoch: epoch)
    history.records = [
      Record(
        time: epoch, kind: .request, name: Endpoint.token.rawValue, app: "mail",
        fields: ["grant": "refresh_token", "clientId": .string(clientID), "status": 200]),
      Record(
        time: epoch, kind: .event, name: "enrollmentRequest", app: "mail",
        fields: ["didSucceed": false, "errorString": words]),
      Record(
        time: epoch + .hours(hours), kind: .event, name: "enrollmentRequest", app: "mail",
        fields: ["didSucceed": true, "errorString": nil]),
    ]
    return CaseResult(
      conformanceCase: try Cases.named(ConsoleTests.retry), verdict: .fail, checks: [],
      problem: nil, history: history, wallMilliseconds: 0, virtualTime: .zero)
  }

  private func deviation(
    _ subject: CaseResult, _ reference: CaseResult, members: [String] = []
  ) throws -> Deviation? {
    let check = CheckResult(
      check: try #require(subject.conformanceCase.checks.first), verdict: .fail, found: "f",
      time: epoch,
      difference: Difference(
        .member, "request token", members: members, time: epoch, text: "f"))
    return Deviation(subject, reference, of: check, from: 0)
  }

  @Test func `how a library signs in and what an error says come after everything else`() throws {
    let reference = try result(clientID: "a", words: "no connection", hours: 24)
    let early = try result(clientID: "b", words: "code 204", hours: 23)
    #expect(try deviation(early, reference)?.subject?.hasPrefix("+23:00:00.000 mail event") == true)
    // That there are words is demanded.
    let silent = try result(clientID: "b", words: .null, hours: 23)
    #expect(try deviation(silent, reference)?.subject?.hasPrefix("+0:00:00.000 mail event") == true)
    // It counts where the check is about it, and if there is nothing else.
    let named = try deviation(early, reference, members: ["clientId"])
    #expect(named?.subject?.contains("request token") == true)
    let alone = try result(clientID: "b", words: "no connection", hours: 24)
    #expect(try deviation(alone, reference)?.reference?.contains("request token") == true)
    #expect(try deviation(reference, reference) == nil)
  }
}
