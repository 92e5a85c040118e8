import JSONText
import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMWire

@Suite struct JournalTests {
  private func entry(
    _ number: Int, at time: Int = 0, body: Int = 0, _ outcome: RequestOutcome = .answered,
    endpoint: Endpoint = .locate, tenant: String? = nil
  ) -> JournalEntry {
    var record = RequestRecord(request: number, instance: "-", client: nil, endpoint: endpoint)
    record.facts.tenant = tenant
    record.outcome = outcome
    return JournalEntry(
      record, http: HTTPRequest("POST", "/locate", body: Array(repeating: 0x20, count: body)),
      outcome == .held ? nil : Reply(ServiceResponse([:])), now: at(time))
  }

  private func numbers(_ journal: Journal) -> [Int] { journal.entries.map(\.record.request) }

  @Test func `the latest requests stay and what is dropped is counted`() {
    let journal = Journal(capacity: 100)
    for number in 1...1000 { journal.add(entry(number, at: number)) }
    #expect(numbers(journal) == Array(901...1000))
    #expect(
      journal.dropped == Journal.Dropped(count: 900, from: at(1), until: at(900)))
  }

  @Test func `a journal is bounded by bytes too`() {
    let journal = Journal(capacity: 1000, maximumBytes: 100_000)
    for number in 1...200 { journal.add(entry(number, body: 8000)) }
    #expect(8...11 ~= journal.count)
    #expect(journal.dropped.count == 200 - journal.count)
    #expect(numbers(journal) == Array((201 - journal.count)...200))
    // Small ones take the place of large ones again.
    for number in 201...500 { journal.add(entry(number)) }
    #expect(40...70 ~= journal.count)
    #expect(numbers(journal) == Array((501 - journal.count)...500))
  }

  @Test func `a response counts towards the bytes`() {
    let journal = Journal(capacity: 1000, maximumBytes: 100_000)
    for number in 1...20 {
      journal.add(entry(number, .held, endpoint: .graph))
      let page: JSON = .array(Array(repeating: ["name": "a value"], count: 500))
      journal.answer(number, Reply(ServiceResponse(page)), now: at(1))
    }
    #expect(1...4 ~= journal.count)
  }

  /// Check-ins that follow one another have the same policy in memory, unless it has changed.
  @Test func `what entries share is weighed once and as long as one has it`() throws {
    let service = try LoneWorld(capacity: 40)
    let id = service.engine.core.enrolled("ana@contoso.com")
    let bearer = service.engine.core.accessToken("ana@contoso.com")
    func seed(_ text: String) {
      let value: JSON = .string(String(repeating: text, count: 100_000))
      let configuration: JSON = [
        "assign": ["staff"], "apps": ["mail"], "settings": ["text": value],
      ]
      #expect(
        service.ask("POST", "seed", ["configurations": ["mailconfig": configuration]])?.status
          == 200)
    }
    for round in 1...3 {
      seed(String(round))
      for _ in 1...20 { #expect(service.status(.checkIn(id, bearer: bearer)) == 200) }
      // The check-ins of the first round have had to make room for those of the third.
      let policies = min(round, 2)
      #expect(100_000 * policies...110_000 * policies + 40 * 4000 ~= service.journal.bytes)
    }
    service.journal.removeAll(of: "fabrikam")
    #expect(service.journal.bytes > 200_000)
    service.journal.removeAll(of: "contoso")
    #expect(service.journal.bytes == 0)
    service.journal.removeAll()
    #expect(service.journal.bytes == 0)
  }

  @Test func `every new policy and every long name takes room`() throws {
    let service = try LoneWorld(maximumBytes: 1_000_000)
    let id = service.engine.core.enrolled("ana@contoso.com")
    let bearer = service.engine.core.accessToken("ana@contoso.com")
    for round in 0..<40 {
      let value: JSON = .string(String(repeating: "\(round) ", count: 30_000))
      service.ask(
        "POST", "seed",
        [
          "configurations": [
            "mailconfig": ["assign": ["staff"], "apps": ["mail"], "settings": ["text": value]]
          ]
        ])
      service.send(.checkIn(id, bearer: bearer))
    }
    #expect(1...16 ~= service.journal.count)
    let name = String(repeating: "a", count: 100_000)
    for _ in 0..<20 { service.send(.locate(name)) }
    // The body, the fact, and the answer's message.
    #expect(1...4 ~= service.journal.count)
    for _ in 0..<20 {
      service.send(.unenroll(id, bearer: bearer, reason: name), "POST", "/unenroll", form: "")
    }
    #expect(1...10 ~= service.journal.count)
  }

  @Test func `one entry that is too large stays until the next`() {
    let journal = Journal(capacity: 10, maximumBytes: 5000)
    journal.add(entry(1, body: 100_000))
    #expect(numbers(journal) == [1])
    journal.add(entry(2))
    #expect(numbers(journal) == [2])
  }

  @Test func `a journal of nothing only counts`() {
    let journal = Journal(capacity: 0)
    var told = 0
    journal.changed = { _ in told += 1 }
    for number in 1...3 { journal.add(entry(number, at: number)) }
    #expect(journal.entries.isEmpty)
    #expect(journal.dropped == Journal.Dropped(count: 3, from: at(1), until: at(3)))
    #expect(told == 3)
  }

  @Test func `a held request is found again among many`() {
    let journal = Journal(capacity: 100)
    for number in 1...250 { journal.add(entry(number, number % 10 == 0 ? .held : .answered)) }
    journal.answer(160, Reply(ServiceResponse([:])), now: at(7))
    journal.drop(170)
    // This one had to make room.
    journal.answer(10, Reply(ServiceResponse([:])), now: at(7))
    let held = journal.entries.filter { $0.record.hold != nil || $0.record.outcome == .held }
    #expect(
      held.prefix(3).map(\.outcome) == [.answered, .dropped, .held])
    #expect(held[0].answered == at(7))
    #expect(held[0].span == 7)
  }

  @Test func `forgetting some keeps the rest in order`() {
    let journal = Journal(capacity: 50)
    for number in 1...120 { journal.add(entry(number, tenant: number % 2 == 0 ? "even" : nil)) }
    journal.removeAll(of: "even")
    #expect(numbers(journal) == Array(stride(from: 71, through: 119, by: 2)))
    for number in 121...200 { journal.add(entry(number)) }
    #expect(numbers(journal) == Array(151...200))
    journal.removeAll()
    #expect(journal.entries.isEmpty)
    #expect(journal.dropped == Journal.Dropped())
    journal.add(entry(201))
    #expect(numbers(journal) == [201])
  }

  @Test func `what was dropped is forgotten with its tenant alone`() {
    let journal = Journal(capacity: 2)
    for (number, tenant) in ["a", "b", "a", nil, "b", "a"].enumerated() {
      journal.add(entry(number + 1, at: number + 1, tenant: tenant))
    }
    #expect(journal.dropped == Journal.Dropped(count: 4, from: at(1), until: at(4)))
    #expect(journal.dropped(of: "a") == Journal.Dropped(count: 2, from: at(1), until: at(3)))
    journal.removeAll(of: "a")
    #expect(journal.dropped(of: "a") == Journal.Dropped())
    journal.removeAll(of: "b")
    #expect(journal.entries.isEmpty)
    #expect(journal.dropped == Journal.Dropped(count: 1, from: at(4), until: at(4)))
    journal.removeAll()
    #expect(journal.dropped == Journal.Dropped())
  }

  @Test(
    arguments: [
      (nil, nil, true), (100, nil, true), (900, nil, true), (901, nil, false), (nil, 100, false),
      (nil, 101, true), (950, 990, false), (200, 300, true),
    ] as [(Int?, Int?, Bool)])
  func `what was dropped reaches into a window or not`(_ from: Int?, _ until: Int?, _ reaches: Bool)
  {
    let dropped = Journal.Dropped(count: 3, from: at(100), until: at(900))
    #expect(dropped.reaches(from: from.map(at), until: until.map(at)) == reaches)
    #expect(!Journal.Dropped().reaches(from: nil, until: nil))
  }
}
