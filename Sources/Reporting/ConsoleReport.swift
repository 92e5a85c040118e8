package import CaseModel
package import Conformance
import Contract
internal import ExactText
internal import Wording

/// What a run says on the console: progress, failures as they come, and a summary.
///
/// A value that is told what happens and returns the text to write; times are handed in, so that it can be tested.
package struct ConsoleReport: Sendable {
  /// How much is said.
  package enum Volume: Sendable {
    /// Failures and the summary only.
    case quiet
    /// Also progress.
    case normal
    /// Also a line for every case.
    case verbose
  }

  /// Without a terminal: cases between two lines of progress.
  static let casesPerLine = 500
  /// Unless every case is listed: so many that did not pass are explained when they come, and so many named.
  static let explainedCases = 1
  static let namedCases = 4
  /// Unless every case is listed: so many in which nothing is violated are shown, the first of them explained.
  static let remarkedCases = 3
  /// The most causes that are shown, and those of them with their requirements and a case; the others have a line each.
  static let mostCauses = 8
  static let explainedCauses = 3
  /// The most differences that are shown of a cause that gathers small ones.
  static let gatheredDifferences = 6
  /// The most requirements that are named of those that the cases of a cause violate beside it.
  static let consequences = 8
  /// Unless every case is listed: the most notes that are shown, each once.
  static let mostNotes = 3
  /// Without a terminal: the longest time between two lines of progress, in milliseconds, at the start of a run. It grows
  /// with the run, so that a long one does not fill a log.
  static let millisecondsPerLine = 5000.0

  var description: RunDescription
  let style: TextStyle
  private let volume: Volume
  private let times: ReportTimes
  private var counts: [Verdict: Int] = [:]
  /// How many cases failed as the ledger says.
  private var known = 0
  private var done = 0
  private var lastLine: (done: Int, milliseconds: Double) = (0, 0)
  private var hasProgressLine = false
  /// How many cases that failed or broke down have been reported so far, and how many that did neither.
  private var reported = 0
  private var remarked = 0
  /// How many notes there have been so far.
  private var noted = 0
  /// Unless every case is listed: the notes that were shown. What is the same in many cases is shown once.
  private var shownNotes: [String] = []
  /// True if no check of the run is of the set to which it is pinned.
  private var isOnlyLater = false

  /// The console's side of a run.
  package init(
    _ description: RunDescription, style: TextStyle, volume: Volume = .normal,
    times: ReportTimes = .measured
  ) {
    self.description = description
    self.style = style
    self.volume = volume
    self.times = times
  }

  /// The first line: what is run against what, with the seed.
  package func opening() -> String {
    guard volume != .quiet, !description.adapter.isEmpty else { return "" }
    let adapter = description.adapter.map(RunDescription.quoted).joined(separator: " ")
    let count =
      description.shard.map { "\($0.name): \($0.extent)" }
      ?? Counted.text(description.planned, "case")
    return style.fit("seed \(description.seed), \(count), SDK under test: \(adapter)\n")
  }

  /// A case has ended, so many milliseconds of real time after the start of the run.
  package mutating func finished(_ result: CaseResult, atMilliseconds now: Double) -> String {
    done += 1
    if result.isKnownFailure { known += 1 } else { counts[result.verdict, default: 0] += 1 }
    var text = ""
    switch result.verdict {
    case .fail where result.isKnownFailure:
      if volume == .verbose { text = "\(headline(result))\n  \(knownText(result))\n" }
    case .pass, .notApplicable:
      if volume == .verbose { text = "\(headline(result))\n" }
    case .fail, .error, .inconclusive: text = report(result)
    case .notOffered, .warning, .later, .advisory: text = remark(result)
    }
    for note in result.notes where volume != .quiet {
      noted += 1
      if volume != .verbose {
        guard shownNotes.count < ConsoleReport.mostNotes,
          !shownNotes.contains(where: { $0 == note })
        else { continue }
        shownNotes.append(note)
      }
      text += Excerpt.harmless("note: \(result.conformanceCase.name): \(note)") + "\n"
    }
    if !text.isEmpty { text = clearing() + style.fit(text) }
    guard volume != .quiet else { return text }
    if style.isTerminal { return text + progress(result.conformanceCase.name, now) }
    let isDue =
      done - lastLine.done >= max(ConsoleReport.casesPerLine, description.planned / 4)
      || now - lastLine.milliseconds >= max(ConsoleReport.millisecondsPerLine, now / 2)
    if isDue, volume != .verbose {
      lastLine = (done, now)
      text += "\(tally(now))\n"
    }
    return text
  }

  /// Something has come out about a case that was reported before, when it had another verdict.
  package mutating func corrected(_ result: CaseResult, was verdict: Verdict) -> String {
    counts[verdict, default: 1] -= 1
    if counts[verdict] == 0 { counts[verdict] = nil }
    counts[result.verdict, default: 0] += 1
    let text = "corrected: this case was called \(verdict.rawValue) before\n"
    return clearing() + style.fit(text + explanation(result, isShort: volume != .verbose))
  }

  /// A case that did not pass: in full, in short or not at all, so that one bug does not fill the screen.
  private mutating func report(_ result: CaseResult) -> String {
    if volume == .verbose { return explanation(result) }
    reported += 1
    switch reported {
    case ...ConsoleReport.explainedCases: return explanation(result, isShort: true)
    case ...ConsoleReport.namedCases: return inShort(result)
    case ConsoleReport.namedCases + 1:
      return "more cases did not pass; --verbose shows them as they come\n"
    default: return ""
    }
  }

  /// A case that did not pass, and in which nothing is wrong with the SDK: it takes no room from those that failed.
  private mutating func remark(_ result: CaseResult) -> String {
    switch volume {
    case .quiet: return ""
    case .verbose: return explanation(result)
    case .normal:
      remarked += 1
      guard remarked > ConsoleReport.explainedCases else {
        return explanation(result, isShort: true)
      }
      return remarked <= ConsoleReport.remarkedCases ? inShort(result) : ""
    }
  }

  private func inShort(_ result: CaseResult) -> String {
    let reason = TextStyle.quoted(CaseExplanation.reason(result), indent: 6)
    return "\(headline(result))\n  \(reason)\n"
  }

  /// Everything that a finished run has to say, as a log holds it: failures and the summary.
  package static func log(
    _ results: [CaseResult], _ description: RunDescription, times: ReportTimes = .measured
  ) -> String {
    var console = ConsoleReport(description, style: TextStyle(), times: times)
    var text = ConsoleReport(description, style: TextStyle(), times: times).opening()
    text += console.summary(results, description)
    let bad = results.filter { result in
      result.verdict != .pass && result.verdict != .notApplicable && !result.isKnownFailure
    }
    if !bad.isEmpty { text += "\n" }
    for result in bad { text += console.explanation(result) }
    let known = results.filter(\.isKnownFailure)
    if !known.isEmpty { text += "\n" }
    for result in known { text += "\(console.headline(result))\n  \(console.knownText(result))\n" }
    let entries = LedgerDraft(results).entries
    if !entries.isEmpty {
      text += "\nentries for a ledger of known failures:\n\n"
      text += Excerpt.harmless(entries.map(LedgerText.entry).joined())
    }
    for result in results {
      for note in result.notes {
        text += TextStyle.quoted("note: \(result.conformanceCase.name): \(note)", indent: 6) + "\n"
      }
    }
    return text
  }

  /// The end of the run: counts, requirements, time and where the reports are.
  package mutating func summary(_ results: [CaseResult], _ final: RunDescription) -> String {
    description = final
    let summary = RunSummary(results, final.ledger)
    isOnlyLater = !results.isEmpty && results.allSatisfy(\.isLater)
    let cleared = clearing()
    var text = ""
    if let problem = final.problem(of: results) {
      // An adapter's standard error may stand in it.
      let message = TextStyle.quoted(problem.message, indent: 8)
      text += "\(style.set("BROKEN", .bad))  \(problem.code): \(message)\n"
    }
    text += causes(results)
    text += ledger(results)
    let verdict = "\(style.set(conclusion(summary), conclusionTone(summary)))\n"
    guard volume != .quiet else { return cleared + style.fit(text + verdict) }
    let time = WallTime.readable(final.wallMilliseconds, times)
    text += "\n\(line("cases", summary.caseCount, summary.cases, summary.knownCases)) in \(time)\n"
    if results.count < final.planned {
      text += "not run       \(final.planned - results.count) of \(final.planned) cases\n"
    }
    if let shard = final.shard { text += "part          \(shard.name): \(shard.extent)\n" }
    text += "\(line("checks", summary.checkCount, summary.checks, summary.knownChecks))\n"
    text += lacking(results)
    text += set(results)
    text += profile(results)
    if let rounds = final.verifiedRounds {
      text += "verified      \(rounds) rounds with the same histories\n"
    }
    text += "requirements  \(summary.requirementCount): \(summary.kept.count) kept"
    for (list, word) in [
      (summary.violated, "violated"), (summary.neglected, "not kept by the app"),
      (summary.knownViolated, "known to be violated"),
      (summary.warned, "warned of"),
      (summary.undecided, "undecided"),
      (summary.notApplicable, "not applicable"),
    ] where !list.isEmpty {
      text += ", \(list.count) \(word)"
    }
    text += "\n"
    if !summary.violated.isEmpty {
      text += "violated      \(summary.violated.joined(separator: " "))\n"
    }
    if !summary.neglected.isEmpty {
      text += "of the app    \(summary.neglected.joined(separator: " "))\n"
    }
    if !summary.warned.isEmpty {
      text += "warned of     \(summary.warned.joined(separator: " "))\n"
    }
    if volume != .verbose, noted > shownNotes.count {
      text += "notes         \(noted - shownNotes.count) more; the reports have them\n"
    }
    for file in final.files { text += "report        \(file)\n" }
    return cleared + style.fit(text + verdict)
  }

  /// The differences that explain all failed cases.
  private func causes(_ results: [CaseResult]) -> String {
    let causes = RootCause.of(results)
    guard !causes.isEmpty else { return "" }
    var text = "\n"
    for (place, cause) in causes.prefix(ConsoleReport.mostCauses).enumerated() {
      text += "\(style.set("cause", .bad))  \(TextStyle.quoted(cause.text, indent: 9))\n"
      for difference in cause.gathered.prefix(ConsoleReport.gatheredDifferences) {
        text += "       \(TextStyle.quoted(difference.text, indent: 9))\n"
      }
      let left = cause.gathered.count - ConsoleReport.gatheredDifferences
      if left > 0 { text += "       and \(left) more\n" }
      guard place < ConsoleReport.explainedCauses || volume == .verbose else { continue }
      let requirements = cause.requirements.map(titled).joined(separator: ", ")
      text += "       violates \(requirements)\n"
      if !cause.consequences.isEmpty {
        let others = cause.consequences.prefix(ConsoleReport.consequences).joined(separator: ", ")
        let left = cause.consequences.count - ConsoleReport.consequences
        text +=
          "       the same cases also violate \(others)\(left > 0 ? " and \(left) more" : "")\n"
      }
      let checks = Counted.text(cause.checkCount, "check")
      let cases = Counted.text(cause.cases.count, "case")
      text += "       \(checks) in \(cases); first seen in:\n"
      text += "       \(description.reproduction(of: cause.cases[0].name))\n"
    }
    if causes.count > ConsoleReport.mostCauses {
      text +=
        "and \(causes.count - ConsoleReport.mostCauses) more causes; the JSON report has them all\n"
    }
    return text
  }

  private func titled(_ id: String) -> String {
    description.requirements[id].map { "\(id) (\($0.title))" } ?? id
  }

  /// A failed case in full; in short only the first of its checks that has the case's verdict.
  func explanation(_ result: CaseResult, isShort: Bool = false) -> String {
    var text = "\(headline(result))\n"
    for line in CaseExplanation(result, description, isShort: isShort).lines {
      let harmless = TextStyle.quoted(line.text, indent: 6)
      text += "  \(line.role == .heading ? style.set(harmless, .strong) : harmless)\n"
    }
    return text + "\n"
  }

  func headline(_ result: CaseResult) -> String {
    let verdict =
      result.isKnownFailure
      ? style.set("KNOWN", .doubtful)
      : style.set(result.verdict.rawValue.asciiUppercased(), TextStyle.tone(result.verdict))
    let time = WallTime.readable(result.wallMilliseconds, times)
    return "\(verdict)  \(Excerpt.harmless(result.conformanceCase.name)) (\(time))"
  }

  /// `12/340 cases, 60/s, 5.4 s left, 1 fail`: verdicts in a fixed order, passes left out. What is left is said once the
  /// run has lasted a second, so that it means something.
  private func tally(_ now: Double) -> String {
    var text = "\(done)/\(description.planned) cases"
    if now >= 1000 {
      let rate = Double(done) / now * 1000
      let left = Double(max(0, description.planned - done)) / rate * 1000
      text += ", \(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate))")/s"
      if done < description.planned { text += ", \(WallTime.readable(left, .measured)) left" }
    }
    for verdict in Verdict.allCases where verdict != .pass {
      if let count = counts[verdict] { text += ", \(count) \(verdict.rawValue)" }
    }
    if known > 0 { text += ", \(known) known" }
    return text
  }

  /// The line that is rewritten in place.
  private mutating func progress(_ name: String, _ now: Double) -> String {
    let room = max(10, style.columns - 1)
    hasProgressLine = true
    return "\r\u{1B}[K\(String("\(tally(now))  \(Excerpt.harmless(name))".prefix(room)))"
  }

  private mutating func clearing() -> String {
    guard hasProgressLine else { return "" }
    hasProgressLine = false
    return "\r\u{1B}[K"
  }

  private func line(
    _ label: String, _ total: Int, _ counts: [Verdict: Int], _ known: Int
  ) -> String {
    let padding = String(repeating: " ", count: 14 - label.count)
    var parts = Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.rawValue)" }
    }
    if known > 0 { parts.append("\(known) known to fail") }
    return "\(label)\(padding)\(total): \(parts.isEmpty ? "none" : parts.joined(separator: ", "))"
  }

  private func conclusion(_ summary: RunSummary) -> String {
    switch summary.exitCode {
    case ExitCode.violated where summary.violated.isEmpty && summary.cases[.fail] == nil:
      "The ledger of known failures does not describe this SDK; see above."
    case ExitCode.violated:
      description.ledger == nil
        ? "The SDK under test violates the contract."
        : "The SDK under test violates the contract in ways that the ledger does not list."
    case ExitCode.appViolates where description.problem == nil:
      "\(RunSummary.faultOfApp(description.scope))."
    case _ where description.emptiness != nil: "\(description.emptiness ?? "")."
    case ExitCode.conforms where description.problem == nil && summary.knownCases > 0:
      "The SDK under test conforms\(description.scope), except for known failures."
    case ExitCode.conforms where description.problem == nil:
      "The SDK under test conforms\(description.scope)"
        + (summary.warned.isEmpty
          ? "." : ", except to recommendations; --strict fails on them.")
    default: "Nothing can be said about conformance: \(doubt(summary))."
    }
  }

  /// Why nothing can be said.
  private func doubt(_ summary: RunSummary) -> String {
    switch description.problem?.code {
    case SuiteVersionName.problemCode?: return "the suites do not have all of the set"
    case RunDescription.brokenSuites?: return "the cases of a file with errors were left out"
    case RunDescription.missingShard?: return "the report of a shard is missing"
    case _?: return "the run did not finish"
    case nil: break
    }
    if summary.caseCount == 0 { return "no case was run" }
    if isOnlyLater { return "every check is later than the set to which the run is pinned" }
    if summary.cases[.notApplicable] == summary.caseCount {
      return "no case applies to the SDK under test"
    }
    return summary.cases[.error] == nil && summary.cases[.inconclusive] == nil
      ? "the adapter does not offer what some cases need"
      : "some cases ended in errors or were inconclusive"
  }

  private func conclusionTone(_ summary: RunSummary) -> TextStyle.Tone {
    switch summary.exitCode {
    case ExitCode.violated: .bad
    case ExitCode.appViolates where description.problem == nil: .bad
    case _ where description.emptiness != nil: .good
    case ExitCode.conforms where description.problem == nil: .good
    default: .doubtful
    }
  }
}
