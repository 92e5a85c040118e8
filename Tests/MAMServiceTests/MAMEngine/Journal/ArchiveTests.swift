import JSONText
import Testing
import VirtualTime

@testable import MAMWire

/// The journal as HTTP Archive 1.2.
@Suite struct ArchiveTests {
  let service: LoneWorld

  init() throws { service = try LoneWorld() }

  private func archived() throws -> JSON {
    try #require(service.ask("GET", "journal.har")?.body["log"])
  }

  @Test func `an archive has every member that the format demands`() throws {
    service.send(.locate(), "POST", "/locate?a=1&b=&a=2")
    let log = try archived()
    #expect(log["version"] == "1.2")
    #expect(log["creator"]?["name"] == "mamconform")
    let entry = try #require(log["entries"]?.array?.first)
    for name in ["startedDateTime", "time", "request", "response", "cache", "timings"] {
      #expect(entry[name] != nil, "\(name)")
    }
    let request = try #require(entry["request"])
    for name in [
      "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize",
      "bodySize",
    ] { #expect(request[name] != nil, "\(name)") }
    let response = try #require(entry["response"])
    for name in [
      "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
      "headersSize", "bodySize",
    ] { #expect(response[name] != nil, "\(name)") }
    #expect(entry["startedDateTime"] == "2020-06-04T09:00:00Z")
    #expect(request["url"] == "http://localhost/locate?a=1&b=&a=2")
    #expect(
      request["queryString"] == [
        ["name": "a", "value": "1"], ["name": "b", "value": ""], ["name": "a", "value": "2"],
      ])
    #expect(request["postData"]?["text"] == #"{"identity":"ana@contoso.com"}"#)
    #expect(response["status"] == 200)
    #expect(response["content"]?["mimeType"] == "application/json")
    #expect(entry["timings"] == ["send": 0, "wait": 0, "receive": 0])
  }

  @Test func `times are the services and a response that never came has no status`() throws {
    try service.fault(["kind": "delay", "milliseconds": 1500], ["times": 1])
    try service.fault(["kind": "lost"])
    service.send(.locate())
    service.send(.locate())
    service.ask("POST", "clock/advance", ["by": "PT2S"])
    let entries = try #require(try archived()["entries"]?.array)
    #expect(entries.map { $0["time"] } == [1500, 0])
    #expect(entries[0]["timings"]?["wait"] == 1500)
    #expect(entries.map { $0["response"]?["status"] } == [200, 0])
    #expect(entries.map { $0["_fault"] } == ["f1", "f2"])
    #expect(entries.map { $0["_outcome"] } == ["answered", "held"])
  }

  @Test func `headers are those that were sent`() throws {
    try service.fault(["kind": "dateSkew", "milliseconds": 3_600_000], ["times": 1])
    try service.fault(["kind": "status", "status": 429, "retryAfter": 9])
    service.send(.locate())
    service.send(.locate())
    func headers(_ entry: JSON) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: (entry["response"]?["headers"]?.array ?? []).map {
          ($0["name"]?.string ?? "", $0["value"]?.string ?? "")
        })
    }
    let entries = try #require(try archived()["entries"]?.array)
    #expect(
      headers(entries[0]) == [
        "Content-Type": "application/json", "client-request-id": "r1",
        "Date": "Thu, 04 Jun 2020 10:00:00 GMT", "x-mamconform-fault": "f1",
      ])
    #expect(headers(entries[1])["Retry-After"] == "9")
    #expect(headers(entries[1])["Date"] == "Thu, 04 Jun 2020 09:00:00 GMT")
  }

  /// The format has no negative times, and only URLs where URLs stand.
  @Test func `what the format cannot hold is written otherwise`() throws {
    try service.fault(["kind": "unanswered"], ["times": 1])
    service.send(.locate())
    service.ask("PUT", "clock", ["now": .int(at(-3_600_000).milliseconds)])
    service.ask("POST", "held/1", ["do": "release"])
    service.send(.locate(), "POST", "http://a\"b\u{FFFD}/locate?q=ü%20x")
    service.send(.locate(), "OPTIONS", "*")
    service.send(.locate(), "CONNECT", "a:443")
    service.send(.locate(), "POST", "/locate#part?q=1")
    let entries = try #require(try archived()["entries"]?.array)
    #expect(entries.map { $0["time"] } == [0, 0, 0, 0, 0])
    #expect(
      entries.dropFirst(2).map { $0["request"]?["url"] } == [
        "http://localhost/*", "http://localhost/a:443", "http://localhost/locate",
      ])
    #expect(entries[0]["timings"]?["wait"] == 0)
    #expect(entries[1]["request"]?["url"] == "http://a%22b%EF%BF%BD/locate?q=%C3%BC%20x")
    #expect(service.entries()[1]["http"]?["path"] == "/locate")
  }

  @Test(
    arguments: [
      ("/a?b", "http://localhost", "/a", "b"), ("HTTP://h:1/a?b", "http://h:1", "/a", "b"),
      ("https://h?b", "https://h", "/", "b"), ("http://h", "http://h", "/", ""),
      ("*", "http://localhost", "*", ""),
    ])
  func `a target may have its origin with it`(
    _ target: String, _ origin: String, _ path: String, _ query: String
  ) {
    let request = HTTPRequest("GET", target)
    #expect([request.origin, request.path, request.query] == [origin, path, query])
  }

  @Test func `the archive is filtered as the journal is`() throws {
    service.send(.locate())
    service.send(.signIn("ana@contoso.com"))
    let log = try #require(service.ask("GET", "journal.har?endpoint=token")?.body["log"])
    #expect(log["entries"]?.array?.map { $0["_endpoint"] } == ["token"])
  }
}
