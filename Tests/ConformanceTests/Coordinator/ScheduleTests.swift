import ServiceProtocol
import Testing

@testable import Conformance

/// The order rules of virtual time, held against schedules that nobody has thought of.
@Suite struct ScheduleTests {
  @Test func `random schedules of deadlines, held responses and deaths keep the order rules`() {
    var counts: [String: Int] = [:]
    for seed in 1...300 as ClosedRange<UInt64> {
      let schedule = RandomSchedule(seed: seed)
      let run = schedule.run()
      for record in run.history.records {
        counts[record.kind.rawValue + " " + record.name, default: 0] += 1
      }
      guard !run.broken.isEmpty else { continue }
      let least = schedule.shrunk()
      let again = least.run()
      Issue.record(
        """
        seed \(seed): \(again.broken.prefix(3)) with \(least.moves)
        \(String(decoding: again.history.lines, as: UTF8.self))
        """)
    }
    // A rule of which nothing comes up is not held.
    for name in [
      "delivered checkin", "discarded checkin", "message wake", "message lifecycle", "life killed",
    ] { #expect(counts[name, default: 0] > 100, "\(counts)") }
  }

  @Test func `a random schedule has the same history every time`() {
    for seed in 1...10 as ClosedRange<UInt64> {
      let schedule = RandomSchedule(seed: seed)
      let history = schedule.run().history.lines
      #expect(!history.isEmpty)
      #expect(schedule.run().history.lines == history, "seed \(seed)")
    }
  }
}
