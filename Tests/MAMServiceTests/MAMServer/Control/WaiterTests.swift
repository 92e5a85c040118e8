import JSONText
import Testing

@testable import MAMEngine
@testable import MAMServer
@testable import MAMWire

/// What a question to the journal keeps while it waits, and when it ends.
@Suite struct WaiterTests {
  private func ask(
    _ service: LoneWorld, _ path: String, _ body: JSON, into answer: LoneWorld.Answer
  ) -> (() -> Void)? {
    service.api.answer(
      HTTPRequest("POST", "/_mam/journal/" + path, headers: json, body: Array(body.text.utf8))
    ) {
      answer.response = $0
    }
  }

  @Test func `a question remembers no more than the journal`() throws {
    let service = try LoneWorld(capacity: 3)
    let answer = LoneWorld.Answer()
    service.ask("POST", "journal/wait", ["count": 10], into: answer)
    for _ in 0..<10 { service.send(.locate()) }
    #expect(answer.body["count"] == 10)
    #expect(answer.body["entries"]?.array?.map { $0["request"] } == [8, 9, 10])
  }

  @Test(arguments: [1001, 2000, 2001])
  func `an answer shows the latest thousand`(_ count: Int) throws {
    let service = try LoneWorld()
    let answer = LoneWorld.Answer()
    for _ in 0..<1000 { service.send(.locate()) }
    service.ask("POST", "journal/wait", ["count": .int(count)], into: answer)
    for _ in 1000..<count { service.send(.locate()) }
    #expect(answer.body["count"] == .int(count))
    let entries = try #require(answer.body["entries"]?.array)
    #expect(entries.map { $0["request"] } == (count - 999...count).map(JSON.int))
  }

  @Test func `the end of a request that was found earlier changes no order`() throws {
    let service = try LoneWorld()
    try service.fault(["kind": "delay", "milliseconds": 5], ["times": 1])
    let answer = LoneWorld.Answer()
    service.ask("POST", "journal/wait", ["match": ["status": 200], "count": 3], into: answer)
    for _ in 0..<2 { service.send(.locate()) }
    service.ask("POST", "clock/advance", ["by": 5])
    service.send(.locate())
    #expect(answer.body["entries"]?.array?.map { $0["request"] } == [1, 2, 3])
  }

  @Test(
    arguments: [
      ("wait", ["count": 2]), ("never", ["match": ["endpoint": "enroll"], "within": 5]),
    ] as [(String, JSON)])
  func `a question that nobody asks any more is forgotten`(_ path: String, _ body: JSON) throws {
    let service = try LoneWorld()
    let answer = LoneWorld.Answer()
    let forget = try #require(ask(service, path, body, into: answer))
    #expect(service.api.waiters.count == 1)
    forget()
    #expect(service.api.waiters.isEmpty)
    for _ in 0..<2 { service.send(.locate()) }
    #expect(service.ask("POST", "clock/advance", ["by": 5])?.body["due"] == 0)
    #expect(service.wall.millisecondsToNext == nil)
    #expect(answer.response == nil)
  }

  @Test func `what is answered at once needs not be forgotten`() throws {
    let service = try LoneWorld()
    let answer = LoneWorld.Answer()
    service.send(.locate())
    #expect(ask(service, "wait", [:], into: answer) == nil)
    #expect(ask(service, "never", ["within": 1, "from": 0], into: answer) == nil)
    #expect(ask(service, "nothing", [:], into: answer) == nil)
  }
}
