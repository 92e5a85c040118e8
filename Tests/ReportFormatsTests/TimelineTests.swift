import CaseModel
import Conformance
import ServiceProtocol
import Testing
import VirtualTime

@testable import ReportFormats

@Suite("Timelines")
struct TimelineTests {
  @Test
  func `a picture has everything that a history can hold, as recorded`() throws {
    let picture = TimelinePicture(Timeline(FormatSamples.passed))
    try expectGolden("everything.svg", Array(picture.document.utf8))
  }

  @Test
  func
    `what is missing stands where it should have been, and what came early is marked, as recorded`()
    throws
  {
    let timeline = Timeline(FormatSamples.failed)
    #expect(timeline.lanes.map(\.name) == ["case", "mail", "service"])
    let ghosts = timeline.rows.filter { $0.kind == .missing }
    #expect(ghosts.map(\.time) == [FormatSamples.epoch + .hours(24)])
    #expect(ghosts.first?.lane == 1 && ghosts.first?.target == 2)
    #expect(timeline.rows.count { $0.kind != .missing && !$0.note.isEmpty } == 2)
    let missed = Timeline(FormatSamples.missed).rows.first { $0.kind == .missing }
    #expect(missed?.time == FormatSamples.epoch + .minutes(30) && missed?.lane == 1)
    try expectGolden("early.svg", Array(TimelinePicture(timeline).document.utf8))
  }

  @Test
  func `time is to scale between instants, and a gap that is too long is broken`() {
    let offsets: [VirtualDuration] = [.zero, .hours(1), .hours(3), .hours(4), .days(100)]
    let history = offsets.map(SampleHistory.wake)
    let rows = Timeline(FormatSamples.result(FormatSamples.item("x", line: 1), .pass, [], history))
      .rows
    let gaps = zip(rows, rows.dropFirst()).map { $1.y - $0.y - Timeline.rowHeight }
    // The usual gap is of two hours, as half of them are longer.
    #expect(gaps == [10, 20, 10, Timeline.longestGap])
  }

  @Test
  func `of a history that is too long the start, the end and what failed are kept`() throws {
    var records = (0..<5000).map { SampleHistory.wake(.seconds($0)) }
    records[2500].name = "enroll"
    records[2500].kind = .request
    var result = FormatSamples.failed
    result.history.records = records
    result.checks[1].difference?.time = records[2500].time
    result.checks[1].difference?.shift = nil
    result.checks[2].difference = nil
    let timeline = Timeline(result, limit: 300)
    #expect(timeline.rows.count { $0.kind == .gap } == 2)
    #expect(timeline.leftOut == 4750 && timeline.rows.count == 252)
    #expect(timeline.rows.contains { !$0.note.isEmpty && $0.time == records[2500].time })
    #expect(timeline.rows.last?.time == records.last?.time)
  }

  @Test
  func `a process lives from its start to its end, and the service from the start of the case`() {
    let timeline = Timeline(FormatSamples.passed)
    let counts = timeline.lanes.map(\.lives.count)
    #expect(timeline.lanes.map(\.name) == ["case", "mail", "calendar-of-contoso", "service"])
    #expect(counts == [0, 1, 1, 2])
    #expect(timeline.lanes[3].lives[1].upperBound == timeline.height)
  }

  @Test
  func `what a check misses twice is drawn once, with both its names`() {
    var result = FormatSamples.missed
    var second = result.checks[0]
    second.check.id = "told-too"
    result.checks.append(second)
    let ghosts = Timeline(result).rows.filter { $0.kind == .missing }
    #expect(ghosts.count == 1)
    #expect(ghosts.first?.note == "told (STA-002, ENR-008); told-too (STA-002, ENR-008)")
  }
}
