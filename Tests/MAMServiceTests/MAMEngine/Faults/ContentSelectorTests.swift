import JSONText
import Testing

@testable import MAMDirectory
@testable import MAMEngine
@testable import MAMWire

/// Rules and questions that look at header, query and body.
@Suite struct ContentSelectorTests {
  private func fits(_ selector: JSONObject, _ request: HTTPRequest) throws -> Bool {
    let selector = try #require(try ContentSelector(json: selector))
    return selector.fits(RequestContent(request)) { _ in false }
  }

  private let request = HTTPRequest(
    "POST", "/locate?page=2&page=3&name=a%20b",
    headers: [
      HeaderField("User-Agent", "app/4.2"), HeaderField("X-Two", "1"), HeaderField("x-two", "2"),
    ],
    body: Array(#"{"identity":"ana","deep":{"list":[{"n":1},{"n":2}]},"none":null}"#.utf8))

  @Test(
    arguments: [
      (["headers": ["user-agent": "app/4.2"]], true), (["headers": ["User-Agent": "app"]], false),
      (["headers": ["user-agent": ["contains": "pp/4"]]], true),
      (["headers": ["user-agent": ["matches": "^app/[0-4]\\.[0-9]+$"]]], true),
      (["headers": ["user-agent": ["matches": "^app/[5-9]"]]], false),
      (["headers": ["x-two": "2"]], true), (["headers": ["x-two": "3"]], false),
      (["headers": ["x-none": ["absent": true]]], true),
      (["headers": ["user-agent": ["absent": true]]], false),
      (["headers": ["user-agent": ["absent": false]]], true),
      (["query": ["page": "3"]], true), (["query": ["page": "4"]], false),
      (["query": ["name": "a b"]], true), (["query": ["Page": "2"]], false),
      (["query": ["page": "2"], "headers": ["x-two": "9"]], false),
      (["body": ["contains": "ana"]], true), (["body": ["contains": "ben"]], false),
      (["body": ["json": ["identity": "ana"]]], true),
      (["body": ["json": ["$.identity": "ana", "deep.list[1].n": 2]]], true),
      (["body": ["json": ["deep.list.0.n": 1]]], true),
      (["body": ["json": ["deep.list[2].n": 2]]], false),
      (["body": ["json": ["deep.list[-1].n": 2]]], false),
      (["body": ["json": ["none": .null]]], true), (["body": ["json": ["nothing": .null]]], false),
      (["body": ["json": ["identity": 5]]], false), (["body": "ana"], false),
      (["body": ["form": ["identity": "ana"]]], false),
      (["body": ["matches": "\"n\":[12]\\}\\]", "json": ["identity": "ana"]]], true),
    ] as [(JSONObject, Bool)])
  func `what is given must all fit`(_ selector: JSONObject, _ isFitting: Bool) throws {
    #expect(try fits(selector, request) == isFitting)
  }

  @Test func `a form is read by its fields`() throws {
    let form = HTTPRequest(
      "POST", "/x", body: Array("grant_type=password&username=ana%40contoso.com".utf8))
    #expect(try fits(["body": ["form": ["username": ["contains": "@contoso"]]]], form))
    #expect(try !fits(["body": ["form": ["grant_type": "refresh_token"]]], form))
    #expect(try fits(["body": ["form": ["scope": ["absent": true]]]], form))
  }

  @Test(
    arguments: [
      ["headers": "x"], ["headers": [:]], ["headers": ["a": 5]], ["headers": ["a": [:]]],
      ["headers": ["a": ["is": "x"]]], ["headers": ["a": ["absent": true, "equals": "x"]]],
      ["headers": ["a": ["absent": 1]]], ["headers": ["a": ["matches": "("]]],
      ["headers": ["a": ["matches": "(a)\\1"]]], ["headers": ["a": ["matches": ""]]],
      ["headers": ["a": ["matches": "((a{200}){200}){200}"]]], ["query": []], ["body": 5],
      ["body": [:]], ["body": ["json": [:]]], ["body": ["json": "x"]], ["body": ["xpath": "/"]],
      ["body": ["contains": 5]], ["body": ["form": ["a": .null]]],
    ] as [JSONObject])
  func whatIsNoMatchIsAnError(_ selector: JSONObject) {
    #expect(throws: CommandError.self) { _ = try ContentSelector(json: selector) }
  }

  @Test func `a pattern sees every byte`() throws {
    let bytes: [UInt8] = [0, 0xFF, 0x0A, 0x61, 0x62]
    #expect(try bytes.withUnsafeBufferPointer(TextPattern("ab$").fits))
    // A dot is every byte but NUL (glibc's regcomp).
    #expect(try bytes[1...].withUnsafeBufferPointer(TextPattern("^.{4}$").fits))
    #expect(try !bytes.withUnsafeBufferPointer(TextPattern("b.").fits))
    #expect(try [UInt8]().withUnsafeBufferPointer(TextPattern("^$").fits))
  }

  @Test func `a text is found wherever it is`() throws {
    for (text, part, isThere) in [
      ("aaab", "aab", true), ("abababc", "ababc", true), ("abab", "abc", false), ("x", "", true),
      ("", "x", false),
      (String(repeating: "a", count: 1000) + "b", String(repeating: "a", count: 500) + "b", true),
    ] {
      let match = try TextMatch(json: ["contains": .string(part)], "x")
      #expect(match.fits(anyOf: [text]) == isThere, "\(part)")
    }
  }

  @Test func `a rule meets what it is meant for alone`() throws {
    let service = try LoneWorld()
    try service.fault(
      ["kind": "status", "status": 418],
      [
        "headers": ["user-agent": ["contains": "old"]],
        "body": ["json": ["identity": "ana@contoso.com"]],
      ])
    let old = [HeaderField("User-Agent", "old app")]
    func status(_ headers: [HeaderField]) -> Int? {
      guard case .send(let reply) = service.send(.locate(), headers: headers) else { return nil }
      return reply.response.status
    }
    #expect(status(old) == 418 && status([]) == 200)
    #expect(service.ask("GET", "faults/f1")?.body["matched"] == 1)
    let count = service.ask(
      "POST", "journal/expect", ["match": ["headers": ["user-agent": "old app"]], "exactly": 1])
    #expect(count?.status == 200)
    let miss = service.ask(
      "POST", "journal/expect", ["match": ["headers": ["user-agent": "new app"]]])
    #expect(miss?.body["nearest"]?.array?.first?["differs"] == ["headers"])
    let rule = try #require(service.ask("GET", "snapshot")?.body)
    #expect(service.ask("PUT", "snapshot", rule)?.status == 200)
    #expect(status(old) == 418)
  }

  @Test func `a coordinators rules know nothing of HTTP`() {
    for name in ContentSelector.names {
      let rule: JSON = [name: name == "body" ? "x" : ["a": "b"], "fault": "lost"]
      #expect(throws: CommandError.self) { _ = try FaultRule(json: rule, id: "f", isAlone: false) }
    }
  }
}
