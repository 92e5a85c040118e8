import JSONText
import Testing

@testable import MAMEngine
@testable import MAMWire

/// A service that is not needed any more is gone, so that a program can have one after the other.
@Suite struct LifetimeTests {
  @Test func `nothing keeps an engine`() throws {
    weak var engine: ServiceEngine?
    weak var clock: StandaloneClock?
    do {
      let service = try LoneWorld()
      engine = service.engine
      clock = service.clock
      try service.fault(["kind": "delay", "milliseconds": 60_000])
      service.send(.locate())
      #expect(service.ask("POST", "clock/advance", ["by": "PT1S"])?.status == 200)
    }
    #expect(engine == nil && clock == nil)
  }
}
