import CaseModel
package import Conformance
import Contract
internal import ExactText
import VirtualTime

/// JUnit XML that every common reader takes: the strict profile holds to the schema of Jenkins (`junit-10.xsd`).
///
/// A violated requirement is a `failure`; a breakdown, and a case of which nothing can be said, is an `error`; what
/// does not apply is `skipped`. Each case has at most one of them, because readers differ in which they prefer.
package struct JUnitReport: Sendable {
  /// How much is written.
  package enum Profile: String, Sendable, CaseIterable {
    /// Only what the schema of Jenkins accepts.
    case strict
    /// Also `file` and `line` and properties of every case, which some readers show and no schema has.
    case rich
  }

  /// The size beyond which details are left out, in bytes: GitLab refuses files over 30 MB.
  package static let detailLimit = 24_000_000

  /// How much is written.
  package var profile: Profile
  /// Whether the measured times are written.
  package var times: ReportTimes

  /// A report in the given profile.
  package init(profile: Profile = .strict, times: ReportTimes = .measured) {
    self.profile = profile
    self.times = times
  }

  /// The report as a file's bytes.
  package func bytes(_ results: [CaseResult], _ description: RunDescription) -> [UInt8] {
    var xml = XMLWriter()
    let summary = RunSummary(results, description.ledger)
    let problem = description.problem(of: results)
    let isBroken = problem == nil ? 0 : 1
    let findings = description.ledger?.findings ?? []
    let errors = JUnitReport.errorCount(summary.cases) + isBroken
    xml.begin(
      "testsuites",
      [
        ("name", "mamconform"), ("time", WallTime.seconds(description.wallMilliseconds, times)),
        ("tests", String(results.count + isBroken + findings.count)),
        ("failures", String((summary.cases[.fail] ?? 0) + findings.count)),
        ("errors", String(errors)),
      ])
    for (index, group) in JUnitReport.grouped(results).enumerated() {
      suite(group, index: index, description, &xml)
    }
    if !findings.isEmpty { ledger(findings, description, &xml) }
    if let problem { broken(problem, description, &xml) }
    xml.end()
    return xml.bytes
  }

  /// How many cases have said nothing, which JUnit knows only as errors.
  private static func errorCount(_ cases: [Verdict: Int]) -> Int {
    [Verdict.error, .inconclusive, .notOffered].reduce(0) { $0 + (cases[$1] ?? 0) }
  }

  /// The cases of each suite and edition together, in the order in which each pair first occurs.
  private static func grouped(_ results: [CaseResult]) -> [[CaseResult]] {
    var positions: [ExactString: Int] = [:]
    var groups: [[CaseResult]] = []
    for result in results {
      let key = "\(result.conformanceCase.suite)@\(result.conformanceCase.edition.rawValue)"
      if let position = positions[key] {
        groups[position].append(result)
      } else {
        positions[key] = groups.count
        groups.append([result])
      }
    }
    return groups
  }

  private func suite(
    _ results: [CaseResult], index: Int, _ description: RunDescription, _ xml: inout XMLWriter
  ) {
    let first = results[0].conformanceCase
    let summary = RunSummary(results)
    let counts = summary.cases
    let virtualTime = results.reduce(VirtualDuration.zero) { $0 + $1.virtualTime }
    let requirements = results.flatMap { $0.checks.flatMap(\.check.requirements) }.distinct
      .sortedTexts
    xml.begin(
      "testsuite",
      [
        ("name", "\(first.suite)@\(first.edition.rawValue)"), ("tests", String(results.count)),
        ("failures", String(counts[.fail] ?? 0)),
        ("errors", String(JUnitReport.errorCount(counts))),
        (
          "skipped",
          String(
            (counts[.notApplicable] ?? 0) + (counts[.later] ?? 0)
              + summary.knownCases)
        ),
        ("time", WallTime.seconds(results.reduce(0) { $0 + $1.wallMilliseconds }, times)),
        ("timestamp", WallTime.timestamp(description.startedMilliseconds, times)),
        ("hostname", "localhost"), ("id", String(index)), ("package", first.area),
        // The only place for a file that the schema of Jenkins has.
        ("file", first.location.file),
      ])
    properties(
      [
        ("edition", first.edition.rawValue), ("area", first.area),
        ("requirements", requirements.joined(separator: " ")),
        ("virtualTime", "\(virtualTime)"), ("seed", String(description.seed)),
        ("adapter", description.adapter.map(RunDescription.quoted).joined(separator: " ")),
        ("mamconform", description.version),
      ], &xml)
    for result in results { testcase(result, description, &xml) }
    xml.end()
  }

  private func properties(_ list: [(String, String)], _ xml: inout XMLWriter) {
    xml.begin("properties")
    for (name, value) in list { xml.element("property", [("name", name), ("value", value)]) }
    xml.end()
  }

  private func testcase(
    _ result: CaseResult, _ description: RunDescription, _ xml: inout XMLWriter
  ) {
    let item = result.conformanceCase
    var attributes = [
      (name: "name", value: String(item.name.dropFirst(item.suite.count + 1))),
      (name: "classname", value: "\(item.area).\(item.suite)"),
      (name: "time", value: WallTime.seconds(result.wallMilliseconds, times)),
    ]
    if profile == .rich {
      attributes.append(("file", item.location.file))
      attributes.append(("line", String(max(1, item.location.line))))
    } else if result.verdict == .pass, result.notes.isEmpty {
      xml.element("testcase", attributes)
      return
    }
    xml.begin("testcase", attributes)
    if profile == .rich {
      var list = [
        ("requirements", JUnitReport.requirements(result)),
        ("virtualTime", "\(result.virtualTime)"),
        ("title", item.title),
      ]
      func add(_ name: String, _ isMeant: (CheckResult) -> Bool) {
        let ids = result.checks.filter(isMeant).map(\.check.id)
        if !ids.isEmpty { list.append((name, ids.joined(separator: " "))) }
      }
      add("advisory") { $0.verdict == .advisory }
      add("warning") { $0.verdict == .warning }
      add("later-than-set") { $0.isLater }
      properties(list, &xml)
    }
    if result.isKnownFailure {
      outcome("skipped", "known-failure", CaseExplanation.known(result), &xml) {
        CaseExplanation(result, description).text
      }
    } else if let (element, type) = JUnitReport.outcome(result) {
      outcome(element, type, CaseExplanation.headline(result), &xml) {
        CaseExplanation(result, description).text
      }
    }
    output(of: result, description, &xml)
    xml.end()
  }

  /// What is said of a case beside its outcome, where every reader shows it with a passed test, too: findings that never
  /// fail, and notes, such as mistakes of the adapter.
  private func output(
    of result: CaseResult, _ description: RunDescription, _ xml: inout XMLWriter
  ) {
    guard xml.bytes.count <= JUnitReport.detailLimit else { return }
    var text = ""
    if result.verdict == .advisory || result.verdict == .warning {
      text = "\(CaseExplanation(result, description).text)\n"
    }
    for note in result.notes { text += "note: \(note)\n" }
    if !text.isEmpty { xml.element("system-out", [], text: text) }
  }

  private static func requirements(_ result: CaseResult) -> String {
    result.checks.flatMap(\.check.requirements).distinct.sortedTexts.joined(separator: " ")
  }

  /// Writes the one outcome of a case; what is too much for a file that CI takes gives way to a note.
  private func outcome(
    _ element: String, _ type: String, _ headline: String, _ xml: inout XMLWriter,
    text: () -> String
  ) {
    let isFull = xml.bytes.count > JUnitReport.detailLimit
    let message = XMLWriter.cut(headline, to: isFull ? 200 : 1000)
    xml.element(
      element, [("type", type), ("message", message)],
      text: isFull ? "Details left out: this file is full; see the JSON report." : "\(text())\n")
  }

  /// The element and the type that say what became of a case; nil for a pass.
  private static func outcome(_ result: CaseResult) -> (element: String, type: String)? {
    switch result.verdict {
    case .pass, .advisory, .warning: nil
    case .fail where result.isFaultOfApp: ("failure", "duty-of-app-violated")
    case .fail: ("failure", "requirement-violated")
    case .error: ("error", "breakdown.\(result.problem?.code ?? "unknown")")
    case .inconclusive: ("error", "inconclusive")
    case .notOffered: ("error", "not-offered")
    case .later: ("skipped", "later-than-set")
    case .notApplicable: ("skipped", "not-applicable")
    }
  }

  /// A suite of its own for a run that did not come to its end, so that no reader takes it for a whole one.
  private func broken(
    _ problem: Problem, _ description: RunDescription, _ xml: inout XMLWriter
  ) {
    let zero = WallTime.seconds(0, times)
    xml.begin(
      "testsuite",
      [
        ("name", "run"), ("tests", "1"), ("failures", "0"), ("errors", "1"), ("skipped", "0"),
        ("time", zero), ("timestamp", WallTime.timestamp(description.startedMilliseconds, times)),
        ("hostname", "localhost"),
      ])
    xml.begin(
      "testcase", [("name", problem.code), ("classname", "mamconform.run"), ("time", zero)])
    outcome("error", "breakdown.\(problem.code)", problem.message, &xml) { problem.message }
    xml.end()
    xml.end()
  }
}
