import JSONText
import ServiceProtocol
import Testing

@testable import MAMEngine
@testable import MAMWire
@testable import Participants

/// A service in this process and one in its own give the same records.
@Suite struct ServiceRecordTests {
  @Test(arguments: [
    nil, RequestRecord.Hold.never, .kill, .delay(milliseconds: 1500),
  ])
  func `a record is the same as a value and as a line`(hold: RequestRecord.Hold?) throws {
    for status in [nil, 200] {
      var record = RequestRecord(
        request: 7, instance: "phone/mail", client: "r3", endpoint: .checkin)
      record.facts.identity = "ana@contoso.com"
      record.facts.detail = ["bundleId": "com.contoso.mail", "policyVersion": nil, "count": 2]
      record.facts.isDiskFull = status == nil
      record.status = status
      record.hold = hold
      record.outcome = hold == nil ? .answered : .held
      record.code = status == nil ? "Gone" : nil
      let line = try #require(JSON(parsing: JSON.object(record.json).text).object)
      #expect(ServiceRecord(record) == ServiceRecord(line))
      #expect(ServiceRecord(record).fields.members == ServiceRecord(line)?.fields.members)
    }
  }

  @Test func `a request that no operation takes, of an idle app`() throws {
    var record = RequestRecord(request: 1, instance: "phone/mail")
    record.outcome = .idle
    let line = try #require(JSON(parsing: JSON.object(record.json).text).object)
    #expect(ServiceRecord(record) == ServiceRecord(line))
    #expect(ServiceRecord(record).isUnasked)
  }
}
