import Foundation
import JSONText
import Testing

/// Slow bodies on a virtual clock, over real sockets.
@Suite struct TricklingBodyTests {
  /// A service whose answers come in pieces of ten bytes, one a second, and the client of one.
  private func withSlowAnswer(_ body: (ControlledService, RawClient) throws -> Void) throws {
    try withFolder { folder in
      let service = try ControlledService(in: folder)
      service.ask(
        "POST", "faults", ["fault": ["kind": "chunks", "bytes": 10, "milliseconds": 1000]])
      let client = service.connect()
      client.post("/locate", #"{"identity":"ana@contoso.com"}"#)
      #expect(pieces(client.readAll()) == 1)
      try body(service, client)
    }
  }

  /// How many whole pieces there are in a chunked body (RFC 9112, section 7.1).
  private func pieces(_ text: String) -> Int {
    text.components(separatedBy: "\r\n").count { $0.lowercased() == "a" }
  }

  private func advance(_ service: ControlledService, _ by: JSON) -> JSON? {
    service.ask("POST", "clock/advance", ["by": by]).body["due"]
  }

  @Test func `every piece that is due comes when the clock is moved`() throws {
    try withSlowAnswer { service, client in
      #expect(advance(service, 10_000) == 10)
      #expect(pieces(client.readAll()) == 10)
      #expect(advance(service, 999) == 0)
      #expect(client.readAll(quietMilliseconds: 30) == "")
      #expect((advance(service, "P1D")?.int ?? 0) > 5)
      #expect(client.readAll().hasSuffix("}\r\n0\r\n\r\n"))
      #expect(advance(service, "P1D") == 0)
    }
  }

  @Test func `a piece is due at an instant that is fixed from the start`() throws {
    try withSlowAnswer { service, client in
      #expect(advance(service, 1500) == 1)
      #expect(pieces(client.readAll()) == 1)
      #expect(advance(service, 500) == 1)
      #expect(pieces(client.readAll()) == 1)
    }
  }

  @Test func `the service ends while a body waits`() throws {
    try withFolder { folder in
      var service: ControlledService? = try ControlledService(in: folder)
      service?.ask("POST", "faults", ["fault": ["kind": "chunks", "bytes": 10]])
      let client = try #require(service?.connect())
      client.post("/locate", #"{"identity":"ana@contoso.com"}"#)
      #expect(pieces(client.readAll()) == 1)
      let ending = service?.end()
      service = nil
      #expect(ending == 0)
      #expect(client.readAll() == "")
    }
  }
}
