import JSONText
import MAMRules
import MAMWire
import ServiceProtocol
import Testing
import VirtualTime

@testable import MAMEngine

/// What a service keeps of bodies once a debugger has asked for it.
@Suite struct BodyLogTests {
  private func service() throws -> InProcessService {
    let service = try InProcessService()
    _ = service.control(["id": 1, "do": "attach", "instance": "phone/mail"], now: .defaultEpoch)
    return service
  }

  private func locate(_ service: InProcessService, _ identity: String) {
    _ = service.perform(
      ServiceRequest(.locate, body: ["identity": .string(identity)]), instance: "phone/mail",
      now: .defaultEpoch)
  }

  private func bodies(_ service: InProcessService, keep: Bool = false, after: Int = 0) -> JSON {
    service.control(
      ["id": 2, "do": "bodies", "keep": .bool(keep), "after": .int(after)], now: .defaultEpoch)[
        "ok"]
      ?? .null
  }

  @Test func `no body is kept before somebody asks for it`() throws {
    let service = try service()
    locate(service, "ana@contoso.com")
    #expect(bodies(service) == ["change": 0, "bodies": []])
    #expect(bodies(service, keep: true) == ["change": 0, "bodies": []])
    locate(service, "ben@contoso.com")
    let kept = bodies(service)
    #expect(kept["bodies"]?.array?.count == 1)
    #expect(kept["bodies"]?.array?.first?["request"] == 2)
    #expect(kept["bodies"]?.array?.first?["body"] == ["identity": "ben@contoso.com"])
    #expect(kept["bodies"]?.array?.first?["status"]?.int != nil)
    #expect(bodies(service, after: kept["change"]?.int ?? 0)["bodies"] == [])
  }

  @Test func `the last 256 requests are kept, and of a large body its size`() throws {
    let service = try service()
    _ = bodies(service, keep: true)
    for _ in 0..<300 { locate(service, "ana@contoso.com") }
    locate(service, String(repeating: "a", count: 20_000))
    let kept = bodies(service)["bodies"]?.array ?? []
    #expect(kept.count == 256)
    #expect(kept.first?["request"] == 46)
    #expect(kept.last?["body"]?.string?.hasPrefix("a body of about 20") == true)
  }

  @Test func `a reset forgets bodies, and goes on keeping them`() throws {
    let service = try service()
    _ = bodies(service, keep: true)
    locate(service, "ana@contoso.com")
    _ = service.control(["id": 3, "do": "reset"], now: .defaultEpoch)
    #expect(bodies(service)["bodies"] == [])
    locate(service, "ben@contoso.com")
    #expect(bodies(service)["bodies"]?.array?.first?["request"] == 1)
  }
}
