import CaseModel
import CaseYAML
import Contract
import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@Suite("Suite loader")
struct SuiteLoaderTests {
  @Test
  func `the example of the case language becomes ten cases with the steps it says`() throws {
    let suites = try load(
      """
      suite: enrollment-retry
      area: ENR
      title: A failed enrollment is retried every 24 hours
      cases:
        - id: retry-after-24h
          title: A failed enrollment is retried exactly 24 hours later
          editions: all
          matrix:
            failure:
              location-down: {fault: {endpoint: locate, kind: refused}, code: 204}
              enroll-503: {fault: {endpoint: enroll, kind: status, status: 503}, code: 205}
          steps:
            - launch: mail
            - fault: ${failure.fault}
            - call: mail.registerAndEnrollAccount(ana)
            - expect: {app: mail, event: enrollmentRequest, statusCode: "${failure.code}", identity: ana}
              check: first-attempt-fails
              proves: [ENR-041, STA-002]
            - clearFaults: true
            - quiet: {for: 24 h - 1 ms, request: enroll}
              check: not-early
              proves: [ENR-009]
            - advance: 1 ms
            - expect: {request: enroll, by: mail}
              check: at-24h
              proves: [ENR-008]
            - call: mail.enrolledAccount
              returns: ana
              check: enrolled
              proves: [ENR-022]
      """)
    #expect(suites.messages == [])
    #expect(suites.cases.count == 10)
    let first = try #require(suites.cases.first)
    #expect(first.name == "enrollment-retry/retry-after-24h[failure=location-down]@2016-09")
    #expect(first.checks.map(\.id) == ["first-attempt-fails", "not-early", "at-24h"])
    let last = try #require(suites.cases.last)
    #expect(last.name == "enrollment-retry/retry-after-24h[failure=enroll-503]@2020-06")
    #expect(last.checks.map(\.id) == ["first-attempt-fails", "not-early", "at-24h", "enrolled"])
    #expect(
      last.steps.map(\.action) == [
        .launch(app: "mail", mode: .launch, options: .none),
        .fault(FaultOrder(.enroll, .status(503, retryAfterSeconds: nil))),
        .operation(
          app: "mail",
          .call(AppCall(.registerAndEnrollAccount, [.text(.identity, "ana@contoso.com")]))),
        nil, .clearFaults, .advance(.init(milliseconds: 86_399_999)),
        .advance(.init(milliseconds: 1)),
        nil, .operation(app: "mail", .call(AppCall(.enrolledAccount))),
      ])
    #expect(
      last.steps.map(\.opensWindow)
        == [true, true, true, false, true, true, true, false, false])
    #expect(
      last.checks[0].demand
        == .count(
          RecordPattern(
            kind: .event, name: "enrollmentRequest", app: "mail",
            fields: [
              .init(name: "statusCode", matcher: .equals(205)),
              .init(name: "identity", matcher: .equals("ana@contoso.com")),
            ]), 1...1))
  }
}
