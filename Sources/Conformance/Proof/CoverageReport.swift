internal import Contract
internal import ExactText
internal import Wording
package import JSONText

/// What a run has shown of the requirements, as a table, a value or a page.
package struct CoverageReport {
  private let rows: [RequirementCoverage]
  private let duties: [RequirementCoverage]
  private let run: String
  private let hasMatrix: Bool

  /// A report.
  ///
  /// - Parameters:
  ///   - rows: the requirements on the SDK.
  ///   - duties: those on the app, which are told apart from these.
  ///   - run: what the run is called.
  ///   - hasMatrix: true if the defects of the checks are known.
  package init(
    _ rows: [RequirementCoverage], duties: [RequirementCoverage] = [], run: String, hasMatrix: Bool
  ) {
    self.rows = rows
    self.duties = duties
    self.run = run
    self.hasMatrix = hasMatrix
  }

  /// How many requirements are in each state, in words.
  package var summary: String {
    let own = "\(rows.count) requirements in \(run): \(CoverageReport.counts(rows))"
    guard !duties.isEmpty else { return own }
    return own + "; \(duties.count) duties of the app: \(CoverageReport.counts(duties))"
  }

  private static func counts(_ rows: [RequirementCoverage]) -> String {
    RequirementCoverage.State.allCases.map { state in
      "\(rows.count { $0.state == state }) \(words(state))"
    }.joined(separator: ", ")
  }

  /// True if nothing that the suites declare was left out, and nothing is unproven or violated.
  package var isComplete: Bool {
    rows.allSatisfy { [.proven, .advisory, .excused].contains($0.state) }
  }

  private static func words(_ state: RequirementCoverage.State) -> String {
    state == .notExercised ? "not exercised" : state.rawValue
  }

  /// A line for each requirement, with a letter for each edition, and its checks below it.
  ///
  ///     ENR-009 r1  ppppp  No early retry
  ///         enr-retry/after-every-failure no-result-before-24h  60 times  4 defects
  package var text: String {
    var text =
      "p proven, F violated, a advisory, - not exercised, e excused, U unproven, . does not hold; "
    text += "editions " + Edition.allCases.map(\.rawValue).joined(separator: ", ") + "\n"
    text += lines(rows)
    if !duties.isEmpty { text += "\nDuties of the app\n" + lines(duties) }
    return text
  }

  private func lines(_ rows: [RequirementCoverage]) -> String {
    var text = ""
    for row in rows {
      let letters = Edition.allCases.map { letter(row, $0) }.joined()
      text += "\(row.requirement.id) r\(row.requirement.revision)  \(letters)  "
      text += "\(row.requirement.title)\n"
      for proof in row.proofs {
        text += "    \(proof.caseName) \(proof.check)  \(Counted.text(proof.count, "time"))"
        if hasMatrix { text += "  \(Counted.text(proof.defects.count, "defect"))" }
        text += "\n"
      }
      if row.isExcused, let reason = row.reason { text += "    excused: \(reason.text)\n" }
    }
    return text
  }

  private func letter(_ row: RequirementCoverage, _ edition: Edition) -> String {
    guard row.requirement.editions.contains(edition) else { return "." }
    return switch row.state(in: edition) {
    case .proven: "p"
    case .violated: "F"
    case .advisory: "a"
    case .notExercised: "-"
    case .excused: "e"
    case .unproven: "U"
    }
  }

  /// The report as a value: format 1 of `mamconform-coverage`, which `suites/schemas/coverage.schema.json` describes.
  package func document(program: String) -> JSON {
    [
      "format": "mamconform-coverage", "version": 1, "program": .string(program),
      "run": .string(run), "matrix": .bool(hasMatrix),
      "requirements": .array(rows.map(document)), "duties": .array(duties.map(document)),
    ]
  }

  private func document(_ row: RequirementCoverage) -> JSON {
    func names(_ editions: Set<Edition>) -> JSON {
      .array(editions.sorted().map { .string($0.rawValue) })
    }
    var object: JSONObject = [
      "id": .string(row.requirement.id), "title": .string(row.requirement.title),
      "revision": .int(row.requirement.revision), "level": .string(row.requirement.level),
      "state": .string(row.state.rawValue),
      "editions": .object(
        JSONObject(
          row.requirement.editions.sorted().map {
            ($0.rawValue, .string(row.state(in: $0).rawValue))
          })),
      "checks": .array(
        row.proofs.map { proof in
          var object: JSONObject = [
            "case": .string(proof.caseName), "check": .string(proof.check),
            "count": .int(proof.count), "passed": names(proof.passed),
            "failed": names(proof.failed),
          ]
          if hasMatrix { object["defects"] = .array(proof.defects.map(JSON.string)) }
          return .object(object)
        }),
    ]
    if let reason = row.reason { object["reason"] = .string(reason.text) }
    return .object(object)
  }

  /// The report as one page that needs nothing else.
  package var html: String {
    let title = "Requirements in \(Markup.text(run))"
    var page = PageText.head("Requirements in a run")
    page += "<h1>\(title)</h1>\n<p>\(Markup.text(summary)).</p>\n" + table(rows)
    if !duties.isEmpty { page += "<h2>Duties of the app</h2>\n" + table(duties) }
    return page + "</main>\n</html>\n"
  }

  private func table(_ rows: [RequirementCoverage]) -> String {
    var page = "<table><thead><tr>"
    page += "<th scope=col>requirement<th scope=col>revision"
    page += Edition.allCases.map { "<th scope=col>\($0.rawValue)" }.joined()
    page += "<th scope=col>checks that were made"
    page += "\(hasMatrix ? "<th scope=col>defects" : "")</tr></thead>\n"
    for row in rows {
      page += "<tr><td><b>\(row.requirement.id)</b> \(Markup.text(row.requirement.title))"
      page += "<td>\(row.requirement.revision)"
      for edition in Edition.allCases {
        guard row.requirement.editions.contains(edition) else {
          page += "<td>"
          continue
        }
        let state = row.state(in: edition)
        let isGood = [.proven, .advisory, .excused].contains(state)
        page += "<td class=\(isGood ? "good" : "bad")>\(CoverageReport.words(state))"
      }
      page += "<td>"
      if row.isExcused, let reason = row.reason {
        page += Markup.text(reason.text)
      } else if row.proofs.isEmpty {
        page += "none"
      }
      if !row.proofs.isEmpty {
        page += "<details><summary>\(row.proofs.count)</summary>"
        page +=
          row.proofs.map {
            "<code>\(Markup.text("\($0.caseName) \($0.check)"))</code><br>"
          }.joined() + "</details>"
      }
      if hasMatrix { page += "<td>\(row.defects.map(Markup.text).joined(separator: ", "))" }
      page += "</tr>\n"
    }
    return page + "</table>\n"
  }
}
