import Arguments
import CaseModel
import Conformance
internal import ExactText
import Wording

/// The one case that a command is about, with the suites that it was read with.
struct OneCase {
  /// The case.
  let item: ConformanceCase
  /// What was read: the whole folder, or only the file of its suite.
  let suites: Suites

  /// Finds the case that a command line names.
  ///
  /// - Throws: if there is none, or more than one; with the nearest name.
  init(_ arguments: ParsedArguments) throws(CommandError) {
    let selection = CaseSelection(arguments)
    // Where the suite has cases of that name, the others have none.
    if let name = arguments.operands.last, let near = try Suites.near([name], arguments),
      SweepNames.isPoint(name) && !near.sweeps.isEmpty
        || (try? selection.apply(to: near.cases, near.contract)) != nil
    {
      suites = near
    } else {
      suites = try Suites.load(arguments, goesOn: true)
      try suites.checkWhatIsLeftOut(arguments)
    }
    let contract = suites.contract
    let isPoint = selection.patterns.contains { SweepNames.isPoint($0.text) }
    let cases = try isPoint ? suites.casesOfRun(arguments) : suites.cases
    let scenes = suites.scenes
    let onlySweeps = suites.onlySweeps(
      suggestion: "'mamconform run --sweeps' runs it, and names the cases of it that fail")
    item = try CommandError.ofUsage { () throws(UsageError) in
      do throws(UsageError) {
        return try selection.one(of: cases.isEmpty ? scenes : cases, contract)
      } catch {
        // A case without a check is only taken where it is named, or there is no other.
        guard let scene = try? selection.one(of: scenes, contract) else {
          throw onlySweeps ?? error
        }
        return scene
      }
    }
  }
}
