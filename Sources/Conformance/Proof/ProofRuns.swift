internal import CaseModel
internal import ExactText
internal import Participants

/// Runs cases against a defect of the reference SDK, or against none: what every proof with defects is made of.
struct ProofRuns {
  /// How to run them.
  let options: RunOptions
  /// Ends a run early.
  let control: RunControl

  /// The results of some cases; nil if an interrupt cut the run short.
  ///
  /// - Parameters:
  ///   - cases: the cases.
  ///   - defect: the name of the defect; nil for none.
  ///   - trace: of which defects it is noted that they would make a difference; nil for none.
  ///   - inProcess: true to run objects of this process instead of real processes.
  func results(
    _ cases: [ConformanceCase], defect: String? = nil, trace: DefectTrace? = nil,
    inProcess: Bool = true
  ) -> [CaseResult]? {
    var options = options
    options.isInProcess = inProcess
    options.defectTrace = trace
    if let defect {
      options.inProcessDefects = [defect]
      options.adapter += ["--defect", defect]
    }
    let results = ConformanceRun(cases: cases, options: options, control: control).run().results
    return control.isInterrupted ? nil : results
  }
}
