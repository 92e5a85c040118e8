internal import CaseModel
internal import ExactText
internal import JSONText
internal import Participants
internal import VirtualTime
internal import Wording

/// Says what a history proves: a pure function, so that a stored run can be judged again.
struct Judge {
  /// Requirements that an SDK may leave out.
  var optionalRequirements: Set<String>
  /// Requirements whose violation is a warning: the contract recommends them.
  var recommendations: Set<String> = []
  /// How late a retry may come (OQ-01).
  var retryTolerance = VirtualDuration.zero

  /// Judges every check of a case, reached or not.
  func judge(_ conformanceCase: ConformanceCase, _ history: History, ending: CaseEnd?)
    -> [CheckResult]
  {
    if let reason = conformanceCase.unfitness {
      return conformanceCase.checks.map {
        CheckResult(check: $0, verdict: .notApplicable, expected: $0.text, found: reason)
      }
    }
    var results: [CheckResult] = []
    let marked =
      conformanceCase.namesChecks
      ? conformanceCase.checks.flatMap(\.demand.namedChecks).distinct : []
    var marks: [ExactString: VirtualInstant] = [:]
    for (index, step) in conformanceCase.steps.enumerated() {
      guard let check = step.check else { continue }
      if let found = history.reached.first(where: { $0.step == index }) {
        let reached = found.looking(over: check.span, of: conformanceCase, history)
        results.append(
          advised(judge(check, reached, history, marks, conformanceCase)))
        guard marked.contains(check.id), case .count(let pattern, _) = check.demand else {
          continue
        }
        marks[check.id] =
          history.records[reached.window].first {
            matches(pattern, $0, reached, history, marks)
          }?.time
      } else if let reason = step.whyNotTaken, history.skipped.contains(index) {
        results.append(
          CheckResult(
            check: check, verdict: .notApplicable, expected: check.text,
            found: "not asked for: \(reason)"))
      } else {
        results.append(unreached(check, ending))
      }
    }
    return results + standing(conformanceCase, history, ending)
  }

  /// What has to be so in every history and is not in this one. A breakdown tells nothing of what would have come.
  private func standing(
    _ conformanceCase: ConformanceCase, _ history: History, _ ending: CaseEnd?
  ) -> [CheckResult] {
    if case .problem = ending { return [] }
    guard let standing = conformanceCase.standing, !standing.checks.isEmpty else { return [] }
    var judge = StandingJudge(standing, history, tolerance: retryTolerance)
    return judge.findings().map(advised)
  }

  /// The finding of an advisory check never fails; a violation of recommendations alone is a warning.
  private func advised(_ result: CheckResult) -> CheckResult {
    guard result.verdict == .fail else { return result }
    var advised = result
    advised.recommended = result.requirements.filter(recommendations.contains)
    if result.check.isAdvisory {
      advised.verdict = .advisory
    } else if advised.recommended.count == result.requirements.count {
      advised.verdict = .warning
    }
    return advised
  }

  /// True if a record is one that a pattern speaks of, at the end of a step.
  private func matches(
    _ pattern: RecordPattern, _ record: Record, _ reached: History.Reached, _ history: History,
    _ marks: [ExactString: VirtualInstant]
  ) -> Bool {
    let lateness = max(reached.lateness, pattern.times.isEmpty ? .zero : retryTolerance)
    return pattern.matches(record, epoch: history.epoch, lateness: lateness, marks: marks)
  }

  private func judge(
    _ check: Check, _ reached: History.Reached, _ history: History,
    _ marks: [ExactString: VirtualInstant], _ conformanceCase: ConformanceCase
  ) -> CheckResult {
    let records = history.records[reached.window]
    let finder = DifferenceFinder(
      conformanceCase: conformanceCase, history: history, reached: reached, marks: marks)
    func failure(_ difference: Difference, _ nearest: [Record] = []) -> CheckResult {
      CheckResult(
        check: check, verdict: .fail, expected: check.text, found: difference.text,
        nearest: nearest.map { Excerpt.beginning(of: $0.text(since: history.epoch)) },
        time: reached.time,
        difference: difference)
    }
    switch check.demand {
    case .returns(let matcher, let isIdentity):
      let value = reached.result
      if let value, matcher.matches(value, isIdentity: isIdentity) { break }
      return failure(finder.value(value, matcher, isIdentity: isIdentity))
    case .count(let pattern, let range):
      let matching = records.filter { matches(pattern, $0, reached, history, marks) }
      if range.contains(matching.count) { break }
      // Too many: show them; too few: show what came nearest.
      return matching.count > range.upperBound
        ? failure(finder.unexpected(matching[range.upperBound], pattern), Array(matching.prefix(3)))
        : failure(
          finder.missing(pattern, matching: matching), nearMisses(pattern, records, history))
    case .sequence(let patterns):
      var rest = records
      for pattern in patterns {
        let index = rest.firstIndex { matches(pattern, $0, reached, history, marks) }
        guard let index else {
          return failure(finder.order(pattern), nearMisses(pattern, records, history))
        }
        rest = rest[(index + 1)...]
      }
    case .standing: break
    }
    return CheckResult(check: check, verdict: .pass, time: reached.time)
  }

  /// The records that came closest, nearest first: of the window, else of the whole case.
  private func nearMisses(
    _ pattern: RecordPattern, _ window: ArraySlice<Record>, _ history: History
  ) -> [Record] {
    func best(_ records: ArraySlice<Record>) -> [Record] {
      let scored = records.enumerated().map {
        (index: $0.offset, score: pattern.nearness($0.element, epoch: history.epoch))
      }
      return scored.filter { $0.score > 0 }
        .sorted { ($0.score, $0.index) > ($1.score, $1.index) }
        .prefix(3).map { records[records.startIndex + $0.index] }
    }
    let near = best(window)
    return near.isEmpty ? best(history.records[..<window.endIndex]) : near
  }

  private func unreached(_ check: Check, _ ending: CaseEnd?) -> CheckResult {
    switch ending {
    case .missing(let capability):
      // An adapter need not have an app that does anything by itself.
      let isOptional =
        check.isDuty || check.requirements.allSatisfy(optionalRequirements.contains)
      return CheckResult(
        check: check, verdict: isOptional ? .notApplicable : .notOffered,
        expected: check.text, found: "the adapter does not offer \(capability)")
    case .problem(let failure):
      return CheckResult(
        check: check, verdict: .inconclusive, expected: check.text,
        found: "never reached: \(failure.message)")
    case .interrupted:
      return CheckResult(
        check: check, verdict: .inconclusive, expected: check.text,
        found: "never reached: the run was interrupted")
    case nil:
      return CheckResult(
        check: check, verdict: .error, expected: check.text,
        found: "declared, but never reached")
    }
  }
}
