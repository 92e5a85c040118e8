internal import CaseModel
internal import ExactText
internal import JSONText
internal import VirtualTime

/// Runs every case again and again in different environments and compares the histories byte by byte.
///
/// Between rounds everything that must not matter differs by itself: process IDs, ports, the hash seed
/// of every process, scratch folders; and by choice: the order of the cases, how many run at a time,
/// whether processes are used again, and whether somebody looks on at every point, as the debugger does:
/// so it is in the last round.
package struct Verification: Sendable {
  /// The cases and how to run them.
  package var run: ConformanceRun
  /// How many times each case runs, from 2.
  package var rounds: Int

  /// A verification of a run.
  package init(run: ConformanceRun, rounds: Int) {
    self.run = run
    self.rounds = max(2, rounds)
  }

  /// The first place at which two histories of one case differ.
  package struct Difference: Sendable, Equatable {
    /// The case's full name.
    package var caseName: String
    /// The round that differs from the first, from 2.
    package var round: Int
    /// The index of the record, from 0.
    package var record: Int
    /// The record of the first round; nil if it had ended.
    package var first: String?
    /// The record of the later round; nil if it had ended.
    package var second: String?

    /// Where the two records part, as "byte 93: C3 A9 22, then 65 CC 81": two spellings of a string can look the
    /// same. Bytes are counted from 0, and up to three of each are shown. Nil if a round had ended.
    package var bytes: String? {
      guard let first, let second else { return nil }
      let place = zip(first.utf8, second.utf8).prefix { $0 == $1 }.count
      func show(_ text: String) -> String {
        let bytes = text.utf8.dropFirst(place).prefix(3)
        let digits = bytes.map { byte in
          (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return digits.isEmpty ? "the end" : digits.joined(separator: " ")
      }
      return "byte \(place): \(show(first)), then \(show(second))"
    }
  }

  /// What the rounds have shown.
  package struct Outcome: Sendable {
    /// The results of the first round.
    package var firstRound: RunResult
    /// The first difference of every case that has one, in the order of the cases.
    package var differences: [Difference]
    /// How many rounds were run to their end.
    package var rounds: Int
  }

  /// Runs the rounds; stops after the first round that differs.
  ///
  /// - Parameters:
  ///   - observer: notified of every finished case of every round, with the round from 1.
  ///   - recorder: given every finished case of the first round before that, several at a time.
  package func run(
    observer: @escaping @Sendable (Int, RunProgress) -> Void = { _, _ in },
    recorder: @escaping @Sendable (CaseResult) -> Void = { _ in }
  ) -> Outcome {
    let first = run.run(observer: { observer(1, $0) }, recorder: recorder)
    var outcome = Outcome(firstRound: first, differences: [], rounds: 1)
    while outcome.rounds < rounds, outcome.differences.isEmpty, !run.control.isInterrupted {
      let round = outcome.rounds + 1
      var again = run
      again.options.orderSeed = round
      again.options.jobs = max(1, run.options.jobs + [0, 1, -1][round % 3])
      again.options.reusesProcesses = round % 2 == 1
      again.options.scratchFolder += "-round-\(round)"
      if round == rounds { again.options.watch = { _ in CaseOnlooker() } }
      let result = again.run { observer(round, $0) }
      if run.control.isInterrupted { break }
      outcome.rounds = round
      outcome.differences += Verification.differences(first.results, result.results, round: round)
    }
    return outcome
  }

  /// The first difference of every case between two rounds; a case that only one of them has differs.
  static func differences(
    _ first: [CaseResult], _ second: [CaseResult], round: Int
  ) -> [Difference] {
    var rest: [ExactString: CaseResult] = [:]
    for result in second { rest[result.conformanceCase.name] = result }
    var found: [Difference] = []
    for one in first {
      let name = one.conformanceCase.name
      guard let other = rest.removeValue(forKey: name) else {
        found.append(missing(name, round, first: "verdict \(one.verdict.rawValue)", second: nil))
        continue
      }
      if let difference = compare(one, other, round: round) { found.append(difference) }
    }
    for other in second where rest[other.conformanceCase.name] != nil {
      let verdict = "verdict \(other.verdict.rawValue)"
      found.append(missing(other.conformanceCase.name, round, first: nil, second: verdict))
    }
    return found
  }

  private static func missing(
    _ name: String, _ round: Int, first: String?, second: String?
  ) -> Difference {
    Difference(caseName: name, round: round, record: 0, first: first, second: second)
  }

  static func compare(_ one: CaseResult, _ other: CaseResult, round: Int) -> Difference? {
    if one.history.file != nil || other.history.file != nil {
      return compareFiles(one, other, round: round)
    }
    let count = max(one.history.records.count, other.history.records.count)
    for index in 0..<count {
      let first = line(one.history, index)
      let second = line(other.history, index)
      if first != second {
        return Difference(
          caseName: one.conformanceCase.name, round: round, record: index, first: first,
          second: second)
      }
    }
    return compareVerdicts(one, other, round: round, record: count)
  }

  private static func compareVerdicts(
    _ one: CaseResult, _ other: CaseResult, round: Int, record: Int
  ) -> Difference? {
    if one.verdict == other.verdict { return nil }
    return Difference(
      caseName: one.conformanceCase.name, round: round, record: record,
      first: "verdict \(one.verdict.rawValue)", second: "verdict \(other.verdict.rawValue)")
  }

  /// Compares histories that are too large to be compared record by record.
  private static func compareFiles(
    _ one: CaseResult, _ other: CaseResult, round: Int
  ) -> Difference? {
    let (stored, again) = (one.history.readableLines, other.history.readableLines)
    guard let first = stored, let second = again else {
      // What cannot be read has not been shown to be the same.
      return Difference(
        caseName: one.conformanceCase.name, round: round, record: 0,
        first: readability(stored), second: readability(again))
    }
    if first == second {
      return compareVerdicts(
        one, other, round: round, record: first.count { $0 == 0x0A })
    }
    var place = 0
    while place < min(first.count, second.count), first[place] == second[place] { place += 1 }
    let start = first[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    func line(_ bytes: [UInt8]) -> String? {
      guard start < bytes.count else { return nil }
      return String(decoding: bytes[start...].prefix { $0 != 0x0A }, as: UTF8.self)
    }
    return Difference(
      caseName: one.conformanceCase.name, round: round,
      record: first[..<start].count { $0 == 0x0A }, first: line(first), second: line(second))
  }

  private static func readability(_ bytes: [UInt8]?) -> String {
    bytes == nil ? "a history that cannot be read" : "a history that can be read"
  }

  private static func line(_ history: History, _ index: Int) -> String? {
    guard index < history.records.count else { return nil }
    var bytes: [UInt8] = []
    history.records[index].writeLine(to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
