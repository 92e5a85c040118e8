import Testing
import VirtualTime

@testable import MAMEngine
@testable import MAMWire

@Suite struct StandaloneClockTests {
  @Test func `a real clock keeps time to go on before its years cannot be told`() {
    let real = StandaloneClock()
    #expect(real.latest == VirtualInstant(milliseconds: 253_370_764_799_999))
    real.set(to: real.latest)
    let text = ISO8601.instant(milliseconds: (real.now + .days(364)).milliseconds)
    #expect(text.hasPrefix("9999-12-"))
    #expect(StandaloneClock(at: at(0)).latest == VirtualInstant(milliseconds: 253_402_300_799_999))
  }
}
