import Conformance
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import ReportFormats

@Suite("Requests and what became of them")
struct ExchangeTests {
  @Test func `every request ends once`() {
    let exchanges = Exchange.of(SampleHistory.everything)
    #expect(
      exchanges.map { "\($0.request.name) \($0.fate.rawValue) \($0.milliseconds)" } == [
        "locate reset 0", "token answered 0", "enroll delivered 5000", "checkin unanswered 5000",
        "checkin discarded 5000",
      ])
    #expect(exchanges.map(\.isAnswered) == [false, true, true, false, false])
  }

  @Test func `what is held at the end is unanswered`() {
    let records = [
      SampleHistory.record(.zero, .request, "enroll", "mail", ["outcome": "held"]),
      SampleHistory.wake(.hours(1)),
    ]
    let exchange = Exchange.of(records)[0]
    #expect(exchange.fate == .unanswered && exchange.end == nil)
    #expect(exchange.milliseconds == 3_600_000)
  }
}
