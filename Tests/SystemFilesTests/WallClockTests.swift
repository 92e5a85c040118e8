import Foundation
import SystemFiles
import Testing

@Suite struct WallClockTests {
  @Test func `real time goes on, and its epoch is that of the machine`() {
    let start = WallClock.milliseconds
    #expect(WallClock.milliseconds >= start)
    #expect(abs(Double(WallClock.sinceEpoch) - Date().timeIntervalSince1970 * 1000) < 60_000)
  }

  @Test func `a watchdog is over when its time is`() {
    #expect(Watchdog(milliseconds: 0).isOver)
    #expect(Watchdog(milliseconds: 0).remaining == 0)
    let watchdog = Watchdog(milliseconds: 60_000)
    #expect(!watchdog.isOver && watchdog.remaining > 0)
  }

  @Test func `an error has the system's words`() {
    #expect(SystemError(ENOENT).description == "No such file or directory")
    #expect(SystemError(ENOSPC).isDiskFull && !SystemError(ENOENT).isDiskFull)
  }
}
