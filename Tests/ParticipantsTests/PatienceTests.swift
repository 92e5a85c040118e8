import Testing

@testable import Participants

@Suite struct PatienceTests {
  /// Looks once in every interval until the patience ends; how long that took, in milliseconds.
  private func length(
    of milliseconds: Int, caseEnd: Int? = nil, load: (_ now: Int) -> ProcessorLoad
  ) -> (Int, Patience.Finding) {
    var patience = Patience(milliseconds: milliseconds, caseEnd: caseEnd, now: 0)
    var now = 0
    while now < 1_000_000 {
      now += 100
      let finding = patience.look(now: now, at: load(now))
      if finding != .goOn { return (now, finding) }
    }
    return (now, .goOn)
  }

  @Test func `silence of a process that waits for something ends after the watchdog's time`() {
    let (time, finding) = length(of: 10_000) { _ in ProcessorLoad() }
    #expect(time == 10_000)
    #expect(finding == .silent)
  }

  @Test func `a process that has the processor all the time gets no more`() {
    let (time, _) = length(of: 10_000) {
      ProcessorLoad(ran: UInt64($0) * 1_000_000, waited: 0, isRunnable: true)
    }
    #expect(time == 10_000)
  }

  @Test func `time in which a process waited for a processor does not count`() {
    // It gets one half of a processor.
    let (time, finding) = length(of: 10_000) {
      ProcessorLoad(ran: UInt64($0) * 500_000, waited: UInt64($0) * 500_000, isRunnable: true)
    }
    #expect(19_800...20_200 ~= time)
    #expect(finding == .silent)
  }

  @Test func `a process that gets no processor at all has ten times the time, and not more`() {
    let (time, finding) = length(of: 10_000) { _ in
      ProcessorLoad(ran: 5, waited: 7, isRunnable: true)
    }
    #expect(99_900...100_100 ~= time)
    #expect(finding == .silent)
  }

  @Test func `several waiting threads do not make an interval longer than it was`() {
    let (time, _) = length(of: 1000) {
      ProcessorLoad(ran: UInt64($0), waited: UInt64($0) * 50_000_000, isRunnable: true)
    }
    #expect(9_900...10_100 ~= time)
  }

  @Test func `without a watchdog only the end of the case counts`() {
    let (time, finding) = length(of: 0, caseEnd: 60_000) { _ in ProcessorLoad() }
    #expect(time == 60_000)
    #expect(finding == .caseIsOver)
    #expect(length(of: 0) { _ in ProcessorLoad() }.1 == .goOn)
    #expect(Patience(milliseconds: 0, now: 0).timeout == -1)
  }
}
