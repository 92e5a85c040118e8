internal import Contract
internal import CaseModel
internal import Conformance
internal import ExactText
internal import Wording
internal import JSONText
internal import Reporting

/// A run as one HTML page: verdict and causes first, then requirements, then cases, each with its picture.
///
/// The page needs no network, and may not use one: its content security policy allows only its own style and script. Without the script
/// all text can be read, and the pictures of the first cases that did not pass can be seen; the script finds, filters and draws
/// the others when they are opened.
struct HTMLReport {
  /// So many cases that did not pass are written out for readers without script: with picture, and as text.
  static let drawnCases = 40
  static let explainedCases = 400
  /// So many of them are open from the start.
  static let openCases = 3

  let run: FinishedRun
  let summary: RunSummary
  let causes: [RootCause]
  /// The place of each case in the run.
  let places: [ExactString: Int]

  init(_ run: FinishedRun) {
    self.run = run
    summary = RunSummary(run.results, run.description.ledger)
    causes = RootCause.of(run.results)
    var places: [ExactString: Int] = [:]
    for (index, result) in run.results.enumerated() { places[result.conformanceCase.name] = index }
    self.places = places
  }

  /// The page.
  var bytes: [UInt8] {
    let data = PageData(run)
    var text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    text += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    text += "style-src '\(Base64.hashSource(PageStyle.text))'; "
    text += "script-src '\(Base64.hashSource(PageScript.text))'\">\n"
    text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    text += "<meta name=\"color-scheme\" content=\"light dark\">\n"
    text += "<title>\(Markup.text(conclusion.sentence)) · mamconform</title>\n"
    text += "<style>\(PageStyle.text)</style>\n</head>\n<body>\n"
    text +=
      "<svg class=\"shapes\" aria-hidden=\"true\" width=\"0\" height=\"0\">\(TimelinePicture.shapes)</svg>\n"
    text += head + ledgerSection + causeSection + requirementSection + caseSection(data)
    text += "<script type=\"application/json\" id=\"data\">"
    var bytes = Array(text.utf8)
    bytes += data.bytes
    bytes += "</script>\n<script>\(PageScript.text)</script>\n</body>\n</html>\n".utf8
    return bytes
  }

  // MARK: Head

  private var conclusion: RunConclusion { RunConclusion(run, summary) }

  private var head: String {
    let conclusion = self.conclusion
    var text = "<header>\n<h1 class=\"\(conclusion.grade.rawValue)\">"
    text += "\(Markup.text(conclusion.sentence))</h1>\n"
    if let problem = run.description.problem(of: run.results) {
      text += "<p class=\"problem\"><strong>\(Markup.text(problem.code))</strong>: "
      text += "\(Markup.text(problem.message))</p>\n"
    }
    text += "<dl class=\"counts\">\n"
    text += count("cases", summary.caseCount, summary.cases, summary.knownCases)
    text += count("checks", summary.checkCount, summary.checks, summary.knownChecks)
    text +=
      "<div><dt>requirements</dt><dd>\(summary.requirementCount): \(requirementCounts)</dd></div>\n"
    text += setEntry
    text += "<div><dt>SDK under test</dt><dd><code>\(Markup.text(run.adapter))</code></dd></div>\n"
    text += "<div><dt>run</dt><dd>mamconform \(Markup.text(run.description.version)), seed "
    text += "\(run.description.seed), started "
    text += "\(WallTime.timestamp(run.description.startedMilliseconds, run.times))Z, took "
    text += "\(WallTime.readable(run.description.wallMilliseconds, run.times))</dd></div>\n"
    if let shard = run.description.shard {
      text +=
        "<div><dt>part</dt><dd>\(Markup.text(shard.name)): \(Markup.text(shard.extent))</dd></div>\n"
    }
    let missing = run.description.planned - run.results.count
    if missing > 0 {
      text += "<div><dt>not run</dt><dd>\(missing) of \(run.description.planned) cases</dd></div>\n"
    }
    return text + "</dl>\n</header>\n<main>\n"
  }

