import JSONText
import ServiceProtocol
import StepProtocol
import Testing
import VirtualTime

@testable import ReferenceSDK
@testable import SimulatedApp

/// An SDK that tries again at once, for ever and at one instant, ends where its host's guard says.
@Suite struct EndlessTests {
  private final class Bound: ActivationGuard {
    let mostActions = 500
    func mayGoOn(actions: Int, events: Int) -> Bool { actions < mostActions }
  }

  private func reply(_ launch: JSONObject) throws -> (reply: StepReply, requests: Int) {
    let again = Defect(
      "tries-again-at-once", "waits for nothing", ["ENR-009"],
      .set(\.enrollment.retryInterval, .zero))
    let fixture = HostFixture()
    fixture.host = AppHost(
      variations: try Variations(defects: [again]), activationGuard: Bound())
    fixture.transport.answers[.enroll] = { _ in .ended(.response(status: 503, body: [])) }
    fixture.launch(launch)
    fixture.send(.tokens, ["do": "signIn", "identity": "ana@contoso.com"])
    let reply = fixture.call("registerAndEnrollAccount", "ana@contoso.com")
    return (reply, fixture.transport.requests.count)
  }

  @Test func `where every attempt needs the network`() throws {
    let (reply, requests) = try reply([:])
    #expect(reply.failure?.message == "the SDK does not come to an end")
    #expect(requests > 10 && requests < 500)
  }

  @Test func `where the SDK never comes back from its own loop`() throws {
    let (reply, requests) = try reply(["managed": ["emmUser": "ben@contoso.com"]])
    #expect(reply.failure?.message == "the SDK does not come to an end")
    #expect(requests < 10)
  }
}
