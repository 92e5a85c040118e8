internal import CaseModel
internal import Conformance
internal import ExactText
package import RunStore

/// What became of each requirement over several runs: the first run in which it changed.
package struct RunTrend {
  /// What the checks of one run say of a requirement, the worst first.
  package enum Status: String, Sendable, CaseIterable {
    /// A check failed.
    case violated
    /// A recommendation was violated.
    case warned = "warned of"
    /// A check broke down, did not decide, or was not offered.
    case undecided
    /// Checks passed.
    case kept
    /// No check speaks of it, or none applies.
    case unknown = "not judged"
  }

  /// A change of one requirement between two runs that follow each other.
  package struct Change: Sendable {
    /// The requirement.
    package let requirement: String
    /// The place of the first run in which it is so: the first run of all is 0 and has no changes.
    package let run: Int
    /// What was said of it before.
    package let old: Status
    /// What is said of it since.
    package let new: Status
  }

  /// The runs, the oldest first.
  package let runs: [ComparedRun]
  /// Every change, by requirement and then by run.
  package private(set) var changes: [Change] = []
  /// The comparisons of each run with the one before it.
  package let steps: [RunComparison]
  /// The last run compared with the first.
  package let whole: RunComparison

  /// The trend of at least two runs.
  package init(_ runs: [ComparedRun]) throws(StoreError) {
    self.runs = runs
    var steps: [RunComparison] = []
    for place in runs.indices.dropFirst() {
      steps.append(try RunComparison(runs[place - 1], runs[place]))
    }
    self.steps = steps
    whole = steps.count == 1 ? steps[0] : try RunComparison(runs[0], runs[runs.count - 1])
    let statuses = runs.map(RunTrend.statuses)
    var names: [ExactString: Bool] = [:]
    for status in statuses { for name in status.keys { names[name] = true } }
    for name in names.sortedNames {
      for place in runs.indices.dropFirst() {
        let old = statuses[place - 1][name] ?? .unknown
        let new = statuses[place][name] ?? .unknown
        guard old != new else { continue }
        changes.append(Change(requirement: name, run: place, old: old, new: new))
      }
    }
  }

  /// What a run says of every requirement.
  private static func statuses(_ run: ComparedRun) -> [ExactString: Status] {
    var statuses: [ExactString: Status] = [:]
    func note(_ id: String, _ status: Status) {
      let order = Status.allCases
      let before = statuses[id] ?? .unknown
      let isWorse = (order.firstIndex(of: status) ?? 0) < (order.firstIndex(of: before) ?? 0)
      statuses[id] = isWorse ? status : before
    }
    for item in run.cases {
      for check in item.checks {
        let status: Status =
          switch check.verdict {
          case .fail: .violated
          case .warning: .warned
          case .pass, .advisory: .kept
          case .notApplicable, .later: .unknown
          default: .undecided
          }
        // A failed check says nothing of a requirement that the difference does not concern.
        for id in status == .violated ? check.blamed : check.requirements { note(id, status) }
      }
    }
    return statuses
  }
}
