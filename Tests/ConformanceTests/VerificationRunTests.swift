import CaseModel
import Contract
import Foundation
import JSONText
import Locking
import ServiceProtocol
import Testing
import VirtualTime

@testable import Conformance

/// Rounds that are run, not only compared: what differs between them is found and shown.
@Suite(.serialized) struct VerificationRunTests {
  private let start = Stage.step(
    nil, .count(RecordPattern(kind: .event, name: "appStarted"), 1...1))

  /// So many cases of an adapter of the fixtures; nil for the reference SDK in process.
  private func verification(
    _ adapter: [String]?, cases: Int, rounds: Int, _ folder: String
  ) -> Verification {
    let world = World(
      devices: ["phone": ["managed": [:]]], apps: ["one": ["device": "phone"]])
    var options = RunOptions(
      adapter: adapter.map { Adapters.hostile($0[0]) + $0.dropFirst() } ?? [],
      serviceProgram: Stage.program, scratchFolder: "\(folder)/scratch")
    options.isInProcess = adapter == nil
    options.jobs = 1
    let cases = (0..<cases).map { number in
      ConformanceCase(
        suite: "s", id: "c\(number)", title: "t", area: "ENR", edition: .latest, parameters: [],
        location: Step.place, world: world, steps: [Stage.launch, start], limit: .days(1))
    }
    return Verification(run: ConformanceRun(cases: cases, options: options), rounds: rounds)
  }

  @Test func `rounds that are the same are run to the last, each case in each`() throws {
    try Stage.inFolder { folder in
      let seen = Lock<[Int: Int]>([:])
      let outcome = verification(nil, cases: 3, rounds: 4, folder).run(
        observer: { round, _ in seen.withLock { $0[round, default: 0] += 1 } })
      #expect(outcome.differences.isEmpty)
      #expect(outcome.rounds == 4)
      #expect(outcome.firstRound.results.map(\.verdict) == [.pass, .pass, .pass])
      #expect(seen.withLock { $0 } == [1: 3, 2: 3, 3: 3, 4: 3])
    }
  }

  @Test func `one round shows nothing: at least two are run`() {
    let run = ConformanceRun(
      cases: [], options: RunOptions(adapter: [], serviceProgram: "", scratchFolder: ""))
    #expect(Verification(run: run, rounds: 0).rounds == 2)
    #expect(Verification(run: run, rounds: 5).rounds == 5)
  }

  @Test
  func `what differs is found in its round, at its first record, and no further round is run`()
    throws
  {
    try Stage.inFolder { folder in
      let outcome = verification(["differs", "\(folder)/count", "3"], cases: 1, rounds: 5, folder)
        .run()
      #expect(outcome.rounds == 3)
      let difference = try #require(outcome.differences.first)
      #expect(outcome.differences.count == 1)
      #expect(difference.caseName == "s/c0@2020-06")
      #expect(difference.round == 3)
      // launched, hello, launch, and then what the adapter says.
      let history = outcome.firstRound.results[0].history.records
      let record = try #require(history.firstIndex { $0.name == "told" })
      #expect(difference.record == record)
      #expect(difference.first?.contains(#""same":true"#) == true)
      #expect(difference.second?.contains(#""same":false"#) == true)
    }
  }

  @Test func `of several cases those are named that differ`() throws {
    try Stage.inFolder { folder in
      // Five processes are started in two rounds before the one that says something else.
      let outcome = verification(["differs", "\(folder)/count", "6"], cases: 3, rounds: 2, folder)
        .run()
      #expect(outcome.rounds == 2)
      #expect(outcome.differences.count == 1)
      #expect(outcome.firstRound.results.allSatisfy { $0.verdict == .pass })
    }
  }

  @Test func `an interrupt ends the rounds, and what was cut short differs from nothing`() throws {
    try Stage.inFolder { folder in
      let verification = verification(nil, cases: 3, rounds: 4, folder)
      let outcome = verification.run(
        observer: { round, progress in
          if round == 2, progress.finished == 1 { verification.run.control.interrupt() }
        })
      #expect(outcome.rounds == 1)
      #expect(outcome.differences.isEmpty)
      #expect(outcome.firstRound.results.count == 3)
    }
  }
}
