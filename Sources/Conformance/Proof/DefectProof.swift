package import CaseModel
internal import ExactText
package import Participants

/// Runs the suites against defects of the reference SDK and notes which checks fail.
///
/// First the suites run without a defect: a check that fails then proves nothing, and each case notes for
/// which defects it would run differently. Against a defect only those cases run, since the others cannot
/// catch it: by ``Extent`` until everything is shown that the defect breaks, or to the end.
package struct DefectProof {
  /// Which of the cases that can see a defect run against it.
  package enum Extent: Sendable {
    /// Until everything is shown that it breaks by its own account.
    case untilShown
    /// All of them.
    case whole
    /// All cases of the suites, also those that cannot see it.
    case everyCase
  }

  /// Every case of the suites.
  package let cases: [ConformanceCase]
  /// How to run them.
  package let options: RunOptions
  /// True to run real processes instead of objects of this process.
  package let usesProcesses: Bool
  /// Which cases run against a defect.
  package let extent: Extent
  /// Ends the proof early.
  package let control: RunControl
  /// What was found so far.
  package private(set) var report: ProofReport
  /// What earlier proofs have found; nil to run everything.
  package private(set) var memory: ProofMemory?
  /// Runs cases against a defect.
  private var runs: ProofRuns { ProofRuns(options: options, control: control) }
  /// In which order cases run until everything is shown.
  private let order: ProofOrder
  /// The places of the cases that would run differently, by the defect's name.
  private var sensitive: [ExactString: [Int]] = [:]

  /// A proof by the given cases.
  package init(
    cases: [ConformanceCase], options: RunOptions, usesProcesses: Bool = false,
    extent: Extent = .whole, memory: ProofMemory? = nil, control: RunControl = RunControl()
  ) {
    self.cases = cases
    self.options = options
    self.usesProcesses = usesProcesses
    self.extent = extent
    self.memory = memory
    self.control = control
    order = ProofOrder(cases)
    report = ProofReport(cases)
    self.memory?.take(cases)
  }

  /// Tries defects one after the other and keeps nothing on the way; see ``run(_:keeper:observer:)``.
  package mutating func run<Failure>(
    _ defects: [KnownDefect], observer: (ProofReport, ProofReport.Outcome) throws(Failure) -> Void
  ) throws(Failure) {
    try run(defects, keeper: { (_: ProofMemory) throws(Failure) in }, observer: observer)
  }

  /// Tries defects one after the other, until all were tried or ``control`` ends the proof.
  ///
  /// - Parameters:
  ///   - keeper: given what is to be remembered after each, so that a proof that does not come to its end loses little.
  ///   - observer: told what was found of each, with the report so far.
  package mutating func run<Failure>(
    _ defects: [KnownDefect], keeper: (ProofMemory) throws(Failure) -> Void,
    observer: (ProofReport, ProofReport.Outcome) throws(Failure) -> Void
  ) throws(Failure) {
    guard runWithoutDefect(defects) else { return }
    for defect in defects {
      guard let outcome = extent == .untilShown ? search(defect) : prove(defect) else { return }
      try observer(report, outcome)
      if let memory { try keeper(memory) }
    }
  }

  /// Runs the suites without a defect; false if an interrupt came first.
  private mutating func runWithoutDefect(_ known: [KnownDefect]) -> Bool {
    guard
      let results = runs.results(
        cases, defect: nil, trace: extent == .untilShown ? .reached : .acting(), inProcess: true)
    else {
      return false
    }
    for (place, result) in results.enumerated() {
      report.noteWithoutDefect(result)
      // A case that broke down did not get to all the places that it would get to.
      let names = result.verdict == .error ? known.map(\.name).distinct : result.sensitiveTo
      for defect in known where names.contains(defect.name) {
        sensitive[defect.name, default: []].append(place)
      }
    }
    guard usesProcesses else { return true }
    guard let real = runs.results(cases, defect: nil, inProcess: false)
    else { return false }
    for result in real { report.noteWithoutDefect(result) }
    return true
  }

  /// Runs the cases that can see a defect against it, but for those of which that is known; nil if an interrupt came
  /// first.
  private mutating func prove(_ defect: KnownDefect) -> ProofReport.Outcome? {
    let places = extent == .everyCase ? Array(cases.indices) : sensitive[defect.name] ?? []
    var findings = memory?.findings(of: defect, cases, at: places) ?? [:]
    let missing = places.filter { findings[$0] == nil }
    var causeCount = missing.isEmpty ? memory?.causeCount(of: defect, cases: places.count) : nil
    if !missing.isEmpty || places.isEmpty {
      guard
        let results = runs.results(
          missing.map { cases[$0] }, defect: defect.name, inProcess: !usesProcesses)
      else { return nil }
      let isWhole = findings.isEmpty
      let found = zip(missing, results).map { (place: $0, finding: CaseFinding($1)) }
      // The causes of a part would not be those of the whole.
      if isWhole { causeCount = RootCause.of(results).count }
      memory?.keep(found, of: defect, causeCount: isWhole ? causeCount : nil)
      for (place, finding) in found { findings[place] = finding }
    }
    return report.note(
      defect, places.compactMap { findings[$0] }, causeCount: causeCount ?? 0)
  }

  /// Runs cases against a defect until checks have shown everything that it breaks by its own account, or none is left
  /// that could; nil if an interrupt came first.
  ///
  /// With a defect of which nothing is shown all run, so that it can be said what else has seen it.
  private mutating func search(_ defect: KnownDefect) -> ProofReport.Outcome? {
    let places = sensitive[defect.name] ?? []
    var (candidates, count) = (Set(places), 8)
    var findings: [Int: CaseFinding] = [:]
    var shown: Set<String> = []
    while !candidates.isEmpty {
      let missing = Set(defect.requirements).subtracting(shown)
      var next = order.next(count, of: candidates, showing: missing)
      if next.isEmpty, shown.isEmpty { next = candidates.sorted() }
      if next.isEmpty { break }
      guard
        let results = runs.results(
          next.map { cases[$0] }, defect: defect.name, inProcess: !usesProcesses)
      else { return nil }
      for (place, result) in zip(next, results) { findings[place] = CaseFinding(result) }
      candidates.subtract(next)
      shown.formUnion(report.shown(by: next.compactMap { findings[$0] }, of: defect))
      count *= 2
    }
    return report.note(
      defect, places.compactMap { findings[$0] }, causeCount: 0, reached: places.count)
  }
}
