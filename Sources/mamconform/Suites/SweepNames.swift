import Arguments
import CaseModel
import Conformance
import Contract
internal import ExactText
import SystemFiles

/// Names of cases, some of which may be points of sweeps: cases that only an expansion of the sweep has.
struct SweepNames {
  private let names: [String]

  /// Of some names or patterns those that speak of points.
  init(_ names: [String]) {
    self.names = names.filter { SweepNames.isPoint($0) }
  }

  /// True for a name or a pattern that speaks of a point of a sweep.
  static func isPoint(_ name: String) -> Bool { name.contains("\(Sweep.parameter)=") }

  /// The points of the sweeps of which the names speak; none without such a name.
  ///
  /// - Throws: if a sweep cannot be expanded.
  func points(
    of sweeps: [ConformanceCase], _ contract: Contract
  ) throws(CommandError) -> [ConformanceCase] {
    let wanted = Set<ExactString>(names.map { ExactString(SweepNames.plainName(of: $0)) })
    return try SweepNames.expanded(
      sweeps.filter { wanted.contains(ExactString("\($0.suite)/\($0.id)")) }, contract)
  }

  /// The case of a name without its parameters and its edition.
  private static func plainName(of name: String) -> String {
    String(name.prefix { $0 != "[" && $0 != "@" })
  }

  /// All points of some sweeps, in their order.
  ///
  /// - Throws: if a sweep cannot be expanded.
  static func expanded(
    _ sweeps: [ConformanceCase], _ contract: Contract
  ) throws(CommandError) -> [ConformanceCase] {
    guard !sweeps.isEmpty else { return [] }
    let scratch = try ScratchRoot.forCommand()
    defer { _ = scratch.remove() }
    var options = RunOptions(
      adapter: [], serviceProgram: ProgramPath.own, scratchFolder: "\(scratch.path)/run")
    options.jobs = Processors.available
    options.optionalRequirements = contract.optionalRequirements
    do throws(SweepExpansion.Fault) {
      return try SweepExpansion(options).cases(of: sweeps)
    } catch {
      throw CommandError(error.message, exitCode: ExitCode.inconclusive)
    }
  }
}
