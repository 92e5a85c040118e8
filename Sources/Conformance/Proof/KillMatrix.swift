internal import CaseModel
internal import ExactText
internal import Participants

/// Which defect makes which check fail: the proof as a table, and what is wrong with it.
///
/// Nothing is wrong if every defect is caught by a check of what it breaks, and every check is made to fail by some defect.
package struct KillMatrix {
  /// A check that no defect makes fail, and why that is so.
  package struct Untriggered: Sendable, Equatable {
    /// `suite/id`.
    package var caseName: String
    /// The check; `*` for every one of the case.
    package var check: String
    /// Why no defect can, or need, make it fail.
    package var reason: String
    /// Where that is written.
    package var line: Int

    /// An entry of the list.
    package init(caseName: String, check: String, reason: String, line: Int) {
      self.caseName = caseName
      self.check = check
      self.reason = reason
      self.line = line
    }

    /// True if it speaks of a check.
    func covers(_ row: ProofReport.CheckRow) -> Bool {
      caseName == row.caseName && (check == "*" || check == row.check)
    }
  }

  /// What is wrong.
  package enum Fault: Sendable, Equatable {
    /// No check fails with a defect.
    case survivor(defect: String)
    /// Cases break down with a defect, and no check fails.
    case caughtByErrors(defect: String, cases: Int)
    /// Checks fail with a defect, but none of what it breaks; the first of them.
    case caughtByOthers(defect: String, checks: Int, first: String)
    /// No defect makes a check fail, and no reason is given.
    case untriggered(caseName: String, check: String, place: String)
    /// A reason is given for a check that a defect makes fail, or that is not there.
    case needless(caseName: String, check: String, line: Int)
  }

  /// What was found.
  package let report: ProofReport
  /// The checks that no defect has to make fail.
  package let accepted: [Untriggered]
  /// False if only some defects were tried: then a check that none of them makes fail is no fault.
  package let isWhole: Bool

  /// The table of a proof.
  package init(_ report: ProofReport, accepted: [Untriggered], isWhole: Bool) {
    self.report = report
    self.accepted = accepted
    self.isWhole = isWhole
  }

  /// The checks that no defect makes fail.
  package var untriggered: [ProofReport.CheckRow] { report.checks.filter(\.defects.isEmpty) }

  /// Why a check need not be made to fail; nil without a reason.
  package func reason(_ row: ProofReport.CheckRow) -> String? {
    accepted.first { $0.covers(row) }?.reason
  }

  /// Everything that is wrong: first of the defects, then of the checks, then of the list.
  package var faults: [Fault] {
    var faults: [Fault] = report.survivors.map { outcome in
      if let first = outcome.catches.first {
        let row = report.checks[first.check]
        return .caughtByOthers(
          defect: outcome.defect.name, checks: outcome.catches.count,
          first: "\(row.caseName) \(row.check)")
      }
      return outcome.errorCount > 0
        ? .caughtByErrors(defect: outcome.defect.name, cases: outcome.errorCount)
        : .survivor(defect: outcome.defect.name)
    }
    guard isWhole else { return faults }
    let idle = untriggered
    for row in idle where reason(row) == nil {
      faults.append(
        .untriggered(
          caseName: row.caseName, check: row.check,
          place: "\(row.location.file):\(row.location.line)"))
    }
    for entry in accepted where !idle.contains(where: entry.covers) {
      faults.append(.needless(caseName: entry.caseName, check: entry.check, line: entry.line))
    }
    return faults
  }
}

extension KillMatrix.Fault {
  /// The fault in words, with what to do.
  package var text: String {
    switch self {
    case .survivor(let defect): "no check fails with the defect \(defect): write one"
    case .caughtByErrors(let defect, let cases):
      "with the defect \(defect) only errors are seen, in \(cases) cases: write a check of what it breaks"
    case .caughtByOthers(let defect, let checks, let first):
      "of what the defect \(defect) breaks no check fails, but \(checks) of other requirements do, such as "
        + "\(first): name those, or write a check"
    case .untriggered(let caseName, let check, let place):
      "\(place): no defect makes \(caseName) \(check) fail: add a defect, or a reason to the list"
    case .needless(let caseName, let check, let line):
      "line \(line) of the list: \(caseName) \(check) is made to fail by a defect, or does not exist: remove it"
    }
  }

  /// A stable word for programs.
  package var kind: String {
    switch self {
    case .survivor: "survivor"
    case .caughtByErrors: "caught-by-errors"
    case .caughtByOthers: "caught-by-others"
    case .untriggered: "untriggered"
    case .needless: "needless"
    }
  }
}
