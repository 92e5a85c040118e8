import JSONText
import ServiceProtocol
import Testing

@testable import Participants

@Suite struct InProcessServiceLinkTests {
  @Test func `what the service knew is there after a kill`() throws {
    let link = InProcessServiceLink()
    try link.start()
    _ = try link.command(.seed(["tenants": ["contoso": ["enabled": true]]]))
    link.kill()
    #expect(!link.isRunning)
    #expect(throws: ParticipantFailure.self) { try link.command(.clearFaults) }
    try link.start()
    _ = try link.command(.tenant(name: "contoso", [.enabled(false)]))
  }

  @Test func `a refused command says why`() throws {
    let link = InProcessServiceLink()
    try link.start()
    let failure = #expect(throws: ParticipantFailure.self) {
      try link.command(.tenant(name: "nobody", []))
    }
    #expect(failure?.code == .service)
    #expect(failure?.message.contains("nobody") == true)
  }
}
