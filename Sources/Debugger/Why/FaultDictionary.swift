internal import CaseModel
internal import Conformance
internal import ExactText
internal import JSONText
internal import Participants
internal import SystemFiles

/// Defects of the reference SDK with which it does in a case what the SDK under test does.
///
/// A fault dictionary is how circuits are diagnosed: each known fault is simulated, and the one that leads to what was measured is
/// looked up. Here the reference SDK runs the case in process with each of its defects that make it act differently in that
/// case.
struct FaultDictionary {
  /// What a defect leads to.
  enum Likeness: Comparable {
    /// The check fails and finds the same, and so does whatever else fails with the defect: an SDK may have several.
    case failsAlike
    /// The reference SDK does just what the SDK under test does, up to the failed check.
    case same
  }

  /// A defect that leads to what was seen.
  struct Match {
    let defect: KnownDefect
    let likeness: Likeness
  }

  private let runs: CaseRuns

  /// A dictionary for one search, whose runs it uses.
  init(_ runs: CaseRuns) { self.runs = runs }

  /// The defects that lead to what an SDK does in a case: the most alike only, and of these those that break a requirement of
  /// the check, if any do.
  ///
  /// - Parameters:
  ///   - result: what the SDK does.
  ///   - check: a check that fails.
  ///   - last: the index of its step.
  /// - Returns: none if time was over.
  func matches(_ result: CaseResult, _ check: Check, at last: Int) -> [Match] {
    let lines = FaultDictionary.lines(result, through: last)
    let failed = DecisionSearch.failed(result)
    func isPart(_ other: [ExactString: ExactString]) -> Bool {
      other[ExactString(check.id)] != nil && other.allSatisfy { failed[$0.key] == $0.value }
    }
    var found: [Match] = []
    for name in runs.sensitiveDefects(result.conformanceCase) {
      guard let run = runs.run(result.conformanceCase, defect: name) else { return [] }
      let isSame = FaultDictionary.lines(run, through: last) == lines
      guard isSame || isPart(DecisionSearch.failed(run)), let defect = KnownDefect(name)
      else { continue }
      found.append(Match(defect: defect, likeness: isSame ? .same : .failsAlike))
    }
    let best = found.map(\.likeness).max()
    let alike = found.filter { $0.likeness == best }
    let fitting = alike.filter { match in
      check.requirements.contains { match.defect.requirements.contains($0) }
    }
    return fitting.isEmpty ? alike : fitting
  }

  /// The records up to a step, each with its time, and what each step returned.
  private static func lines(_ result: CaseResult, through step: Int) -> [String] {
    let history = result.history
    let end =
      history.reached.last { $0.step <= step }.map(\.window.upperBound) ?? history.records.count
    var lines = history.records.prefix(end).map { record in
      var line: [UInt8] = []
      record.writeLine(to: &line)
      return String(decoding: line, as: UTF8.self)
    }
    for reached in history.reached where reached.step <= step {
      lines.append("step \(reached.step) returned \(reached.result?.text ?? "nothing")")
    }
    return lines
  }
}
