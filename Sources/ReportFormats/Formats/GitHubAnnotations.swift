internal import Contract
internal import CaseModel
internal import Conformance
internal import ExactText
internal import Reporting
internal import Wording

/// Workflow commands of GitHub Actions: what failed, at the line of the check that shows it.
///
/// GitHub shows ten errors and ten warnings of a step, so there is one for each cause, not for each check.
package struct GitHubAnnotations {
  /// The most annotations of one level that GitHub shows.
  private static let most = 10
  private let run: FinishedRun

  /// The annotations of a run.
  package init(_ run: FinishedRun) { self.run = run }

  /// The commands, a line each; nothing if there is nothing to tell.
  package var bytes: [UInt8] {
    var errors = causes() + breakdowns()
    let left = errors.count - GitHubAnnotations.most
    if left > 0 {
      // The last one stands for those that GitHub would leave out.
      errors = Array(errors.prefix(GitHubAnnotations.most - 1))
      errors.append(
        command("error", title: "mamconform", "\(left + 1) more causes; the report has them all"))
    }
    let warnings = self.warnings().prefix(GitHubAnnotations.most)
    return Array((errors + warnings).joined().utf8)
  }

  private func causes() -> [String] {
    RootCause.of(run.results).map { cause in
      let requirements = cause.requirements.map(titled).joined(separator: ", ")
      let cases = Counted.text(cause.cases.count, "case")
      let text =
        ([cause.text] + cause.gathered.map(\.text)).joined(separator: "\n")
        + "\nviolates \(requirements)\n"
        + (cause.consequences.isEmpty
          ? ""
          : "the same cases also violate \(cause.consequences.joined(separator: ", "))\n")
        + "in \(cases), first \(cause.cases[0].name)\n"
        + run.description.reproduction(of: cause.cases[0].name)
      return command(
        "error", at: location(cause),
        title: "\(cause.requirements.joined(separator: ", ")) violated", text)
    }
  }

  /// The check of the first case that shows the cause.
  private func location(_ cause: RootCause) -> SourceLocation {
    let name = cause.cases[0].name
    let result = run.results.first { $0.conformanceCase.name == name }
    let check = result?.checks.first { $0.difference == cause.difference }
    return check?.check.location ?? cause.cases[0].location
  }

  private func breakdowns() -> [String] {
    var commands: [String] = []
    if let problem = run.description.problem(of: run.results) {
      commands.append(command("error", title: "the run ended in an error", problem.message))
    }
    // Cases that broke down alike count once.
    var seen: [ExactString: [CaseResult]] = [:]
    var order: [ExactString] = []
    for result in run.results {
      let outcome = result.outcome
      guard outcome == .broken || outcome == .undecided else { continue }
      let key = ExactString(result.problem?.code ?? result.verdict.rawValue)
      if seen[key] == nil { order.append(key) }
      seen[key, default: []].append(result)
    }
    for key in order {
      guard let results = seen[key], let first = results.first else { continue }
      let more = results.count > 1 ? " (and \(results.count - 1) more cases)" : ""
      commands.append(
        command(
          "error", at: first.conformanceCase.location, title: "\(key.text)\(more)",
          "\(CaseExplanation.headline(first))\n\(first.conformanceCase.name)"))
    }
    return commands
  }

  private func warnings() -> [String] {
    run.results.flatMap { result in
      result.checks.filter { $0.verdict == .warning }.prefix(1).map { check in
        command(
          "warning", at: check.check.location,
          title: "\(check.requirements.joined(separator: ", ")) not followed",
          "\(check.found)\n\(result.conformanceCase.name)")
      }
    }
  }

  private func titled(_ id: String) -> String {
    run.description.requirements[id].map { "\(id) (\($0.title))" } ?? id
  }

  private func command(
    _ level: String, at location: SourceLocation? = nil, title: String, _ message: String
  ) -> String {
    var properties: [String] = []
    if let location {
      properties.append("file=\(property(run.place(of: location.file)))")
      if location.line > 0 { properties.append("line=\(location.line)") }
      if location.column > 0 { properties.append("col=\(location.column)") }
    }
    properties.append("title=\(property(title))")
    return "::\(level) \(properties.joined(separator: ","))::\(data(message))\n"
  }

  /// A message as the runner reads it back, without what could steer the terminal on which it shows it.
  private func data(_ text: String) -> String {
    Excerpt.harmless(
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A"))
  }

  /// A property as the runner reads it back.
  private func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
