package import CaseModel
internal import ExactText
package import Participants

/// Limits defects to situations, such as an open prompt or a second account, and shows with which of them no case fails.
///
/// Real bugs often need two things that come together. A defect that is caught everywhere, and not in a situation, names two
/// things that no case combines and judges; or the contract allows there what it forbids elsewhere.
package struct SituationProof {
  /// How it went with a defect in a situation.
  package enum Outcome: Sendable, Equatable {
    /// The history of no case is another one.
    case apart
    /// A check of this case fails, or it breaks down.
    case caught(String)
    /// The histories of so many cases are others, of which this is one, and no check fails.
    case unnoticed(Int, String)
  }

  private let cases: [ConformanceCase]
  private let runs: ProofRuns
  private let order: ProofOrder
  /// The checks that fail without a defect, by the names of their cases.
  private var failing: [ExactString: Set<ExactString>] = [:]
  /// Digests of the histories without a defect, by the places of their cases.
  private var digests: [Int] = []
  /// The places of the cases in which the SDK may act differently, by the defect's name.
  private var sensitive: [ExactString: [Int]] = [:]
  /// How many cases do not pass without a defect.
  package private(set) var unusableCount = 0

  /// A proof by the given cases.
  package init(_ cases: [ConformanceCase], _ options: RunOptions, control: RunControl) {
    self.cases = cases
    runs = ProofRuns(options: options, control: control)
    order = ProofOrder(cases)
  }

  /// Tries defects one after the other, until all were tried or the proof is interrupted.
  package mutating func run<Failure>(
    _ defects: [KnownDefect], observer: (KnownDefect, Outcome) throws(Failure) -> Void
  ) throws(Failure) {
    guard runWithoutDefect(defects) else { return }
    for defect in defects {
      guard let outcome = search(defect) else { return }
      try observer(defect, outcome)
    }
  }

  private mutating func runWithoutDefect(_ defects: [KnownDefect]) -> Bool {
    guard let results = runs.results(cases, trace: .acting(defects.map(\.name))) else {
      return false
    }
    digests = results.map(digest)
    for (place, result) in results.enumerated() {
      if result.verdict == .fail || result.verdict == .error { unusableCount += 1 }
      failing[result.conformanceCase.name] = checks(that: CaseFinding(result))
      for name in result.sensitiveTo { sensitive[name.text, default: []].append(place) }
    }
    return true
  }

  /// Runs the cases in which the SDK acts differently, those first whose checks are about what the defect breaks.
  private func search(_ defect: KnownDefect) -> Outcome? {
    let places = sensitive[defect.name] ?? []
    var (candidates, count) = (Set(places), 8)
    var different: [Int] = []
    while !candidates.isEmpty {
      var next = order.next(count, of: candidates, showing: Set(defect.requirements))
      if next.isEmpty { next = Array(candidates.sorted().prefix(count)) }
      guard let results = runs.results(next.map { cases[$0] }, defect: defect.name) else {
        return nil
      }
      for (place, result) in zip(next, results) {
        let finding = CaseFinding(result)
        let known = failing[finding.conformanceCase.name] ?? []
        if finding.isError || !checks(that: finding).isSubset(of: known) {
          return .caught(finding.conformanceCase.name)
        }
        if digest(result) != digests[place] { different.append(place) }
      }
      candidates.subtract(next)
      count *= 2
    }
    guard let first = different.min() else { return .apart }
    return .unnoticed(different.count, cases[first].name)
  }

  private func digest(_ result: CaseResult) -> Int {
    var hasher = Hasher()
    hasher.combine(result.history.lines)
    return hasher.finalize()
  }

  /// The checks that have failed.
  private func checks(that finding: CaseFinding) -> Set<ExactString> {
    finding.failures.map(\.check).distinct
  }
}
