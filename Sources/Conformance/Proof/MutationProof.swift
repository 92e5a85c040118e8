internal import CaseModel
internal import Contract
internal import ExactText
internal import Locking
internal import ServiceProtocol
internal import SystemFiles

/// Shows which parts of the histories the checks look at: changes one part at a time, and judges again.
///
/// A part is noticed if a check fails that passed before, in one of the cases of an edition in whose histories it occurs. So what is
/// judged in one edition, or at its first occurrence, is not taken for judged in another, or ever after.
package struct MutationProof: Sendable {
  /// A change that no check has noticed in an edition.
  package struct Unnoticed: Sendable {
    /// What was changed.
    package var mutation: HistoryMutation
    /// The edition.
    package var edition: String
    /// The cases in which it was tried, all of those with such a record, in their order.
    package var cases: [String]
  }

  /// What came of a proof.
  package struct Findings: Sendable {
    /// How many changes were tried, counted separately in each edition.
    package var tried: Int
    /// Those that nothing has noticed, in the order of records, members, changes, occurrences and editions.
    package var unnoticed: [Unnoticed]
  }

  private let results: [CaseResult]
  private let options: RunOptions

  /// A proof with the results of a run; those that did not pass, and those whose histories are on disk, are left out.
  package init(_ results: [CaseResult], _ options: RunOptions) {
    self.results = results.filter { $0.verdict == .pass && !$0.history.records.isEmpty }
    self.options = options
  }

  /// Tries every change.
  ///
  /// - Parameters:
  ///   - control: ends it early; what was not tried then is not among the findings.
  ///   - observer: is given how many were tried, and how many there are, from several threads.
  package func run(
    control: RunControl = RunControl(),
    observer: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) -> Findings {
    let places = places
    let all = places.keys.sorted()
    let state = Lock((next: 0, unnoticed: [Unnoticed]()))
    let judge = Judge(options)
    SystemThread.inParallel(count: max(1, options.jobs)) { _ in
      while true {
        let index = state.withLock { state in
          state.next += 1
          return state.next - 1
        }
        guard index < all.count, !control.isInterrupted else { return }
        observer(index, all.count)
        let found = cases(of: all[index], at: places[all[index]] ?? [], judge)
        if let found {
          state.withLock {
            $0.unnoticed.append(
              Unnoticed(
                mutation: all[index].mutation, edition: all[index].edition.text, cases: found))
          }
        }
      }
    }
    let tried = state.withLock { min($0.next, all.count) }
    let unnoticed = state.withLock { $0.unnoticed }
    return Findings(
      tried: tried,
      unnoticed: unnoticed.sorted { Key($0.mutation, $0.edition) < Key($1.mutation, $1.edition) })
  }

  /// The cases in which a change goes unnoticed; nil if one of them notices it, or if it changes nothing.
  private func cases(of key: Key, at places: [Int], _ judge: Judge) -> [String]? {
    var names: [String] = []
    for place in places {
      let result = results[place]
      guard let history = key.mutation.applied(to: result.history) else { continue }
      let checks = judge.judge(result.conformanceCase, history, ending: nil)
      if checks.contains(where: { $0.verdict == .fail || $0.verdict == .warning }) { return nil }
      names.append(result.conformanceCase.name)
    }
    return names.isEmpty ? nil : names
  }

  /// A change in an edition.
  private struct Key: Hashable, Comparable {
    var mutation: HistoryMutation
    var edition: ExactString

    init(_ mutation: HistoryMutation, _ edition: String) {
      self.mutation = mutation
      self.edition = ExactString(edition)
    }

    private var order: String {
      let (change, occurrence) = (mutation.change, mutation.occurrence)
      let numbers =
        "\(HistoryMutation.Change.allCases.firstIndex(of: change) ?? 0)"
        + "\(HistoryMutation.Occurrence.allCases.firstIndex(of: occurrence) ?? 0)"
      return "\(mutation.place.text)\t\(mutation.path?.text ?? "")\t\(numbers)\t\(edition.text)"
    }

    static func < (left: Key, right: Key) -> Bool {
      ExactString(left.order) < ExactString(right.order)
    }
  }

  /// Every change that makes a difference somewhere, and the results in which it does.
  private var places: [Key: [Int]] {
    var places: [Key: [Int]] = [:]
    for (index, result) in results.enumerated() {
      for mutation in MutationProof.mutations(of: result.history) {
        places[Key(mutation, result.conformanceCase.edition.rawValue), default: []].append(index)
      }
    }
    return places
  }

  private static func mutations(of history: History) -> Set<HistoryMutation> {
    var found: Set<HistoryMutation> = []
    var seen: Set<ExactString> = []
    var launches: [ExactString: Int] = [:]
    for record in history.records {
      let app = ExactString(record.app)
      if record.isLaunch { launches[app, default: 0] += 1 }
      guard let place = HistoryMutation.place(of: record) else { continue }
      let isFirst = seen.insert(ExactString("\(record.app) \(place.text)")).inserted
      var occurrences: [HistoryMutation.Occurrence] = [.every]
      if !isFirst { occurrences.append(.later) }
      if launches[app, default: 0] > 1 { occurrences.append(.relaunched) }
      let paths = HistoryMutation.paths(of: record).map { ExactString($0) }
      for occurrence in occurrences {
        func add(_ path: ExactString?, _ changes: [HistoryMutation.Change]) {
          for change in changes {
            found.insert(
              HistoryMutation(place: place, path: path, change: change, occurrence: occurrence))
          }
        }
        // What a call returns cannot be missing or repeated: the protocol has one reply for it.
        if record.kind != .result { add(nil, [.dropped, .repeated]) }
        for path in paths { add(path, [.emptied, .replaced]) }
      }
    }
    return found
  }
}