  private func count(_ name: String, _ total: Int, _ counts: [Verdict: Int], _ known: Int) -> String
  {
    var parts = Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "<span class=\"\(verdict.rawValue)\">\($0) \(verdict.rawValue)</span>" }
    }
    if known > 0 { parts.append("<span class=\"known\">\(known) known to fail</span>") }
    return
      "<div><dt>\(name)</dt><dd>\(total): \(parts.isEmpty ? "none" : parts.joined(separator: ", "))</dd></div>\n"
  }

  private var requirementCounts: String {
    let parts = [
      (summary.kept, "kept", "pass"), (summary.violated, "violated", "fail"),
      (summary.neglected, "not kept by the app", "fail"),
      (summary.knownViolated, "known to be violated", "known"),
      (summary.warned, "warned of", "warning"), (summary.undecided, "undecided", "inconclusive"),
      (summary.notApplicable, "not applicable", "not-applicable"),
    ]
    return parts.filter { !$0.0.isEmpty }
      .map { "<span class=\"\($0.2)\">\($0.0.count) \($0.1)</span>" }.joined(separator: ", ")
  }

  // MARK: Causes

  private var causeSection: String {
    guard !causes.isEmpty else { return "" }
    var text = "<section aria-labelledby=\"causes\">\n<h2 id=\"causes\">"
    text += causes.count == 1 ? "One cause" : "\(causes.count) causes"
    text += "</h2>\n<ol class=\"causes\">\n"
    for cause in causes {
      let first = cause.cases[0]
      let checks = Counted.text(cause.checkCount, "check")
      let cases = Counted.text(cause.cases.count, "case")
      text += "<li><h3>\(Markup.text(cause.text))</h3>\n"
      text += "<p>\(checks) in \(cases), first in \(link(first.name))</p>\n<ul>\n"
      for difference in cause.gathered { text += "<li>\(Markup.text(difference.text))</li>\n" }
      for id in cause.requirements { text += "<li>violates \(titled(id))</li>\n" }
      if !cause.consequences.isEmpty {
        let others = cause.consequences.map(linked).joined(separator: ", ")
        text += "<li>the same cases also violate \(others)</li>\n"
      }
      text += "</ul>\n\(command(first.name))"
      if cause.cases.count > 1 {
        text += "<details><summary>all \(cause.cases.count) cases</summary><ul>\n"
        for item in cause.cases { text += "<li>\(link(item.name))</li>\n" }
        text += "</ul></details>\n"
      }
      text += "</li>\n"
    }
    return text + "</ol>\n</section>\n"
  }

  // MARK: Parts

  /// A link to a case of this page.
  func link(_ name: String) -> String {
    let place = places[name].map(String.init) ?? ""
    return "<a href=\"#case-\(place)\">\(Markup.text(name))</a>"
  }

  /// The ID of a requirement that the page has a row for.
  private func linked(_ id: String) -> String {
    "<a href=\"#req-\(Markup.text(id))\">\(Markup.text(id))</a>"
  }

  /// A requirement with its title and the section of the guide.
  private func titled(_ id: String) -> String {
    guard let requirement = run.description.requirements[id] else { return Markup.text(id) }
    let source =
      requirement.source.isEmpty
      ? "" : " <span class=\"faint\">(guide: \(Markup.text(requirement.source)))</span>"
    return "\(linked(id)) \(Markup.text(requirement.title))\(source)"
  }

  /// The command that does a case again, and the one that opens the debugger where it fails first, to be copied.
  func command(_ name: String) -> String {
    var lines = [run.description.reproduction(of: name)]
    if let place = places[name], run.results[place].canBeDebugged {
      lines.append(run.description.debugging(of: name))
    }
    return lines.map { "<div class=\"command\"><code>\(Markup.text($0))</code></div>\n" }.joined()
  }
}
