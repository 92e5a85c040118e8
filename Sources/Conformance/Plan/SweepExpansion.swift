package import CaseModel
internal import ExactText
internal import ServiceProtocol
internal import StepProtocol
internal import VirtualTime

/// Makes the cases that a sweep asks for: runs it undisturbed, in process with the reference SDK, and disturbs each point of
/// what happened.
///
/// The reference SDK is deterministic, and so are the points and their names:
///
///     swp-enroll/comes-through[sweep=kill-before-mail-enroll-1]@2020-06
///
/// Until its point a case runs as the undisturbed one; what comes after it is up to the SDK under test.
package struct SweepExpansion {
  /// Why a sweep cannot be expanded.
  package struct Fault: Error, Equatable {
    /// In words, with the case.
    package let message: String
  }

  private let options: RunOptions
  private let control: RunControl

  /// An expansion; of the options the number of jobs and the scratch folder count.
  package init(_ options: RunOptions, control: RunControl = RunControl()) {
    var own = options
    own.isInProcess = true
    own.inProcessDefects = []
    own.inProcessReadings = []
    own.ledger = nil
    own.stopsAtFirstFailure = false
    self.options = own
    self.control = control
  }

  /// The cases of some sweeps, in their order.
  ///
  /// - Throws: if a sweep does not pass undisturbed, or has more points than it allows.
  package func cases(of sweeps: [ConformanceCase]) throws(Fault) -> [ConformanceCase] {
    let results = ConformanceRun(cases: sweeps, options: options, control: control).run().results
    var cases: [ConformanceCase] = []
    for result in results {
      let item = result.conformanceCase
      guard result.verdict == .pass || result.verdict == .advisory else {
        let failed = result.checks.first { $0.verdict == .fail }
        throw Fault(
          message: "\(item.name) does not pass undisturbed: "
            + (result.problem?.message ?? failed.map { "check \($0.check.id): \($0.found)" }
              ?? result.verdict.rawValue))
      }
      guard let sweep = item.sweep else { continue }
      let points = SweepPoints(item, result.history)
      let variants = sweep.axes.flatMap { points.cases($0) }
      guard variants.count <= sweep.limit else {
        throw Fault(
          message: "\(item.name) becomes \(variants.count) cases, and its limit is \(sweep.limit): "
            + "leave out an axis, shorten the case, or raise 'limit'")
      }
      cases += variants
    }
    return cases
  }
}
