import Conformance
import JSONText
import ServiceProtocol
import Testing
import VirtualTime

@testable import Comparison

@Suite("Two histories side by side") struct BehaviourDifferenceTests {
  private static let hour = 3_600_000

  private func record(
    _ name: String, at milliseconds: Int = 0, app: String = "mail", kind: RecordKind = .request,
    _ fields: JSONObject = [:]
  ) -> Record {
    Record(
      time: .defaultEpoch + VirtualDuration(milliseconds: milliseconds), kind: kind, name: name,
      app: app, fields: fields)
  }

  private func texts(_ old: [Record], _ new: [Record]) -> [String] {
    BehaviourDifference.all(old, new).map(\.text)
  }

  private var day: [Record] {
    [
      record("launched", kind: .life), record("token"), record("enroll", ["status": 503]),
      record("enrollmentRequest", kind: .event, ["statusCode": 204]),
      record("wake", at: 24 * Self.hour, kind: .message),
      record("enroll", at: 24 * Self.hour, ["status": 200]),
    ]
  }

  @Test
  func `what is the same differs in nothing`() {
    #expect(texts(day, day) == [])
    #expect(texts([], []) == [])
    let turned: JSONObject = ["b": 1, "a": 2]
    #expect(texts([record("a", ["a": 2, "b": 1])], [record("a", turned)]) == [])
  }

  @Test
  func `a later retry is the same retry at another time, with all that comes with it`() {
    var new = day
    for index in 4...5 { new[index].time = new[index].time + .seconds(1) }
    let differences = BehaviourDifference.all(day, new)
    #expect(differences.map(\.kind) == [.time, .time])
    #expect(Set(differences.map(\.key)).count == 1)
    #expect(
      differences[0].text
        == "request enroll of mail comes at +24:00:01.000 instead of +24:00:00.000, 0:00:01.000 later"
    )
  }

  @Test
  func `an extra request and one that is gone are named with their times`() {
    var new = day
    new.insert(record("checkin", at: 8 * Self.hour), at: 4)
    #expect(texts(day, new) == ["request checkin of mail is new, at +8:00:00.000"])
    #expect(texts(new, day) == ["request checkin of mail is gone, at +8:00:00.000"])
    // The second of three of a kind, and not the last one.
    let three = [0, 8, 16].map { record("checkin", at: $0 * Self.hour) }
    #expect(
      texts(three, [three[0], three[2]]) == ["request checkin of mail is gone, at +8:00:00.000"])
  }

  @Test
  func `another body is told by its members`() {
    var new = day
    new[2].fields = ["status": 503, "body": ["version": 2, "list": [1]]]
    var old = day
    old[2].fields = ["status": 503, "body": ["version": 1, "list": [1]], "etag": "x"]
    let found = BehaviourDifference.all(old, new)
    #expect(found.map(\.members) == [["body.version", "etag"]])
    #expect(
      found[0].text
        == "request enroll of mail at +0:00:00.000: body.version is 2, was 1; etag is not there, was \"x\""
    )
  }

  @Test
  func `another order within an instant is one change, between participants too`() {
    let three = [record("a"), record("b"), record("c")]
    let moved = BehaviourDifference.all(three, [three[2], three[0], three[1]])
    #expect(moved.map(\.kind) == [.order])
    #expect(moved.map(\.subject) == ["request c"])
    let lanes = [record("a"), record("b", app: "word")]
    #expect(BehaviourDifference.all(lanes, lanes.reversed()).map(\.kind) == [.order])
  }

  @Test
  func `histories that are too long for every comparison are still aligned`() {
    let old = (0..<3000).map { record("checkin", at: $0 * 1000, ["n": .int($0)]) }
    var new = old
    new[0].fields = ["n": -1]
    new[1500].fields = ["n": -1]
    new[2999].fields = ["n": -1]
    #expect(BehaviourDifference.all(old, new).map(\.kind) == [.member, .member, .member])
  }

  @Test
  func `one change in many cases is one group, and what always follows it is shown with it`() {
    func difference(_ record: Record) -> BehaviourDifference {
      BehaviourDifference.all([], [record])[0]
    }
    let (body, extra, late) = (
      difference(record("token")), difference(record("checkin")), difference(record("enroll"))
    )
    let groups = BehaviourGroup.groups(of: [
      ("1", [body, extra, extra], true), ("2", [body], true), ("3", [body, late], false),
      ("4", [late], false),
    ])
    #expect(groups.map(\.difference.subject) == ["request token", "request enroll"])
    #expect(groups[0].cases == ["1", "2", "3"])
    #expect(groups[0].silentCases == ["1", "2"])
    #expect(groups[0].consequences.map(\.difference.subject) == ["request checkin"])
    #expect(groups[0].consequences.map(\.cases) == [["1"]])
    #expect(groups[1].cases == ["3", "4"])
    #expect(groups[1].silentCases == [])
  }
}
