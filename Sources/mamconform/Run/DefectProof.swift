import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText

/// Runs the suites against defects of the reference SDK, to the end, and notes which checks fail.
///
/// First the suites run without a defect: a check that fails then proves nothing, and each case notes for
/// which defects it would run differently. Against a defect only those cases run, since the others cannot
/// catch it; `runsEveryCase` runs the others as well.
struct DefectProof {
  /// Every case of the suites.
  let cases: [ConformanceCase]
  /// How to run them.
  let options: RunOptions
  /// True to run real processes instead of objects of this process.
  let usesProcesses: Bool
  /// True to run every case against every defect.
  let runsEveryCase: Bool
  /// What was found so far.
  private(set) var report: ProofReport
  /// The cases that would run differently, by the defect's name.
  private var sensitive: [ExactString: [ConformanceCase]] = [:]

  /// A proof by the given cases.
  init(
    cases: [ConformanceCase], options: RunOptions, usesProcesses: Bool = false,
    runsEveryCase: Bool = false
  ) {
    self.cases = cases
    self.options = options
    self.usesProcesses = usesProcesses
    self.runsEveryCase = runsEveryCase
    report = ProofReport(cases)
  }

  /// Runs the suites without a defect; false if an interrupt came first.
  mutating func runWithoutDefect(_ known: [KnownDefect], _ watch: InterruptWatch) -> Bool {
    guard let results = results(cases, defect: nil, traces: true, inProcess: true, watch) else {
      return false
    }
    for result in results {
      report.noteWithoutDefect(result)
      // A case that broke down did not get to all the places that it would get to.
      let names = result.verdict == .error ? known.map(\.name).distinct : result.sensitiveTo
      for defect in known where names.contains(defect.name) {
        sensitive[defect.name, default: []].append(result.conformanceCase)
      }
    }
    guard usesProcesses else { return true }
    guard let real = self.results(cases, defect: nil, traces: false, inProcess: false, watch)
    else { return false }
    for result in real { report.noteWithoutDefect(result) }
    return true
  }

  /// Runs the cases that can see a defect against it; nil if an interrupt came first.
  mutating func prove(_ defect: KnownDefect, _ watch: InterruptWatch) -> ProofReport.Outcome? {
    let chosen = runsEveryCase ? cases : sensitive[defect.name] ?? []
    guard
      let results = results(
        chosen, defect: defect.name, traces: false, inProcess: !usesProcesses, watch)
    else { return nil }
    return report.note(defect, results)
  }

  /// The results of some cases; nil if an interrupt cut the run short.
  private func results(
    _ cases: [ConformanceCase], defect: String?, traces: Bool, inProcess: Bool,
    _ watch: InterruptWatch
  ) -> [CaseResult]? {
    var options = options
    options.isInProcess = inProcess
    options.tracesDefects = traces
    if let defect {
      options.inProcessDefects = [defect]
      options.adapter += ["--defect", defect]
    }
    let control = RunControl()
    let results = watch.guarding(control) {
      ConformanceRun(cases: cases, options: options, control: control).run().results
    }
    return watch.isInterrupted ? nil : results
  }
}
