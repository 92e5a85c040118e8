import JSONText
import Testing
import VirtualTime

@testable import MAMWire

/// Single requests by number, and the order of several.
@Suite struct OrderTests {
  private let service: LoneWorld

  init() throws {
    service = try LoneWorld()
    for user in ["ana", "ben", "ana", "eve"] { service.send(.locate("\(user)@contoso.com")) }
  }

  private func ask(_ users: String...) -> ServiceResponse? {
    service.ask(
      "POST", "journal/order",
      ["matches": .array(users.map { ["identity": .string("\($0)@contoso.com")] })])
  }

  @Test func `requests in their order pass`() throws {
    #expect(ask("ana", "ben", "ana")?.body == ["passed": true, "count": 3, "requests": [1, 2, 3]])
    #expect(ask("ben", "ana")?.body["requests"] == [2, 3])
    #expect(ask("ana", "ana")?.body["requests"] == [1, 3])
    #expect(ask("ben")?.status == 200)
  }

  @Test func `requests out of order fail with what came near`() throws {
    let answer = try #require(ask("ana", "ben", "ben"))
    #expect(answer.status == 409)
    #expect(answer.body["passed"] == false && answer.body["missing"] == 2)
    #expect(answer.body["requests"] == [1, 2])
    #expect(answer.body["nearest"]?.array?.first?["differs"] == ["identity"])
    let early = try #require(ask("eve", "ana"))
    #expect(early.body["early"]?.array?.map { $0["request"] } == [1, 3])
    #expect(
      early.body["message"]?.string?.hasSuffix(
        "has not come after request 4; request 3 matches, but came too early") == true)
    #expect(ask("zoe")?.body["missing"] == 0)
  }

  @Test func `what had to make room makes it inconclusive`() throws {
    let small = try LoneWorld(capacity: 2)
    for user in ["ana", "ben", "eve"] { small.send(.locate("\(user)@contoso.com")) }
    let answer = small.ask(
      "POST", "journal/order",
      ["matches": [["identity": "ana@contoso.com"], ["identity": "eve@contoso.com"]]])
    #expect(answer?.status == 409 && answer?.body["passed"] == .null)
  }

  @Test(
    arguments: [[:], ["matches": []], ["matches": "x"], ["matches": [["colour": 1]]]] as [JSON])
  func `what is no order is an error`(_ body: JSON) {
    #expect(service.ask("POST", "journal/order", body)?.status == 400)
  }

  @Test func `one request is asked for by its number`() throws {
    let entry = try #require(service.ask("GET", "journal/2"))
    #expect(entry.body["request"] == 2 && entry.body["identity"] == "ben@contoso.com")
    #expect(entry.body["http"]?["path"] == "/locate")
    for number in ["0", "-1", "5", "x", "99999999999999999999"] {
      #expect(service.ask("GET", "journal/\(number)")?.status == 404)
    }
    let small = try LoneWorld(capacity: 1)
    for _ in 0..<2 { small.send(.locate()) }
    #expect(small.ask("GET", "journal/1")?.status == 404)
    #expect(small.ask("GET", "journal/2")?.status == 200)
  }
}
