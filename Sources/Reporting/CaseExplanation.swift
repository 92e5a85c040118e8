import CaseModel
package import Conformance
import Contract
internal import ExactText
import VirtualTime
internal import Wording

/// Why a case did not pass, line by line: the same words on the console and in every report.
package struct CaseExplanation: Sendable {
  /// One line and what it is, for reports that set it off.
  package struct Line: Sendable, Equatable {
    /// What a line is.
    package enum Role: Sendable, Equatable {
      /// What the case shows, or which check this is.
      case heading
      /// A labelled fact: `requirement`, `expected`, `found`, `nearest`.
      case fact
      /// The command that does it again.
      case command
    }
    /// What it is.
    package var role: Role
    /// The line with its indentation.
    package var text: String
  }

  /// The lines.
  package private(set) var lines: [Line] = []

  /// Explains a case; it has lines also if the case passed, but then no check among them.
  ///
  /// - Parameter isShort: true to explain only the first check that has the case's verdict and that no ledger lists, and to
  ///   count the others.
  package init(_ result: CaseResult, _ description: RunDescription, isShort: Bool = false) {
    add(.heading, "\(result.conformanceCase.title) (\(CaseExplanation.place(result)))")
    if let problem = result.problem {
      add(.heading, "error of \(problem.participant): \(problem.code)")
      fact("reason", problem.message)
      if !problem.lastMessage.isEmpty { fact("last sent", problem.lastMessage) }
    }
    // After a breakdown the checks behind it have nothing to tell but their names.
    let silent = result.checks.filter {
      result.problem != nil && $0.verdict == .inconclusive && $0.time == nil
    }
    let bad = result.checks.filter { check in
      check.verdict != .pass && !silent.contains { $0.check.id == check.check.id }
    }
    let shown =
      isShort ? Array((CaseExplanation.leading(bad, result.verdict) + bad).prefix(1)) : bad
    for check in shown { explain(check, result, description) }
    if bad.count > shown.count {
      let more = bad.count - shown.count
      add(.heading, "and \(Counted.text(more, "more check")) of this case")
    }
    if !silent.isEmpty {
      add(.heading, "never reached: \(silent.map(\.check.id).joined(separator: ", "))")
    }
    add(.fact, "virtual time: \(result.virtualTime)")
    add(
      .command,
      "reproduce: \(description.reproduction(of: result.conformanceCase.name))")
    if result.canBeDebugged {
      add(.command, "debug: \(description.debugging(of: result.conformanceCase.name))")
    }
  }

  /// The lines as one text.
  package var text: String { lines.map(\.text).joined(separator: "\n") }

  /// Why the case did not pass, as briefly as possible: the difference, or the breakdown's message.
  static func reason(_ result: CaseResult) -> String {
    if let problem = result.problem { return "\(problem.code): \(problem.message)" }
    let bad = leading(result.checks, result.verdict).first
    return bad.map { "\($0.check.id): \($0.found)" } ?? result.verdict.rawValue
  }

  /// The checks with a verdict; those that a ledger lists come last, because they are not what fails a run.
  private static func leading(_ checks: [CheckResult], _ verdict: Verdict) -> [CheckResult] {
    let found = checks.filter { $0.verdict == verdict }
    return found.filter { $0.known == nil } + found.filter { $0.known != nil }
  }

  /// What is known of a case that fails as a ledger says, in one sentence.
  static func known(_ result: CaseResult) -> String {
    let known = result.checks.filter { $0.known != nil }
    guard let first = known.first, let entry = first.known else { return "" }
    let more = known.count > 1 ? " (and \(known.count - 1) more)" : ""
    return "known until \(entry.expires), \(entry.owner), \(entry.link): "
      + "\(first.check.id): \(first.found)\(more)"
  }

  /// The worst thing in one sentence.
  package static func headline(_ result: CaseResult) -> String {
    if let problem = result.problem {
      return "\(problem.code): \(problem.participant): \(problem.message)"
    }
    let worst = Verdict.worst(result.checks.map(\.verdict))
    let bad = leading(result.checks, worst)
    guard let first = bad.first else { return result.verdict.rawValue }
    let requirements = first.requirements.joined(separator: ", ")
    let more = bad.count > 1 ? " (and \(bad.count - 1) more)" : ""
    switch worst {
    case .fail where bad.allSatisfy(\.isFaultOfApp):
      return "the app does not keep \(requirements): \(first.check.id): expected "
        + "\(first.expected); found \(first.found)\(more)"
    case .fail:
      return "\(requirements) violated: \(first.check.id): expected \(first.expected); "
        + "found \(first.found)\(more)"
    case .advisory:
      return "advisory: \(first.check.id) (\(requirements)): expected \(first.expected); "
        + "found \(first.found)\(more)"
    case .later:
      return "later than the set: \(first.check.id) (\(requirements)): found \(first.found)\(more)"
    case .notApplicable:
      return "not applicable: \(first.check.id) (\(requirements)): \(first.found)\(more)"
    default:
      return "\(worst.rawValue): \(first.check.id) (\(requirements)): \(first.found)\(more)"
    }
  }

  private static func place(_ result: CaseResult) -> String {
    let location = result.conformanceCase.location
    return location.line > 0 ? "\(location.file):\(location.line)" : location.file
  }

  private mutating func explain(
    _ check: CheckResult, _ result: CaseResult, _ description: RunDescription
  ) {
    let location = check.check.location
    let time = check.time.map { " at +\($0 - result.history.epoch)" } ?? ", never reached"
    add(
      .heading,
      "\(check.verdict.rawValue): check \(check.check.id)\(time) "
        + "(\(location.file):\(location.line))")
    for requirement in check.requirements {
      fact(
        check.check.isDuty ? "duty of app" : "requirement",
        CaseExplanation.titled(requirement, description))
    }
    if check.isLater, let set = description.suiteVersion {
      fact("later", "than the set \(set.name), so that it cannot fail this run")
    }
    for requirement in check.check.suspects {
      fact("suspect", "\(requirement) was edited since the check was written")
    }
    if !check.expected.isEmpty { fact("expected", check.expected) }
    if !check.found.isEmpty { fact("found", check.found) }
    for near in check.nearest { fact("nearest", near) }
    if let known = check.known {
      fact("known", "until \(known.expires), \(known.owner), \(known.link)")
    }
  }

  private static func titled(_ id: String, _ description: RunDescription) -> String {
    description.requirements[id].map { "\(id) \($0.title)" } ?? id
  }

  private mutating func fact(_ label: String, _ text: String) {
    let padding = String(repeating: " ", count: max(1, 13 - label.count))
    // A text of several lines, such as an adapter's last words, stays in its column.
    let margin = "\n" + String(repeating: " ", count: 15)
    let lines = text.split(separator: "\n").joined(separator: margin)
    add(.fact, "  \(label)\(padding)\(lines)")
  }

  private mutating func add(_ role: Line.Role, _ text: String) {
    lines.append(Line(role: role, text: text))
  }
}

extension CaseResult {
  /// True if a check has failed at which the debugger can begin.
  package var canBeDebugged: Bool {
    checks.contains { $0.verdict == .fail || $0.verdict == .warning }
  }
}
