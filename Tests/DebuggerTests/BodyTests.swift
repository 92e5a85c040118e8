import CaseModel
import Conformance
import JSONText
import ServiceProtocol
import Testing

@testable import Debugger

/// What can be seen of the bodies of requests and responses.
@Suite struct BodyTests {
  private let retry = "enr-retry/after-every-failure[failure=location-reset]@2020-06"

  private func session(_ name: String) throws -> DebugSession {
    try DebugSession(try Cases.named(name), options: Cases.options())
  }

  @Test func `bodies of every request are there, each with the record of the request`() throws {
    let session = try session(retry)
    defer { session.close() }
    try session.advanceToEnd()
    let view = session.view
    let requests = view.records.indices.filter { view.records[$0].kind == .request }
    #expect(view.exchanges.map(\.record) == requests)
    let enroll = try #require(view.exchanges.first { view.records[$0.record].name == "enroll" })
    #expect(enroll.body["bundleId"]?.string == "com.contoso.mail")
    #expect(enroll.status == 200 && enroll.response["enrollmentId"]?.string == "e1")
    let reset = try #require(
      view.exchanges.first { view.records[$0.record].fields["outcome"]?.string == "reset" })
    #expect(reset.status == nil && reset.response.isNull && reset.body["identity"] != nil)
  }

  @Test func `after a step back there are the bodies of that point, and no later ones`() throws {
    let session = try session(retry)
    defer { session.close() }
    var seen: [Int: [ExchangeView]] = [:]
    try session.advance { moment in
      seen[moment.position.number] = moment.view.exchanges
      return false
    }
    let end = session.position.number
    for number in [end - 1, end - 2, end - 3, end / 2, end / 2 - 1, 2] {
      try session.go(to: number)
      #expect(session.view.exchanges == seen[number], "point \(number)")
    }
  }

  @Test func `a response that is held back is there once it is released`() throws {
    let item = try Cases.written(
      """
      suite: held
      area: ENR
      title: Held responses
      cases:
        - id: late
          title: An answer that comes late
          steps:
            - launch: mail
            - fault: {endpoint: enroll, kind: delay, milliseconds: 10 s}
            - call: mail.registerAndEnrollAccount(ana)
            - advance: 1 min
            - expect: {event: enrollmentRequest, app: mail}
              check: comes
              proves: [ENR-041]
      """)
    let session = try DebugSession(item, options: Cases.options())
    defer { session.close() }
    var statuses: [Int?] = []
    try session.advance { moment in
      let view = moment.view
      if let enroll = view.exchanges.last(where: { view.records[$0.record].name == "enroll" }) {
        if statuses.last != .some(enroll.status) { statuses.append(enroll.status) }
      }
      return false
    }
    #expect(statuses == [nil, 200])
  }

  @Test
  func `bodies stay when the service is killed, and requests are told apart from its earlier ones`()
    throws
  {
    let item = try Cases.written(
      """
      suite: killed
      area: POL
      title: Killed services
      cases:
        - id: service
          title: The service is started again
          steps:
            - launch: mail
            - call: mail.registerAndEnrollAccount(ana)
            - service: restart
            - advance: 8 h
            - expect: {request: checkin, by: mail}
              check: comes
              proves: [ENR-041]
      """)
    let session = try DebugSession(item, options: Cases.options())
    defer { session.close() }
    try session.advanceToEnd()
    let view = session.view
    let requests = view.records.indices.filter { view.records[$0].kind == .request }
    #expect(view.exchanges.map(\.record) == requests && requests.count > 3)
    let last = try #require(view.exchanges.last)
    #expect(
      view.records[last.record].name == "checkin" && last.status == 200
        && last.response.object != nil)
  }

  @Test func `a run that nobody debugs keeps no bodies`() throws {
    // Sound because one worker calls it, on one thread.
    final class Watch: CaseWatch, @unchecked Sendable {
      var count = 0
      func reached(_ point: CasePoint, _ view: CaseView) throws(CaseEnd) {
        count += view.exchanges.count
      }
      func recorded(_ view: CaseView) {}
    }
    let watch = Watch()
    var options = Cases.options()
    options.watch = { _ in watch }
    let worker = Worker(number: 0, options: options, control: RunControl())
    defer { worker.close() }
    _ = worker.run(try Cases.named(retry), index: 0)
    #expect(watch.count == 0)
  }
}
