import CaseModel
import Conformance
import Contract
internal import ExactText
import JSONText

/// Finds for each defect a check that fails with it and passes without it.
struct DefectProof {
  /// What was found of a defect.
  struct Outcome {
    /// The defect.
    var defect: KnownDefect
    /// How many cases were run against it.
    var caseCount: Int
    /// How many of them broke down instead of being judged.
    var errorCount: Int
    /// The check that caught it, and its case; nil for a survivor.
    var catcher: (caseName: String, check: String, requirements: [String])?

    /// One line, with a second one where the check proves another requirement than the defect breaks.
    var text: String {
      guard let catcher else {
        let errors = errorCount > 0 ? ", \(errorCount) of them broke down" : ""
        return "SURVIVES  \(defect.name): \(caseCount) cases\(errors)"
      }
      var text = "caught    \(defect.name): \(catcher.check) "
      text += "(\(catcher.requirements.joined(separator: ", "))) in \(catcher.caseName)"
      if !defect.requirements.isEmpty,
        !catcher.requirements.contains(where: defect.requirements.contains)
      {
        text += "\n          the defect breaks \(defect.requirements.joined(separator: ", "))"
      }
      return text
    }

    /// The outcome as a value.
    var document: JSONObject {
      var object: JSONObject = [
        "name": .string(defect.name), "summary": .string(defect.summary),
        "requirements": .array(defect.requirements.map(JSON.string)),
        "caught": .bool(catcher != nil), "cases": .int(caseCount), "errors": .int(errorCount),
      ]
      if let catcher {
        object["case"] = .string(catcher.caseName)
        object["check"] = .string(catcher.check)
        object["checkRequirements"] = .array(catcher.requirements.map(JSON.string))
      }
      return object
    }
  }

  /// Every case of the suites.
  let cases: [ConformanceCase]
  /// How to run them against the simulated app without a defect.
  let options: RunOptions
  /// The checks that fail without any defect, by case name; they catch nothing.
  private var failing: [ExactString: Set<ExactString>] = [:]

  /// How many checks were seen not to pass without a defect.
  var unusableCount: Int { failing.values.reduce(0) { $0 + $1.count } }

  /// A proof by the given cases.
  init(cases: [ConformanceCase], options: RunOptions) {
    self.cases = cases
    self.options = options
  }

  /// Runs cases against a defect until a check catches it; nil if an interrupt came first.
  mutating func prove(_ defect: KnownDefect, _ watch: InterruptWatch) -> Outcome? {
    var outcome = Outcome(defect: defect, caseCount: 0, errorCount: 0, catcher: nil)
    var rest = DefectProof.ordered(cases, for: defect)
    while !rest.isEmpty {
      let results = self.results(rest, defect: defect.name, watch)
      if watch.isInterrupted { return nil }
      outcome.caseCount += results.count
      outcome.errorCount += results.filter { $0.verdict == .error }.count
      for result in results {
        guard result.checks.contains(where: { $0.verdict == .fail }) else { continue }
        let broken = failingWithoutDefect(result.conformanceCase, watch)
        if watch.isInterrupted { return nil }
        let caught = result.checks.first {
          $0.verdict == .fail && !broken.contains($0.check.id)
        }
        guard let caught else { continue }
        outcome.catcher = (
          result.conformanceCase.name, caught.check.id, caught.check.requirements
        )
        return outcome
      }
      let done = results.map(\.conformanceCase.name).distinct
      rest.removeAll { done.contains($0.name) }
      // A round in which nothing ran to its end would go on for ever.
      if done.isEmpty { break }
    }
    return outcome
  }

  /// The latest edition first, then the earlier ones; within each the cases that prove what the defect breaks, then
  /// those of its areas, then the others.
  static func ordered(_ cases: [ConformanceCase], for defect: KnownDefect) -> [ConformanceCase] {
    let areas = defect.areas
    func rank(_ item: ConformanceCase) -> Int {
      let isProof = item.checks.contains { check in
        check.requirements.contains(where: defect.requirements.contains)
      }
      return isProof ? 0 : areas.contains(item.area) ? 1 : 2
    }
    return Edition.allCases.sorted(by: >).flatMap { edition in
      let ofEdition = cases.filter { $0.edition == edition }.map { (rank: rank($0), item: $0) }
      return (0...2).flatMap { rank in ofEdition.filter { $0.rank == rank }.map(\.item) }
    }
  }

  private func results(
    _ cases: [ConformanceCase], defect: String?, _ watch: InterruptWatch
  ) -> [CaseResult] {
    var options = options
    if let defect { options.adapter += ["--defect", defect] }
    options.stopsAtFirstFailure = defect != nil
    let control = RunControl()
    return watch.guarding(control) {
      ConformanceRun(cases: cases, options: options, control: control).run().results
    }
  }

  /// The checks of a case that fail without any defect; the case is run for it once.
  private mutating func failingWithoutDefect(
    _ item: ConformanceCase, _ watch: InterruptWatch
  ) -> Set<ExactString> {
    if let known = failing[item.name] { return known }
    let checks = results([item], defect: nil, watch).flatMap(\.checks)
    let failed = checks.filter { $0.verdict != .pass }.map(\.check.id).distinct
    failing[item.name] = failed
    return failed
  }
}
