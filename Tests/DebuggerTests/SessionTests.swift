import CaseModel
import CaseYAML
import Conformance
import Foundation
import JSONText
import Testing
import VirtualTime

@testable import Debugger

@Suite struct SessionTests {
  /// Every case of the suites is held to this by a round of `run --verify`, which a debug build takes too long for.
  @Test func `a case that is watched everywhere has the history of one that is not, in each area`()
  {
    var seen: [String: Int] = [:]
    let suites = Set(Cases.all.map(\.suite)).sorted()
    // Of each area the first case of every fourth suite.
    let chosen = Set(
      suites.filter { suite in
        let area = String(suite.prefix { $0 != "-" })
        defer { seen[area, default: 0] += 1 }
        return seen[area, default: 0].isMultiple(of: 4)
      })
    var first: Set<String> = []
    let cases = Cases.all.filter { chosen.contains($0.suite) && first.insert($0.suite).inserted }
    let run = ConformanceRun(cases: cases, options: Cases.options())
    let outcome = Verification(run: run, rounds: 2).run()
    #expect(cases.count > 80)
    #expect(outcome.firstRound.results.count == cases.count)
    #expect(outcome.rounds == 2 && outcome.differences == [])
  }

  @Test func `a case that is stepped to its end has the history of a run`() throws {
    let item = try Cases.named("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    let run = ConformanceRun(cases: [item], options: Cases.options()).run()
    let session = try DebugSession(item, options: Cases.options())
    defer { session.close() }
    while !session.position.isEnd { try session.advance { _ in true } }
    #expect(session.view.history.lines == run.results[0].history.lines)
    #expect(session.result.verdict == .pass)
    #expect(session.rerunCount == 0)
  }

  @Test func `going back leads to the same place, and forward again to the same end`() throws {
    let item = try Cases.named("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    let session = try DebugSession(item, options: Cases.options())
    defer { session.close() }
    try session.advance { $0.position.recordCount == 20 }
    let state = CaseState.tree(session.moment)
    let place = session.position
    try session.advanceToEnd()
    let end = session.view.history.lines
    try session.go(to: place.number)
    #expect(session.position == place)
    #expect(CaseState.tree(session.moment) == state)
    #expect(try session.back(toLast: \.isBeforeStep))
    #expect(session.position.isBeforeStep && session.position.number < place.number)
    try session.advanceToEnd()
    #expect(session.view.history.lines == end)
  }

  @Test func `a case that is on its way is paused at its next point, and goes on from there`()
    throws
  {
    let item = try Cases.named("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    let session = try DebugSession(item, options: Cases.options())
    defer { session.close() }
    #expect(throws: DebugProblem.paused) {
      try session.advance { moment in
        if moment.position.number == 30 { session.pause() }
        return false
      }
    }
    #expect(session.position.number == 30)
    session.pause()
    session.forgetPause()
    try session.advanceToEnd()
    #expect(session.position.isEnd && session.result.verdict == .pass)
    session.pause()
    #expect(throws: DebugProblem.paused) { try session.go(to: 40) }
    #expect(session.position.number == 0)
    try session.go(to: 40)
    #expect(session.position.number == 40)
  }

  @Test func `the first failed check is found, and stood at`() throws {
    let item = try Cases.named("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    let session = try DebugSession(item, options: Cases.options(defects: ["retry-at-23h"]))
    defer { session.close() }
    let failure = try #require(try session.firstFailure())
    #expect(session.position.number == 0)
    #expect(failure.result.check.id == "no-result-before-24h")
    try session.go(to: failure.number)
    #expect(session.failures.first?.result.check.id == "no-result-before-24h")
  }

  @Test func `every deadline is known from the call that set it to its end`() throws {
    let item = try Cases.named("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    let session = try DebugSession(item, options: Cases.options())
    defer { session.close() }
    try session.advanceToEnd()
    let fired = session.deadlines.filter { $0.end?.kind == .fired }
    #expect(fired.contains { $0.deadline.instant - session.view.epoch == .hours(24) })
    #expect(session.deadlines.allSatisfy { !$0.setBy.isEmpty })
  }

  /// Thirty days of five apps, at their end.
  private func longSession() throws -> DebugSession {
    let folder = Cases.root.appending(path: "ci/bench-suites").path
    let loaded = SuiteLoader.load(
      paths: ["\(folder)/bench.yaml"], contract: Cases.contract, world: "\(folder)/world.yaml")
    let item = try #require(loaded.cases.last { $0.id == "five-apps" })
    let session = try DebugSession(item, options: Cases.options())
    try session.advanceToEnd()
    return session
  }

  @Test func `a step back in thirty days of five apps is one run of the case, however far`() throws
  {
    let session = try longSession()
    defer { session.close() }
    let end = session.position
    #expect(end.recordCount > 1000 && end.time - session.view.epoch == .days(30))
    let records = session.view.records
    for (count, place) in [end.number - 1, end.number / 2, end.number / 2 - 1, 3].enumerated() {
      try session.go(to: place)
      #expect(session.position.number == place)
      #expect(session.rerunCount <= count + 1)
      #expect(session.view.records == Array(records.prefix(session.position.recordCount)))
    }
  }

  @Test func `further steps back begin at runs that stand near, and lead to the same places`()
    throws
  {
    let session = try longSession()
    defer { session.close() }
    let places = session.positions
    let records = session.view.records
    try session.go(to: places.count - 2)
    let state = CaseState.tree(session.moment)
    for number in (places.count - 8..<places.count - 2).reversed() {
      try session.go(to: number)
      #expect(session.position == places[number])
      #expect(session.view.records == Array(records.prefix(session.position.recordCount)))
    }
    #expect(session.rerunCount <= 2)
    try session.go(to: places.count - 2)
    #expect(CaseState.tree(session.moment) == state)
    try session.advanceToEnd()
    #expect(session.view.records == records)
    #expect(session.positions == places)
  }

  @Test func `a step back to a point of which there is a copy shows what a run shows there`() throws
  {
    let session = try longSession()
    defer { session.close() }
    let end = session.position.number
    try session.go(to: end - 40)
    // What `comeHere` has to run again depends on how far the runs in the background have come.
    var reruns = 0
    for number in (end - 60..<end - 40).reversed() {
      let before = session.rerunCount
      try session.go(to: number)
      reruns += session.rerunCount - before
      // Within a message to an app what it has saved is that before it.
      guard session.position.activation == nil else { continue }
      let copy = CaseState.tree(session.moment)
      let result = session.result
      let deadlines = session.view.deadlines
      try session.comeHere()
      #expect(CaseState.tree(session.moment) == copy, "point \(number)")
      #expect(session.result.checks.map(\.verdict) == result.checks.map(\.verdict))
      #expect(session.view.deadlines == deadlines)
      #expect(session.position.number == number)
    }
    #expect(reruns <= 1)
    try session.go(to: end - 70)
    try session.advance { $0.position.isBeginning }
    #expect(session.position.number > end - 70 && session.position.number < end - 50)
  }

  @Test func `a deadline that had fallen due when the case was left has fallen due all the same`()
    throws
  {
    let item = try Cases.named("enr-retry/after-every-failure[failure=location-reset]@2020-06")
    let session = try DebugSession(item, options: Cases.options())
    defer { session.close() }
    try session.advance { if case .deadline = $0.position.point { true } else { false } }
    let place = session.position.number
    try session.go(to: 0)
    try session.advance { $0.position.number > place && $0.position.isBeforeStep }
    let ends = session.deadlines.compactMap { $0.end?.kind }
    #expect(ends == [.fired])
  }
}
